// The panel of the review: what decided the game, the mistake that is shown, and another
// try in its place.

import { byId, element } from "./dom.js";
import { copy, reach } from "./links.js";
import { Review } from "./review.js";

/** The moves of a better line that are shown. */
const MAX_SHOWN = 8;

export class Judged {
  #review;
  #page;
  /** The mistake in whose place the person looks for a better move. */
  #retry = null;
  /** Whether the person has found one. Further moves are only checked, too: the game stays
   * what was played until the person leaves it. */
  #isFound = false;
  #isPuzzle = false;
  /** The game whose review a link has opened. */
  #linked = null;

  /** `page` has `jump(ply)`, `say(text)`, `shown()`, the number of moves on the board,
   * `fragment()`, the link to the review, `changed()`, `work()`, which searches what is to be
   * searched, and `isAnalysing()`. */
  constructor(rules, client, page) {
    this.#page = page;
    byId("review-copy").addEventListener("click", () => this.#copyLink());
    this.#review = new Review(rules, client, () => page.changed());
  }

  get review() {
    return this.#review;
  }

  /** Whether a person looks for a better move. */
  get isTrying() {
    return this.#retry !== null;
  }

  /** Whether a person has found a better move, and may go on from there. */
  get isFound() {
    return this.isTrying && this.#isFound;
  }

  /** A link has opened the review of a game, or another game is there (`null`). */
  link(game) {
    this.#linked = game;
  }

  /** Whether a link has opened the review of this game. */
  isLinked(game) {
    return this.#linked?.isSame(game) ?? false;
  }

  /** Another position is on the board, or a puzzle (`null`). */
  position(game) {
    [this.#retry, this.#isFound] = [null, false];
    this.#isPuzzle = game === null;
    this.#review.attend(game);
  }

  /** Goes on with the review of a game, or begins it if the game is over or a link asks for
   * it. */
  goOn(game, result) {
    if (this.#review.isOf(game)) this.#review.goOn();
    else if ((result !== "none" || this.isLinked(game)) && game.all.length > 0) this.#review.begin(game, result);
  }

  /** The judgement of a move, if it has a mark. */
  of(ply) {
    return this.#review.known.moves[ply] ?? null;
  }

  /** The judgement of the last move on the board; not told to someone who looks for a
   * better one. */
  get shown() {
    return this.isTrying ? null : this.of(this.#page.shown() - 1);
  }

  /** The square that was better than the last move on the board. */
  get better() {
    return this.shown?.better[0] ?? null;
  }

  show() {
    const { verdict, sides } = this.#review.known;
    const { shown, isTrying } = this;
    // The verdict may be about the same move.
    const text = shown && !verdict.includes(shown.text) ? shown.text : "";
    byId("judgement").textContent = shown ? [text, lineOf(shown.better)].filter(Boolean).join("\n") : "";
    // It names the better move, too.
    const tried = isTrying && !this.isFound ? this.of(this.#retry) : null;
    byId("verdict").textContent = tried && verdict[0] === tried.text ? tried.task : (verdict[0] ?? "");
    byId("proofs").textContent = verdict.slice(1).join("\n");
    byId("accuracies").hidden = sides.length === 0;
    byId("accuracies").tBodies[0].replaceChildren(...sides.map(rowOf));
    byId("review-state").textContent = this.#state;
    byId("review").hidden = this.#review.isShown;
    byId("review-copy").hidden = !this.#review.isShown;
    if (!this.#review.isShown) byId("review-copied").textContent = "";
    byId("next-mistake").hidden = nextMistake(this.#review, 0) === null;
    byId("next-mistake").classList.toggle("main", this.isFound);
    byId("retry").hidden = !shown?.task && !isTrying;
    byId("retry").textContent = isTrying ? "Show the answer" : "Try again";
  }

  /** What the review does, or how to begin it. */
  get #state() {
    const { isShown, isRunning, known } = this.#review;
    if (this.#isPuzzle) return "A puzzle has none.";
    if (!isShown) return "It begins by itself when the game ends.";
    if (!isRunning) return "";
    if (this.#page.isAnalysing()) return "The review goes on when the analysis has ended.";
    return `${known.work[0].toUpperCase()}${known.work.slice(1)} …`;
  }

  /** Shows the panel. */
  see() {
    byId("tab-analysis").click();
    byId("panels").scrollIntoView({ block: "nearest" });
  }

  /** Shows the next mistake. */
  next() {
    const shown = this.#page.shown();
    // The mistake itself is not on the board while another move is looked for.
    this.#look(nextMistake(this.#review, this.#retry === shown ? shown + 1 : shown) + 1);
  }

  /** Asks for a better move in the place of the mistake that is shown, or answers that. */
  tryAgain() {
    if (this.isTrying) return this.#look(this.#retry + 1);
    const ply = this.#page.shown() - 1;
    const { task } = this.of(ply);
    this.#look(ply);
    this.#retry = ply;
    this.#page.say(task);
    this.#page.changed();
  }

  async #copyLink() {
    const link = location.href.split("#")[0] + this.#page.fragment();
    const isCopied = await copy(link);
    byId("review-copied").textContent = `${isCopied ? "The link to the review is copied." : `The link to the review: ${link}`}${reach()}`;
  }

  /** Shows a position. On a narrow screen the panel is below the board. */
  #look(ply) {
    this.#page.jump(ply);
    byId("title").scrollIntoView({ block: "nearest" });
  }

  /** Judges a move in the place of a mistake. */
  try(square) {
    const ply = this.#retry;
    this.#page.say(`Checking ${square}…`);
    this.#review.retry(ply, square, ({ isRight, text }) => {
      if (this.#retry !== ply) return;
      this.#isFound ||= isRight;
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

/** A better line in words, if it is more than the move that the sentence names. */
function lineOf(better) {
  if (better.length < 2) return "";
  return `Better: ${better.slice(0, MAX_SHOWN).join(" ")}${better.length > MAX_SHOWN ? " …" : ""}`;
}

/** A row of the table of accuracies. */
function rowOf([side, accuracy, ...counts]) {
  const cells = [`${accuracy} %`, ...counts].map((text) => element("td", {}, text));
  return element("tr", {}, element("th", { scope: "row", class: `${side.toLowerCase()}-text` }, side), ...cells);
}
