//! Runs the steps of a check in the order of their rules.

use std::collections::{HashMap, HashSet};
use std::mem;

use noughts_client::stop::Stop;
use noughts_client::time::Instant;
use noughts_client::{Dialect, Greeting, Unsuitable, gomocup};
use noughts_rules::game::GameSpec;
use noughts_rules::protocol::{OptionKind, Reply, Start};

use super::bench::Bench;
use super::exchange::Exchange;
use super::known::Known;
use super::rule::{Level, Rule, Verdict};
use crate::outcome::{CheckError, Observer, Outcome};
use crate::rules;
use crate::step::{Broken, Kept};
use crate::subject::Subject;

/// Checks an engine. Runs the steps in `names` and the steps that these need;
/// all steps if `names` is empty. Reports to `observer`.
///
/// # Errors
///
/// When a step or option does not exist, the position is invalid, the program
/// does not start, the observer fails, or `stop` is set.
pub fn check(
    subject: &Subject,
    names: &[String],
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Result<(), CheckError> {
    let chosen = select(names)?;
    let dialect = match subject.dialect {
        Dialect::Auto => detect(subject, stop)?,
        dialect => dialect,
    };
    if dialect == Dialect::Gomocup {
        suits_gomocup(subject)?;
    }
    // The rules of UGI and those of UCI are shown together; the Gomocup
    // protocol shares none with them.
    let is_gomocup = dialect == Dialect::Gomocup;
    let is_near = |rule: &&Rule| !names.is_empty() || rule.gomocup.is_some() == is_gomocup;
    let chosen: Vec<&Rule> = chosen.into_iter().filter(is_near).collect();
    observer.check_began(subject, dialect, chosen.len())?;
    let mut bench = Bench::new(subject, stop, dialect);
    let mut verdicts = HashMap::new();
    for rule in chosen {
        if stop.asked() {
            return Err(CheckError::Stopped);
        }
        let outcome = run_step(rule, &mut bench, &verdicts).map_err(|end| match end {
            Broken::NotStarted(error) => {
                CheckError::NotStarted { program: subject.program.display().to_string(), error }
            }
            Broken::Abandoned | Broken::Rule(_) | Broken::Lesser(_) => CheckError::Stopped,
        })?;
        verdicts.insert(rule.name, outcome.verdict);
        observer.step_ended(&outcome)?;
        if rule.name == "handshake" && outcome.verdict == Verdict::Pass {
            read_handshake(&mut bench)?;
        }
    }
    Ok(())
}

/// Returns the rules in `names` and the rules that these need, in step order.
fn select(names: &[String]) -> Result<Vec<&'static Rule>, CheckError> {
    let mut wanted: HashSet<&str> = HashSet::new();
    let mut waiting: Vec<&str> = names.iter().map(String::as_str).collect();
    while let Some(name) = waiting.pop() {
        let rule = rules::all().find(|rule| rule.name == name);
        let rule = rule.ok_or_else(|| CheckError::NoStep(name.to_string()))?;
        if wanted.insert(rule.name) {
            waiting.extend(rule.needs.iter().chain(rule.relaxed_if_failed));
        }
    }
    Ok(rules::all().filter(|rule| names.is_empty() || wanted.contains(rule.name)).collect())
}

