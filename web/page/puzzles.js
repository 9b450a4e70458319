// Puzzles: which one is shown, what a move of the person is worth, and the days in a row
// on which the person solved the puzzle of the day.

import { byId } from "./dom.js";
import { Findings } from "./findings.js";
import { copy, isLocal } from "./links.js";
import { isProven } from "./score.js";
import { read, write } from "./storage.js";

/** The proof of a move, as in the terminal. */
const PROOF = { options: { Search: "proof" }, go: "nodes 1000000" };
const DAY = 86_400_000;
const other = (side) => (side === "X" ? "O" : "X");
const count = (n, one, more) => `${n} ${n === 1 ? one : more}`;

export class Puzzles {
  #rules;
  #onShow;
  /** The puzzle on the board, or the one to go on with. */
  #number = null;

  /** `onShow` takes a puzzle. */
  constructor(rules, onShow) {
    this.#rules = rules;
    this.#onShow = onShow;
    const actions = {
      "puzzle-daily": () => this.show("daily"),
      "puzzle-previous": () => this.step(-1),
      "puzzle-next": () => this.step(1),
      "puzzle-more": () => this.step(1),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
    byId("puzzle-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.show(byId("puzzle-number").value.trim());
    });
    byId("puzzle-copy").addEventListener("click", async () => {
      const isCopied = await copy(location.href);
      byId("puzzle-copied").textContent = this.#linkNote(isCopied);
    });
    this.#showCounts();
  }

