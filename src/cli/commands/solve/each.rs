//! The value of each move on a cube. The search of a cube ends with the first
//! winning move that it proves, so the positions after the other moves are
//! searched one by one.

use noughts::engine::Player;
use noughts::game::Outcome;
use noughts::search::{Budget, Line, Report, Score, Settings, Stop};

/// The nodes for each move in the first round.
const ROUND: u64 = 1_000_000;
/// The factor by which the nodes for each move grow from round to round.
const GROWTH: u64 = 4;

/// Proves the unproven moves of a report, the easy ones first, until all are
/// proven, the report has `limit` nodes, or `stop` ends the work. `start` and
/// `moves` are the position of the player, which is restored at the end.
///
/// # Errors
///
/// When `start` and `moves` are not a position of the game.
pub(super) fn decide(
    player: &mut dyn Player,
    (start, moves): (Option<&str>, &[String]),
    report: &mut Report,
    limit: u64,
    settings: &Settings,
    (stop, show_progress): (&Stop, &mut dyn FnMut(&Report)),
) -> anyhow::Result<()> {
    let settings = Settings { multi_pv: 1, ..settings.clone() };
    let is_undecided = |line: &Line| !line.score.is_proven();
    let mut round = ROUND;
    'rounds: while report.lines.iter().any(is_undecided) {
        for at in 0..report.lines.len() {
            let left = limit.saturating_sub(report.nodes);
            if left == 0 || stop.requested() {
                break 'rounds;
            }
            let Some(&square) = report.lines[at].pv.first() else { continue };
            if !is_undecided(&report.lines[at]) {
                continue;
            }
            player.set_position(start, moves)?;
            player.play(square)?;
            let (outcome, legal) = (player.state().outcome(), player.state().legal());
            let (score, exact, rest) = match outcome {
                Some(Outcome::Draw) => (Score::Draw, true, Vec::new()),
                Some(Outcome::Win(_)) => (Score::Win(1), true, Vec::new()),
                None => {
                    let budget = Budget { nodes: round.min(left), ..Budget::UNLIMITED };
                    let found = player.search(legal, budget, &settings, stop, show_progress);
                    report.nodes = report.nodes.saturating_add(found.nodes.max(1));
                    let Some(reply) = found.lines.into_iter().next() else { continue };
                    (reply.score.earlier(true), reply.exact, reply.pv)
                }
            };
            if score.is_proven() {
                let pv = [square].into_iter().chain(rest).collect();
                report.lines[at] = Line { score, wdl: None, exact, pv };
            }
        }
        round = round.saturating_mul(GROWTH);
    }
    player.set_position(start, moves)?;
    put_best_first(&mut report.lines);
    Ok(())
}

/// Moves the line with the value of the position to the front, unless the
/// search of the position has already proven its first line. A draw is the
/// value only if no move is undecided; a distance is exact only if the
/// distances of all moves are.
fn put_best_first(lines: &mut [Line]) {
    if lines.first().is_none_or(|line| line.score.is_proven()) {
        return;
    }
    lines.sort_by_key(|line| match line.score {
        Score::Win(plies) => (0, i64::from(plies)),
        Score::Cp(_) => (1, 0),
        Score::Draw => (2, 0),
        Score::Loss(plies) => (3, -i64::from(plies)),
    });
    let exact = lines.iter().all(|line| line.exact || line.score == Score::Draw);
    if let Some(best) = lines.first_mut() {
        best.exact &= exact;
    }
}
