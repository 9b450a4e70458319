//! The sequential test on the command line, in either of two forms: `0,5` and
//! `elo0=0 elo1=5`.

use noughts_tournament::names::{did_you_mean, value_of};
use noughts_tournament::stats::Sprt;
use noughts_tournament::stats::sprt::{Counts, Model, USUAL_ERROR};

/// The keys of a test.
const KEYS: [&str; 6] = ["elo0", "elo1", "alpha", "beta", "model", "counts"];

/// Returns whether a word sets a key of a test.
pub(crate) fn is_key(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, _)| KEYS.contains(&key))
}

/// Returns a word such as `0,5,0.05,0.05,logistic` as `KEY=VALUE` words.
pub(crate) fn keys_of(text: &str) -> Result<Vec<String>, String> {
    let (mut numbers, mut others) = (Vec::new(), Vec::new());
    for word in text.split(',').map(str::trim) {
        if word.parse::<f64>().is_ok() {
            numbers.push(word);
        } else if value_of(Model::ALL, word).is_some() {
            others.push(format!("model={word}"));
        } else if value_of(Counts::ALL, word).is_some() {
            others.push(format!("counts={word}"));
        } else {
            return Err(format!(
                "\"{word}\" is not a number, a model (normalized, logistic, bayesian) or a kind of \
                 counts (pentanomial, trinomial)"
            ));
        }
    }
    if !matches!(numbers.len(), 2 | 4) {
        return Err("two or four numbers are expected: ELO0,ELO1[,ALPHA,BETA]".to_string());
    }
    let numbers = KEYS.iter().zip(numbers).map(|(key, number)| format!("{key}={number}"));
    Ok(numbers.chain(others).collect())
}

/// Parses words of either form. Returns the test, and the kind of its counts if
/// the words say so.
pub(crate) fn test(words: &[String]) -> Result<(Sprt, Option<Counts>), String> {
    let mut sprt = Sprt::new(f64::NAN, f64::NAN);
    (sprt.alpha, sprt.beta) = (USUAL_ERROR, USUAL_ERROR);
    let mut counts = None;
    let mut all = Vec::new();
    for word in words {
        if word.contains('=') { all.push(word.clone()) } else { all.extend(keys_of(word)?) }
    }
    for word in &all {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let number = || {
            let number = value.trim().parse::<f64>().ok();
            number.ok_or_else(|| format!("{key}: a number is expected, not \"{value}\""))
        };
        let unknown = |names: &[&'static str]| {
            format!("{key}: \"{value}\" is unknown{}", did_you_mean(value, names.iter().copied()))
        };
        match key {
            "elo0" => sprt.elo0 = number()?,
            "elo1" => sprt.elo1 = number()?,
            "alpha" => sprt.alpha = number()?,
            "beta" => sprt.beta = number()?,
            "model" => {
                let names: Vec<&str> = Model::ALL.iter().map(|(name, _)| *name).collect();
                sprt.model = value_of(Model::ALL, value).ok_or_else(|| unknown(&names))?;
            }
            "counts" => {
                let names: Vec<&str> = Counts::ALL.iter().map(|(name, _)| *name).collect();
                counts = Some(value_of(Counts::ALL, value).ok_or_else(|| unknown(&names))?);
            }
            _ => return Err(format!("unknown key \"{key}\"{}", did_you_mean(key, KEYS))),
        }
    }
    if sprt.elo0.is_nan() || sprt.elo1.is_nan() {
        return Err("elo0 and elo1 are required, such as 0,5 or elo0=0 elo1=5".to_string());
    }
    sprt.counts = counts.unwrap_or_default();
    sprt.checked().map(|sprt| (sprt, counts)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_give_the_same_test() {
        let test = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_string).collect();
            super::test(&words).map(|test| test.0)
        };
        assert_eq!(test("0,5"), Ok(Sprt::new(0.0, 5.0)));
        assert_eq!(test("elo0=0 elo1=5"), test("0,5"));
        let sprt = test("-1.5,2,0.1,0.2,bayesian,trinomial").unwrap();
        assert_eq!((sprt.elo0, sprt.alpha, sprt.beta), (-1.5, 0.1, 0.2));
        assert_eq!((sprt.model, sprt.counts), (Model::Bayesian, Counts::Trinomial));
        let same = "elo0=-1.5 elo1=2 alpha=0.1 beta=0.2 model=bayesian counts=trinomial";
        assert_eq!(test(same), Ok(sprt));
        assert!(test("elo0=0 elo2=5").unwrap_err().contains("did you mean \"elo"));
        for bad in [
            "",
            "0",
            "0,5,0.05",
            "5,0",
            "0,5,wald",
            "0,5,0.9,0.9",
            "nan,1",
            "0,inf",
            "elo0=0",
            "elo0=x elo1=1",
            "elo0=0 elo1=5 model=wald",
        ] {
            assert!(test(bad).is_err(), "{bad}");
        }
    }
}
