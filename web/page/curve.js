// The evaluation as a bar, and as a curve over the game.

import { drawing } from "./dom.js";

const [WIDTH, HEIGHT] = [300, 80];
const up = (value) => (1 - value) * (HEIGHT / 2);

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
 * @param values for each number of plies `{ height, proven }`, or nothing
 * @param shown the number of plies of the position on the board
 * @param onChoose takes a number of plies
 */
export function showCurve(svg, values, shown, onChoose) {
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  const step = WIDTH / Math.max(1, values.length - 1);
  const known = values.flatMap((value, ply) => (value ? [{ ...value, x: ply * step, y: up(value.height) }] : []));
  const points = known.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const dots = known.map(({ x, y, proven }) =>
    drawing("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 3, class: proven ? "proven" : "estimate" }),
  );
  svg.replaceChildren(
    drawing("rect", { class: "half x", x: 0, y: 0, width: WIDTH, height: HEIGHT / 2 }),
    drawing("rect", { class: "half o", x: 0, y: HEIGHT / 2, width: WIDTH, height: HEIGHT / 2 }),
    drawing("line", { class: "now", x1: shown * step, x2: shown * step, y1: 0, y2: HEIGHT }),
    drawing("polyline", { class: "curve", points }),
    ...dots,
  );
  svg.onclick = ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    onChoose(Math.round(((clientX - left) / width) * (values.length - 1)));
  };
}
