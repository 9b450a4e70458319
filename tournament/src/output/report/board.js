// The board of a game at a ply: a picture for each level.

/** Parses the name of a square; row 0 is at the bottom. */
function square(name) {
  const [, level, column, row] = /^(\d?)([a-z])(\d+)$/.exec(name) ?? [];
  // A move that is no square has no place on the board.
  if (column === undefined) return { level: -1 };
  return { level: level ? Number(level) - 1 : 0, column: column.charCodeAt(0) - 97, row: Number(row) - 1 };
}

const squareName = (level, column, row) =>
  `${data.board.levels > 1 ? level + 1 : ""}${String.fromCharCode(97 + column)}${row + 1}`;

/** The stones after `ply` plies: the side on each square. */
function stonesAt(game, ply) {
  const stones = new Map();
  game.start.forEach((names, i) => names.forEach((name) => stones.set(name, "xo"[i])));
  for (const { name, side } of game.moves.slice(0, ply)) stones.set(name, side);
  return stones;
}

/** Draws the board after `ply` plies. */
function board(game, ply) {
  const { columns, rows, levels } = data.board;
  const stones = stonesAt(game, ply);
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
        const name = squareName(level, column, row);
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
    return levels > 1 ? el("figure", {}, picture, el("figcaption", {}, `layer ${level + 1}`)) : picture;
  });
  const drawing = el("div", { class: levels > 1 ? "levels" : "levels one" }, pictures);
  // Limit the size of squares on small boards.
  if (levels > 1) drawing.style.setProperty("--across", levels === 4 ? 2 : 3);
  else drawing.style.maxWidth = `${(columns + 0.5) * 4.25}rem`;
  return drawing;
}
