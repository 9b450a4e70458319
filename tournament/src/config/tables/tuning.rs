//! The table `[tune]` with its options, which only the command `tune` reads.

use crate::config::document::problem::Place;
use crate::config::document::reader::Reader;
use crate::config::document::values::name as name_of;
use crate::config::document::{Table, Value};
use crate::config::key::field::{number, slot, whole};
use crate::config::key::info::KeyInfo;
use crate::config::key::kind::{Joins, Kind, SubTable};
use crate::config::key::{Key, infos, keys, read_table};
use crate::model::config::Config;
use crate::model::tuning::{MAX_ITERATIONS, TunedOption, Tuning};

/// The name of the table.
pub(crate) const TUNE: &str = "tune";

/// The keys of a tournament that `tune` refuses, each with the reason or a
/// replacement.
pub(crate) const UNUSED: &[(&str, &str)] = &[
    ("format", "the engine plays against itself"),
    ("seeds", "the engine plays against itself"),
    ("rounds", "iterations in [tune] sets the number of games"),
    ("pairings", "iterations and pairs in [tune] set the number of games"),
    ("no_swap", "the two games of a pair always swap the sides"),
    ("swap2", "the two games of a pair begin with the same stones"),
    ("referee", "the engine referees its own games"),
    ("sprt", "the command that `tune` prints at its end tests the values"),
    ("events", "the journal has a line for each iteration"),
    ("records", "the journal has a line for each iteration"),
];

static KEYS: &[Key<Tuning>] = keys! { Tuning;
    "iterations", whole!(1, MAX_ITERATIONS as u64, iterations), default "required" =>
        "the number of iterations";
    "pairs", whole!(1, 10_000, pairs) =>
        "the number of pairs of games in an iteration; each pair has an opening of its own";
    "alpha", number!(0.0, 2.0, alpha) => "the exponent with which the rates fall";
    "gamma", number!(0.0, 1.0, gamma) => "the exponent with which the perturbations fall";
    "A", number!(0.0, 10.0, delay) =>
        "the share of the iterations by which the fall of the rates is delayed";
    "option", Kind::Table(OPTION) => "an option that is tuned";
};

static OPTION_KEYS: &[Key<TunedOption>] = keys! { TunedOption;
    "name", Kind::Name {
        get: |o| Some(o.name.clone()),
        set: |o, text| match text.trim() {
            "" => Err("the name of an option is expected".to_string()),
            name => {
                o.name = name.to_string();
                Ok(())
            }
        },
    }, default "required" => "the name of the option";
    "start", number!(-1e15, 1e15, start), default "required" => "the value at the start";
    "min", number!(-1e15, 1e15, min), default "required" => "the least value";
    "max", number!(-1e15, 1e15, max), default "required" => "the greatest value";
    "step", number!(0.0, 1e15, step), default "required" =>
        "the perturbation in the last iteration; those before are greater";
    "rate", number!(0.0, 1000.0, rate) =>
        "the share of the perturbation by which a won game moves the value in the last iteration";
    "integer", Kind::Truth(slot!(integer)) => "whether the engine takes whole numbers only";
};

/// Returns the descriptions of the keys of `[tune]`.
pub fn tuning_keys() -> Vec<KeyInfo> {
    infos(KEYS, &Tuning::default())
}

/// The tables `[[tune.option]]`.
const OPTION: SubTable<Tuning> = SubTable {
    keys: || infos(OPTION_KEYS, &TunedOption::default()),
    joins: Joins::List,
    read: option,
    print: |_| Vec::new(),
    forget: None,
};

/// Reads the table `[tune]` of a file whose engine has been read, and reports
/// its mistakes.
pub(crate) fn read(reader: &mut Reader, table: &Table, place: &Place, config: &Config) -> Tuning {
    let mut tuning = Tuning::default();
    read_table(reader, KEYS, table, &mut tuning);
    if !table.has("iterations") {
        let reason = "tune: iterations is required; with the usual rate of 0.002 tens of thousands are \
                      needed";
        reader.problem(place, reason);
    }
    if !table.has("option") {
        let reason = "tune: nothing to tune; add a table [[tune.option]] with name, start, min, max \
                      and step";
        reader.problem(place, reason);
    }
    for engine in &config.engines {
        for (name, place) in places(table) {
            let is_it = |(known, _): &(String, String)| known.eq_ignore_ascii_case(&name);
            if engine.options.iter().any(is_it) {
                let reason = format!(
                    "option \"{name}\": options of the engine sets it, too; only start sets the value \
                     of a tuned option"
                );
                reader.problem(&place, reason);
            }
            // The engine itself reports options that it does not have.
            reader.option(&engine.name, &name, &place);
        }
    }
    tuning
}

/// Returns the names of the tuned options with their places.
fn places(table: &Table) -> Vec<(String, Place)> {
    let Some(Value::List(options)) = table.get("option").map(|options| &options.value) else {
        return Vec::new();
    };
    let named = |value: &Value| match value {
        Value::Table(option) => {
            let name = option.get("name")?;
            name_of(&name.value).ok().map(|text| (text, name.place.clone()))
        }
        _ => None,
    };
    options.iter().filter_map(|option| named(&option.value)).collect()
}

/// Reads an option and reports values that contradict each other.
fn option(reader: &mut Reader, table: &Table, place: &Place, tuning: &mut Tuning) {
    let mut option = TunedOption::default();
    read_table(reader, OPTION_KEYS, table, &mut option);
    let name = if option.name.is_empty() { String::new() } else { format!(" \"{}\"", option.name) };
    let missing: Vec<&str> =
        ["name", "start", "min", "max", "step"].into_iter().filter(|key| !table.has(key)).collect();
    if !missing.is_empty() {
        let (missing, verb) =
            (missing.join(" and "), if missing.len() == 1 { "is" } else { "are" });
        return reader.problem(place, format!("option{name}: {missing} {verb} required"));
    }
    let TunedOption { start, min, max, step, rate, integer, .. } = option;
    let mut wrong = Vec::new();
    if min >= max {
        wrong.push(("min", format!("min {min} must be below max {max}")));
    } else if !(min..=max).contains(&start) {
        wrong.push(("start", format!("start {start} is not between min {min} and max {max}")));
    }
    if step <= 0.0 {
        wrong.push(("step", "step must be above 0; a tenth of the range is usual".to_string()));
    } else if step > max - min && min < max {
        let reason = format!("step {step} exceeds the range from {min} to {max}; a tenth is usual");
        wrong.push(("step", reason));
    }
    if rate <= 0.0 {
        wrong.push(("rate", "rate must be above 0, or the value never moves".to_string()));
    }
    for (key, value) in [("start", start), ("min", min), ("max", max)] {
        if integer && value.fract() != 0.0 {
            let reason = format!(
                "{key} {value} is not a whole number; set integer = false if the \
                                  engine takes fractions"
            );
            wrong.push((key, reason));
        }
    }
    if tuning.options.iter().any(|other| other.name.eq_ignore_ascii_case(&option.name)) {
        wrong.push(("name", "there is another option of this name".to_string()));
    }
    for (key, reason) in wrong {
        let place = table.place(key).unwrap_or(place);
        reader.problem(place, format!("option{name}: {reason}"));
    }
    tuning.options.push(option);
}
