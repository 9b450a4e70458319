// The sections above the games: standings, progress, cross table, terminations.

const playedOf = (player) => player.wins + player.draws + player.losses;

function header() {
  const names = data.ranking.map((place) => data.players[place].name);
  const players = names.length === 2 ? names.join(" – ") : `${names[0]} and ${names.length - 1} others`;
  const title = data.title ?? players;
  byId("title").textContent = title;
  document.title = `${title} · ${data.game}`;
  const count = plural(data.games.length, "game");
  const days = (data.when ?? []).map((millis) => new Date(millis).toLocaleDateString("en-GB", { dateStyle: "medium" }));
  const when = [...new Set(days)].join(" – ");
  byId("subtitle").textContent = [data.game, data.format, count, `seed ${data.seed}`, when].filter(Boolean).join(" · ");
}

/** Draws a bar of wins, draws and losses. */
function stack({ wins, draws, losses }) {
  const total = Math.max(1, wins + draws + losses);
  const bar = el("div", { class: "stack", title: `${wins} won, ${draws} drawn, ${losses} lost` });
  for (const [kind, count] of [["w", wins], ["d", draws], ["l", losses]]) {
    const part = el("i", { class: kind });
    part.style.width = `${(100 * count) / total}%`;
    bar.append(part);
  }
  return bar;
}

/** Draws an Elo and its error on the common scale from `low` to `high`. */
function interval(elo, place, [low, high]) {
  const x = scale(low, high, 2, 98);
  const at = (value) => x(value).toFixed(2);
  return svg("svg", { width: "100%", height: 16, viewBox: "0 0 100 16", preserveAspectRatio: "none" },
    low < 0 && high > 0 ? svg("line", { class: "zero", x1: at(0), x2: at(0), y1: 0, y2: 16, "vector-effect": "non-scaling-stroke" }) : null,
    svg("line", { x1: at(elo[0] - elo[1]), x2: at(elo[0] + elo[1]), y1: 8, y2: 8, stroke: color(place), "stroke-width": 3, opacity: .4, "vector-effect": "non-scaling-stroke" }),
    svg("line", { x1: at(elo[0]), x2: at(elo[0]), y1: 8, y2: 8, stroke: color(place), "stroke-width": 9, "stroke-linecap": "round", "vector-effect": "non-scaling-stroke" }));
}

function standings() {
  const { players, ranking } = data;
  const ends = players.flatMap(({ elo }) => (elo ? [elo[0] - elo[1], elo[0] + elo[1]] : []));
  const range = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const faults = players.some((player) => player.faults > 0);
  const unscored = players.some((player) => player.unscored > 0);
  const head = el("tr", {},
    el("th", {}), el("th", { class: "left" }, "engine"), el("th", {}, "Elo"),
    el("th", { class: "wide" }), el("th", {}, "score"),
    el("th", { class: "left wide" }, "won, drawn, lost"), el("th", { class: "wide" }, "games"),
    faults ? el("th", {}, "faults") : null, unscored ? el("th", { class: "wide" }, "unscored") : null);
  const rows = ranking.map((place, rank) => {
    const player = players[place];
    const played = playedOf(player);
    return el("tr", {},
      el("td", { class: "small" }, `${rank + 1}`),
      el("td", { class: "left name" }, dot(place), player.name, el("span", { class: "about" }, player.about)),
      el("td", {}, player.elo ? signed(player.elo[0]) : "–",
        el("div", { class: "error small" }, player.elo ? `± ${player.elo[1].toFixed(0)}` : "")),
      el("td", { class: "interval wide" }, player.elo ? interval(player.elo, place, range) : ""),
      el("td", {}, percent(player.points / Math.max(1, played)),
        el("div", { class: "small" }, half(player.points))),
      el("td", { class: "shares wide" }, stack(player),
        el("div", { class: "small left" }, `${player.wins} · ${player.draws} · ${player.losses}`)),
      el("td", { class: "wide" }, played.toLocaleString("en")),
      faults ? el("td", {}, `${player.faults}`) : null,
      unscored ? el("td", { class: "wide" }, `${player.unscored}`) : null);
  });
  byId("standings").append(el("thead", {}, head), el("tbody", {}, rows));
}

