// The ends of a game that are not on the board: a person resigns, the players agree on a
// draw, or the time of a side is over.

import { Clock, controlOf } from "./clock.js";
import { byId } from "./dom.js";

/** How far from even the chance of a side may be for a draw, which is about 20 centipoints. */
const EVEN = 0.05;
const other = (side) => (side === "X" ? "O" : "X");

export class Ends {
  #opponent;
  #table;
  #page;
  /** The clock, if the game has one. */
  #clock = null;

  /** `page` has `changed()`, `say(text)` and `work()`. */
  constructor(opponent, table, page) {
    [this.#opponent, this.#table, this.#page] = [opponent, table, page];
  }

  get clock() {
    return this.#clock;
  }

  resign() {
    const side = resigning(this.#table.players.side, this.#table.facts.side);
    if (confirm(`Does ${side} resign?`)) this.#finish(other(side), `${side} resigned`);
  }

  /** Two people agree on a draw; the engine thinks about it. */
  offerDraw() {
    const agree = () => this.#finish("draw", "by agreement");
    if (this.#table.players.side === "both") return confirm("Do both sides agree on a draw?") && agree();
    this.#page.say("The engine thinks about a draw…");
    this.#opponent.judge(this.#table.game, (finding) => {
      if (takesDraw(finding, this.#table.facts)) return agree();
      this.#page.say("The engine declines the draw and plays on.");
      this.#page.work();
    });
  }

  /** Sets the clock of the game on the board: a text such as `5+3`, or none. */
  setClock(text, left) {
    this.#clock?.stop();
    const onTick = () => (byId("clock").textContent = this.#clock.inWords);
    const onOver = (side) => this.#finish(other(side), `the time of ${side} is over`);
    this.#clock = controlOf(text) && new Clock(text, left, { onTick, onOver });
    byId("clock").hidden = this.#clock === null;
    this.#clock?.check();
  }

  /** Lets the time of the side to move run, if the game goes on. That of a person who
   * begins waits for the first move. */
  runClock(isOver) {
    const [game, { side }] = [this.#table.game, this.#table.facts];
    const waits = game.all.length === 0 && this.#table.players.isPerson(side);
    if (isOver || game.canRedo || waits) this.#clock?.stop();
    else this.#clock?.run(side);
    this.#clock?.check();
  }

  #finish(result, why) {
    this.#table.keeper.end(this.#table.game, result, why);
    this.#page.changed();
  }
}

/** The side that a person resigns: the own one, or the one to move of two people. */
export const resigning = (side, mover) => (side === "both" ? mover : side.toUpperCase());

/** Whether the engine takes a draw that the side to move offers: if it cannot win and knows
 * that, or if the game is even and half of the board is full. `finding` is for that side. */
export function takesDraw(finding, { ply, columns, rows, levels }) {
  if (!finding || finding.kind === "loss") return false;
  if (finding.kind !== "estimate") return true;
  return 2 * ply >= columns * rows * levels && Math.abs(finding.chance - 0.5) <= EVEN;
}

/** A game that did not end on the board, in a sentence. */
export const endInWords = ({ result, why }) => `${result === "draw" ? "The game is drawn" : `${result} wins`}: ${why}.`;
