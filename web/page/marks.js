// What is drawn over the squares: trains, winning lines, and the rings that the rules
// allow for this ply.

import { drawing } from "./dom.js";
import { ringOf, ringsOf } from "./rings.js";
import { placeOf } from "./squares.js";

/** Draws the marks of a position; `overlays` has a picture for each level. */
export function drawMarks(overlays, facts) {
  const isOver = facts.result !== "none";
  const rings = isOver ? [] : ringsOf(facts.rule).flatMap((ring) => drawRing(ring, facts));
  overlays.forEach((overlay, level) => overlay.replaceChildren(...(level === 0 ? rings : [])));
  const lines = facts.won.map((squares) => [facts.result, squares, "win"]);
  for (const side of facts.trains ? ["X", "O"] : []) lines.push([side, facts.trains[side], "train"]);
  for (const [side, squares, kind] of lines) {
    const places = squares.map(placeOf);
    // A winning line through several levels is lit on its squares only.
    if (places.length < 1 || places.some(({ level }) => level !== places[0].level)) continue;
    if (kind === "win") places.sort((a, b) => a.x - b.x || a.y - b.y);
    const points = places.map(({ x, y }) => `${x + 0.5},${facts.rows - y - 0.5}`);
    if (points.length === 1) points.push(points[0]);
    const line = drawing("polyline", { class: `${kind} ${side.toLowerCase()}`, points: points.join(" ") });
    overlays[places[0].level].append(line);
  }
}

/** The outline of a ring and its name in the square at its top left. */
function drawRing(ring, { columns, rows }) {
  const isIn = (x, y) => x >= 0 && y >= 0 && x < columns && y < rows && ringOf({ x, y }, columns) === ring;
  const edges = [];
  let name = null;
  for (let y = rows - 1; y >= 0; y--) {
    for (let x = 0; x < columns; x++) {
      if (!isIn(x, y)) continue;
      const top = rows - 1 - y;
      name ??= drawing("text", { class: "ring-name", x: x + 0.08, y: top + 0.25 }, `ring ${ring}`);
      if (!isIn(x - 1, y)) edges.push(`M${x} ${top}v1`);
      if (!isIn(x + 1, y)) edges.push(`M${x + 1} ${top}v1`);
      if (!isIn(x, y + 1)) edges.push(`M${x} ${top}h1`);
      if (!isIn(x, y - 1)) edges.push(`M${x} ${top + 1}h1`);
    }
  }
  return [drawing("path", { class: "ring", d: edges.join("") }), name];
}
