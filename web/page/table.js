// The game on the table: its moves, who plays them, how it ends, and what is kept of it.

import { Game } from "./game.js";
import { Keeper } from "./keeper.js";
import { Players, lastChoices } from "./players.js";

export class Table {
  /** The moves, with the position on the board. */
  game;
  /** The facts about the position on the board. */
  facts;
  players;
  keeper = new Keeper();
  #rules;

  /** Begins with the game that the person chose last. */
  constructor(rules) {
    this.#rules = rules;
    this.players = new Players(lastChoices(rules));
    this.game = new Game(this.choices.spec);
  }

  /** Puts another game, or a puzzle, on the table. */
  begin(game, choices, { kept, isOwn, puzzle, sideBefore }) {
    this.game = game;
    this.players.begin(choices, puzzle, sideBefore);
    this.keeper.begin(kept, isOwn);
  }

  /** Learns about the position on the board, which is another one. */
  update() {
    this.facts = this.factsAfter(this.game.moves);
  }

  /** The facts after these moves. */
  factsAfter(moves) {
    return this.#rules.facts(this.game.spec, this.game.start, moves);
  }

  get choices() {
    return this.players.choices;
  }

  get puzzle() {
    return this.players.puzzle;
  }

  /** The choices for another game like this one. */
  get next() {
    return this.players.nextOf(this.game.spec);
  }

  /** How the game ended, if not on the board: `result` and `why`; else `null`. */
  get end() {
    return this.puzzle ? null : this.keeper.endOf(this.game);
  }

  /** Whether the position on the board is the end of the game. */
  get isOver() {
    return this.facts.result !== "none" || (!this.game.canRedo && this.end !== null);
  }

  /** The result of the whole game, also while an earlier position is shown. */
  get result() {
    const { result } = this.factsAfter(this.game.all);
    return result === "none" ? (this.end?.result ?? "none") : result;
  }

  /** Whether a person plays the side to move. */
  get isPersonsTurn() {
    return this.players.isPerson(this.facts.side);
  }

  /** Whether the engine is to play a move. */
  get isEnginesTurn() {
    return !this.puzzle && !this.isPersonsTurn && !this.game.canRedo && !this.isOver;
  }

  /** Takes back or plays again a ply, or all to the last or next turn of the person. */
  step(distance) {
    const isPersons = ({ moves }) => this.players.isPerson(this.factsAfter(moves).side);
    this.game.step(distance, ["x", "o"].includes(this.players.side) ? isPersons : () => true);
  }

  /** Keeps the game as it is now, with its clock. */
  save(clock) {
    if (!this.puzzle) this.keeper.save(this.game, this.choices, this.result, clock);
  }

  /** The tags of the record of the game. */
  get heading() {
    return this.keeper.heading(this.game, { ...this.choices, side: this.players.side });
  }

  /** The players and what else is known of the game in a few words, if it is no plain one. */
  get about() {
    return this.puzzle ? "" : this.keeper.about(this.choices);
  }

  /** The part of a link that carries the game at the position on the board, or the puzzle. */
  get fragment() {
    const { side, level } = this.choices;
    return this.puzzle ? `#puzzle=${this.puzzle.number}` : this.game.toFragment({ side, level });
  }

  /** The part of a link that carries the review of the game. */
  get reviewFragment() {
    return this.game.toReviewFragment(this.end?.result);
  }
}
