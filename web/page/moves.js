// The moves of a game with the numbers of its record, the lines that were left, and the
// ways to step through them: keys and the wheel of the mouse.

import { byId, element } from "./dom.js";

/** The moves of another line that are shown. */
const MAX_SHOWN = 12;
/** How far a wheel turns for a move, in pixels. */
const NOTCH = 40;
/** Where keys have another meaning. */
const FIELDS = "input, textarea, select, dialog, .square, canvas, [role='tab'], [role='listbox'], #log";

export class Moves {
  #list = byId("moves");
  #onJump;
  #onChoose;
  #turned = 0;

  /** `onJump` takes a number of plies, `onChoose` another line. */
  constructor(onJump, onChoose) {
    this.#onJump = onJump;
    this.#onChoose = onChoose;
  }

  /** Steps through the game that `now` returns. */
  connect(now) {
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target.closest(FIELDS)) return;
      const { shown, all } = now();
      const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: all.length }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      if (to >= 0 && to <= all.length && to !== shown) this.#onJump(to);
    });
    for (const place of [this.#list, byId("curve")]) {
      place.addEventListener("wheel", (event) => this.#turn(event, now()), { passive: false });
    }
  }

  /** A turn of the wheel; at the ends of the game it scrolls the page. */
  #turn(event, { shown, all }) {
    if (event.ctrlKey || event.deltaY === 0) return;
    const step = Math.sign(event.deltaY);
    if (shown + step < 0 || shown + step > all.length) return;
    event.preventDefault();
    if (Math.sign(this.#turned) !== step) this.#turned = 0;
    // Browsers tell of lines and pages, too.
    this.#turned += event.deltaMode === 0 ? event.deltaY : step * NOTCH;
    if (Math.abs(this.#turned) < NOTCH) return;
    this.#turned = 0;
    this.#onJump(shown + step);
  }

  /**
   * Shows a game.
   *
   * @param game the game
   * @param about.sideBefore returns the side that plays a ply
   * @param about.recordOf returns the record of a list of moves, as `1. d4 d5`
   * @param about.markOf returns the judgement of a ply, if it has a mark
   */
  show(game, { sideBefore, recordOf, markOf }) {
    const { all, shown } = game;
    const numbers = numbersOf(recordOf(all));
    const items = all.map((square, i) => {
      const side = sideBefore(i);
      const { number, isNew } = numbers[i];
      const mark = markOf(i);
      const label = `${number}. ${side} ${square}${mark ? `, ${mark.name}` : ""}`;
      const button = element("button", { type: "button", class: `move ${side.toLowerCase()}${i >= shown ? " ahead" : ""}`, "aria-label": label }, `${square}${mark?.sign ?? ""}`);
      if (mark) button.classList.add(mark.task ? "mistake" : "only");
      if (i + 1 === shown) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.#onJump(i + 1));
      const dots = side === "X" ? "." : "…";
      return element("li", {}, ...(isNew ? [element("span", { class: "number", "aria-hidden": "true" }, `${number}${dots}`)] : []), button);
    });
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...items);
    if (hadFocus) this.#list.querySelector("[aria-current], button")?.focus({ preventScroll: true });
    byId("no-moves").hidden = all.length > 0;
    // Scroll the list, not the page.
    const current = this.#list.querySelector("[aria-current]");
    if (current) this.#list.scrollTop = current.offsetTop - this.#list.offsetTop - this.#list.clientHeight / 2;
    this.#showLines(game, recordOf);
  }

  #showLines(game, recordOf) {
    byId("other-lines").hidden = game.lines.length === 0;
    const items = game.lines.map((line) => {
      const fork = Math.min(game.forkOf(line), line.length - 1);
      const numbers = numbersOf(recordOf(line));
      const moves = line.slice(fork, fork + MAX_SHOWN).map((square, i) => {
        const { number, isNew } = numbers[fork + i];
        return i > 0 && isNew ? `${number}. ${square}` : square;
      });
      const rest = line.length > fork + MAX_SHOWN ? " …" : "";
      const button = element("button", { type: "button" }, `from move ${numbers[fork].number}: ${moves.join(" ")}${rest}`);
      button.addEventListener("click", () => this.#onChoose(line));
      return element("li", {}, button);
    });
    byId("lines-left").replaceChildren(...items);
  }
}

/** The number of the turn of each move of a record, and whether the record names it
 * there. */
export function numbersOf(record) {
  const numbers = [];
  let [number, isNew] = [0, false];
  for (const word of record.split(" ").filter(Boolean)) {
    if (/^\d+\.+$/.test(word)) [number, isNew] = [parseInt(word, 10), true];
    else {
      numbers.push({ number, isNew });
      isNew = false;
    }
  }
  return numbers;
}
