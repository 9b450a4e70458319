// The rules of each family: a few sentences, each with a picture.

import { drawing, element } from "./dom.js";
import { ringOf } from "./rings.js";

const GAMES = {
  tictactrains: {
    name: "TicTacTrains",
    parts: [
      {
        text: "X and O fill the board, one stone at a time; nothing is captured. A train is a path of own stones side by side, never diagonal and without branches, and the longer longest train wins.",
        draw: () => board({ columns: 4, rows: 4, x: "a4 b4 b3 b2 c2 d4", o: "a1 b1 c1 d1 d2 c4", line: "a4 b4 b3 b2 c2", kind: "train x" }),
      },
      {
        text: "A rule set may limit the first moves to rings around the middle: O1 is a stone of O in ring 1, O23 one in ring 2 or 3, and A means anywhere. The board then shows the ring.",
        draw: rings,
      },
    ],
  },
  tictactoe: {
    name: "Tic-tac-toe",
    parts: [
      {
        text: "X and O take turns to place a stone on any empty square. The first side with the required number of stones in a row, across, down or diagonally, wins; with = at the end of the game's name, a longer row does not. A full board without a winner is a draw. In renju five in a row wins, and X must not make a longer row, two fours or two threes at once; the board does not offer these squares. In caro five in a row between two stones of the other side do not win.",
        draw: () => board({ columns: 4, rows: 4, x: "a1 b2 c3 d3", o: "a4 b4 d1", line: "a1 b2 c3", kind: "win x" }),
      },
    ],
  },
  qubic: {
    name: "Qubic",
    parts: [
      {
        text: "Tic-tac-toe in a cube, shown layer by layer. The first straight line of stones from one face to the opposite one wins: on one layer, or straight up through all of them,",
        draw: () => levels([[1, 2], [1, 2], [1, 2], [1, 2]]),
      },
      { text: "or a step further on every layer, as from corner to corner.", draw: () => levels([[0, 0], [1, 1], [2, 2], [3, 3]]) },
    ],
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
  const part = ({ text, draw }) => element("div", { class: "lesson-body" }, draw(), element("p", {}, text));
  return Object.entries(GAMES).map(([family, { name, parts }]) =>
    element("details", { class: "lesson", open: family === familyOf(spec) }, element("summary", {}, name), ...parts.map(part)),
  );
}

const place = (name, rows) => [name.charCodeAt(0) - 97, rows - Number(name.slice(1))];

function board({ columns, rows, x, o, line, kind }) {
  const stones = [["x", x], ["o", o]].flatMap(([side, names]) =>
    names.split(" ").filter(Boolean).map((name) => stoneAt(side, ...place(name, rows))),
  );
  const points = line.split(" ").filter(Boolean).map((name) => place(name, rows).map((at) => at + 0.5).join(","));
  return picture(columns, rows, ...lattice(columns, rows), drawing("polyline", { class: kind, points: points.join(" ") }), ...stones);
}

/** The three rings of 7x7 squares. */
function rings() {
  const squares = Array.from({ length: 49 }, (_, i) => ({ x: i % 7, y: Math.floor(i / 7) }));
  const fills = squares.map(({ x, y }) => drawing("rect", { class: `ring-${ringOf({ x, y }, 7)}`, x, y, width: 1, height: 1 }));
  const names = squares.map(({ x, y }) => drawing("text", { x: x + 0.5, y: y + 0.72 }, String(ringOf({ x, y }, 7))));
  return picture(7, 7, ...fills, ...lattice(7, 7), ...names);
}

function lattice(columns, rows) {
  const down = Array.from({ length: columns + 1 }, (_, i) => drawing("path", { class: "lattice", d: `M${i} 0V${rows}` }));
  const across = Array.from({ length: rows + 1 }, (_, i) => drawing("path", { class: "lattice", d: `M0 ${i}H${columns}` }));
  return [...down, ...across];
}

/** Four levels one above the other, with a stone on each. */
function levels(stones) {
  const parts = stones.flatMap(([column, row], level) => {
    const bottom = 3.7 - level * 0.9;
    const lines = Array.from({ length: 5 }, (_, i) => `M${i * 0.25} ${bottom - i * 0.25}h3M${i * 0.75} ${bottom}l1 -1`);
    const [x, y] = [column * 0.75 + row * 0.25 + 0.5, bottom - row * 0.25 - 0.125];
    return [drawing("path", { class: "lattice", d: lines.join("") }), stoneAt("x", x - 0.25, y - 0.25, 0.5)];
  });
  return picture(4.1, 3.8, ...parts);
}

const picture = (width, height, ...parts) =>
  drawing("svg", { class: "picture", viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, "aria-hidden": "true" }, ...parts);

function stoneAt(side, x, y, size = 1) {
  const margin = 0.15 * size;
  return drawing("use", { href: `#stone-${side}`, class: `stone ${side}`, x: x + margin, y: y + margin, width: size - 2 * margin, height: size - 2 * margin });
}
