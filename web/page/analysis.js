// The panel of the analysis: values of all moves, the best lines, the bar, and the curve
// over the game.

import { showBar, showCurve } from "./curve.js";
import { byId, element } from "./dom.js";
import { Findings, keepBetter } from "./findings.js";
import { Glances } from "./glances.js";
import { chanceInWords, height, inCentipoints, isProven, words } from "./score.js";
import { read, write } from "./storage.js";

/** The most lines that the engine reports. */
const MOST_LINES = 484;
/** The longest analysis of a position, in milliseconds. */
const LONGEST = 60_000;

export class Analysis {
  isOn = false;
  #rules;
  #client;
  #review;
  #onChange;
  #onJump;
  #onDone;
  #game;
  #facts;
  #findings = new Findings();
  #glances = new Glances();
  /** What is known of positions, by their texts. */
  #known = new Map();
  /** The position after each number of moves: `{ key, position, side, result }`. */
  #line = [];
  #state = "";
  #frame = 0;

  /** `review` is that of the game; `onDone` is called when a search has ended by itself. */
  constructor(rules, client, review, { onChange, onJump, onDone }) {
    [this.#rules, this.#client, this.#review] = [rules, client, review];
    [this.#onChange, this.#onJump, this.#onDone] = [onChange, onJump, onDone];
    byId("lines-shown").addEventListener("change", () => this.#showLines());
    byId("centipoints").checked = read("centipoints") === true;
    byId("centipoints").addEventListener("change", ({ target }) => {
      write("centipoints", target.checked);
      this.#showLines();
    });
    // The curve has the width of its panel, which may be hidden at first.
    new ResizeObserver(() => this.#game && this.show()).observe(byId("curve"));
  }

  /** Turns the analysis on or off; returns whether that changes anything. */
  turn(isOn) {
    if (this.isOn === isOn) return false;
    this.isOn = isOn;
    byId("analyse").setAttribute("aria-pressed", String(isOn));
    if (isOn) byId("tab-analysis").click();
    return true;
  }

  /** Another position is on the board. */
  position(game, facts) {
    const isOther = this.#game?.spec !== game.spec;
    if (isOther) this.#known.clear();
    [this.#game, this.#facts, this.#findings, this.#state] = [game, facts, new Findings(), ""];
    this.#glances = new Glances();
    this.#line = this.#positions(game);
  }

  /** The side to move after this many moves. */
  sideBefore(ply) {
    return this.#line[ply].side;
  }

  /** Analyses the position on the board, if it is wanted: first each move for a moment, then
   * all of them for long. */
  begin() {
    if (!this.isOn || this.#facts.result !== "none") return;
    this.#state = "a first look";
    this.#glances = new Glances();
    const ask = (square, task) => this.#client.ask({ ...this.#task([...this.#game.moves, square]), ...task });
    this.#glances.begin(this.#facts, ask, () => this.#later(), () => this.#search());
  }

  #search() {
    const findings = (this.#findings = new Findings());
    const begun = performance.now();
    this.#state = "searching";
    this.#client.ask({
      ...this.#task(this.#game.moves),
      options: { MultiPV: Math.min(MOST_LINES, this.#facts.legal.length) },
      go: `movetime ${LONGEST}`,
      onInfo: (line) => {
        if (!findings.read(line)) return;
        this.learn(findings.best);
        this.#later();
      },
      onMove: () => {
        this.learn(findings.best);
        this.#state = endOf(findings.all, performance.now() - begun);
        this.#onChange();
        this.#onDone();
      },
    });
  }

  /** The findings about the moves of the position, by square. */
  get values() {
    if (!this.isOn) return new Map();
    const values = new Map(this.#glances.values);
    for (const [square, value] of this.#findings.values) keepBetter(values, square, value);
    return values;
  }

  /** Keeps a finding about the position on the board. */
  learn(finding) {
    this.#keep(this.#facts.position, finding);
  }

  show() {
    const { text, value, proven } = this.#shownValue();
    showBar(byId("bar"), value, text || "not known");
    byId("evaluation").textContent = text || "–";
    byId("evaluation").classList.toggle("proven", proven);
    const heights = this.#line.map((_, ply) => {
      const at = this.#height(ply);
      const mistake = Boolean(this.#review.known.moves[ply - 1]?.task);
      return at && { ...at, mistake };
    });
    showCurve(byId("curve"), heights, this.#game.shown, this.#onJump);
    this.#showLines();
  }

  /** The value of the position on the board: in words, for X from −1 to 1, and whether it
   * is proven. */
  #shownValue() {
    const { side, result, position } = this.#facts;
    const finding = this.#known.get(position);
    const at = this.#height(this.#game.shown);
    if (result !== "none") return { text: result === "draw" ? "a draw" : `${result} has won`, value: at.height, proven: true };
    if (finding && (isProven(finding) || !at.proven)) return { text: words(finding, side), value: at.height, proven: isProven(finding) };
    return at ? { text: chanceInWords(at.height, at.proven), value: at.height, proven: at.proven } : { text: "", value: null, proven: false };
  }

  /** What the curve shows after so many plies: a proven value, or the newest estimate. */
  #height(ply) {
    const { position, side, result } = this.#line[ply];
    if (result !== "none") return { height: { X: 1, O: -1, draw: 0 }[result], proven: true };
    const known = this.#known.get(position);
    const judged = this.#review.known.chances[ply];
    if (judged && (judged.proven || !known)) return { height: 2 * judged.ofX - 1, proven: judged.proven };
    return known ? { height: height(known, side), proven: isProven(known) } : null;
  }

  #showLines() {
    const shown = Number(byId("lines-shown").value);
    const isInPoints = this.isOn && byId("centipoints").checked;
    const inPoints = (line) => (isInPoints && line.cp !== undefined ? `, ${inCentipoints(line.cp)}` : "");
    const { all, nodes, nps, depth } = this.#findings;
    const rows = all.slice(0, shown).map((line) =>
      element(
        "li",
        { class: isProven(line) ? "proven" : "estimate" },
        element("span", { class: "line-value" }, `${words(line, this.#facts.side)}${isProven(line) ? ", proven" : ""}${inPoints(line)}`),
        element("span", { class: "line-moves" }, line.pv.join(" ")),
      ),
    );
    byId("lines").replaceChildren(...rows);
    byId("lines-choice").hidden = byId("centipoints-choice").hidden = byId("legend").hidden = !this.isOn;
    byId("centipoints-note").hidden = !isInPoints;
    byId("no-lines").hidden = this.isOn;
    const speed = nps > 0 ? `, ${Math.round(nps / 1000)} thousand nodes a second` : "";
    const numbers = all.length > 0 ? `depth ${depth}, ${nodes.toLocaleString("en")} nodes${speed}` : "";
    byId("search-state").textContent = this.isOn ? [this.#state, numbers].filter(Boolean).join("; ") : "";
  }

  /** Draws at most once for each frame of the screen. */
  #later() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#onChange();
    });
  }

  /** Keeps what is better known than before. */
  #keep(position, finding) {
    const known = this.#known.get(position);
    if (!finding || (known && isProven(known) && !isProven(finding))) return;
    this.#known.set(position, finding);
  }

  #task(moves) {
    return { game: this.#game.spec, start: this.#game.start, moves };
  }

  #positions(game) {
    const keys = [game.start ?? ""];
    for (const square of game.all) keys.push(`${keys.at(-1)},${square}`);
    return keys.map((key, ply) => {
      const known = this.#line[ply];
      if (known?.key === key && known.spec === game.spec) return known;
      const { position, side, result } = this.#rules.facts(game.spec, game.start, game.all.slice(0, ply));
      return { key, spec: game.spec, position, side, result };
    });
  }
}

/** How a search ended, by its lines and its time in milliseconds: by a proof or at its
 * limit. */
export function endOf(lines, time) {
  const isProof = lines.length > 0 && isProven(lines[0]);
  if (isProof && lines.every(isProven)) return "finished: every value is proven";
  // The engine stops a moment early.
  if (time > LONGEST - 1000) return `stopped at the limit of ${LONGEST / 1000} s: ${isProof ? "the result is proven" : "not proven"}`;
  return isProof ? "finished: the result is proven" : "finished: not proven";
}
