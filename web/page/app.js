// The page: what a person does, what the engine or a puzzle does about it, and what is shown
// of it.

import { Analysis } from "./analysis.js";
import { connect } from "./controls.js";
import { byId } from "./dom.js";
import { Ends, endInWords } from "./ends.js";
import { Game } from "./game.js";
import { Judged } from "./judged.js";
import { Moves } from "./moves.js";
import { Notice } from "./notice.js";
import { Opening } from "./opening.js";
import { Opponent } from "./opponent.js";
import { keepChoices, lastChoices } from "./players.js";
import { Puzzles } from "./puzzles.js";
import { words } from "./score.js";
import { Setup } from "./setup.js";
import { Table } from "./table.js";
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
  #table;
  #hint = null;
  #isThinking = false;
  #judged;
  #ends;
  #notice = new Notice();

  constructor(rules, client, records) {
    [this.#rules, this.#client, this.#opponent] = [rules, client, new Opponent(client)];
    this.#table = new Table(rules);
    this.#view = new View((square) => this.#play(square));
    this.#setup = new Setup(rules, (choices) => {
      keepChoices(choices);
      this.#begin(choices);
    });
    this.#ends = new Ends(this.#opponent, this.#table, {
      changed: () => this.#changed(),
      say: (text) => this.#say(text),
      work: () => this.#work(),
    });
    this.#ends.setClock(this.#table.choices.clock);
    this.#judged = new Judged(rules, client, {
      jump: (ply) => this.#jump(ply),
      say: (text) => this.#say(text),
      shown: () => this.#table.game.shown,
      fragment: () => this.#table.reviewFragment,
      changed: () => this.#show(),
      work: () => this.#work(),
      isAnalysing: () => this.#analysis.isOn && !this.#table.isOver,
    });
    this.#analysis = new Analysis(rules, client, this.#judged.review, {
      onChange: () => this.#showFindings(),
      onJump: (ply) => this.#jump(ply),
      onDone: () => this.#reviewOn(),
    });
    this.#moves = new Moves((ply) => this.#jump(ply), (line) => this.#change(() => this.#table.game.choose(line)));
    this.#moves.connect(() => this.#table.game);
    this.#puzzles = new Puzzles(rules, (puzzle) => this.#showPuzzle(puzzle));
    const page = {
      replace: (game, choices, more) => this.#replace(game, choices, more),
      showPuzzle: (number) => this.#puzzles.show(number),
      changed: (notice) => this.#changed(notice),
      say: (text) => this.#say(text),
      next: () => this.#table.next,
      isUntouched: () => !this.#table.puzzle && this.#table.game.all.length === 0,
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
      new: () => this.#setup.open(this.#table.next, this.#table.facts),
      again: () => (this.#table.puzzle ? this.#puzzles.show(this.#table.puzzle.number) : this.#begin(this.#table.next)),
      recent: () => this.#opening.list(),
      undo: () => this.#change(() => this.#table.step(-1)),
      redo: () => this.#change(() => this.#table.step(1)),
      hint: () => this.#askHint(),
      "puzzle-hint": () => this.#askHint(),
      swap: () => this.#change(() => (this.#table.players.swap(), this.#table.game.cut())),
      resume: () => this.#change(() => this.#table.game.cut()),
      resign: () => this.#ends.resign(),
      "offer-draw": () => this.#ends.offerDraw(),
      analyse: () => this.#analyse(!this.#analysis.isOn),
      review: () => this.#judge(),
      "see-review": () => this.#judged.see(),
      "next-mistake": () => this.#judged.next(),
      retry: () => (this.#analyse(false), this.#judged.tryAgain()),
      "set-position": () => this.#opening.paste(byId("position").value.trim()),
      save: () => this.#opening.save(this.#table.game, this.#table.heading),
    };
  }

  get #canPlay() {
    if (this.#judged.isTrying) return true;
    const { isOver, puzzle, isPersonsTurn, game } = this.#table;
    return !isOver && !puzzle?.isSolved && (isPersonsTurn || game.canRedo);
  }

  #begin(choices) {
    this.#replace(new Game(choices.spec), choices);
  }

  /** Puts another game on the board. */
  #replace(game, choices = {}, { kept = {}, isOwn = false, puzzle = null, sideBefore = null, isReview = false } = {}) {
    this.#table.begin(game, choices, { kept, isOwn, puzzle, sideBefore });
    this.#judged.link(isReview ? new Game(game.spec, game.start, game.all) : null);
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
    if (this.#table.puzzle) return this.#answer(square);
    this.#table.keeper.own();
    this.#opening.withdraw();
    // The move that was taken back: its answer comes back, too.
    if (this.#table.game.all[this.#table.game.shown] === square) this.#change(() => this.#table.step(1));
    else this.#move(square);
  }

  /** Plays a move of any player. */
  #move(square) {
    this.#ends.clock?.moved(this.#table.facts.side);
    this.#change(() => this.#table.game.play(square));
  }

  /** Answers a puzzle. */
  #answer(square) {
    this.#client.cancel();
    this.#view.say(`Checking ${square}…`);
    const ask = (task) => this.#opponent.ask(this.#table.game, task);
    this.#puzzles.answer(this.#table.puzzle, this.#table.game, square, ask, () => this.#changed());
  }

  #jump(ply) {
    this.#change(() => this.#table.game.show(ply));
  }

  /** Changes the game by `work`. */
  #change(work) {
    work();
    this.#changed();
  }

  #setLevel(level) {
    this.#table.choices.level = level;
    keepChoices({ ...lastChoices(this.#rules), level });
    this.#changed();
  }

  #analyse(isOn) {
    if (this.#analysis.turn(isOn)) this.#changed();
  }

  /** Judges every move. One engine cannot analyse at the same time. */
  #judge() {
    this.#analyse(false);
    this.#judged.review.begin(this.#table.game, this.#table.result);
    this.#show();
  }

  /** The position is another one: everything follows from it. */
  #changed(notice = null) {
    this.#client.cancel();
    this.#notice.text = notice;
    this.#table.update();
    [this.#hint, this.#isThinking] = [null, false];
    this.#judged.position(this.#table.puzzle ? null : this.#table.game);
    this.#analysis.position(this.#table.game, this.#table.facts);
    this.#ends.runClock(this.#table.isOver);
    this.#table.save(this.#ends.clock);
    history.replaceState({ kept: this.#table.puzzle ? null : this.#table.keeper.name }, "", this.#address);
    this.#work();
    this.#show();
  }

  /** The part of the address that leads back to what is on the page. */
  get #address() {
    return this.#judged.isLinked(this.#table.game) ? this.#table.reviewFragment : this.#table.fragment;
  }

  #work() {
    if (this.#table.isEnginesTurn) this.#think();
    else if (!this.#table.isOver && this.#analysis.isOn) this.#analysis.begin();
    else this.#reviewOn();
  }

  #reviewOn() {
    if (!this.#table.puzzle) this.#judged.goOn(this.#table.game, this.#table.result);
  }

  #think() {
    this.#isThinking = true;
    const learn = (finding) => this.#analysis.learn(finding);
    this.#opponent.move(this.#table.game, { ...this.#table.choices, limits: this.#ends.clock?.limits }, learn, (square) => {
      byId("news").textContent = `${this.#table.facts.side} plays ${square}.`;
      if (this.#table.players.side === "none") this.#table.keeper.own();
      this.#move(square);
    });
  }

  #askHint() {
    if (this.#table.puzzle) {
      this.#puzzles.hint(this.#table.puzzle, this.#table.game);
      return this.#show();
    }
    byId("hint").disabled = true;
    this.#opponent.hint(this.#table.game, (square, finding) => {
      this.#hint = square;
      this.#analysis.learn(finding);
      this.#notice.text = `Hint: ${square}${finding ? `, ${words(finding, this.#table.facts.side)}` : ""}.`;
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
    if (this.#table.puzzle) return this.#table.puzzle.message || `${this.#table.puzzle.goal}.`;
    // Someone who looks back wants to know of the move more than whose turn it was.
    if (this.#table.game.canRedo && this.#judged.shown) return this.#judged.shown.text;
    if (this.#table.isOver && this.#table.facts.result === "none") return endInWords(this.#table.end);
    return statusOf({ facts: this.#table.facts, ...this.#table.choices, isThinking: this.#isThinking });
  }

  get #shown() {
    return { facts: this.#table.facts, last: this.#table.game.moves.at(-1), hint: this.#hint ?? this.#judged.better, canPlay: this.#canPlay, values: this.#analysis.values };
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
    const [game, puzzle, isOver] = [this.#table.game, this.#table.puzzle, this.#table.isOver];
    const isWaiting = this.#judged.isTrying ? this.#judged.isFound : !this.#table.isPersonsTurn;
    const canResume = game.canRedo && !isOver && !puzzle && isWaiting;
    const result = isOver ? this.#table.result : "none";
    this.#view.show({ ...this.#shown, game, puzzle, isOver, result, side: this.#table.players.side, isThinking: this.#isThinking, canResume, about: this.#table.about, level: this.#table.choices.level, status: this.#status });
    this.#puzzles.showPuzzle(puzzle);
    const recordOf = (moves) => this.#table.factsAfter(moves).record ?? "";
    const [sideBefore, markOf] = [(ply) => this.#analysis.sideBefore(ply), (ply) => this.#judged.of(ply)];
    this.#moves.show(game, { sideBefore, recordOf, markOf });
    this.#showAnalysis();
  }
}
