//! The optimiser Adam (Kingma and Ba 2015), and how its learning rate changes.

/// The decay rates of the averages of gradients and of their squares.
const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
/// The number of warm-up steps.
const WARM_UP: f64 = 200.0;

/// The learning rate of a step: a linear warm-up, then cosine decay to a
/// hundredth of `rate`.
pub(crate) fn rate_of_step(rate: f64, step: usize, steps: usize) -> f32 {
    let done = step as f64 / steps as f64;
    let cosine = 0.5 + 0.5 * (std::f64::consts::PI * done).cos();
    let warmth = ((step as f64 + 1.0) / WARM_UP).min(1.0);
    (rate * (0.01 + 0.99 * cosine) * warmth) as f32
}

/// The moving averages of each parameter's gradient and of its square.
pub(crate) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// Creates the state before the first step, for this number of parameters.
    pub(crate) fn new(parameters: usize) -> Adam {
        Adam { first: vec![0.0; parameters], second: vec![0.0; parameters], steps: 0 }
    }

    /// The number of steps so far.
    pub(crate) fn steps(&self) -> usize {
        self.steps as usize
    }

    /// Makes one step. `slope` returns the partial derivative of the loss by
    /// each parameter.
    pub(crate) fn step(&mut self, parameters: &mut [f32], rate: f32, slope: impl Fn(usize) -> f32) {
        self.steps += 1;
        let correction = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let (first_scale, second_scale) = (correction(FIRST_DECAY), correction(SECOND_DECAY));
        let averages = self.first.iter_mut().zip(&mut self.second);
        for (i, (parameter, (first, second))) in parameters.iter_mut().zip(averages).enumerate() {
            let slope = slope(i);
            *first += (1.0 - FIRST_DECAY) * (slope - *first);
            *second += (1.0 - SECOND_DECAY) * (slope * slope - *second);
            *parameter -= rate * *first * first_scale / ((*second * second_scale).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_has_the_size_of_the_rate() {
        let mut adam = Adam::new(3);
        let mut numbers = [1.0; 3];
        adam.step(&mut numbers, 0.01, |i| [100.0, -0.001, 0.0][i]);
        let expected = [0.99, 1.01, 1.0];
        assert!(numbers.iter().zip(expected).all(|(a, b): (&f32, f32)| (a - b).abs() < 1e-4));
    }

    #[test]
    fn steps_lead_to_the_minimum() {
        let mut adam = Adam::new(2);
        let mut numbers = vec![3.0f32, -2.0];
        for step in 0..4000 {
            let slopes = [2.0 * (numbers[0] - 1.0), 20.0 * numbers[1]];
            adam.step(&mut numbers, rate_of_step(0.01, step, 4000), |i| slopes[i]);
        }
        assert!((numbers[0] - 1.0).abs() < 0.01 && numbers[1].abs() < 0.01, "{numbers:?}");
    }

    #[test]
    fn the_rate_grows_and_falls() {
        let rates = [0, 199, 5000, 10_000].map(|step| rate_of_step(1.0, step, 10_000));
        assert!(rates[0] < 0.01 && rates[1] > 0.99 && (rates[2] - 0.505).abs() < 0.01);
        assert!((rates[3] - 0.01).abs() < 1e-6);
    }
}
