// The course of the ratings, with a choice of engines, and that of the test.

/** The places of the engines that are not in the chart. */
const leftOut = new Set();
const MAX_BANDS = 6;

function progress() {
  const { games: at, elo } = data.progress;
  const isKnown = elo.some((line) => line.some(Boolean));
  byId("s-progress").hidden = !isKnown || at.length < 2;
  if (byId("s-progress").hidden) return;
  drawn(byId("progress"), drawElo);
  drawChoice();
}

function drawElo(width) {
  const { games: at, elo } = data.progress;
  const shown = data.ranking.filter((place) => !leftOut.has(place));
  const isBanded = shown.length <= MAX_BANDS;
  // Early errors are very large: the range covers all but the first quarter of
  // the points.
  const late = shown.flatMap((place) => elo[place].slice(Math.floor(at.length / 4))).filter(Boolean);
  const reach = Math.max(20, ...late.map(([value, error]) => Math.abs(value) + (isBanded ? error : 0))) * 1.05;
  const lines = shown.map((place) => ({
    color: color(place),
    dash: dashes(place),
    points: at.map((games, i) => (elo[place][i] ? [games, ...elo[place][i]] : [games, null])),
  }));
  const { chart, x, y, marks, top, bottom } = curves(width, width < 500 ? 220 : 300, {
    from: Math.min(1, at[0]), to: at.at(-1), low: -reach, high: reach, lines, zero: 0,
    bands: isBanded, label: (value) => (value ? signed(value) : "0"), name: "Elo of the engines by the number of games",
  });
  const nearest = (i, event) => {
    const height = event.clientY - chart.getBoundingClientRect().top;
    const known = shown.filter((place) => elo[place][i]);
    const distance = (place) => Math.abs(y(elo[place][i][0]) - height);
    return known.length ? known.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : null;
  };
  const words = (i, event) => {
    const near = nearest(i, event);
    const known = shown.filter((place) => elo[place][i]).sort((a, b) => elo[b][i][0] - elo[a][i][0]);
    // Of many engines those around the pointer.
    const from = Math.max(0, Math.min(known.length - 8, known.indexOf(near) - 4));
    return [el("div", { class: "small" }, `after ${plural(at[i], "game")}`),
      known.slice(from, from + 8).map((place) =>
        tipRow(swatch(place), nameOf(place), `${signed(elo[place][i][0])} ± ${elo[place][i][1].toFixed(0)}`))];
  };
  const over = (i, event) => {
    const near = i === null ? null : nearest(i, event);
    marks.forEach((mark, line) => mark.classList.toggle("near", near !== null && shown[line] === near));
  };
  return hoverable(chart, { xs: at, x, top, bottom, words, over });
}

/** The legend, whose boxes choose the engines. */
function drawChoice() {
  const box = byId("chosen");
  const redraw = () => { drawn(byId("progress"), drawElo); drawChoice(); };
  const all = (leave) => el("button", {
    type: "button", class: "plain",
    onclick: () => { for (const place of data.ranking) leave ? leftOut.add(place) : leftOut.delete(place); redraw(); },
  }, leave ? "none" : "all");
  const focused = document.activeElement?.closest("#chosen label")?.dataset.place;
  box.replaceChildren(box.firstElementChild, ...data.ranking.map((place) =>
    el("label", { "data-place": place },
      el("input", {
        type: "checkbox", checked: leftOut.has(place) ? undefined : "",
        onchange: (event) => { event.target.checked ? leftOut.delete(place) : leftOut.add(place); redraw(); },
      }), swatch(place), nameOf(place))), ...(data.ranking.length > 2 ? [all(false), all(true)] : []));
  if (focused !== undefined) box.querySelector(`[data-place="${focused}"] input`)?.focus();
}

/** The test, if there is one: its verdict in words, and its ratio. */
function test() {
  const { games: at, llr } = data.progress;
  byId("s-test").hidden = !data.test;
  if (!data.test) return;
  const { bounds, words } = data.test;
  byId("verdict").replaceChildren(...words.map((text, i) => el("p", { class: i ? "note" : "verdict" }, text)));
  byId("llr").hidden = at.length < 2;
  const reach = 1.15 * Math.max(...bounds.map(Math.abs), ...llr.map(Math.abs));
  const points = at.map((games, i) => [games, llr[i]]);
  drawn(byId("llr"), (width) => {
    const { chart, x, top, bottom } = curves(width, 220, {
      from: Math.min(1, at[0]), to: at.at(-1), low: -reach, high: reach, zero: 0,
      bounds: [["rejects", bounds[0]], ["accepts", bounds[1]]],
      lines: [{ color: "var(--accent)", points }], label: (value) => (value ? signed(value, 1) : "0"),
      name: "Log-likelihood ratio by the number of games",
    });
    const said = (i) => [el("div", { class: "small" }, `after ${plural(at[i], "game")}`), tipRow(null, "LLR", signed(llr[i], 2))];
    return hoverable(chart, { xs: at, x, top, bottom, words: said });
  });
}
