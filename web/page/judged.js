// The panel of the review: what decided the game, the mistake that is shown, and the
// buttons that lead to it.

import { byId } from "./dom.js";

/** Connects the buttons. */
export function connectReview({ onNext, onRetry }) {
  byId("next-mistake").addEventListener("click", onNext);
  byId("retry").addEventListener("click", onRetry);
}

/**
 * Shows a review.
 *
 * @param review the review
 * @param ply the number of the move that led to the position on the board, if any
 * @param isTrying whether a person looks for a better move, which is then not shown
 */
export function showReview(review, ply, isTrying) {
  const { work, verdict, moves } = review.known;
  const judgement = isTrying ? null : (moves[ply] ?? null);
  byId("review-state").textContent = review.isRunning ? `${work[0].toUpperCase()}${work.slice(1)} …` : "";
  byId("verdict").textContent = verdict.join("\n");
  const better = judgement?.better.length > 1 ? `\nBetter: ${judgement.better.join(" ")}` : "";
  const isTold = judgement && verdict.includes(judgement.text);
  byId("judgement").textContent = judgement ? `${isTold ? "" : judgement.text}${better}`.trim() : "";
  byId("next-mistake").disabled = nextMistake(review, 0) === null;
  byId("retry").disabled = !judgement?.task;
}

/** The next mistake from a move on, or else the first one; `null` if there is none. */
export function nextMistake(review, from) {
  const mistakes = review.known.moves.flatMap((move, ply) => (move?.task ? [ply] : []));
  return mistakes.find((ply) => ply >= from) ?? mistakes[0] ?? null;
}
