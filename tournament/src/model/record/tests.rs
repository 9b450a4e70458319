//! Tests of the record of a game.

use noughts_client::MAX_PV;

use super::*;

#[test]
fn the_culprit_loses() {
    for side in Side::BOTH {
        let ending = Ending::Fault(side, Fault::new(FaultKind::Died, "gone"));
        assert_eq!(ending.result().points(side), Some(Points::Loss));
        assert_eq!(ending.result().points(!side), Some(Points::Win));
    }
}

#[test]
fn unscored_games_have_no_points() {
    let disputed = Ending::Unscored(Unscored::Disputed("both".to_string()));
    assert_eq!(disputed.dispute().as_deref(), Some("both"));
    for ending in [disputed, Ending::Unscored(Unscored::PlyLimit)] {
        assert_eq!(Side::BOTH.map(|side| ending.result().points(side)), [None, None]);
        assert_eq!(ending.culprit(), None);
    }
}

#[test]
fn terminations_round_trip_through_text() {
    let faultless = Termination::FAULTLESS.iter().map(|&(_, termination)| termination);
    let adjudicated = Reason::ALL.iter().map(|&(_, reason)| Termination::Adjudicated(reason));
    let all = faultless.into_iter().chain(adjudicated);
    for termination in all.chain([Termination::Fault(FaultKind::Hung)]) {
        assert_eq!(termination.to_string().parse(), Ok(termination));
    }
}

#[test]
fn results_follow_from_the_outcomes() {
    let points = |ending: Ending| Side::BOTH.map(|side| ending.result().points(side));
    for (outcome, expected) in [
        (Outcome::Win(Side::X), [Points::Win, Points::Loss]),
        (Outcome::Win(Side::O), [Points::Loss, Points::Win]),
        (Outcome::Draw, [Points::Draw, Points::Draw]),
    ] {
        let adjudicated = Ending::Adjudicated(outcome, Reason::Resign);
        assert_eq!(points(adjudicated.clone()), expected.map(Some));
        assert_eq!(adjudicated.termination(), Termination::Adjudicated(Reason::Resign));
        let ended = Ending::Rules(outcome);
        assert_eq!(points(ended.clone()), expected.map(Some));
        assert_eq!(ended.termination(), Termination::Rules);
        assert_eq!((ended.culprit(), ended.dispute()), (None, None));
    }
}

#[test]
fn a_fault_sets_termination_and_culprit() {
    let ending = Ending::Fault(Side::O, Fault::new(FaultKind::Hung, "no answer"));
    let culprit = Culprit { player: 1, detail: "no answer".to_string() };
    assert_eq!(ending.culprit(), Some(culprit));
    assert_eq!(ending.termination(), Termination::Fault(FaultKind::Hung));
    assert_eq!(ending.dispute(), None);
    let endings = [Unscored::Disputed(String::new()), Unscored::PlyLimit]
        .map(|why| Ending::Unscored(why).termination());
    assert_eq!(endings, [Termination::Disputed, Termination::PlyLimit]);
}

#[test]
fn an_evaluation_is_read_from_an_info_line() {
    let evaluation = |words: &str| match noughts::protocol::Reply::parse(words) {
        noughts::protocol::Reply::Info(info) => Evaluation::from(info),
        other => panic!("{other}"),
    };
    let known = Evaluation { depth: Some(7), nodes: Some(99), ..Evaluation::default() };
    assert_eq!(evaluation("info depth 7 nodes 99 seldepth 12 nps 5"), known);
    let line = "info depth 7 nodes 99 score cp -31 upperbound pv a1 P@b2 c3} d4";
    let pv = ["a1", "P@b2"].map(str::to_string).to_vec();
    assert_eq!(evaluation(line), Evaluation { cp: Some(-31), pv, ..known.clone() });
    let long = format!("info score cp 0 pv{}", " a1".repeat(MAX_PV + 1));
    assert_eq!(evaluation(&long).pv.len(), MAX_PV);
    let line = "info depth 7 nodes 99 score mate -4";
    assert_eq!(evaluation(line), Evaluation { mate: Some(-4), ..known });
    assert_eq!(evaluation("info"), Evaluation::default());
}

#[test]
fn unknown_terminations_are_refused() {
    for name in ["", "Rules", "rules ", "resigned"] {
        assert!(name.parse::<Termination>().is_err(), "{name}");
    }
}