/// Runs one step, unless a step that it needs has failed.
fn run_step(
    rule: &'static Rule,
    bench: &mut Bench<'_>,
    verdicts: &HashMap<&str, Verdict>,
) -> Result<Outcome, Broken> {
    bench.exchange = Exchange::new();
    let level = rule.level(bench.dialect);
    let blocked = |name: &&&str| {
        let verdict = verdicts.get(**name);
        matches!(verdict, Some(Verdict::Fail | Verdict::Warning | Verdict::Skipped))
    };
    let mut broken_level = level;
    let (verdict, reason) = match (level, rule.needs.iter().find(blocked)) {
        (None, _) => {
            let reason = format!("it does not apply to \"{}\"", bench.dialect);
            (Verdict::NotApplicable, Some(reason))
        }
        (_, Some(name)) => {
            (Verdict::Skipped, Some(format!("it needs the step \"{name}\", which did not pass")))
        }
        (Some(level), None) => match (rule.run)(bench) {
            Ok(Kept::Yes) => (Verdict::Pass, None),
            Ok(Kept::Measured(what)) => (Verdict::Pass, Some(what)),
            Ok(Kept::NotApplicable(why)) => (Verdict::NotApplicable, Some(why)),
            Err(Broken::Rule(reason)) => (level.broken(), Some(reason)),
            Err(Broken::Lesser(reason)) => {
                broken_level = Some(Level::Should);
                (Level::Should.broken(), Some(reason))
            }
            Err(other) => return Err(other),
        },
    };
    bench.close();
    let exchange = mem::replace(&mut bench.exchange, Exchange::new());
    let ms = exchange.elapsed();
    Ok(Outcome { rule, level: broken_level, verdict, reason, ms, exchange: exchange.into_lines() })
}

/// Returns the dialect that the engine answers, or else UCI.
fn detect(subject: &Subject, stop: &Stop) -> Result<Dialect, CheckError> {
    let mut bench = Bench::new(subject, stop, Dialect::Ugi);
    let mut answered = || -> Result<Option<Dialect>, Broken> {
        bench.open()?;
        bench.send(Greeting::TEXT)?;
        let until = Instant::now() + subject.patience;
        while let Some(line) = bench.line(until)? {
            if let Some(dialect) = Greeting::dialect(&line) {
                return Ok(Some(dialect));
            }
            if Instant::now() >= until {
                break;
            }
        }
        Ok(None)
    };
    match answered() {
        Ok(Some(dialect)) => Ok(dialect),
        Ok(None) | Err(Broken::Rule(_) | Broken::Lesser(_)) => Ok(Dialect::Uci),
        Err(Broken::Abandoned) => Err(CheckError::Stopped),
        Err(Broken::NotStarted(error)) => {
            let program = subject.program.display().to_string();
            Err(CheckError::NotStarted { program, error })
        }
    }
}

/// Reports a game or a position that the Gomocup protocol cannot express.
fn suits_gomocup(subject: &Subject) -> Result<(), CheckError> {
    if let Some(game) = &subject.game
        && gomocup::board(Some(game)).is_none()
    {
        return Err(Unsuitable::Game(game.to_string()).into());
    }
    if subject.start != Start::StartPos || !subject.moves.is_empty() {
        let reason = "a check of the Gomocup protocol begins with the empty board";
        return Err(CheckError::Position(reason.to_string()));
    }
    Ok(())
}

/// Reads the options from the handshake, and with them determines the game.
fn read_handshake(bench: &mut Bench<'_>) -> Result<(), CheckError> {
    let option = |line: &String| match Reply::parse(line) {
        Reply::Option(option) => Some(option),
        _ => None,
    };
    bench.declared = bench.greeting.iter().filter_map(option).collect();
    let subject = bench.subject;
    for (name, _) in &subject.options {
        if bench.option(name).is_none() {
            return Err(CheckError::NoOption(name.clone()));
        }
    }
    let set = |name: &str| {
        let mut values = subject.options.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name));
        values.next_back().map(|(_, value)| value.clone())
    };
    // With program arguments the declared default may not be the value in use.
    let declared = bench.option("Game").filter(|_| subject.args.is_empty());
    let default = declared.and_then(|option| match &option.kind {
        OptionKind::String { default } => Some(default.clone()),
        _ => None,
    });
    let variant = set("UCI_Variant").filter(|value| !value.eq_ignore_ascii_case("none"));
    let drops = variant.is_some() && bench.dialect == Dialect::Uci;
    let by_option = if drops { variant } else { set("Game").or(default) };
    let by_option = by_option.and_then(|text| text.parse::<GameSpec>().ok());
    let Some(spec) = subject.game.clone().or(by_option) else { return Ok(()) };
    let known = Known::new(&spec, drops, &subject.start, &subject.moves);
    bench.known = Some(known.map_err(CheckError::Position)?);
    Ok(())
}
