// The engine as an opponent and adviser: its moves at a level, and hints.

import { Findings } from "./findings.js";

const HINT = "movetime 2000";
/** The time to think about a draw. */
const DRAW = "movetime 500";
const FULL = 10;
const SEEDS = 2 ** 31;

export class Opponent {
  #client;
  #seed = 0;

  constructor(client) {
    this.#client = client;
    this.begin();
  }

  /** Plays another game than before, even if all moves are the same. */
  begin() {
    this.#seed = Math.floor(Math.random() * SEEDS);
  }

  /** Chooses a move, within the limits of a clock or some seconds. `onFinding` takes what is
   * found at full strength. */
  move(game, { level, seconds, limits }, onFinding, onMove) {
    const findings = new Findings();
    this.ask(game, {
      options: { Skill: level, Seed: this.#seed },
      go: limits ?? `movetime ${seconds * 1000}`,
      onInfo: (line) => {
        if (findings.read(line) && level === FULL) onFinding(findings.best);
      },
      onMove,
    });
  }

  /** Looks for a hint; `onHint` takes a square and the finding about it. */
  hint(game, onHint) {
    const findings = new Findings();
    this.ask(game, { go: HINT, onInfo: (line) => findings.read(line), onMove: (square) => onHint(square, findings.best) });
  }

  /** Thinks about the value of the position; `onValue` takes the finding. */
  judge(game, onValue) {
    const findings = new Findings();
    this.ask(game, { go: DRAW, onInfo: (line) => findings.read(line), onMove: () => onValue(findings.best) });
  }

  /** Searches the position on the board, or the one that the task names. */
  ask(game, task) {
    this.#client.ask({ game: game.spec, start: game.start, moves: game.moves, ...task });
  }
}
