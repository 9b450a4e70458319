// One game: its board at a ply, its moves, and the scores that the engines
// reported.

const movesOf = (text) => (text ? text.split(" ") : []);
const STONES = { x: "X", o: "O" };

/** Returns a game with all its moves, each with its side, score and time. */
function unfold(game) {
  const opening = movesOf(game.open ?? "");
  const start = (game.start ?? ["", ""]).map(movesOf);
  const offset = start[0].length + start[1].length;
  const sideAt = (ply) => (data.board ? data.board.sides[offset + ply] : ply % 2 ? "o" : "x");
  const played = movesOf(game.m);
  const moves = [...opening, ...played].map((name, ply) => ({ name, side: sideAt(ply), book: ply < opening.length }));
  played.forEach((_, i) => Object.assign(moves[opening.length + i], { score: game.s[i], time: game.u[i] }));
  return { ...game, start, moves };
}

/** The expected result for X by a score, from −1 (loss) to 1 (win). */
function expectation({ side, score }) {
  if (score === undefined || score === null) return null;
  const own = typeof score === "string"
    ? (score.startsWith("#-") ? -1 : 1)
    : 2 / (1 + 10 ** (-score / 400)) - 1;
  return side === "x" ? own : -own;
}

const scoreText = (score) => {
  if (score === undefined || score === null) return "";
  return typeof score === "string" ? score.replace("-", "−") : signed(score / 100, 2);
};

const timeText = (us) => {
  if (us === undefined) return "";
  if (us < 1000) return `${us} µs`;
  return us < 1e6 ? `${(us / 1000).toFixed(us < 1e4 ? 1 : 0)} ms` : `${(us / 1e6).toFixed(2)} s`;
};

/** Parses the name of a square; row 0 is at the bottom. */
function square(name) {
  const [, level, column, row] = /^(\d?)([a-z])(\d+)$/.exec(name) ?? [];
  return { level: level ? Number(level) - 1 : 0, column: column.charCodeAt(0) - 97, row: Number(row) - 1 };
}

/** Draws the board after `ply` plies: a picture for each level. */
function board(game, ply) {
  const { columns, rows, levels } = data.board;
  const stones = new Map();
  game.start.forEach((names, i) => names.forEach((name) => stones.set(name, "xo"[i])));
  for (const { name, side } of game.moves.slice(0, ply)) stones.set(name, side);
  const last = ply > 0 ? game.moves[ply - 1].name : "";
  const shown = new Set(ply === game.moves.length ? movesOf(game.shows ?? "") : []);
  const edge = levels > 1 ? 3 : 5;
  const place = ({ column, row }) => [edge + column * 10, (rows - 1 - row) * 10];
  const pictures = Array.from({ length: levels }, (_, level) => {
    const picture = svg("svg", {
      class: "board", viewBox: `0 0 ${columns * 10 + edge + 0.5} ${rows * 10 + edge}`, role: "img",
      "aria-label": [...stones].map(([name, side]) => `${STONES[side]} ${name}`).join(", ") || "empty board",
    });
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const name = `${levels > 1 ? level + 1 : ""}${String.fromCharCode(97 + column)}${row + 1}`;
        const [x, y] = place({ column, row });
        const kind = shown.has(name) ? "shown" : name === last ? "last" : "";
        picture.append(svg("rect", { class: `cell ${kind}`, x, y, width: 10, height: 10, rx: 1, "data-square": name }, hint(name)));
      }
    }
    for (let column = 0; column < columns; column++) {
      picture.append(svg("text", { x: edge + column * 10 + 5, y: rows * 10 + edge / 2 }, String.fromCharCode(97 + column)));
    }
    for (let row = 0; row < rows; row++) {
      picture.append(svg("text", { x: edge / 2, y: (rows - 1 - row) * 10 + 5 }, `${row + 1}`));
    }
    for (const [name, side] of stones) {
      const at = square(name);
      if (at.level !== level) continue;
      const [x, y] = place(at);
      const kind = `stone ${side} ${shown.size && !shown.has(name) ? "pale" : ""}`;
      picture.append(side === "x"
        ? svg("path", { class: kind, "data-stone": name, d: `M${x + 2.7} ${y + 2.7}l4.6 4.6m0 -4.6l-4.6 4.6` })
        : svg("circle", { class: kind, "data-stone": name, cx: x + 5, cy: y + 5, r: 2.7 }));
    }
    return levels > 1 ? el("figure", {}, picture, el("figcaption", {}, `level ${level + 1}`)) : picture;
  });
  const drawing = el("div", { class: levels > 1 ? "levels" : "levels one" }, pictures);
  // Limit the size of squares on small boards.
  if (levels > 1) drawing.style.setProperty("--across", levels === 4 ? 2 : 3);
  else drawing.style.maxWidth = `${(columns + 0.5) * 4.25}rem`;
  return drawing;
}

