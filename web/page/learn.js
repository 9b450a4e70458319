// The rules of each family: two sentences and a picture.

import { drawing, element } from "./dom.js";

const GAMES = {
  tictactrains: {
    name: "TicTacTrains",
    text: "X and O fill the board, one stone at a time; nothing is captured. A train is a path of own stones side by side, never diagonal and without branches, and the longer longest train wins.",
    picture: { columns: 4, rows: 4, x: "a4 b4 b3 b2 c2 d4", o: "a1 b1 c1 d1 d2 c4", line: "a4 b4 b3 b2 c2", kind: "train x" },
  },
  tictactoe: {
    name: "Tic-tac-toe",
    text: "X and O take turns to place a stone on any empty square. The first side with the required number of stones in a row, across, down or diagonally, wins; with = at the end of the game's name, a longer row does not. A full board without a winner is a draw.",
    picture: { columns: 4, rows: 4, x: "a1 b2 c3 d3", o: "a4 b4 d1", line: "a1 b2 c3", kind: "win x" },
  },
  qubic: {
    name: "Qubic",
    text: "Tic-tac-toe in a cube, shown layer by layer. The first straight line of stones from one face to the opposite one, in any direction, wins: also straight up through all layers.",
    picture: { columns: 4, rows: 1, x: "a1 b1 c1 d1", o: "", line: "", kind: "", levels: true },
  },
};

/** The family of a spec. */
export const familyOf = (spec) => spec.split(":")[0];

/** The name of a spec for people. */
export function titleOf(spec) {
  const [family, detail] = spec.split(/:(.*)/s);
  return GAMES[family] ? `${GAMES[family].name}${detail ? ` ${detail}` : ""}` : spec;
}

/** The rules of all families, the present one open. */
export function lessons(spec) {
  return Object.entries(GAMES).map(([family, { name, text, picture }]) =>
    element(
      "details",
      { class: "lesson", open: family === familyOf(spec) },
      element("summary", {}, name),
      element("div", { class: "lesson-body" }, draw(picture), element("p", {}, text)),
    ),
  );
}

function draw(picture) {
  return picture.levels ? levels() : board(picture);
}

const place = (name, rows) => [name.charCodeAt(0) - 97, rows - Number(name.slice(1))];

function board({ columns, rows, x, o, line, kind }) {
  const lines = [];
  for (let i = 0; i <= columns; i++) lines.push(drawing("path", { class: "lattice", d: `M${i} 0V${rows}` }));
  for (let i = 0; i <= rows; i++) lines.push(drawing("path", { class: "lattice", d: `M0 ${i}H${columns}` }));
  const stones = [["x", x], ["o", o]].flatMap(([side, names]) =>
    names.split(" ").filter(Boolean).map((name) => stoneAt(side, ...place(name, rows))),
  );
  const points = line.split(" ").filter(Boolean).map((name) => place(name, rows).map((at) => at + 0.5).join(","));
  const train = drawing("polyline", { class: kind, points: points.join(" ") });
  return drawing("svg", { class: "picture", viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`, "aria-hidden": "true" }, ...lines, train, ...stones);
}

/** Four levels one above the other, with a line straight up. */
function levels() {
  const parts = [];
  for (let level = 0; level < 4; level++) {
    const y = 2.7 - level * 0.9;
    for (let i = 0; i <= 4; i++) {
      parts.push(drawing("path", { class: "lattice", d: `M${i * 0.25} ${y + 1 - i * 0.25}h3` }));
      parts.push(drawing("path", { class: "lattice", d: `M${i * 0.75} ${y + 1}l1 -1` }));
    }
    parts.push(stoneAt("x", 1.12, y + 0.12, 0.5));
  }
  return drawing("svg", { class: "picture", viewBox: "-0.1 -0.4 4.3 4.3", "aria-hidden": "true" }, ...parts);
}

function stoneAt(side, x, y, size = 1) {
  const margin = 0.15 * size;
  return drawing("use", { href: `#stone-${side}`, class: `stone ${side}`, x: x + margin, y: y + margin, width: size - 2 * margin, height: size - 2 * margin });
}
