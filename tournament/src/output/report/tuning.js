// Draws the page of a tuning: the table of the values, and the path of each.

const tuned = JSON.parse(byId("data").textContent);

/** A value with at most four decimals. */
const exact = (value) => String(Number(value.toFixed(4)));

byId("title").textContent = document.title = tuned.title;
byId("subtitle").textContent = tuned.subtitle;
byId("values").append(
  el("tr", {}, el("th", { class: "left" }, "option"),
    ["value", "start", "least", "greatest", "change"].map((head) => el("th", {}, head))),
  tuned.options.map(({ name, value, start, min, max, change }) =>
    el("tr", {}, el("td", { class: "left name" }, name),
      [value, start, min, max].map((number) => el("td", {}, exact(number))),
      el("td", {}, `${signed(change, 1)} %`))),
);

/** Draws the values of an option at the start and after each iteration. */
function drawPath({ name, start, min, max, step, points }, place, width) {
  const values = points.map(([, value]) => value).concat(start);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const space = Math.max((greatest - least) / 10, step / 2);
  const to = Math.max(1, points.at(-1)[0]);
  const { chart, x, top, bottom } = curves(width, 220, {
    from: 0, to, low: Math.max(least - space, min), high: Math.min(greatest + space, max), label: exact,
    lines: [{ color: "var(--soft)", dash: "3 3", points: [[0, start], [to, start]] }, { color: color(place), points }],
    name: `${name}: the value after each iteration`,
  });
  const words = (i) => [el("div", { class: "small" }, `after ${plural(points[i][0], "iteration")}`),
    tipRow(null, name, exact(points[i][1]))];
  return hoverable(chart, { xs: points.map(([at]) => at), x, top, bottom, words });
}

tuned.options.forEach((option, place) => {
  const chart = el("div", { class: "chart" });
  byId("paths").append(
    el("section", { "aria-labelledby": `h-${place}` }, el("h2", { id: `h-${place}` }, option.name), chart));
  drawn(chart, (width) => drawPath(option, place, width));
});
