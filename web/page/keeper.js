// What is kept of the game on the board: the game itself from the first move of the
// person on, and the tags of its record.

import { keep } from "./kept.js";
import { isNamed, playerNames } from "./names.js";
import { dateOf } from "./records.js";

/** The results as records have them. */
const WORDS = { X: "1-0", O: "0-1", draw: "1/2-1/2" };

export class Keeper {
  #kept = {};
  #isOwn = false;

  /** Begins with another game: with what is kept of it or the tags of its record.
   * `isOwn` says whether the person has played in it; a game that was only looked at is
   * not kept. */
  begin(kept = {}, isOwn = false) {
    [this.#kept, this.#isOwn] = [kept, isOwn];
  }

  /** The person plays in this game. */
  own() {
    this.#isOwn = true;
  }

  /** The name under which the game is kept. */
  get name() {
    return this.#kept.name;
  }

  /** Keeps the game as it is now, with its result and its clock. */
  save({ spec, start, all, shown, lines }, { side, level, names }, result, clock = null) {
    if (!this.#isOwn || all.length + lines.length === 0) return;
    this.#kept.begun ??= Date.now();
    this.#kept = keep({ ...this.#kept, spec, start: start || null, moves: all, shown, lines, side, level, names, result, ...timeOf(clock) }) ?? this.#kept;
  }

  /** Ends the game as it is: `result` is `X`, `O` or `draw`, `why` a few words. */
  end(game, result, why) {
    Object.assign(this.#kept, { given: WORDS[result], givenFor: game.all.join(" "), why });
  }

  /** What is kept of a game with such a result, as a link tells it; nothing of others. */
  static given(game, result) {
    return Object.hasOwn(WORDS, result ?? "") ? { given: WORDS[result], givenFor: game.all.join(" ") } : {};
  }

  /** How the game ended with these moves, if the board does not show it: `result` and
   * `why`; `null` if it did not. */
  endOf(game) {
    const { given, givenFor, why } = this.#kept;
    const result = Object.keys(WORDS).find((name) => WORDS[name] === given);
    return result && givenFor === game.all.join(" ") ? { result, why: why ?? "as recorded" } : null;
  }

  /** The record that was opened in a few words: players, result, date and event; of an own
   * game the players, if a person has named one. */
  about(players) {
    const { x, o, given, date, event } = this.#kept;
    if (x === undefined && o === undefined) {
      if (!isNamed(players)) return "";
      const own = playerNames(players);
      return `${own.x} – ${own.o}`;
    }
    const known = [given === "*" ? "" : given, date, event].filter((text) => text && !text.startsWith("?"));
    return [`${x ?? "?"} – ${o ?? "?"}`, ...known].join(", ");
  }

  /** The tags of the record of the game. A result that the moves do not show, as of a game
   * lost on time, is that of the moves of the record. */
  heading(game, players) {
    const { x, o, event, date, begun, given, givenFor } = this.#kept;
    const names = x === undefined && o === undefined ? playerNames(players) : { x, o };
    return { ...names, event, date: date ?? dateOf(begun ?? Date.now()), result: game.all.join(" ") === givenFor ? given : "" };
  }
}

/** What is kept of a clock. */
const timeOf = (clock) => (clock ? { clock: clock.text, left: clock.kept } : {});
