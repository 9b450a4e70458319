//! A natural logarithm with the same bits on every machine: library versions
//! differ in the last bit, and one bit can change a search.

/// The logarithm of `n`, at least 1, from a series that uses only the four
/// operations: ln n = e ln 2 + 2 artanh((m − 1) / (m + 1)) with n = m 2^e.
pub(crate) fn ln(n: u32) -> f64 {
    const LN_2: f64 = std::f64::consts::LN_2;
    let exponent = n.max(1).ilog2();
    let mantissa = f64::from(n.max(1)) / (1u64 << exponent) as f64;
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    // z is at most 1/3, so each term is at most a ninth of the one before.
    let mut power = z;
    let mut sum = 0.0;
    let mut k = 1.0;
    while power > 1e-17 {
        sum += power / k;
        power *= z * z;
        k += 2.0;
    }
    f64::from(exponent) * LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_to_the_library() {
        for n in (1..5000).chain((1..31).map(|e| 1 << e)).chain([u32::MAX]) {
            let expected = f64::from(n).ln();
            assert!((ln(n) - expected).abs() <= 1e-14 * expected.max(1.0), "{n}");
        }
        assert_eq!(ln(1), 0.0);
    }
}
