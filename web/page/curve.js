// The evaluation as a bar, and as a curve over the game.

import { drawing } from "./dom.js";

const HEIGHT = 96;
/** The space around the curve. */
const MARGIN = 7;
const up = (value) => MARGIN + (1 - value) * (HEIGHT / 2 - MARGIN);

/** Shows a value for X from −1 to 1, or none, on the bar. */
export function showBar(bar, value, text) {
  const share = value === null ? 50 : 50 + 50 * value;
  bar.style.setProperty("--share", `${share}%`);
  bar.setAttribute("aria-label", `Evaluation: ${text}`);
  bar.classList.toggle("unknown", value === null);
}

/**
 * Draws the curve.
 *
 * @param values for each number of plies `{ height, proven, mistake }`, or nothing
 * @param shown the number of plies of the position on the board
 * @param onChoose takes a number of plies
 */
export function showCurve(svg, values, shown, onChoose) {
  const width = svg.clientWidth;
  if (width === 0) return;
  svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  const step = (width - 2 * MARGIN) / Math.max(1, values.length - 1);
  const at = (ply) => MARGIN + ply * step;
  const known = values.flatMap((value, ply) => (value ? [{ ...value, x: at(ply), y: up(value.height) }] : []));
  const points = known.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const dots = known.map(({ x, y, proven, mistake }) =>
    drawing("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: mistake ? 5 : 3, class: `${proven ? "proven" : "estimate"}${mistake ? " mistake" : ""}` }),
  );
  svg.replaceChildren(
    drawing("rect", { class: "half x", x: 0, y: 0, width: width, height: HEIGHT / 2 }),
    drawing("rect", { class: "half o", x: 0, y: HEIGHT / 2, width: width, height: HEIGHT / 2 }),
    drawing("line", { class: "now", x1: at(shown), x2: at(shown), y1: 0, y2: HEIGHT }),
    drawing("polyline", { class: "curve", points }),
    ...dots,
  );
  svg.onclick = ({ clientX }) => {
    const ply = Math.round((clientX - svg.getBoundingClientRect().left - MARGIN) / step);
    onChoose(Math.min(Math.max(0, ply), values.length - 1));
  };
}
