// The list of games: filters, search, and the rows in view.

const ROW = 44;
const wanted = { engine: "", result: "", end: "", opening: null, words: "" };
let listed = games;

function openGame(number) {
  stopPlaying();
  location.hash = `#${number}`;
}

/** Opens the game `step` places further down the list. */
function neighbor(step) {
  const at = listed.findIndex((game) => game.n === open.game.n);
  const next = listed[Math.min(listed.length - 1, Math.max(0, at + step))];
  if (next) {
    openGame(next.n);
    reveal(next.n);
  }
}

/** Creates the visible rows only. */
function drawRows() {
  const rows = byId("rows");
  const first = Math.max(0, Math.floor(rows.scrollTop / ROW) - 4);
  const shown = listed.slice(first, first + Math.ceil(rows.clientHeight / ROW) + 8);
  const space = el("div");
  space.style.height = `${listed.length * ROW}px`;
  rows.replaceChildren(space, ...shown.map((game, i) => {
    const row = rowOf(game);
    row.style.top = `${(first + i) * ROW}px`;
    return row;
  }));
}

function rowOf(game) {
  const points = { x: "1–0", o: "0–1", draw: "½–½", unscored: "*" }[game.e];
  const name = (side, i) => el("span", { class: `${i ? "" : "first"} ${game.e === side ? "won" : ""}` }, nameOf(game.p[i]));
  return el("a", { class: "row", href: `#${game.n}`, role: "option", tabindex: "-1", "aria-selected": String(open.game?.n === game.n) },
    el("span", { class: "n" }, `${game.n}`),
    name("x", 0), el("span", { class: "res" }, points), name("o", 1),
    el("span", { class: `end ${game.f ? "fault" : ""}`, title: game.t },
      `${game.l}`, el("span", { class: "how" }, ` · ${game.t}`)));
}

/** Scrolls the list to a game unless it is visible. */
function reveal(number) {
  const rows = byId("rows");
  const at = listed.findIndex((game) => game.n === number) * ROW;
  if (at >= 0 && (at < rows.scrollTop || at + ROW > rows.scrollTop + rows.clientHeight)) {
    rows.scrollTop = at - rows.clientHeight / 2;
  }
}

/**
 * Whether a game has all words, or plays them as moves in a row. Of a game with
 * a fault its detail is searched, too.
 */
function isFound(game, words) {
  game.text ??= [game.n, nameOf(game.p[0]), nameOf(game.p[1]), game.t, game.o ?? ""].join(" ").toLowerCase();
  if (words.split(/\s+/).every((word) => game.text.includes(word))) return true;
  const said = game.f || game.e === "unscored" ? game.line : `${game.o ?? ""} ${movesIn(game)}`;
  return said.toLowerCase().includes(words);
}

const isWanted = (game) =>
  (wanted.engine === "" || game.p.includes(Number(wanted.engine))) &&
  (wanted.result === "" || game.e === wanted.result) &&
  (wanted.end === "" || game.t === wanted.end) &&
  (wanted.opening === null || (game.o ?? "") === wanted.opening) &&
  (wanted.words === "" || isFound(game, wanted.words));

/** Lists the games that are wanted. */
function select() {
  listed = games.filter(isWanted);
  byId("browser").hidden = games.length === 0;
  const missing = data.played - games.length;
  const older = missing > 0 ? ` of the newest ${count(games.length)}; the other ${count(missing)} are in the journal` : "";
  byId("count").textContent = plural(listed.length, "game") + older;
  drawRows();
}

function selectFromTop() {
  byId("rows").scrollTop = 0;
  select();
}

function showOpening(opening) {
  wanted.opening = opening;
  filters();
  selectFromTop();
  byId("browser").scrollIntoView();
  if (listed.length) openGame(listed[0].n);
}

function filters() {
  const choice = (key, label, entries) => {
    const options = entries.map(([value, text]) => el("option", { value, selected: wanted[key] === value ? "" : undefined }, text));
    return el("select", {
      "aria-label": label, onchange: (event) => { wanted[key] = event.target.value; selectFromTop(); },
    }, el("option", { value: "" }, label), options);
  };
  let timer;
  byId("filters").replaceChildren(
    choice("engine", "all engines", data.players.map((player, place) => [`${place}`, player.name])),
    choice("result", "all results", [["x", "X won"], ["o", "O won"], ["draw", "drawn"], ["unscored", "unscored"]]),
    choice("end", "all terminations", data.endings.map(([end]) => [end, end]).sort()),
    el("input", {
      type: "search", "aria-label": "Search", placeholder: "search: names, number, moves in a row", value: wanted.words,
      oninput: (event) => {
        clearTimeout(timer);
        wanted.words = event.target.value.trim().toLowerCase();
        timer = setTimeout(selectFromTop, 150);
      },
    }),
    ...(wanted.opening === null ? [] : [el("button", {
      type: "button", onclick: () => { wanted.opening = null; filters(); selectFromTop(); },
    }, `opening ${openingName(wanted.opening)} ×`)]));
}
