
// A page that is served while the tournament goes on: the boards of the games
// being played, and what the server sends.

/** The games being played, by number, in the order of their places. */
const boards = new Map();

/** The number of games that the page keeps at least. */
const KEPT = 5000;

function clockText(millis) {
  const tenths = Math.max(0, Math.floor(millis / 100));
  const seconds = Math.floor(tenths / 10);
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}${seconds < 60 ? `.${tenths % 10}` : ""}`;
}

/** Takes the news of a game: its beginning, or more plies. */
function takeBoard(news) {
  if (news.from === 0) {
    const opening = movesOf(news.open);
    const start = (news.start ?? ["", ""]).map(movesOf);
    const offset = start[0].length + start[1].length;
    const moves = opening.map((name, ply) => ({ name, side: sideOf(offset + ply), book: true }));
    const place = boards.get(news.n)?.place;
    boards.set(news.n, { ...news, start, offset, moves, since: performance.now(), place });
  }
  const game = boards.get(news.n);
  if (!game || game.moves.length !== movesOf(game.open).length + news.from) return;
  for (const { m, w: side, u, s, d, k, c } of news.plies) {
    game.moves.push({ name: m, side, score: s, time: u, depth: d, nodes: k });
    game.clocks[side === "x" ? 0 : 1] = c;
    game.since = performance.now();
  }
  game.isNew = true;
}

/** The side to move; with unknown rules, the one that has not moved last. */
function nextSide(game) {
  const last = data.board ? null : game.moves.at(-1);
  return last ? other(last.side) : sideOf(game.offset + game.moves.length);
}

/** A card with the board of a game, its players, scores and clocks. */
function card(game) {
  const ply = game.moves.length;
  const next = nextSide(game);
  const clocks = ["x", "o"].map((side, i) => (isKnown(game.clocks[i])
    ? el("span", { class: "clock", "data-side": side }, clockText(game.clocks[i])) : ""));
  const link = data.board && data.engine_page
    ? el("a", { class: "button", href: engineLink(game, ply) }, "Open in noughts") : null;
  const last = game.moves.at(-1);
  const depth = isKnown(last?.depth) ? `, depth ${last.depth}` : "";
  return el("article", { class: "card", "data-game": game.n, "data-next": next, "aria-label": `Game ${game.n}` },
    versus(game, ply, clocks),
    data.board ? board(game, ply) : el("p", { class: "note" }, game.moves.map(({ name }) => name).join(" ")),
    el("p", { class: "note" }, `Game ${game.n}, ply ${ply}${depth}`), link);
}

/** Draws the games that have changed; each keeps its place while it goes on. */
function drawBoards({ running, shown }) {
  for (const number of boards.keys()) if (!shown.includes(number)) boards.delete(number);
  const taken = new Set([...boards.values()].map(({ place }) => place));
  const places = byId("running");
  for (const number of shown) {
    const game = boards.get(number);
    if (!game) continue;
    if (game.place === undefined) {
      game.place = 0;
      while (taken.has(game.place)) game.place += 1;
      taken.add(game.place);
    }
    if (!game.isNew) continue;
    game.isNew = false;
    while (places.children.length <= game.place) places.append(el("article"));
    places.children[game.place].replaceWith(card(game));
  }
  [...places.children].forEach((place, i) => { place.hidden = !taken.has(i); });
  const more = running - shown.length;
  byId("more-running").textContent = more > 0 ? `${plural(more, "other game")} at the same time` : "";
}

/** Lets the clock of the side to move run. */
function runClocks() {
  for (const game of boards.values()) {
    const next = nextSide(game);
    const left = game.clocks[next === "x" ? 0 : 1];
    const place = document.querySelector(`[data-game="${game.n}"] .clock[data-side="${next}"]`);
    if (place && isKnown(left)) place.textContent = clockText(left - (performance.now() - game.since));
  }
}

function connect() {
  const source = new EventSource(`events?from=${document.body.dataset.known}`);
  const say = (text) => { byId("link").textContent = text; };
  const on = (name, take) => source.addEventListener(name, (event) => take(JSON.parse(event.data)));
  source.onopen = () => say("The page follows the tournament.");
  source.onerror = () => say("The connection is lost; trying again.");
  on("reload", () => { source.close(); location.reload(); });
  on("boards", (message) => {
    message.news.forEach(takeBoard);
    drawBoards(message);
    byId("now").hidden = false;
    contents();
  });
  on("games", ({ rows, details }) => {
    addGames(rows, details);
    for (const { n } of games.length > 2 * KEPT ? games.splice(0, KEPT) : []) byNumber.delete(n);
    select();
    // A reader who has opened no game sees the newest.
    if (location.hash === "" && games.length > 0) showGame(games.at(-1));
  });
  on("summary", (summary) => {
    data = summary;
    drawSummary();
    if (!byId("filters").contains(document.activeElement)) filters();
    select();
    contents();
  });
  on("over", ({ why }) => {
    source.close();
    boards.clear();
    byId("running").replaceChildren();
    byId("more-running").textContent = "";
    say(`The tournament has ended: ${why}.`);
  });
}

// The newest game, unless the address names another.
if (location.hash === "" && games.length > 0) showGame(games.at(-1));
connect();
setInterval(runClocks, 100);
