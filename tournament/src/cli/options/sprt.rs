//! The sequential test on the command line, in either of two forms: `0,5` and
//! `elo0=0 elo1=5`.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use noughts_client::names::{did_you_mean, value_of};
use noughts_tournament::config::Problems;
use noughts_tournament::model::sprt::{Counts, DEFAULT_ERROR_RATE, Model, Sprt};

use crate::cli::common::console::quoted;
use crate::cli::common::end::misuse;

/// The keys of a test.
const KEYS: [&str; 6] = ["elo0", "elo1", "alpha", "beta", "model", "counts"];

/// A test, and what it counts if the words set that.
pub(crate) type ChosenTest = (Sprt, Option<Counts>);

/// Separates the words of a test from the files of a command. The option
/// `--sprt` takes one word, so that the other words of a test are among the
/// files.
///
/// # Errors
///
/// When the words are not a test, or there is one without the option.
pub(crate) fn separate<W: AsRef<OsStr> + Clone>(
    command: &str,
    option: Option<&String>,
    words: &[W],
) -> Result<(Vec<W>, Option<ChosenTest>), Problems> {
    let text = |word: &W| word.as_ref().to_str().unwrap_or_default().to_string();
    let Some(first) = option else {
        let is_test = |word: &&W| {
            let text = text(word);
            (is_key(&text) || is_test(&text)) && !Path::new(word.as_ref()).exists()
        };
        let (test, files): (Vec<&W>, Vec<&W>) = words.iter().partition(is_test);
        if test.is_empty() {
            return Ok((words.to_vec(), None));
        }
        let shown = |words: Vec<&W>| {
            let words = words.iter().map(|word| quoted(&word.as_ref().to_string_lossy()));
            words.collect::<Vec<_>>().join(" ")
        };
        let (test, files) = (shown(test), shown(files));
        let reason = format!("a test follows the option: {command} {files} --sprt {test}");
        return Err(misuse(&test, reason));
    };
    let (keys, files): (Vec<&W>, Vec<&W>) = words.iter().partition(|word| is_key(&text(word)));
    let words: Vec<String> =
        [first.clone()].into_iter().chain(keys.into_iter().map(text)).collect();
    let test = test(&words).map_err(|reason| misuse("--sprt", reason))?;
    Ok((files.into_iter().cloned().collect(), Some(test)))
}

/// Returns whether a word sets a key of a test.
fn is_key(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, _)| KEYS.contains(&key))
}

/// Returns the words of a test as `KEY=VALUE` words.
pub(crate) fn all_keys_of(words: &[String]) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for word in words {
        // A tournament file behind the test is refused with the other words
        // that are not KEY=VALUE.
        if word.contains('=') || word.ends_with(".toml") {
            all.push(word.clone());
        } else {
            all.extend(keys_of(word)?);
        }
    }
    Ok(all)
}

/// Returns whether a word is a test such as `0,5`.
fn is_test(word: &str) -> bool {
    word.contains(',') && keys_of(word).is_ok()
}

/// Expands a test such as `-5,0` after `--sprt`, which would be taken for an
/// option.
pub(crate) fn expand_negative(words: Vec<OsString>) -> Vec<OsString> {
    let mut expanded: Vec<OsString> = Vec::new();
    for word in words {
        let is_first = expanded.last().is_some_and(|last| last == "--sprt")
            && !expanded.iter().any(|word| word == "--");
        let test = word.to_str().filter(|word| is_first && word.starts_with('-') && is_test(word));
        match test.map(keys_of) {
            Some(Ok(keys)) => expanded.extend(keys.into_iter().map(OsString::from)),
            _ => expanded.push(word),
        }
    }
    expanded
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
        } else if !text.contains(',') {
            return Err(format!("\"{word}\" is not a test; write 0,5 or elo0=0 elo1=5"));
        } else {
            return Err(format!(
                "\"{word}\" is not a number, a model (normalized, logistic, bayesian) or a kind of \
                 counts (pentanomial, trinomial)"
            ));
        }
    }
    if !matches!(numbers.len(), 2 | 4) {
        let form = "ELO0,ELO1[,ALPHA,BETA], such as 0,5";
        return Err(format!("two or four numbers are expected: {form}"));
    }
    let numbers = KEYS.iter().zip(numbers).map(|(key, number)| format!("{key}={number}"));
    Ok(numbers.chain(others).collect())
}

/// Parses words of either form. Returns the test, and what it counts if the
/// words set that.
pub(crate) fn test(words: &[String]) -> Result<ChosenTest, String> {
    let mut sprt = Sprt::new(f64::NAN, f64::NAN);
    (sprt.alpha, sprt.beta) = (DEFAULT_ERROR_RATE, DEFAULT_ERROR_RATE);
    let mut counts = None;
    for word in &all_keys_of(words)? {
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
    fn a_test_with_a_negative_bound_is_not_an_option() {
        let words = |text: &str| -> Vec<OsString> { text.split(' ').map(OsString::from).collect() };
        for (text, expected) in [
            ("run --sprt -5,0 --pairs 3", "run --sprt elo0=-5 elo1=0 --pairs 3"),
            ("run --sprt 0,5", "run --sprt 0,5"),
            ("run --sprt -x", "run --sprt -x"),
            ("check a -- --sprt -5,0", "check a -- --sprt -5,0"),
        ] {
            assert_eq!(expand_negative(words(text)), words(expected));
        }
    }

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
