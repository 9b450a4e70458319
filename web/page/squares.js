// The names of squares and where they are on a board.

export const column = (index) => String.fromCharCode(97 + index);

/** The name of the square at a column and row, from 0 at the bottom left, and a
 * level, from 0; `levels` is 1 on a flat board. */
export function nameOf(x, y, level, levels) {
  return `${levels > 1 ? level + 1 : ""}${column(x)}${y + 1}`;
}

/** The column, row and level of a square, from 0. */
export function placeOf(name) {
  const [, level, letter, row] = /^(\d?)([a-z])(\d+)$/.exec(name);
  return { x: letter.charCodeAt(0) - 97, y: Number(row) - 1, level: level ? Number(level) - 1 : 0 };
}