/** Draws the expectations of both players by ply; a click goes to a ply. */
function scoreCurve(width, game, ply, goTo) {
  const lines = ["x", "o"].map((side) => ({
    color: `var(--${side})`,
    points: game.moves.map((move, i) => [i + 1, move.side === side ? expectation(move) : undefined])
      .filter((point) => point[1] !== undefined),
  }));
  const { chart, x } = curves(width, 130, {
    from: 0, to: game.moves.length, low: -1, high: 1, zero: 0, lines,
    label: (value) => ({ 1: "X", 0: "=", [-1]: "O" })[value] ?? "",
  });
  chart.append(svg("line", { class: "zero", x1: x(ply), x2: x(ply), y1: 4, y2: 106 }));
  chart.addEventListener("click", (event) => {
    const at = (event.clientX - chart.getBoundingClientRect().left - x(0)) / (x(1) - x(0));
    goTo(Math.min(game.moves.length, Math.max(0, Math.round(at))));
  });
  chart.style.cursor = "pointer";
  return chart;
}

/** Lists the moves, numbered by X's turns; each is a link to its ply. */
function moveList(game, ply) {
  const list = el("div", { class: "moves" });
  let turn = 0;
  game.moves.forEach(({ name, side, book, score, time }, i) => {
    if (side === "x" && (i === 0 || game.moves[i - 1].side !== "x")) {
      list.append(el("span", { class: "turn" }, `${++turn}.`));
    }
    const about = [scoreText(score), timeText(time)].filter(Boolean).join(", ");
    list.append(el("a", {
      href: `#${game.n}/${i + 1}`, class: book ? "book" : "", title: book ? "opening" : about,
      "aria-current": i + 1 === ply ? "step" : undefined,
    }, name), " ");
  });
  return list;
}

/** Describes the longest trains at the end of a game. */
const trainsText = (trains) => ["X", "O"].map((side, i) => {
  const squares = movesOf(trains[i]);
  return squares.length ? `${side} ${squares.length} (${squares.join(" ")})` : `${side} 0`;
}).join(", ");

/** Shows the players, their last moves and scores, and their points. */
function versus(game, ply) {
  const points = { x: ["1", "0"], o: ["0", "1"], draw: ["½", "½"], unscored: ["–", "–"] }[game.e];
  return el("div", { class: "versus" }, ["x", "o"].map((side, i) => {
    const move = game.moves.slice(0, ply).findLast((move) => move.side === side && !move.book);
    const last = move ? [move.name, scoreText(move.score)].filter(Boolean).join(" · ") : "";
    const time = move ? el("span", { class: "wide" }, ` · ${timeText(move.time)}`) : "";
    return [
      el("span", { class: `mark ${side}` }, STONES[side]),
      el("span", { class: "name" }, data.players[game.p[i]].name),
      el("span", { class: "last-move" }, last, time),
      el("span", { class: "point" }, points[i]),
    ];
  }));
}
