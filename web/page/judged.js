// The panel of the review: what decided the game, the mistake that is shown, and another
// try in its place.

import { byId } from "./dom.js";
import { Review } from "./review.js";

export class Judged {
  #review;
  #page;
  /** The mistake in whose place the person looks for a better move. */
  #retry = null;

  /** `page` has `jump(ply)`, `say(text)`, `shown()`, the number of moves on the board,
   * `changed()`, and `work()`, which searches what is to be searched. */
  constructor(rules, client, page) {
    this.#page = page;
    this.#review = new Review(rules, client, () => page.changed());
  }

  get review() {
    return this.#review;
  }

  /** Whether a person looks for a better move. */
  get isTrying() {
    return this.#retry !== null;
  }

  /** Another position is on the board; the review of another game is forgotten. */
  position(game) {
    this.#retry = null;
    if (!game || !this.#review.isOf(game)) this.#review.end();
  }

  /** Goes on with the review of a game, or begins it if the game is over. */
  goOn(game, result) {
    if (this.#review.isOf(game)) this.#review.goOn();
    else if (result !== "none" && game.all.length > 0) this.#review.begin(game, result);
  }

  /** The judgement of a move, if it has a mark. */
  of(ply) {
    return this.#review.known.moves[ply] ?? null;
  }

  /** The square that was better than the last move on the board; not told to someone who
   * looks for it. */
  get better() {
    return this.isTrying ? null : (this.of(this.#page.shown() - 1)?.better[0] ?? null);
  }

  show() {
    const { work, verdict } = this.#review.known;
    const judgement = this.isTrying ? null : this.of(this.#page.shown() - 1);
    byId("review-state").textContent = this.#review.isRunning ? `${work[0].toUpperCase()}${work.slice(1)} …` : "";
    byId("verdict").textContent = verdict.join("\n");
    const better = judgement?.better.length > 1 ? `\nBetter: ${judgement.better.join(" ")}` : "";
    const isTold = judgement && verdict.includes(judgement.text);
    byId("judgement").textContent = judgement ? `${isTold ? "" : judgement.text}${better}`.trim() : "";
    byId("next-mistake").disabled = nextMistake(this.#review, 0) === null;
    byId("retry").disabled = !judgement?.task;
  }

  /** Shows the panel. */
  see() {
    byId("tab-analysis").click();
    byId("verdict").scrollIntoView({ block: "nearest" });
  }

  /** Shows the next mistake. */
  next() {
    this.#page.jump(nextMistake(this.#review, this.#page.shown()) + 1);
  }

  /** Asks for a better move in the place of the mistake that is shown. */
  tryAgain() {
    const ply = this.#page.shown() - 1;
    const { task } = this.of(ply);
    this.#page.jump(ply);
    this.#retry = ply;
    this.#page.say(task);
    this.#page.changed();
  }

  /** Judges a move in the place of a mistake. */
  try(square) {
    const ply = this.#retry;
    this.#page.say(`Checking ${square}…`);
    this.#review.retry(ply, square, ({ isRight, text }) => {
      if (this.#retry !== ply) return;
      if (isRight) this.#retry = null;
      this.#page.say(text);
      this.#page.changed();
      this.#page.work();
    });
  }
}

/** The next mistake from a move on, or else the first one; `null` if there is none. */
export function nextMistake(review, from) {
  const mistakes = review.known.moves.flatMap((move, ply) => (move?.task ? [ply] : []));
  return mistakes.find((ply) => ply >= from) ?? mistakes[0] ?? null;
}
