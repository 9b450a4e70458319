// The game on the page: whose turn it is, what the engine does about it, and
// what is shown.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Cube } from "./cube.js";
import { byId, element } from "./dom.js";
import { Findings } from "./findings.js";
import { Game } from "./game.js";
import { lessons, titleOf } from "./learn.js";
import { words } from "./score.js";
import { FAIR_GAME, Setup, levelName } from "./setup.js";

const HINT = "movetime 2000";
const SEEDS = 2 ** 31;

export class App {
  #rules;
  #client;
  #board;
  #cube;
  #setup;
  #analysis;
  #game = new Game(FAIR_GAME);
  #side = "x";
  #level = 5;
  #seconds = 1;
  #seed = 0;
  #facts;
  #hint = null;
  #isThinking = false;
  /** Why a link was refused, until the next move. */
  #notice = null;
  /** Why the engine has ended. */
  #fault = null;

  constructor(rules, client) {
    this.#rules = rules;
    this.#client = client;
    this.#board = new Board(byId("board"), (square) => this.#play(square), (square) => this.#point(square));
    this.#cube = new Cube(byId("cube"), (square) => this.#play(square), (square) => this.#point(square));
    this.#setup = new Setup(rules, (choices) => this.#begin(choices));
    this.#analysis = new Analysis(rules, client, () => this.#showFindings(), (ply) => this.#jump(ply));
    this.#connect();
    if (!this.#load(location.hash)) this.#changed();
  }

  /** The engine has ended; the board still works for two people. */
  fail(text) {
    this.#client.fail();
    this.#isThinking = false;
    // The first reason is the cause of the others.
    this.#fault ??= `The engine has ended: ${text}. Reload the page to go on.`;
    this.#show();
  }

  #connect() {
    const actions = {
      new: () => this.#setup.open(this.#choices, this.#facts),
      again: () => this.#begin(this.#choices),
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      hint: () => this.#askHint(),
      swap: () => this.#swap(),
      resume: () => this.#resume(),
      analyse: () => this.#toggleAnalysis(),
      review: () => this.#analysis.review(this.#game),
      "set-position": () => this.#setPosition(byId("position").value),
      copy: () => this.#copyLink(),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
    byId("level").append(...byId("setup-form").elements.level.cloneNode(true).children);
    byId("level").addEventListener("change", ({ target }) => {
      this.#level = Number(target.value);
      this.#changed();
    });
    byId("threats").addEventListener("change", () => this.#show());
    window.addEventListener("hashchange", () => this.#load(location.hash));
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, dialog")) return;
      const action = { u: "undo", r: "redo", h: "hint", n: "new", a: "analyse" }[event.key];
      if (action && !byId(action).disabled) actions[action]();
    });
  }

  get #choices() {
    return { spec: this.#game.spec, side: this.#side, level: this.#level, seconds: this.#seconds };
  }

  /** Whether a person plays this side. */
  #isPerson(side) {
    return this.#side === "both" || this.#side === side.toLowerCase();
  }

