//! The constants of the searches, as whole numbers in small units, so that they can be
//! options during tuning.

/// The constants of `mcts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsConstants {
    /// The weight of exploration, in millionths.
    pub exploration: u32,
    /// How soon visits outweigh AMAF, in millionths.
    pub bias: u32,
    /// The AMAF visits with which every move begins, in hundredths.
    pub prior: u32,
    /// The mean result of these visits, in thousandths.
    pub urgency: u32,
    /// The part of a result, on either side of a draw, that depends on the
    /// margin, in thousandths.
    pub clarity: u32,
}

impl Default for MctsConstants {
    /// Chosen by matches against `uct` and between versions.
    fn default() -> MctsConstants {
        MctsConstants { exploration: 1000, bias: 200, prior: 200, urgency: 600, clarity: 100 }
    }
}

/// The constants of `puct`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuctConstants {
    /// The weight of exploration, in thousandths.
    pub exploration: u32,
    /// The first-play urgency reduction, in thousandths: how much lower than its node
    /// an unvisited move is valued once all likely moves have been visited.
    pub reduction: u32,
    /// The part of the root's priors that is random, in thousandths: 0 except in
    /// self-play for training.
    pub noise: u32,
    /// With at most this many empty squares `mcts` plays instead.
    pub late: u32,
    /// The number of playouts of an evaluation.
    pub playouts: u32,
    /// The weight of their mean beside the value of the network, in thousandths.
    pub playout_weight: u32,
}

impl Default for PuctConstants {
    fn default() -> PuctConstants {
        PuctConstants {
            exploration: 600,
            reduction: 200,
            noise: 0,
            late: 16,
            playouts: 4,
            playout_weight: 600,
        }
    }
}

/// The constants of `patterns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternConstants {
    /// The least reduction of a late move, in hundredths of a ply.
    pub reduction: u32,
    /// The divisor of the rest of the reduction, which is the product of the logarithms
    /// of the depth and of the number of the move; in hundredths.
    pub reduction_divisor: u32,
    /// The part of the reduction that applies to root moves, in hundredths.
    pub root_reduction: u32,
    /// How much less a move with a threat is reduced, in hundredths of a ply.
    pub threat_reduction: u32,
    /// How much less the quiet move with the most cutoffs is reduced, in hundredths of
    /// a ply.
    pub history_reduction: u32,
    /// The maximum number of quiet moves that are tried at depth 0, in tenths.
    pub moves: u32,
    /// How many more of them are tried for each ply of depth, in tenths.
    pub moves_per_ply: u32,
    /// The margin of reverse futility pruning and razoring for each ply of depth, in
    /// centipoints.
    pub margin: u32,
    /// The maximum depth of reverse futility pruning and razoring.
    pub margin_depth: u32,
    /// Half the width of the aspiration window around the value of the last iteration,
    /// in centipoints.
    pub window: u32,
    /// The plies below depth 0 in which open threes are answered.
    pub threat_plies: u32,
    /// The weight of the history heuristic in move ordering, relative to that of
    /// patterns.
    pub history: u32,
    /// The weight of a killer move in move ordering.
    pub killer: u32,
    /// The weight in move ordering of the patterns of the side to move, relative to
    /// those of the other side, in hundredths.
    pub attack: u32,
}

impl Default for PatternConstants {
    /// Found by SPSA (`tournament/tune-five.toml`, `docs/learning-five.md`).
    fn default() -> PatternConstants {
        PatternConstants {
            reduction: 43,
            reduction_divisor: 132,
            root_reduction: 109,
            threat_reduction: 73,
            history_reduction: 33,
            moves: 70,
            moves_per_ply: 37,
            margin: 61,
            margin_depth: 4,
            window: 39,
            threat_plies: 8,
            history: 15,
            killer: 5,
            attack: 195,
        }
    }
}
