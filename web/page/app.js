// The game on the page: whose turn it is, what the engine or a puzzle does about it, and
// what is kept of it.

import { Analysis } from "./analysis.js";
import { connect } from "./controls.js";
import { byId } from "./dom.js";
import { Ends, endInWords } from "./ends.js";
import { Game } from "./game.js";
import { Judged } from "./judged.js";
import { Keeper } from "./keeper.js";
import { Moves } from "./moves.js";
import { Notice } from "./notice.js";
import { Opening } from "./opening.js";
import { Opponent } from "./opponent.js";
import { Players, keepChoices, lastChoices } from "./players.js";
import { Puzzles } from "./puzzles.js";
import { words } from "./score.js";
import { Setup } from "./setup.js";
import { View, statusOf } from "./view.js";

export class App {
  #rules;
  #client;
  #opponent;
  #view;
  #setup;
  #analysis;
  #moves;
  #puzzles;
  #opening;
  #game;
  #players;
  #facts;
  #hint = null;
  #isThinking = false;
  #judged;
  #keeper = new Keeper();
  #ends;
  #notice = new Notice();

  constructor(rules, client, records) {
    [this.#rules, this.#client, this.#opponent] = [rules, client, new Opponent(client)];
    this.#players = new Players(lastChoices(rules));
    this.#game = new Game(this.#choices.spec);
    this.#view = new View((square) => this.#play(square));
    this.#setup = new Setup(rules, (choices) => {
      keepChoices(choices);
      this.#begin(choices);
    });
    this.#ends = new Ends(this.#opponent, this.#keeper, {
      game: () => this.#game,
      facts: () => this.#facts,
      players: () => this.#players,
      changed: () => this.#changed(),
      say: (text) => this.#say(text),
      work: () => this.#work(),
    });
    this.#ends.setClock(this.#choices.clock);
    this.#judged = new Judged(rules, client, {
      jump: (ply) => this.#jump(ply),
      say: (text) => this.#say(text),
      shown: () => this.#game.shown,
      fragment: () => this.#reviewLink,
      changed: () => this.#show(),
      work: () => this.#work(),
      isAnalysing: () => this.#analysis.isOn && !this.#isOver,
    });
    this.#analysis = new Analysis(rules, client, this.#judged.review, {
      onChange: () => this.#showFindings(),
      onJump: (ply) => this.#jump(ply),
      onDone: () => this.#reviewOn(),
    });
    this.#moves = new Moves((ply) => this.#jump(ply), (line) => this.#change(() => this.#game.choose(line)));
    this.#moves.connect(() => this.#game);
    this.#puzzles = new Puzzles(rules, (puzzle) => this.#showPuzzle(puzzle));
    const page = {
      replace: (game, choices, more) => this.#replace(game, choices, more),
      showPuzzle: (number) => this.#puzzles.show(number),
      changed: (notice) => this.#changed(notice),
      say: (text) => this.#say(text),
      next: () => this.#next,
      isUntouched: () => !this.#puzzle && this.#game.all.length === 0,
    };
    this.#opening = new Opening(rules, records, page);
    connect(this.#actions, (level) => this.#setLevel(level));
    byId("threats").addEventListener("change", () => this.#show());
    this.#opening.first();
  }

  /** The engine has ended; the board still works for two people. */
  fail(text) {
    this.#client.fail();
    this.#isThinking = false;
    this.#notice.fail(text);
    this.#show();
  }

  get #actions() {
    return {
      new: () => this.#setup.open(this.#next, this.#facts),
      again: () => (this.#puzzle ? this.#puzzles.show(this.#puzzle.number) : this.#begin(this.#next)),
      recent: () => this.#opening.list(),
      undo: () => this.#step(-1),
      redo: () => this.#step(1),
      hint: () => this.#askHint(),
      "puzzle-hint": () => this.#askHint(),
      swap: () => this.#change(() => (this.#players.swap(), this.#game.cut())),
      resume: () => this.#change(() => this.#game.cut()),
      resign: () => this.#ends.resign(),
      "offer-draw": () => this.#ends.offerDraw(),
      analyse: () => this.#analyse(!this.#analysis.isOn),
      review: () => this.#judge(),
      "see-review": () => this.#judged.see(),
      "next-mistake": () => this.#judged.next(),
      retry: () => (this.#analyse(false), this.#judged.tryAgain()),
      "set-position": () => this.#opening.paste(byId("position").value.trim()),
      save: () => this.#opening.save(this.#game, this.#keeper.heading(this.#game, { ...this.#choices, side: this.#players.side })),
    };
  }

  /** The choices for another game like this one. */
  get #next() {
    return this.#players.nextOf(this.#game.spec);
  }

  get #choices() {
    return this.#players.choices;
  }

  get #puzzle() {
    return this.#players.puzzle;
  }

  get #isOver() {
    return this.#facts.result !== "none" || (!this.#game.canRedo && this.#ends.end !== null);
  }

  /** The result of the whole game, also while an earlier position is shown. */
  get #result() {
    const { spec, start, all } = this.#game;
    const { result } = this.#rules.facts(spec, start, all);
    return result === "none" ? (this.#ends.end?.result ?? "none") : result;
  }

  get #canPlay() {
    if (this.#judged.isTrying) return true;
    return !this.#isOver && !this.#puzzle?.isSolved && (this.#players.isPerson(this.#facts.side) || this.#game.canRedo);
  }

  #begin(choices) {
    this.#replace(new Game(choices.spec), choices);
  }

  /** Puts another game on the board. */
  #replace(game, choices = {}, { kept = {}, isOwn = false, puzzle = null, sideBefore = null, isReview = false } = {}) {
    this.#game = game;
    this.#judged.link(isReview ? new Game(game.spec, game.start, game.all) : null);
    this.#players.begin(choices, puzzle, sideBefore);
    this.#keeper.begin(kept, isOwn);
    this.#ends.setClock(puzzle ? null : (kept.clock ?? choices.clock), kept.left);
    this.#opponent.begin();
    this.#opening.withdraw();
    this.#changed();
  }

  #showPuzzle(puzzle) {
    // Values on the squares would solve it.
    this.#analyse(false);
    this.#replace(new Game(puzzle.game, puzzle.position), {}, { puzzle });
    // On a narrow screen the puzzles are below the board.
    byId("title").scrollIntoView({ block: "nearest" });
  }

  /** Plays a square of the person. */
  #play(square) {
    if (this.#judged.isTrying) return this.#judged.try(square);
    if (this.#puzzle) return this.#answer(square);
    this.#keeper.own();
    this.#opening.withdraw();
    // The move that was taken back: its answer comes back, too.
    if (this.#game.all[this.#game.shown] === square) this.#step(1);
    else this.#move(square);
  }

  /** Plays a move of any player. */
  #move(square) {
    this.#ends.clock?.moved(this.#facts.side);
    this.#change(() => this.#game.play(square));
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
    const isPersons = ({ spec, start, moves }) => this.#players.isPerson(this.#rules.facts(spec, start, moves).side);
    this.#change(() => this.#game.step(distance, ["x", "o"].includes(this.#players.side) ? isPersons : () => true));
  }

  #jump(ply) {
    this.#change(() => this.#game.show(ply));
  }

  /** Changes the game by `work`. */
  #change(work) {
    work();
    this.#changed();
  }

  #setLevel(level) {
    this.#choices.level = level;
    keepChoices({ ...lastChoices(this.#rules), level });
    this.#changed();
  }

  #analyse(isOn) {
    if (this.#analysis.turn(isOn)) this.#changed();
  }

  /** Judges every move. One engine cannot analyse at the same time. */
  #judge() {
    this.#analyse(false);
    this.#judged.review.begin(this.#game, this.#result);
    this.#show();
  }

  /** The position is another one: everything follows from it. */
  #changed(notice = null) {
    this.#client.cancel();
    this.#notice.text = notice;
    this.#facts = this.#rules.facts(this.#game.spec, this.#game.start, this.#game.moves);
    [this.#hint, this.#isThinking] = [null, false];
    this.#judged.position(this.#puzzle ? null : this.#game);
    this.#analysis.position(this.#game, this.#facts);
    this.#ends.runClock(this.#isOver);
    if (!this.#puzzle) this.#keeper.save(this.#game, this.#choices, this.#result, this.#ends.clock);
    history.replaceState({ kept: this.#puzzle ? null : this.#keeper.name }, "", this.#address);
    this.#work();
    this.#show();
  }

  /** The part of the address that leads back to what is on the page. */
  get #address() {
    if (this.#puzzle) return `#puzzle=${this.#puzzle.number}`;
    const { side, level } = this.#choices;
    return this.#judged.isLinked(this.#game) ? this.#reviewLink : this.#game.toFragment({ side, level });
  }

  get #reviewLink() {
    return this.#game.toReviewFragment(this.#ends.end?.result);
  }

  #work() {
    const isEngines = !this.#puzzle && !this.#players.isPerson(this.#facts.side) && !this.#game.canRedo;
    if (!this.#isOver && isEngines) this.#think();
    else if (!this.#isOver && this.#analysis.isOn) this.#analysis.begin();
    else this.#reviewOn();
  }

  #reviewOn() {
    if (!this.#puzzle) this.#judged.goOn(this.#game, this.#result);
  }

  #think() {
    this.#isThinking = true;
    const learn = (finding) => this.#analysis.learn(finding);
    this.#opponent.move(this.#game, { ...this.#choices, limits: this.#ends.clock?.limits }, learn, (square) => {
      byId("news").textContent = `${this.#facts.side} plays ${square}.`;
      if (this.#players.side === "none") this.#keeper.own();
      this.#move(square);
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
      this.#notice.text = `Hint: ${square}${finding ? `, ${words(finding, this.#facts.side)}` : ""}.`;
      this.#work();
      this.#show();
    });
  }

  #say(text) {
    this.#notice.text = text;
    this.#view.say(this.#status);
  }

  get #status() {
    if (this.#notice.said) return this.#notice.said;
    if (this.#puzzle) return this.#puzzle.message || `${this.#puzzle.goal}.`;
    // Someone who looks back wants to know of the move more than whose turn it was.
    if (this.#game.canRedo && this.#judged.shown) return this.#judged.shown.text;
    if (this.#isOver && this.#facts.result === "none") return endInWords(this.#ends.end);
    return statusOf({ facts: this.#facts, ...this.#choices, isThinking: this.#isThinking });
  }

  get #shown() {
    return { facts: this.#facts, last: this.#game.moves.at(-1), hint: this.#hint ?? this.#judged.better, canPlay: this.#canPlay, values: this.#analysis.values };
  }

  #showFindings() {
    this.#view.showFindings(this.#shown);
    this.#showAnalysis();
  }

  #showAnalysis() {
    this.#analysis.show();
    this.#judged.show();
  }

  #show() {
    const [game, puzzle, isOver] = [this.#game, this.#puzzle, this.#isOver];
    const isWaiting = this.#judged.isTrying ? this.#judged.isFound : !this.#players.isPerson(this.#facts.side);
    const canResume = game.canRedo && !isOver && !puzzle && isWaiting;
    const result = isOver ? this.#result : "none";
    this.#view.show({ ...this.#shown, game, puzzle, isOver, result, side: this.#players.side, isThinking: this.#isThinking, canResume, about: puzzle ? "" : this.#keeper.about(this.#choices), level: this.#choices.level, status: this.#status });
    this.#puzzles.showPuzzle(puzzle);
    const recordOf = (moves) => this.#rules.facts(game.spec, game.start, moves).record ?? "";
    const [sideBefore, markOf] = [(ply) => this.#analysis.sideBefore(ply), (ply) => this.#judged.of(ply)];
    this.#moves.show(game, { sideBefore, recordOf, markOf });
    this.#showAnalysis();
  }
}