  get #isOver() {
    return this.#facts.result !== "none";
  }

  #begin({ spec, side, level, seconds }) {
    [this.#side, this.#level, this.#seconds] = [side, level, seconds];
    this.#seed = Math.floor(Math.random() * SEEDS);
    this.#game = new Game(spec);
    this.#changed();
  }

  /** Loads the game of a link, or says why it has none; returns whether the
   * fragment is a link. */
  #load(fragment) {
    const loaded = Game.ofFragment(fragment);
    if (!loaded) return false;
    const { game, side, level } = loaded;
    const facts = this.#rules.facts(game.spec, game.start, game.moves);
    if (facts.error) {
      this.#changed(`The link has no game: ${facts.error}.`);
      return true;
    }
    if (["x", "o", "both", "none"].includes(side)) this.#side = side;
    if (Number.isInteger(level) && level >= 1 && level <= 10) this.#level = level;
    this.#game = new Game(facts.game, game.start, game.moves);
    this.#changed();
    return true;
  }

  #play(square) {
    this.#game.play(square);
    this.#changed();
  }

  /** Takes back a ply, or all since the last turn of the person. */
  #undo() {
    do this.#game.show(this.#game.shown - 1);
    while (this.#game.canUndo && ["x", "o"].includes(this.#side) && !this.#isPerson(this.#sideNow()));
    this.#changed();
  }

  #redo() {
    do this.#game.show(this.#game.shown + 1);
    while (this.#game.canRedo && ["x", "o"].includes(this.#side) && !this.#isPerson(this.#sideNow()));
    this.#changed();
  }

  #sideNow() {
    return this.#rules.facts(this.#game.spec, this.#game.start, this.#game.moves).side;
  }

  #jump(ply) {
    this.#game.show(ply);
    this.#changed();
  }

  #swap() {
    this.#side = { x: "o", o: "x", both: "none", none: "both" }[this.#side];
    this.#game.all = this.#game.moves;
    this.#changed();
  }

  /** Drops the moves taken back, so that the engine plays from here. */
  #resume() {
    this.#game.all = this.#game.moves;
    this.#changed();
  }

  #toggleAnalysis() {
    this.#analysis.isOn = !this.#analysis.isOn;
    byId("analyse").setAttribute("aria-pressed", String(this.#analysis.isOn));
    this.#changed();
  }

  #setPosition(text) {
    const game = new Game(this.#game.spec, text);
    const { error } = this.#rules.facts(game.spec, game.start, []);
    byId("position-error").textContent = error ?? "";
    if (error) return;
    this.#game = game;
    this.#changed();
  }

  async #copyLink() {
    byId("link").select();
    try {
      await navigator.clipboard.writeText(byId("link").value);
      byId("copied").textContent = "The link is copied.";
    } catch {
      byId("copied").textContent = "Copy the marked text.";
    }
  }

  /** The position is another one: everything follows from it. */
  #changed(notice = null) {
    this.#client.cancel();
    this.#notice = notice;
    this.#facts = this.#rules.facts(this.#game.spec, this.#game.start, this.#game.moves);
    [this.#hint, this.#isThinking] = [null, false];
    this.#analysis.position(this.#game, this.#facts);
    history.replaceState(null, "", this.#game.toFragment({ side: this.#side, level: this.#level }));
    this.#work();
    this.#show();
  }

  #work() {
    if (this.#isOver) return;
    if (!this.#isPerson(this.#facts.side) && !this.#game.canRedo) this.#think();
    else this.#analysis.begin();
  }

  #think() {
    this.#isThinking = true;
    const isFull = this.#level === 10;
    const findings = new Findings();
    this.#ask({
      options: { Skill: this.#level, Seed: this.#seed },
      go: `movetime ${this.#seconds * 1000}`,
      onInfo: (line) => {
        if (findings.read(line) && isFull) this.#analysis.learn(findings.best);
      },
      onMove: (square) => {
        byId("news").textContent = `${this.#facts.side} plays ${square}.`;
        this.#play(square);
      },
    });
  }

  #askHint() {
    const findings = new Findings();
    byId("hint").disabled = true;
    this.#ask({
      go: HINT,
      onInfo: (line) => findings.read(line),
      onMove: (square) => {
        this.#hint = square;
        this.#analysis.learn(findings.best);
        this.#analysis.begin();
        this.#show();
        this.#say(`Hint: ${square}${findings.best ? ` (${words(findings.best, this.#facts.side)})` : ""}.`);
      },
    });
  }

  #ask(task) {
    this.#client.ask({ game: this.#game.spec, start: this.#game.start, moves: this.#game.moves, ...task });
  }

  /** Lights the lines of a cube through the square that is pointed at. */
  #point(square) {
    if (this.#facts.levels === 1) return;
    const lines = square ? this.#facts.through.filter((line) => line.includes(square)) : [];
    this.#board.light(square, lines.flat());
    this.#cube.light(square, lines);
  }

  #say(text) {
    byId("status").textContent = text;
  }

  get #canPlay() {
    return !this.#isOver && (this.#isPerson(this.#facts.side) || this.#game.canRedo);
  }

  /** Shows what the analysis has found, and nothing else, so that what a person
   * is pressing or typing stays as it is. */
  #showFindings() {
    this.#board.show({
      facts: this.#facts,
      last: this.#game.moves.at(-1),
      hint: this.#hint,
      canPlay: this.#canPlay,
      showsThreats: byId("threats").checked,
      values: this.#analysis.values,
      winner: this.#facts.result,
    });
    this.#analysis.show();
  }

  #show() {
    const facts = this.#facts;
    const isCube = facts.levels > 1;
    byId("cube-frame").hidden = !isCube;
    byId("threats-choice").hidden = !facts.lines;
    if (isCube) this.#cube.show({ facts, last: this.#game.moves.at(-1), hint: this.#hint, canPlay: this.#canPlay });
    byId("title").textContent = titleOf(facts.game);
    byId("subtitle").textContent = facts.rules;
    const winner = facts.result === "draw" ? "none" : facts.result;
    document.body.dataset.side = (this.#isOver ? winner : facts.side).toLowerCase();
    this.#say(this.#status());
    this.#showTrains();
    byId("undo").disabled = !this.#game.canUndo;
    byId("redo").disabled = !this.#game.canRedo;
    byId("hint").disabled = !this.#canPlay;
    byId("resume").hidden = !(this.#game.canRedo && !this.#isOver && !this.#isPerson(facts.side));
    byId("review").disabled = !this.#isOver;
    byId("level").value = this.#level;
    byId("position").value = facts.position;
    byId("position-error").textContent = "";
    byId("link").value = location.href;
    byId("copied").textContent = "";
    this.#showMoves();
    this.#showFindings();
    if (byId("lessons").dataset.game !== facts.game) {
      byId("lessons").dataset.game = facts.game;
      byId("lessons").replaceChildren(...lessons(facts.game));
    }
  }

  #status() {
    const { result, side } = this.#facts;
    if (this.#fault ?? this.#notice) return this.#fault ?? this.#notice;
    if (result === "draw") return "The game is drawn.";
    if (this.#isOver) return `${result} wins.${this.#isPerson(result) && this.#side !== "both" ? " Well played." : ""}`;
    if (this.#isThinking) return `${side} to move: the engine thinks (${levelName(this.#level)}).`;
    const turn = this.#side === "both" ? `${side} to move` : `Your turn: ${side} to move`;
    return `${this.#isPerson(side) ? turn : `${side} to move`}${this.#rule()}.`;
  }

  /** What the rules of TicTacTrains allow for this ply, in words. */
  #rule() {
    const match = /^[XO](A|[123]+)(?:-(.+))?$/.exec(this.#facts.rule ?? "");
    if (!match || (match[1] === "A" && !match[2])) return "";
    const rings = [...match[1]];
    const where = match[1] === "A" ? "anywhere" : `in ring${rings.length > 1 ? "s" : ""} ${rings.join(" or ")}`;
    return `, ${where}${match[2] ? ` but not on ${match[2].match(/[a-g]\d/g).join(" or ")}` : ""}`;
  }

  #showTrains() {
    const { trains } = this.#facts;
    byId("trains").hidden = !trains;
    if (!trains) return;
    byId("train-x").textContent = trains.X.length;
    byId("train-o").textContent = trains.O.length;
  }

  #showMoves() {
    const { all, shown } = this.#game;
    const buttons = all.map((square, i) => {
      const side = this.#analysis.sideBefore(i);
      const button = element("button", { type: "button", class: `move ${side.toLowerCase()}${i >= shown ? " ahead" : ""}`, "aria-label": `${i + 1}: ${side} ${square}` }, square);
      if (i + 1 === shown) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.#jump(i + 1));
      return element("li", {}, button);
    });
    const list = byId("moves");
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...buttons);
    if (hadFocus) list.querySelector("[aria-current], button")?.focus({ preventScroll: true });
    byId("no-moves").hidden = all.length > 0;
    // Scroll the list, not the page.
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}