  /** What is said of a link that was to be copied. */
  #linkNote(isCopied) {
    const said = isCopied ? "The link is copied." : "Copy the address of the page.";
    return isLocal(location) ? `${said} It works only on this computer; with a page of their own, others find the puzzle by its number, ${this.#number}.` : said;
  }

  /** The number of the puzzle of today, in universal time. */
  get daily() {
    return this.#rules.daily(today());
  }

  /** Shows the puzzle with a number or that of the day; returns whether there is one. */
  show(number) {
    const puzzle = this.#rules.puzzle(number === "daily" ? this.daily : number);
    byId("puzzle-error").textContent = puzzle.error ? `${puzzle.error[0].toUpperCase()}${puzzle.error.slice(1)}.` : "";
    if (puzzle.error) return false;
    this.#number = puzzle.number;
    this.#onShow({ ...puzzle, isSolved: false, message: "" });
    return true;
  }

  /** Shows the next puzzle or the one before; at first, that of the day. */
  step(distance) {
    if (this.#number === null) return this.show("daily");
    const { count: all } = this.#rules.puzzle(this.#number);
    return this.show(((this.#number - 1 + distance + all) % all) + 1);
  }

  /** Shows how far the person is with the puzzle, or that there is none on the board. */
  showPuzzle(puzzle) {
    byId("puzzle-goal").textContent = puzzle ? `${puzzle.goal}.` : "A puzzle is a position in which one move alone wins, or one move alone does not lose.";
    byId("puzzle-name").textContent = puzzle ? `Puzzle ${puzzle.number} of ${puzzle.count}, grade ${puzzle.grade} of 5` : "Puzzles";
    byId("puzzle-said").textContent = puzzle?.message ?? "";
    byId("puzzle-hint").disabled = !puzzle || puzzle.isSolved;
    byId("puzzle-more").hidden = !puzzle?.isSolved;
    byId("puzzle-copy").disabled = !puzzle;
    byId("puzzle-copied").textContent = "";
    if (puzzle) byId("puzzle-number").value = puzzle.number;
  }

  /** A hint for the next move, and the second time the move. */
  hint(puzzle, game) {
    // Behind another right move than that of the line there is none.
    const line = puzzle.line.split(" ");
    const isOnLine = line.slice(0, game.shown).join() === game.moves.join();
    const hint = isOnLine && puzzle.hints[game.shown];
    const isSecond = puzzle.hinted === game.shown;
    puzzle.hinted = game.shown;
    puzzle.message = hint ? `Hint: ${isSecond ? line[game.shown] : hint}.` : "No hint here.";
  }

  /** Answers a move of the person: a wrong one with its value, a right one with the
   * reply. `ask` gives a task to the engine. */
  answer(puzzle, game, square, ask, onAnswered) {
    const factsOf = (moves) => this.#rules.facts(game.spec, game.start, moves);
    const moves = [...game.moves, square];
    const [before, after] = [factsOf(game.moves), factsOf(moves)];
    const tell = (result) => {
      const { isRight, text, replies } = judged(puzzle, before.side, square, result);
      puzzle.message = text;
      if (isRight) this.#goOn(puzzle, game, square, replies, factsOf);
      onAnswered();
    };
    if (after.result !== "none") return tell({ winner: after.result, plies: 1, isExact: true, replies: [] });
    const findings = new Findings();
    ask({
      ...PROOF,
      moves,
      onInfo: (line) => findings.read(line),
      onMove: () => {
        const best = findings.best;
        if (!best || !isProven(best)) return tell(null);
        const winner = { win: after.side, loss: other(after.side), draw: "draw" }[best.kind];
        tell({ winner, plies: best.plies + 1, isExact: best.exact, replies: best.pv });
      },
    });
  }

  /** Plays a right move and the replies of the other side. */
  #goOn(puzzle, game, square, replies, factsOf) {
    game.play(square);
    // A draw is reached by the only move; a win is played to its end.
    for (const reply of puzzle.aim === "draw" ? [] : replies) {
      const { side, result } = factsOf(game.moves);
      if (side === puzzle.side || result !== "none") break;
      game.play(reply);
      puzzle.message = `Right. The reply is ${reply}.`;
    }
    puzzle.isSolved = puzzle.aim === "draw" || factsOf(game.moves).result !== "none";
    if (!puzzle.isSolved) return;
    const days = this.#count(puzzle.number);
    puzzle.message = `Solved.${days === null ? "" : ` Streak: ${count(days, "day", "days")}.`}`;
  }

  /** Counts a solved puzzle; returns the days in a row if it is that of the day. */
  #count(number) {
    const kept = counts();
    if (!kept.solved.includes(number)) kept.solved.push(number);
    const isDaily = number === this.daily;
    if (isDaily) [kept.days, kept.day] = [nextStreak(kept, today()), today()];
    write("puzzles", kept);
    this.#showCounts();
    return isDaily ? kept.days : null;
  }

  #showCounts() {
    const { solved, day, days } = counts();
    const isKept = day !== null && today() - day <= 1;
    const streak = isKept ? ` Streak: ${count(days, "day", "days")}.` : "";
    byId("puzzle-streak").textContent = `Solved: ${count(solved.length, "puzzle", "puzzles")}.${streak}`;
  }
}

const today = () => Math.floor(Date.now() / DAY);

/** The days in a row after the puzzle of a day is solved. */
export function nextStreak({ day, days }, now) {
  if (day === now) return days;
  return day === now - 1 ? days + 1 : 1;
}

/** What is kept about puzzles. */
function counts() {
  const kept = read("puzzles") ?? {};
  const isCount = (value) => Number.isInteger(value) && value > 0;
  const solved = Array.isArray(kept.solved) ? [...new Set(kept.solved.filter(isCount))].slice(0, 10_000) : [];
  const hasStreak = isCount(kept.day) && isCount(kept.days);
  return { solved, day: hasStreak ? kept.day : null, days: hasStreak ? kept.days : 0 };
}

/** What a move is worth, in words, and the replies to a right one. */
export function judged({ aim }, mover, square, result) {
  if (!result) return { isRight: false, text: `${square}: not proven. Try another move.`, replies: [] };
  const { winner, plies, isExact, replies } = result;
  if (winner === mover || (aim === "draw" && winner === "draw")) return { isRight: true, text: "", replies };
  const reply = replies.length > 0 ? ` after ${replies[0]}` : "";
  if (winner === "draw") return { isRight: false, text: `${square} does not win: it is a draw${reply}.`, replies: [] };
  return { isRight: false, text: `${square} loses${isExact ? ` in ${count(plies, "ply", "plies")}` : ""}${reply}.`, replies: [] };
}
