// The game on the page: whose turn it is, what the engine or a puzzle does about it, and
// what is kept of it.

import { Analysis } from "./analysis.js";
import { connect } from "./controls.js";
import { byId } from "./dom.js";
import { Game } from "./game.js";
import { Games } from "./games.js";
import { keep, keptGame, keptGames } from "./kept.js";
import { Moves } from "./moves.js";
import { Offer } from "./offer.js";
import { Opponent } from "./opponent.js";
import { isLevel, isSide, keepChoices, lastChoices, playerNames } from "./players.js";
import { Puzzles } from "./puzzles.js";
import { dateOf, isRecord } from "./records.js";
import { words } from "./score.js";
import { Setup } from "./setup.js";
import { View, statusOf } from "./view.js";

const refuse = (error) => (byId("position-error").textContent = error ?? "");

export class App {
  #rules;
  #client;
  #opponent;
  #view;
  #setup;
  #analysis;
  #moves;
  #games;
  #puzzles;
  #offer;
  #game;
  #choices;
  #facts;
  #hint = null;
  #isThinking = false;
  /** The puzzle on the board. */
  #puzzle = null;
  /** What is kept of the game: its name, times, and the tags of its record. */
  #kept = {};
  /** Whether the person has played in it; a game that was only looked at is not kept. */
  #isOwn = false;
  /** What is said until the next move, such as why a link was refused. */
  #notice = null;
  /** Why the engine has ended. */
  #fault = null;

  constructor(rules, client, records) {
    [this.#rules, this.#client, this.#opponent] = [rules, client, new Opponent(client)];
    this.#choices = lastChoices(rules);
    this.#game = new Game(this.#choices.spec);
    this.#view = new View((square) => this.#play(square));
    this.#setup = new Setup(rules, (choices) => this.#begin(choices));
    this.#analysis = new Analysis(rules, client, () => this.#showFindings(), (ply) => this.#jump(ply));
    this.#moves = new Moves((ply) => this.#jump(ply), (line) => this.#change(() => this.#game.choose(line)));
    this.#moves.connect(() => this.#game);
    this.#puzzles = new Puzzles(rules, (puzzle) => this.#showPuzzle(puzzle));
    this.#offer = new Offer((game) => this.#goOn(game));
    const open = { onKept: (game) => this.#goOn(game), onRecord: (game, heading) => this.#openRecord(game, heading), onSay: (text) => this.#say(text) };
    this.#games = new Games(records, open);
    connect(this.#actions, (level) => this.#setLevel(level));
    byId("threats").addEventListener("change", () => this.#show());
    window.addEventListener("hashchange", () => this.#load(location.hash));
    // After a reload the game goes on with all that is kept of it.
    const kept = keptGame(history.state?.kept);
    const isBack = kept && this.#isShown(kept, location.hash) && this.#goOn(kept);
    if (isBack || this.#load(location.hash)) return;
    this.#changed();
    this.#offer.show(keptGames()[0]);
  }

  /** The engine has ended; the board still works for two people. */
  fail(text) {
    this.#client.fail();
    this.#isThinking = false;
    // The first reason is the cause of the others.
    this.#fault ??= `The engine has ended: ${text}. Reload the page to go on.`;
    this.#show();
  }

  get #actions() {
    return {
      new: () => this.#setup.open({ ...this.#choices, spec: this.#game.spec }, this.#facts),
      again: () => (this.#puzzle ? this.#puzzles.show(this.#puzzle.number) : this.#begin({ ...this.#choices, spec: this.#game.spec })),
      recent: () => this.#games.open(),
      undo: () => this.#step(-1),
      redo: () => this.#step(1),
      hint: () => this.#askHint(),
      "puzzle-hint": () => this.#askHint(),
      swap: () => this.#swap(),
      resume: () => this.#change(() => this.#game.cut()),
      analyse: () => this.#toggleAnalysis(),
      review: () => this.#analysis.review(this.#game),
      "set-position": () => this.#paste(byId("position").value.trim()),
      save: () => this.#games.save(this.#game, this.#heading),
    };
  }

  /** The sides that the person plays. */
  get #side() {
    return this.#puzzle ? this.#puzzle.side.toLowerCase() : this.#choices.side;
  }

  #isPerson(side) {
    return this.#side === "both" || this.#side === side.toLowerCase();
  }

  get #isOver() {
    return this.#facts.result !== "none";
  }

  get #canPlay() {
    return !this.#isOver && !this.#puzzle?.isSolved && (this.#isPerson(this.#facts.side) || this.#game.canRedo);
  }

  #begin(choices) {
    keepChoices(choices);
    this.#replace(new Game(choices.spec), choices);
  }

  /** Puts another game on the board. */
  #replace(game, choices = {}, { kept = {}, isOwn = false, puzzle = null } = {}) {
    this.#choices = { ...this.#choices, ...choices };
    [this.#game, this.#kept, this.#isOwn, this.#puzzle] = [game, kept, isOwn, puzzle];
    this.#opponent.begin();
    this.#offer.hide();
    this.#changed();
  }

  /** Goes on with a kept game; returns whether it is one. */
  #goOn({ spec, start, moves, shown, lines, side, level, ...kept }) {
    const game = new Game(spec, start, moves, shown);
    const { error } = this.#rules.facts(spec, start, moves);
    if (error) {
      this.#say(`That game cannot be opened: ${error}.`);
      return false;
    }
    game.lines = lines.filter((line) => !this.#rules.facts(spec, start, line).error);
    this.#replace(game, { side, level }, { kept, isOwn: true });
    return true;
  }

  /** Whether a link shows a kept game. */
  #isShown(kept, link) {
    const loaded = Game.ofFragment(link)?.game;
    const moves = kept.moves.slice(0, kept.shown).join();
    return loaded?.spec === kept.spec && (loaded.start || null) === kept.start && loaded.all.join() === moves;
  }

