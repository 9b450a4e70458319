//! `noughts-learn measure`: how well a network predicts games that it has not
//! learned from, computed as the engine does.

use std::path::PathBuf;

use noughts::game::trains::Lengths;
use noughts::search::Hardware;
use noughts::search::network::{Network, SQUARES};

use crate::example::{Example, SYMMETRIES};
use crate::files::read_network;
use crate::output::print_line;
use crate::sample::{self, Sample};

/// The options of `measure`.
#[derive(clap::Args)]
pub(crate) struct MeasureOptions {
    /// Files of positions, as `play` writes them
    #[arg(required = true)]
    positions: Vec<PathBuf>,
    /// The network, instead of the one of the engine
    #[arg(long)]
    net: Option<PathBuf>,
    /// The largest number of positions
    #[arg(long, default_value_t = 100_000)]
    most: usize,
}

/// The number of plies of a row of the first table.
const PLIES: usize = 6;
/// The number of intervals of chances in the second table.
const CLASSES: usize = 10;

/// Means of some positions.
#[derive(Clone, Copy, Default)]
struct Means {
    positions: f64,
    /// Squared errors of the values against the results: of the network, of the
    /// network over all symmetries, of the search.
    error: f64,
    symmetric_error: f64,
    search_error: f64,
    /// The number of positions with a policy, their cross-entropy, and the
    /// number of right first choices.
    policies: f64,
    policy: f64,
    first: f64,
}

/// Prints both tables.
pub(crate) fn run(options: &MeasureOptions) -> anyhow::Result<()> {
    let network = match &options.net {
        Some(path) => read_network(path)?.into(),
        None => Network::built_in(),
    };
    let mut samples = Vec::new();
    for path in &options.positions {
        samples.extend(sample::read(path)?);
    }
    let step = samples.len().div_ceil(options.most.max(1));
    let mut means = [Means::default(); SQUARES.div_ceil(PLIES)];
    // For each interval of the chances, and of the expected results of the
    // search: the number of positions, the sum of the predictions, and the sum
    // of the results.
    let mut classes = [[[0.0f64; 3]; CLASSES]; 4];
    let mut lengths = Lengths::default();
    for sample in samples.iter().step_by(step.max(1)) {
        add(sample, &network, &mut lengths, &mut means, &mut classes);
    }
    let print = |text: &str| print_line(None, text);
    print("plies     positions  network  all symmetries  search  policy  first choice")?;
    for (i, means) in means.iter().enumerate().filter(|(_, means)| means.positions > 0.0) {
        let mean = |sum: f64| sum / means.positions;
        print(&format!(
            "{:2} to {:2}  {:9}  {:.4}   {:.4}          {:.4}  {:.4}  {:.1} %",
            i * PLIES,
            i * PLIES + PLIES - 1,
            means.positions,
            mean(means.error),
            mean(means.symmetric_error),
            mean(means.search_error),
            means.policy / means.policies.max(1.0),
            100.0 * means.first / means.policies.max(1.0)
        ))?;
    }
    let names = ["won", "drawn", "lost", "expected result of the search"];
    for (name, classes) in names.iter().zip(classes) {
        print(&format!("\nin 1,000, {name}: predicted, occurred, positions"))?;
        for [positions, predicted, occurred] in classes.into_iter().filter(|class| class[0] > 0.0) {
            let per_mille = |sum: f64| (1000.0 * sum / positions).round();
            print(&format!("{:4}  {:4}  {positions}", per_mille(predicted), per_mille(occurred)))?;
        }
    }
    Ok(())
}

fn add(
    sample: &Sample,
    network: &Network,
    lengths: &mut Lengths,
    means: &mut [Means],
    classes: &mut [[[f64; 3]; CLASSES]; 4],
) {
    let means = &mut means[sample.ply() / PLIES];
    let mut evaluate = |symmetry| {
        let example = Example::new(sample, symmetry, lengths);
        let evaluation = network.evaluate(Hardware::detect(), &example.planes);
        (example, evaluation)
    };
    let (example, evaluation) = evaluate(0);
    let [won, drawn, _] = example.result;
    let result = f64::from(won + drawn / 2.0);
    let error = |value: f32| (f64::from(value) - result).powi(2);
    let others: f32 = (1..SYMMETRIES).map(|symmetry| evaluate(symmetry).1.value()).sum();
    means.positions += 1.0;
    means.error += error(evaluation.value());
    means.symmetric_error += error((evaluation.value() + others) / SYMMETRIES as f32);
    means.search_error += error(sample.value);
    let predicted = evaluation.outcome.map(f64::from).into_iter().chain([sample.value.into()]);
    let occurred = example.result.map(f64::from).into_iter().chain([result]);
    for (classes, (predicted, occurred)) in classes.iter_mut().zip(predicted.zip(occurred)) {
        let class = ((predicted * CLASSES as f64) as usize).min(CLASSES - 1);
        let numbers = [1.0, predicted, occurred];
        classes[class].iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    if let Some((loss, first)) = example.policy_loss(&evaluation) {
        means.policies += 1.0;
        means.policy += loss;
        means.first += f64::from(u8::from(first));
    }
}
