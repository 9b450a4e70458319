// Charts: curves with error bands, and columns.

/** Returns round values from `low` to `high`, about `most` of them. */
function ticks(low, high, most) {
  const raw = (high - low || 1) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((step) => step >= raw);
  const found = [];
  // Far from 0 a step may be too small to change the number.
  for (let at = Math.ceil(low / step); at * step <= high + step * 1e-9 && found.length < 100; at++) found.push(at * step);
  return found;
}

const scale = (from, to, start, end) => (value) =>
  start + ((value - from) / (to - from || 1)) * (end - start);

/**
 * Draws curves. A curve has a color and points [x, y, error] in the order of
 * x; a null y interrupts it. Bounds are horizontal lines, each with a class. The
 * bands of errors are drawn if `bands`; `name` is for screen readers.
 */
function curves(width, height, { from, to, low, high, lines, label = String, zero, bounds = [], bands = true, name }) {
  const [left, right, top, bottom] = [46, 8, 8, 24];
  const x = scale(from, to, left, width - right);
  const y = scale(low, high, height - bottom, top);
  const grid = ticks(low, high, Math.max(2, Math.floor(height / 50))).map((value) => [
    svg("line", { class: value === zero ? "zero" : "axis", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
    svg("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, label(value)),
  ]);
  const across = bounds.map(([kind, value]) => [
    svg("line", { class: `bound ${kind}`, x1: left, x2: width - right, y1: y(value), y2: y(value) }),
    svg("text", { class: kind, x: left + 4, y: y(value) + (value > 0 ? -5 : 14) }, `${kind} ${signed(value, 2)}`),
  ]);
  const below = ticks(from, to, Math.max(2, Math.floor(width / 90)))
    .filter(Number.isInteger)
    .map((value) => svg("text", { x: x(value), y: height - 6, "text-anchor": "middle" }, count(value)));
  const clamp = (value) => Math.min(high, Math.max(low, value));
  const marks = lines.map(({ color, dash, points }) => {
    const known = points.filter((point) => point[1] !== null);
    const edge = (sign) => known.map(([at, value, error]) => `${x(at)},${y(clamp(value + sign * error))}`);
    const band = known.some((point) => point[2] !== undefined) &&
      svg("polygon", { class: "band", fill: color, points: [...edge(1), ...edge(-1).reverse()].join(" ") });
    let pen = "M";
    let path = "";
    for (const [at, value] of points) {
      if (value === null) pen = "M";
      else {
        path += `${pen}${x(at).toFixed(1)} ${y(clamp(value)).toFixed(1)}`;
        pen = "L";
      }
    }
    return svg("g", { class: bands ? "line" : "line bare" }, band || null,
      svg("path", { class: "curve", stroke: color, "stroke-dasharray": dash ?? "none", d: path }));
  });
  const chart = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name }, grid, below, marks, across);
  return { chart, x, y, marks, top, bottom: height - bottom };
}

/** Draws columns from a map of whole numbers to counts. */
function columns(width, height, counts) {
  const [left, right, top, bottom] = [40, 8, 8, 24];
  const values = [...counts.keys()];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // Columns are at least 7 pixels wide; each covers `size` values.
  const size = Math.max(1, Math.ceil((high - low + 1) / Math.floor((width - left - right) / 7)));
  const bins = Array.from({ length: Math.ceil((high - low + 1) / size) }, () => 0);
  for (const [value, games] of counts) bins[Math.floor((value - low) / size)] += games;
  const most = Math.max(...bins);
  const y = scale(0, most, height - bottom, top);
  const step = Math.min(64, (width - left - right) / bins.length);
  const start = left + (width - left - right - step * bins.length) / 2;
  const grid = ticks(0, most, 4).filter(Number.isInteger).map((value) => [
    svg("line", { class: "axis", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
    svg("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, count(value)),
  ]);
  const every = Math.ceil(34 / step);
  const marks = bins.map((games, i) => {
    const first = low + i * size;
    const name = size > 1 ? `${first}–${first + size - 1}` : `${first}`;
    const at = start + i * step;
    return [
      svg("rect", { x: at + step * 0.1, width: step * 0.8, y: y(games), height: y(0) - y(games), rx: 1.5, fill: "var(--accent)" },
        hint(`${name} plies: ${plural(games, "game")}`)),
      i % every === 0 ? svg("text", { x: at + step / 2, y: height - 6, "text-anchor": "middle" }, `${first}`) : null,
    ];
  });
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Numbers of games by length" }, grid, marks);
}
