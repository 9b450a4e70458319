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
      const advice = better === moves[ply] ? "nothing looked better" : `${better} looked better`;
      return `${name(ply, side)} ${moves[ply]} may have lost; ${advice}.`;
    }
    const value = finding.kind === "draw" ? "drew" : "won";
    return `${name(ply, side)} ${moves[ply]} lost; ${better} ${value}.`;
  }
  return `The position was lost for ${result === "X" ? "O" : "X"} from the beginning.`;
}

/** Wins that a drawn game missed. */
function drawn(positions, moves) {
  const missed = moves.flatMap((move, ply) => {
    const { side, finding } = positions[ply];
    const next = positions[ply + 1]?.finding;
    const isGone = !next || !["win", "loss"].includes(next.kind);
    return finding?.kind === "win" && isGone && finding.pv[0] !== move
      ? [`${name(ply, side)} ${move} drew; ${finding.pv[0]} won.`]
      : [];
  });
  return missed.at(-1) ?? "No win was missed, as far as is proven.";
}

const name = (ply, side) => `Ply ${ply + 1}: ${side}'s`;