  #openRecord(game, heading) {
    this.#replace(game, { side: "both" }, { kept: heading });
  }

  /** Loads the game or the puzzle of a link, or says why it has none; returns whether
   * the fragment is a link. */
  #load(fragment) {
    const number = new URLSearchParams(fragment.replace(/^#/, "")).get("puzzle");
    if (number !== null) {
      if (!this.#puzzles.show(number === "daily" ? this.#puzzles.daily : number)) this.#changed(byId("puzzle-error").textContent);
      byId("tab-puzzles").click();
      return true;
    }
    const loaded = Game.ofFragment(fragment);
    if (!loaded) return false;
    const { game, side, level } = loaded;
    const facts = this.#rules.facts(game.spec, game.start, game.moves);
    if (facts.error) {
      this.#changed(`The link has no game: ${facts.error}.`);
      return true;
    }
    const players = { ...(isSide(side) && { side }), ...(isLevel(level) && { level }) };
    this.#replace(new Game(facts.game, game.start, game.moves), players);
    return true;
  }

  #showPuzzle(puzzle) {
    // Values on the squares would solve it.
    if (this.#analysis.isOn) this.#toggleAnalysis();
    this.#replace(new Game(puzzle.game, puzzle.position), {}, { puzzle });
  }

  /** Plays a square of the person. */
  #play(square) {
    if (this.#puzzle) return this.#answer(square);
    this.#isOwn = true;
    this.#offer.hide();
    // The move that was taken back: its answer comes back, too.
    if (this.#game.all[this.#game.shown] === square) this.#step(1);
    else this.#change(() => this.#game.play(square));
  }

  /** Answers a puzzle. */
  #answer(square) {
    this.#client.cancel();
    this.#view.say(`Checking ${square}…`);
    const ask = (task) => this.#opponent.ask(this.#game, task);
    this.#puzzles.answer(this.#puzzle, this.#game, square, ask, () => this.#changed());
  }

  /** Takes back or plays again a ply, or all to the last or next turn of the person. */
  #step(distance) {
    const isPersons = () => this.#isPerson(this.#rules.facts(this.#game.spec, this.#game.start, this.#game.moves).side);
    do this.#game.show(this.#game.shown + distance);
    while ((distance < 0 ? this.#game.canUndo : this.#game.canRedo) && ["x", "o"].includes(this.#side) && !isPersons());
    this.#changed();
  }

  #jump(ply) {
    this.#change(() => this.#game.show(ply));
  }

  /** Changes the game by `work`. */
  #change(work) {
    work();
    this.#changed();
  }

  #swap() {
    this.#choices.side = { x: "o", o: "x", both: "none", none: "both" }[this.#choices.side];
    this.#change(() => this.#game.cut());
  }

  #setLevel(level) {
    this.#choices.level = level;
    keepChoices({ ...lastChoices(this.#rules), level });
    this.#changed();
  }

  #toggleAnalysis() {
    this.#analysis.isOn = !this.#analysis.isOn;
    byId("analyse").setAttribute("aria-pressed", String(this.#analysis.isOn));
    this.#changed();
  }

  /** Opens what the person has pasted: a position, a record or a link. */
  #paste(text) {
    const link = /#.*\b(game|puzzle)=.*/.exec(text);
    if (link && this.#load(link[0])) return;
    const { spec } = this.#puzzle ? this.#choices : this.#game;
    const game = new Game(spec, text);
    const { error } = this.#rules.facts(spec, game.start, []);
    if (!error) this.#replace(game);
    else if (isRecord(text)) this.#games.openText(text, spec, refuse);
    else refuse(error);
  }

  /** The tags of the record of this game. */
  get #heading() {
    const names = this.#kept.x === undefined ? playerNames({ ...this.#choices, side: this.#side }) : this.#kept;
    return { date: dateOf(this.#kept.begun ?? Date.now()), ...this.#kept, x: names.x, o: names.o };
  }

  /** The position is another one: everything follows from it. */
  #changed(notice = null) {
    this.#client.cancel();
    this.#notice = notice;
    this.#facts = this.#rules.facts(this.#game.spec, this.#game.start, this.#game.moves);
    [this.#hint, this.#isThinking] = [null, false];
    this.#analysis.position(this.#game, this.#facts);
    this.#keep();
    const { side, level } = this.#choices;
    const fragment = this.#puzzle ? `#puzzle=${this.#puzzle.number}` : this.#game.toFragment({ side, level });
    history.replaceState({ kept: this.#kept.name }, "", fragment);
    this.#work();
    this.#show();
  }

  #keep() {
    const { spec, start, all, shown, lines } = this.#game;
    if (!this.#isOwn || this.#puzzle || all.length + lines.length === 0) return;
    const { side, level } = this.#choices;
    const { result } = this.#rules.facts(spec, start, all);
    this.#kept.begun ??= Date.now();
    this.#kept = keep({ ...this.#kept, spec, start: start || null, moves: all, shown, lines, side, level, result }) ?? this.#kept;
  }

  #work() {
    if (this.#isOver) return;
    if (!this.#puzzle && !this.#isPerson(this.#facts.side) && !this.#game.canRedo) this.#think();
    else this.#analysis.begin();
  }

  #think() {
    this.#isThinking = true;
    const learn = (finding) => this.#analysis.learn(finding);
    this.#opponent.move(this.#game, this.#choices, learn, (square) => {
      byId("news").textContent = `${this.#facts.side} plays ${square}.`;
      this.#isOwn ||= this.#side === "none";
      this.#change(() => this.#game.play(square));
    });
  }

  #askHint() {
    if (this.#puzzle) {
      this.#puzzles.hint(this.#puzzle, this.#game);
      return this.#show();
    }
    byId("hint").disabled = true;
    this.#opponent.hint(this.#game, (square, finding) => {
      this.#hint = square;
      this.#analysis.learn(finding);
      this.#analysis.begin();
      this.#show();
      this.#view.say(`Hint: ${square}${finding ? ` (${words(finding, this.#facts.side)})` : ""}.`);
    });
  }

  #say(text) {
    this.#notice = text;
    this.#view.say(this.#status);
  }

  get #status() {
    const said = this.#fault || this.#notice;
    if (said) return said;
    if (this.#puzzle) return this.#puzzle.message || `${this.#puzzle.goal}.`;
    return statusOf({ facts: this.#facts, ...this.#choices, isThinking: this.#isThinking });
  }

  get #shown() {
    return { facts: this.#facts, last: this.#game.moves.at(-1), hint: this.#hint, canPlay: this.#canPlay, values: this.#analysis.values };
  }

  #showFindings() {
    this.#view.showFindings(this.#shown);
    this.#analysis.show();
  }

  #show() {
    const [game, puzzle, isOver] = [this.#game, this.#puzzle, this.#isOver];
    const canResume = game.canRedo && !isOver && !puzzle && !this.#isPerson(this.#facts.side);
    this.#view.show({ ...this.#shown, game, puzzle, isOver, canResume, level: this.#choices.level, status: this.#status });
    this.#puzzles.showPuzzle(puzzle);
    const recordOf = (moves) => this.#rules.facts(game.spec, game.start, moves).record ?? "";
    this.#moves.show(game, (ply) => this.#analysis.sideBefore(ply), recordOf);
    this.#analysis.show();
  }
}
