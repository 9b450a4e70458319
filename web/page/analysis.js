// The panel of the analysis: values of all moves, the best lines, the bar, the
// curve over the game, and the review of a finished one.

import { showBar, showCurve } from "./curve.js";
import { byId, element } from "./dom.js";
import { Findings } from "./findings.js";
import { verdict } from "./review.js";
import { height, isProven, words } from "./score.js";

/** The most lines that the engine reports. */
const MOST_LINES = 400;
/** The longest analysis of a position and of one of a review, in milliseconds. */
const LONGEST = 60_000;
const REVIEW = 400;
/** The largest boards on which results are proven. */
const PROVEN_TO = 11;

export class Analysis {
  isOn = false;
  #rules;
  #client;
  #onChange;
  #onJump;
  #game;
  /** The moves for which there is a verdict. */
  #judged = [];
  #facts;
  #findings = new Findings();
  /** What is known of positions, by their texts. */
  #known = new Map();
  /** The position after each number of moves: `{ key, position, side, result }`. */
  #line = [];
  #verdict = "";
  #state = "";
  #frame = 0;

  constructor(rules, client, onChange, onJump) {
    this.#rules = rules;
    this.#client = client;
    this.#onChange = onChange;
    this.#onJump = onJump;
    byId("lines-shown").addEventListener("change", () => this.#showLines());
    // The curve has the width of its panel, which may be hidden at first.
    new ResizeObserver(() => this.#game && this.show()).observe(byId("curve"));
  }

  /** Another position is on the board. */
  position(game, facts) {
    const isOther = this.#game?.spec !== game.spec;
    if (isOther) this.#known.clear();
    // A review that another position has ended has no verdict either.
    if (isOther || this.#judged !== game.all) this.#verdict = "";
    [this.#game, this.#facts, this.#findings, this.#state] = [game, facts, new Findings(), ""];
    this.#line = this.#positions(game);
  }

  /** The side to move after this many moves. */
  sideBefore(ply) {
    return this.#line[ply].side;
  }

  /** Analyses the position on the board, if it is wanted. */
  begin() {
    if (!this.isOn || this.#facts.result !== "none") return;
    const findings = (this.#findings = new Findings());
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
        this.#state = "finished";
        this.#onChange();
      },
    });
  }

  /** The findings about the moves of the position, by square. */
  get values() {
    return new Map(this.isOn ? this.#findings.shown.map((line) => [line.pv[0], line]) : []);
  }

  /** Keeps a finding about the position on the board. */
  learn(finding) {
    this.#keep(this.#facts.position, finding);
  }

  /** Looks for the move that lost a game, from its end. */
  review(game) {
    this.#judged = [];
    const ply = { at: game.all.length - 1 };
    const next = () => {
      while (ply.at >= 0 && this.#isCertain(ply.at)) ply.at -= 1;
      if (ply.at < 0) return this.#conclude(game);
      this.#verdict = `Looking at ply ${ply.at + 1} of ${game.all.length}…`;
      this.show();
      const findings = new Findings();
      this.#client.ask({
        ...this.#task(game.all.slice(0, ply.at)),
        options: { Search: this.#proves ? "proof" : "auto" },
        go: `movetime ${REVIEW}`,
        onInfo: (line) => findings.read(line),
        onMove: () => {
          // Estimates of an undecided proof search are worse than others.
          const { position } = this.#line[ply.at];
          if (findings.best && (isProven(findings.best) || !this.#known.has(position))) this.#keep(position, findings.best);
          ply.at -= 1;
          next();
        },
      });
    };
    next();
  }

  show() {
    const { side, result, position } = this.#facts;
    const finding = this.#known.get(position) ?? null;
    const text = result !== "none" ? (result === "draw" ? "a draw" : `${result} has won`) : finding ? words(finding, side) : "not known";
    const value = result !== "none" ? { X: 1, O: -1, draw: 0 }[result] : finding ? height(finding, side) : null;
    showBar(byId("bar"), value, text);
    byId("evaluation").textContent = finding && result === "none" ? text : result !== "none" ? text : "–";
    byId("evaluation").classList.toggle("proven", result !== "none" || (finding !== null && isProven(finding)));
    const heights = this.#line.map(({ position: at, side: mover, result: end }) => {
      if (end !== "none") return { height: { X: 1, O: -1, draw: 0 }[end], proven: true };
      const known = this.#known.get(at);
      return known ? { height: height(known, mover), proven: isProven(known) } : null;
    });
    showCurve(byId("curve"), heights, this.#game.shown, this.#onJump);
    this.#showLines();
    byId("verdict").textContent = this.#verdict;
  }

  #showLines() {
    const shown = Number(byId("lines-shown").value);
    const { all, nodes, nps, depth } = this.#findings;
    const rows = all.slice(0, shown).map((line) =>
      element(
        "li",
        { class: isProven(line) ? "proven" : "estimate" },
        element("span", { class: "line-value" }, `${words(line, this.#facts.side)}${isProven(line) ? ", proven" : ""}`),
        element("span", { class: "line-moves" }, line.pv.join(" ")),
      ),
    );
    byId("lines").replaceChildren(...rows);
    const speed = nps > 0 ? `, ${Math.round(nps / 1000)} thousand nodes a second` : "";
    const numbers = all.length > 0 ? `depth ${depth}, ${nodes.toLocaleString("en")} nodes${speed}` : "";
    byId("search-state").textContent = this.isOn ? [this.#state, numbers].filter(Boolean).join(": ") : "";
  }

  #conclude(game) {
    const positions = game.all.map((_, ply) => {
      const { position, side } = this.#line[ply];
      return { side, finding: this.#known.get(position) ?? null };
    });
    this.#verdict = verdict(positions, game.all, this.#line.at(-1).result);
    this.#judged = game.all;
    this.#onChange();
  }

  /** Draws at most once for each frame of the screen. */
  #later() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#onChange();
    });
  }

  get #proves() {
    return Math.max(this.#facts.columns, this.#facts.rows) <= PROVEN_TO && !this.#facts.game.endsWith("=");
  }

  #isCertain(ply) {
    const known = this.#known.get(this.#line[ply].position);
    return Boolean(known && isProven(known));
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
