//! The state of a test in words.

use noughts_client::names::name_of;

use crate::model::config::Config;
use crate::model::sprt::{Counts, Model, Verdict};
use crate::stats::in_order::TestState;

/// Describes the decision of a test, its log-likelihood ratio and its bounds.
pub(super) fn words(state: &TestState, config: &Config) -> Vec<String> {
    let [low, high] = state.sprt.bounds().map(number);
    let [elo0, elo1] = [state.sprt.elo0, state.sprt.elo1].map(|elo| number(elo).replace(".00", ""));
    let llr = number(state.decision.map_or(state.llr, |decision| decision.llr));
    let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    let [first, second] = names[..] else { return Vec::new() };
    let by = state.decision.map_or(String::new(), |decision| {
        let unit = if config.no_swap { "game" } else { "pairing" };
        format!(" with {unit} {}", decision.pairing)
    });
    let verdict = match state.verdict {
        Some(Verdict::Accepted) => format!(
            "Accepted: the results speak for a difference of {elo1} Elo rather than {elo0} Elo \
             between {first} and {second}. The log-likelihood ratio (LLR) reached {llr}{by}, and \
             the test accepts from {high} on."
        ),
        Some(Verdict::Rejected) => format!(
            "Rejected: the results speak for a difference of {elo0} Elo rather than {elo1} Elo \
             between {first} and {second}. The log-likelihood ratio (LLR) reached {llr}{by}, and \
             the test rejects from {low} on."
        ),
        None => {
            let why = state.verdict_text();
            let why = why.strip_prefix("undecided").unwrap_or_default();
            format!(
                "Undecided{why}: the log-likelihood ratio (LLR) is {llr}; the test accepts a \
                 difference of {elo1} Elo between {first} and {second} from {high} on, and rejects \
                 it in favour of {elo0} Elo from {low} on."
            )
        }
    };
    let counted = match state.sprt.counts {
        Counts::Pentanomial => "pairings by their five results (pentanomial)",
        Counts::Trinomial => "games by their three results (trinomial)",
    };
    let terms = format!(
        "elo0 {elo0} and elo1 {elo1} in {} Elo, alpha {} and beta {}; it counts {counted}.",
        name_of(Model::ALL, &state.sprt.model),
        state.sprt.alpha,
        state.sprt.beta,
    );
    let later = state.earlier_decision().map(|text| format!("The test was {text}."));
    [verdict].into_iter().chain(later).chain([format!("The test: {terms}")]).collect()
}

/// A number with a typographic minus.
fn number(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sprt::Sprt;
    use crate::stats::formulas::score::{Games, Pairs};
    use noughts_client::EngineConfig;
    use noughts_client::Limits;

    fn said(games: Games) -> String {
        let engine = |name| EngineConfig::builtin(name, &[], Limits::default());
        let config = Config::new("tictactoe".parse().unwrap(), vec![engine("A"), engine("B")]);
        let sprt = Sprt { counts: Counts::Trinomial, ..Sprt::new(0.0, 5.0) };
        words(&TestState::of_counts(sprt, &games, &Pairs::default()), &config).join(" ")
    }

    #[test]
    fn verdicts_name_ratio_and_bounds() {
        let accepted = said(Games { wins: 5000, draws: 0, losses: 4000 });
        assert!(accepted.starts_with("Accepted: the results speak for a difference of 5 Elo rather than 0 Elo between A and B."), "{accepted}");
        assert!(accepted.contains("accepts from 2.94 on"), "{accepted}");
        let rejected = said(Games { wins: 4000, draws: 0, losses: 5000 });
        assert!(
            rejected.starts_with("Rejected: ") && rejected.contains("rejects from −2.94 on"),
            "{rejected}"
        );
        let open = said(Games { wins: 1, draws: 5, losses: 1 });
        assert!(open.starts_with("Undecided: the log-likelihood ratio (LLR) is −0.0"), "{open}");
        assert!(open.ends_with("it counts games by their three results (trinomial)."), "{open}");
    }
}
