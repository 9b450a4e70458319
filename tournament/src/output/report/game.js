// One game: its moves with side, score, depth and time, and these in words.

const movesOf = (text) => (text ? text.split(" ") : []);
const STONES = { x: "X", o: "O" };

/** The side of a ply by its number, if the rules are known; otherwise as if X had begun. */
const sideOf = (ply) => (data.board ? data.board.sides[ply] : ply % 2 ? "o" : "x");

/** The sides of an opening of `length` moves from the ply `offset` on; `next` moves after it. */
const openingSides = (length, offset, next) => Array.from({ length }, (_, i) =>
  (data.board || !next ? sideOf(offset + i) : (length - i) % 2 ? other(next) : next));

const other = (side) => (side === "x" ? "o" : "x");

/** Returns a game with all its moves, each with its side, score and time. */
function unfold(row) {
  const game = { ...row, ...JSON.parse(row.line) };
  const opening = movesOf(game.open);
  const start = (game.start ?? ["", ""]).map(movesOf);
  const offset = start[0].length + start[1].length;
  const played = movesOf(game.m);
  const sides = openingSides(opening.length, offset, game.w?.[0]);
  const moves = [...opening, ...played].map((name, ply) =>
    ({ name, side: sides[ply] ?? game.w?.[ply - opening.length] ?? sideOf(offset + ply), book: ply < opening.length }));
  played.forEach((_, i) => Object.assign(moves[opening.length + i],
    { score: game.s?.[i], time: game.u[i], depth: game.d?.[i], nodes: game.k?.[i], best: game.v?.[i] }));
  return { ...game, start, offset, moves };
}

const isKnown = (value) => value !== undefined && value !== null;
const isProven = (score) => typeof score === "string";

/** The expected result for X by a score, from −1 (loss) to 1 (win). */
function expectation({ side, score }) {
  if (!isKnown(score)) return null;
  const own = isProven(score) ? (score.startsWith("#-") ? -1 : 1) : 2 / (1 + 10 ** (-score / 400)) - 1;
  return side === "x" ? own : -own;
}

const scoreText = (score) => {
  if (!isKnown(score)) return "";
  return isProven(score) ? score.replace("-", "−") : signed(score / 100, 2);
};

/** What a proven score says. */
const provenText = (score) => {
  const distance = score.replace(/^#-?/, "");
  return `proven ${score.startsWith("#-") ? "loss" : "win"} in ${distance}`;
};

const timeText = (us) => {
  if (us === undefined) return "";
  if (us < 1000) return `${us} µs`;
  return us < 1e6 ? `${(us / 1000).toFixed(us < 1e4 ? 1 : 0)} ms` : `${(us / 1e6).toFixed(2)} s`;
};

const POINTS = { x: ["1", "0"], o: ["0", "1"], draw: ["½", "½"], unscored: ["–", "–"] };

/** Shows the players, their last moves and scores, and their points or clocks. */
function versus(game, ply, points = POINTS[game.e]) {
  return el("div", { class: "versus" }, ["x", "o"].map((side, i) => {
    const move = game.moves.slice(0, ply).findLast((move) => move.side === side && !move.book);
    const last = move ? [move.name, scoreText(move.score)].filter(Boolean).join(" · ") : "";
    const time = move ? el("span", { class: "wide" }, ` · ${timeText(move.time)}`) : "";
    return [
      el("span", { class: `mark ${side}` }, STONES[side]),
      el("span", { class: "name" }, nameOf(game.p[i])),
      el("span", { class: "last-move" }, last, time),
      el("span", { class: "point" }, points[i]),
    ];
  }));
}

/** Describes the longest trains at the end of a game. */
const trainsText = (trains) => ["X", "O"].map((side, i) => {
  const squares = movesOf(trains[i]);
  return squares.length ? `${side} ${squares.length} (${squares.join(" ")})` : `${side} 0`;
}).join(", ");
