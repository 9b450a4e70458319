// Where a game was lost: the last ply of the loser before which the position was
// not lost, as far as is proven.

import { isProven } from "./score.js";

/**
 * Returns sentences about a finished game.
 *
 * @param positions for each number of plies `{ side, finding }`, the side to
 *   move and what was found for it, if anything
 * @param moves the moves
 * @param result the result: `X`, `O` or `draw`
 */
export function verdict(positions, moves, result) {
  if (result === "draw") return drawn(positions, moves);
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    const { side, finding } = positions[ply];
    if (side === result) continue;
    if (!finding) return `What decided the game is not known.`;
    if (finding.kind === "loss") continue;
    const better = finding.pv[0];
    if (!isProven(finding)) {
      const advice = better === moves[ply] ? "; no better move was found" : `: ${better} looked better`;
      return `${moves[ply]} may have lost the game${advice}.`;
    }
    const chance = finding.kind === "draw" ? "still have drawn" : "have won";
    return `${moves[ply]} lost the game: ${side} could ${chance} with ${better}.`;
  }
  return `${result === "X" ? "O" : "X"} was lost from the beginning.`;
}

/** Wins that a drawn game missed. */
function drawn(positions, moves) {
  const missed = moves.flatMap((move, ply) => {
    const { side, finding } = positions[ply];
    const next = positions[ply + 1]?.finding;
    const isGone = !next || !["win", "loss"].includes(next.kind);
    return finding?.kind === "win" && isGone && finding.pv[0] !== move
      ? [`${move} gave away the win: ${side} could have won with ${finding.pv[0]}.`]
      : [];
  });
  return missed.at(-1) ?? "No win was missed, as far as is proven.";
}
