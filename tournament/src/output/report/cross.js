// The cross table.

function crossTable() {
  const size = data.players.length;
  byId("s-cross").hidden = data.encounters.length === 0;
  if (byId("s-cross").hidden) return;
  const table = Array.from({ length: size }, () => Array.from({ length: size }, () => ({ points: 0, games: 0 })));
  for (const { p: [a, b], points, games } of data.encounters) {
    table[a][b] = { points, games };
    table[b][a] = { points: games - points, games };
  }
  const cell = ({ points, games }) => {
    if (games === 0) return el("td", { class: "cell small" }, "–");
    const share = points / games;
    const strength = Math.round(70 * Math.abs(share - 0.5));
    const entry = el("td", { class: "cell", title: percent(share) }, half(points), el("span", { class: "small" }, ` / ${games}`));
    entry.style.background = `color-mix(in srgb, var(${share >= 0.5 ? "--win" : "--loss"}) ${strength}%, transparent)`;
    return entry;
  };
  const head = (text) => el("th", { class: "cell", scope: "col" }, el("span", {}, text));
  const heads = el("tr", {}, el("th", { class: "left" }, "engine"),
    data.ranking.map((place) => head(nameOf(place))), head("with X"), head("with O"));
  const rows = data.ranking.map((row) => el("tr", {},
    el("th", { class: "left name", scope: "row" }, nameOf(row)),
    data.ranking.map((column) => (row === column ? el("td", { class: "cell small" }, "·") : cell(table[row][column]))),
    data.players[row].sides.map(([points, games]) => cell({ points, games }))));
  byId("cross").replaceChildren(el("thead", {}, heads), el("tbody", {}, rows));
  hintAtWidth(byId("cross"));
}