function progress() {
  const { games, elo } = data.progress;
  const shown = data.ranking.slice(0, 8);
  const known = shown.flatMap((place) => elo[place]).filter(Boolean);
  if (known.length === 0) return void byId("progress").append("No pairing is complete.");
  // Early errors are very large: the range covers all but the first quarter of
  // the points.
  const late = shown.flatMap((place) => elo[place].slice(Math.floor(games.length / 4))).filter(Boolean);
  const reach = Math.max(20, ...late.map(([value, error]) => Math.abs(value) + error)) * 1.05;
  const lines = shown.map((place) => ({
    color: color(place),
    points: games.map((at, i) => (elo[place][i] ? [at, ...elo[place][i]] : [at, null])),
  }));
  const options = { from: Math.min(1, games[0]), to: games.at(-1), low: -reach, high: reach, lines, zero: 0,
    label: (value) => (value ? signed(value) : "0") };
  drawn(byId("progress"), (width) => curves(width, width < 500 ? 220 : 280, options).chart);
  byId("progress").after(el("div", { class: "legend" },
    shown.map((place) => el("span", {}, dot(place), data.players[place].name)),
    el("span", { class: "small" }, "horizontal: games played")));
}

/** Draws the log-likelihood ratio of the test, if there is one. */
function test() {
  const { games, llr } = data.progress;
  if (!llr) return;
  byId("test").hidden = false;
  const reach = 1.1 * Math.max(...llr.bounds.map(Math.abs), ...llr.values.map(Math.abs));
  const points = games.map((at, i) => [at, llr.values[i]]);
  const options = { from: Math.min(1, games[0]), to: games.at(-1), low: -reach, high: reach, zero: 0, bounds: llr.bounds,
    lines: [{ color: "var(--accent)", points }], label: (value) => (value ? signed(value, 1) : "0") };
  drawn(byId("llr"), (width) => curves(width, 200, options).chart);
}

/** Counts points and games of every two players, and with each side. */
function meetings() {
  const size = data.players.length;
  const empty = () => ({ points: 0, games: 0 });
  const table = Array.from({ length: size }, () => Array.from({ length: size }, empty));
  const sides = Array.from({ length: size }, () => [empty(), empty()]);
  for (const { p: [x, o], e } of data.games) {
    if (e === "unscored") continue;
    const points = e === "draw" ? 0.5 : e === "x" ? 1 : 0;
    for (const [cell, gained] of [[table[x][o], points], [table[o][x], 1 - points], [sides[x][0], points], [sides[o][1], 1 - points]]) {
      cell.points += gained;
      cell.games += 1;
    }
  }
  return { table, sides };
}

function crossTable() {
  const { table, sides } = meetings();
  const cell = ({ points, games }) => {
    if (games === 0) return el("td", { class: "cell small" }, "–");
    const share = points / games;
    const strength = Math.round(70 * Math.abs(share - 0.5));
    const entry = el("td", { class: "cell", title: percent(share) }, half(points), el("span", { class: "small" }, ` / ${games}`));
    entry.style.background = `color-mix(in srgb, var(${share >= 0.5 ? "--win" : "--loss"}) ${strength}%, transparent)`;
    return entry;
  };
  const head = el("tr", {}, el("th", { class: "left" }, "engine"),
    data.ranking.map((place) => el("th", { class: "cell", title: data.players[place].name }, data.players[place].name)),
    el("th", { class: "cell" }, "with X"), el("th", { class: "cell" }, "with O"));
  const rows = data.ranking.map((row) => el("tr", {},
    el("td", { class: "left name" }, data.players[row].name),
    data.ranking.map((column) => (row === column ? el("td", { class: "cell small" }, "·") : cell(table[row][column]))),
    sides[row].map(cell)));
  byId("cross").append(el("thead", {}, head), el("tbody", {}, rows));
}

const lengthOf = (game) => movesOf(game.open ?? "").length + movesOf(game.m).length;
const faultEnds = new Set(data.games.filter((game) => game.f).map((game) => game.t));

function ends() {
  if (data.games.length === 0) return;
  const tally = (values) => values.reduce((map, value) => map.set(value, (map.get(value) ?? 0) + 1), new Map());
  const lengths = tally(data.games.map(lengthOf));
  if (lengths.size > 1) drawn(byId("lengths"), (width) => columns(width, 220, lengths));
  else byId("lengths").append(`Every game has ${[...lengths.keys()][0]} plies.`);
  const most = data.games.length;
  const rows = (entries, kind) => el("dl", {}, entries.map(([name, count]) => {
    const bar = el("div", { class: `bar ${kind(name)}` });
    bar.style.width = `${(100 * count) / most}%`;
    return [el("dt", {}, name), el("dd", {}, bar), el("dd", {}, `${count.toLocaleString("en")}`)];
  }));
  const sorted = (map) => [...map].sort((a, b) => b[1] - a[1]);
  const results = tally(data.games.map((game) => ({ x: "X won", o: "O won" })[game.e] ?? game.e));
  byId("ends").append(
    rows(sorted(tally(data.games.map((game) => game.t))), (name) => (faultEnds.has(name) ? "fault" : "")),
    el("h3", {}, "Results"), rows(sorted(results), () => ""));
}
