// The list of games, the open game, and the address that names it: #GAME/PLY,
// or #GAME for its end.

const ROW = 44;
const byNumber = new Map(data.games.map((game) => [game.n, game]));
const open = { game: null, ply: 0 };
let listed = data.games;

function address() {
  const [, number, ply] = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
  const game = byNumber.get(Number(number));
  if (!game) return;
  if (open.game?.n !== game.n) open.game = unfold(game);
  const last = open.game.moves.length;
  open.ply = ply === undefined ? last : Math.min(Number(ply), last);
  draw();
  drawRows();
}

/** Shows a ply of the open game without a new entry in the history. */
function goTo(ply) {
  history.replaceState(null, "", `#${open.game.n}/${Math.min(open.game.moves.length, Math.max(0, ply))}`);
  address();
}

function openGame(number) {
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

function draw() {
  const { game, ply } = open;
  const last = game.moves.length;
  const step = (label, text, to, off) =>
    el("button", { type: "button", "aria-label": label, title: label, disabled: off ? "" : undefined, onclick: () => goTo(to) }, text);
  const chart = el("div", { class: "chart" });
  const hasScores = game.moves.some((move) => expectation(move) !== null);
  const end = game.d ? `${game.t}: ${game.d}` : game.t;
  byId("replay").replaceChildren(
    versus(game, ply),
    data.board ? board(game, ply) : el("p", { class: "note" }, "Only the engines know the rules of this game; there is no board to draw."),
    el("div", { class: "steps" },
      step("first (Home)", "«", 0, ply === 0),
      step("back (←)", "‹", ply - 1, ply === 0),
      el("output", {}, `${ply} / ${last}`),
      step("forward (→)", "›", ply + 1, ply === last),
      step("last (End)", "»", last, ply === last)),
    hasScores ? chart : "",
    moveList(game, ply),
    el("p", { class: "note" }, `Game ${game.n}, meeting ${game.r}. Termination: ${end}.`),
    game.trains ? el("p", { class: "note trains" }, `Longest trains at the end: ${trainsText(game.trains)}.`) : "",
    el("p", { class: "note wide" }, "Keys: ←, →, Home and End step through the game; n and p open the next and the previous game."));
  if (hasScores) chart.replaceChildren(scoreCurve(byId("replay").clientWidth, game, ply, goTo));
  // Scroll the list of moves, not the page.
  const current = byId("replay").querySelector("[aria-current]");
  if (current) current.parentElement.scrollTop = current.offsetTop - 60;
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
  const name = (side, i) => el("span", { class: `${i ? "" : "first"} ${game.e === side ? "won" : ""}` }, data.players[game.p[i]].name);
  return el("a", { class: "row", href: `#${game.n}`, role: "option", tabindex: "-1", "aria-selected": String(open.game?.n === game.n) },
    el("span", { class: "n" }, `${game.n}`),
    name("x", 0), el("span", { class: "res" }, points), name("o", 1),
    el("span", { class: `end ${game.f ? "fault" : ""}`, title: game.d ?? "" },
      `${lengthOf(game)}`, el("span", { class: "how" }, ` · ${game.t}`)));
}

/** Scrolls the list to a game unless it is visible. */
function reveal(number) {
  const rows = byId("rows");
  const at = listed.findIndex((game) => game.n === number) * ROW;
  if (at >= 0 && (at < rows.scrollTop || at + ROW > rows.scrollTop + rows.clientHeight)) {
    rows.scrollTop = at - rows.clientHeight / 2;
  }
}

function filters() {
  const choice = (label, entries) => {
    const options = entries.map(([value, text]) => el("option", { value }, text));
    return el("select", { "aria-label": label, onchange: select }, el("option", { value: "" }, label), options);
  };
  const named = data.players.map((player, place) => [`${place}`, player.name]);
  const chosen = [
    [choice("all engines", named), (game, value) => game.p.includes(Number(value))],
    [choice("all results", [["x", "X won"], ["o", "O won"], ["draw", "drawn"], ["unscored", "unscored"]]),
      (game, value) => game.e === value],
    [choice("all terminations", [...new Set(data.games.map((game) => game.t))].sort().map((end) => [end, end])),
      (game, value) => game.t === value],
  ];
  function select() {
    listed = data.games.filter((game) => chosen.every(([{ value }, holds]) => value === "" || holds(game, value)));
    byId("count").textContent = plural(listed.length, "game");
    byId("rows").scrollTop = 0;
    drawRows();
  }
  byId("filters").append(...chosen.map(([element]) => element));
  select();
}

function keys(event) {
  if (!open.game || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("select, input")) return;
  const { top, bottom } = byId("replay").getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) return;
  const last = open.game.moves.length;
  const action = {
    ArrowLeft: () => goTo(open.ply - 1),
    ArrowRight: () => goTo(open.ply + 1),
    Home: () => goTo(0),
    End: () => goTo(last),
    n: () => neighbor(1),
    p: () => neighbor(-1),
  }[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}

header();
standings();
progress();
test();
crossTable();
usage();
ends();
filters();
byId("rows").addEventListener("scroll", drawRows, { passive: true });
addEventListener("resize", () => { drawRows(); if (open.game) draw(); });
addEventListener("hashchange", address);
addEventListener("keydown", keys);
address();
if (open.game) {
  reveal(open.game.n);
  byId("browser").scrollIntoView();
} else if (data.games.length > 0) {
  open.game = unfold(data.games[0]);
  open.ply = open.game.moves.length;
  draw();
  drawRows();
}
