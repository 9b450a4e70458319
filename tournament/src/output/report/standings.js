// The title and the standings.

const playedOf = (player) => player.wins + player.draws + player.losses;
const dayOf = (millis) => new Date(millis).toLocaleDateString("en-GB", { dateStyle: "medium" });

function header() {
  const names = data.ranking.map(nameOf);
  const players = names.length === 2 ? names.join(" – ") : `${names[0]} and ${names.length - 1} others`;
  const title = data.title ?? players;
  byId("title").textContent = title;
  document.title = `${title} · ${data.game}`;
  const when = [...new Set((data.when ?? []).map(dayOf))].join(" – ");
  byId("subtitle").textContent =
    [data.game, data.format, plural(data.played, "game"), `seed ${data.seed}`, when].filter(Boolean).join(" · ");
}

/** Links to the sections that are shown. */
function contents() {
  const shown = [...document.querySelectorAll("main h2")].filter((head) => !head.closest("[hidden]"));
  byId("contents").replaceChildren(...shown.map((head) => el("a", { href: `#${head.id}` }, head.textContent)));
}

/** Draws a bar of wins, draws and losses. */
function stack(wins, draws, losses, words) {
  const total = Math.max(1, wins + draws + losses);
  const bar = el("div", { class: "stack", title: words });
  for (const [kind, part] of [["w", wins], ["d", draws], ["l", losses]]) {
    const piece = el("i", { class: kind });
    piece.style.width = `${(100 * part) / total}%`;
    bar.append(piece);
  }
  return bar;
}

/** Draws an Elo and its error on the common scale from `low` to `high`. */
function interval(elo, place, [low, high]) {
  const x = scale(low, high, 2, 98);
  const at = (value) => x(value).toFixed(2);
  const line = (attributes) => svg("line", { y1: 8, y2: 8, stroke: color(place), "vector-effect": "non-scaling-stroke", ...attributes });
  return svg("svg", { width: "100%", height: 16, viewBox: "0 0 100 16", preserveAspectRatio: "none", "aria-hidden": "true" },
    low < 0 && high > 0 ? svg("line", { class: "zero", x1: at(0), x2: at(0), y1: 0, y2: 16, "vector-effect": "non-scaling-stroke" }) : null,
    line({ x1: at(elo[0] - elo[1]), x2: at(elo[0] + elo[1]), "stroke-width": 3, opacity: 0.4 }),
    line({ x1: at(elo[0]), x2: at(elo[0]), "stroke-width": 9, "stroke-linecap": "round" }));
}

function standings() {
  const { players, ranking } = data;
  const ends = players.flatMap(({ elo }) => (elo ? [elo[0] - elo[1], elo[0] + elo[1]] : []));
  const range = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const faults = players.some((player) => player.faults > 0);
  const unscored = players.some((player) => player.unscored > 0);
  const head = el("tr", {},
    el("th", {}, el("span", { class: "unseen" }, "rank")), el("th", { class: "left" }, "engine"), el("th", {}, "Elo"),
    el("th", { class: "wide" }, el("span", { class: "unseen" }, "interval")), el("th", {}, "score"),
    el("th", { class: "left wide" }, "won, drawn, lost"), el("th", { class: "wide" }, "games"),
    faults ? el("th", {}, "faults") : null, unscored ? el("th", { class: "wide" }, "unscored") : null);
  const rows = ranking.map((place, rank) => {
    const player = players[place];
    const { wins, draws, losses } = player;
    const played = playedOf(player);
    return el("tr", {},
      el("td", { class: "small" }, `${rank + 1}`),
      el("td", { class: "left name" }, swatch(place), player.name, el("span", { class: "about" }, player.about)),
      el("td", {}, player.elo ? signed(player.elo[0]) : "–",
        el("div", { class: "error small" }, player.elo ? `± ${player.elo[1].toFixed(0)}` : "")),
      el("td", { class: "interval wide" }, player.elo ? interval(player.elo, place, range) : ""),
      el("td", {}, played ? percent(player.points / played) : "–",
        el("div", { class: "small" }, half(player.points))),
      el("td", { class: "shares wide" }, stack(wins, draws, losses, `${wins} won, ${draws} drawn, ${losses} lost`),
        el("div", { class: "small left" }, `${wins} · ${draws} · ${losses}`)),
      el("td", { class: "wide" }, count(played)),
      faults ? el("td", {}, `${player.faults}`) : null,
      unscored ? el("td", { class: "wide" }, `${player.unscored}`) : null);
  });
  byId("standings").replaceChildren(el("thead", {}, head), el("tbody", {}, rows));
  byId("notes").replaceChildren(...data.notes.map((note) => el("p", { class: "note" }, `Note: ${note}`)));
}
