// The open game: its board, the buttons that step through it, the curve of the
// scores, and its moves.

const open = { game: null, ply: 0, timer: null };
const PLY_MILLIS = 700;

/** Shows a ply of the open game without a new entry in the history. */
function goTo(ply) {
  const to = Math.min(open.game.moves.length, Math.max(0, ply));
  history.replaceState(null, "", `#${open.game.n}/${to}`);
  address();
}

function stopPlaying() {
  clearInterval(open.timer);
  open.timer = null;
}

/** Begins or ends to show ply after ply. */
function play() {
  if (open.timer) stopPlaying();
  else {
    if (open.ply === open.game.moves.length) goTo(0);
    open.timer = setInterval(() => {
      goTo(open.ply + 1);
      if (open.ply === open.game.moves.length) {
        stopPlaying();
        draw();
      }
    }, PLY_MILLIS);
  }
  draw();
}

/** The buttons below the board. */
function steps(game, ply) {
  const last = game.moves.length;
  const step = (label, text, to, off) => el("button", {
    type: "button", "aria-label": label, title: label, disabled: off ? "" : undefined,
    onclick: () => { stopPlaying(); goTo(to); },
  }, text);
  const playing = open.timer ? "pause (space)" : "play (space)";
  return el("div", { class: "steps" },
    step("first (Home)", "«", 0, ply === 0),
    step("back (←)", "‹", ply - 1, ply === 0),
    el("button", { type: "button", "aria-label": playing, title: playing, onclick: play }, open.timer ? "❚❚" : "▶"),
    el("output", {}, `${ply} / ${last}`),
    step("forward (→)", "›", ply + 1, ply === last),
    step("last (End)", "»", last, ply === last));
}

/** The buttons that give away the game and the position. */
function exports(game, ply) {
  const button = (text, action) => el("button", { type: "button", "aria-label": text, onclick: action }, text);
  return el("div", { class: "exports" },
    button("Save game", () => download(`game-${game.n}.pgn`, recordText(game))),
    data.board ? button("Save position", () => download(`game-${game.n}-ply-${ply}.txt`, `${positionText(game, ply)}\n`)) : null,
    data.board && data.engine_page ? el("a", { class: "button", href: engineLink(game, ply) }, "Open in noughts") : null);
}

function draw() {
  const { game, ply } = open;
  const panel = byId("replay");
  const focused = panel.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
  const chart = el("div", { class: "chart" });
  const hasScores = game.moves.some((move) => expectation(move) !== null);
  const detail = game.fault ? `${"XO"[game.fault[0]]}: ${game.fault[1]}` : game.dispute;
  panel.replaceChildren(
    versus(game, ply),
    data.board ? board(game, ply) : el("p", { class: "note" }, "Only the engines know the rules of this game; there is no board to draw."),
    steps(game, ply),
    hasScores ? chart : "",
    moveTable(game, ply),
    bestLine(game, ply),
    exports(game, ply),
    el("p", { class: "note" }, `Game ${game.n}, meeting ${game.r}. Termination: ${detail ? `${game.t}: ${detail}` : game.t}.`),
    game.trains ? el("p", { class: "note trains" }, `Longest trains at the end: ${trainsText(game.trains)}.`) : "",
    game.moves.some((move) => isProven(move.score)) ? el("p", { class: "note" },
      "#3: the engine that moved has proven that it wins in 3 plies; #−2: that it loses in 2. UCI engines count moves, not plies.") : "",
    el("p", { class: "note wide" }, "Keys: ←, →, Home and End step through the game, as does the wheel over the board; space plays it; n and p open the next and the previous game."));
  if (hasScores) chart.replaceChildren(scoreCurve(panel.clientWidth, game, ply));
  // Scroll the list of moves, not the page.
  const current = panel.querySelector("[aria-current]");
  if (current) current.closest(".moves").scrollTop = current.closest("tr").offsetTop - 90;
  if (focused) [...panel.querySelectorAll("[aria-label]")].find((it) => it.getAttribute("aria-label") === focused)?.focus({ preventScroll: true });
}

/** The line of play that the engine reported for the last move, if journals have
 * lines. */
function bestLine(game, ply) {
  if (!game.moves.some(({ best }) => best)) return "";
  const { name, best } = game.moves[ply - 1] ?? {};
  return el("p", { class: "note best" }, best ? [`Best line of ${ply}. ${name}: `, el("b", {}, best)] : "No best line was kept for this ply.");
}

/** Draws the expectations of both players by ply; a click goes to a ply. */
function scoreCurve(width, game, ply) {
  const lines = ["x", "o"].map((side) => ({
    color: `var(--${side})`,
    points: game.moves.map((move, i) => [i + 1, move.side === side ? expectation(move) : undefined])
      .filter((point) => point[1] !== undefined),
  }));
  const { chart, x, top, bottom } = curves(width, 130, {
    from: 0, to: game.moves.length, low: -1, high: 1, zero: 0, lines, name: "Expected result by the scores of both engines, by ply",
    label: (value) => ({ 1: "X", 0: "=", [-1]: "O" })[value] ?? "",
  });
  chart.append(svg("line", { class: "zero", x1: x(ply), x2: x(ply), y1: top, y2: bottom }));
  chart.addEventListener("click", (event) => {
    stopPlaying();
    goTo(Math.round((event.clientX - chart.getBoundingClientRect().left - x(0)) / (x(1) - x(0))));
  });
  chart.style.cursor = "pointer";
  const words = (i) => {
    const { name, side, score, depth, time, book } = game.moves[i];
    const said = [scoreText(score), isKnown(depth) ? `depth ${depth}` : "", timeText(time)].filter(Boolean).join(", ");
    return [tipRow(el("span", { class: `mark ${side}` }, STONES[side]), `${i + 1}. ${name}`, book ? "opening" : said)];
  };
  return hoverable(chart, { xs: game.moves.map((_, i) => i + 1), x, top, bottom, words });
}

/** The table of the moves, numbered by X's turns; each is a link to its ply. */
function moveTable(game, ply) {
  const played = game.moves.filter((move) => !move.book);
  const columns = [
    ["score", (move) => (isKnown(move.score) ? el("span", { title: isProven(move.score) ? provenText(move.score) : "" }, scoreText(move.score)) : "")],
    ["depth", ({ depth }) => (isKnown(depth) ? `${depth}` : "")],
    ["time", ({ time }) => timeText(time)],
    ["nodes", ({ nodes }) => (isKnown(nodes) ? short(nodes) : "")],
  ].filter(([, of]) => played.some((move) => of(move) !== ""));
  let turn = 0;
  const rows = game.moves.map((move, i) => {
    const begins = move.side === "x" && (i === 0 || game.moves[i - 1].side !== "x");
    if (begins) turn += 1;
    return el("tr", { class: i + 1 === ply ? "current" : move.book ? "book" : "" },
      el("td", { class: "turn" }, begins ? `${turn}.` : ""),
      el("td", { class: "left" }, el("span", { class: `mark ${move.side}` }, STONES[move.side]), " ",
        el("a", { href: `#${game.n}/${i + 1}`, "aria-current": i + 1 === ply ? "step" : undefined }, move.name)),
      move.book ? el("td", { class: "left small", colspan: columns.length }, "opening") : columns.map(([, of]) => el("td", {}, of(move))));
  });
  if (rows.length === 0) return null;
  return el("div", { class: "moves", role: "group", tabindex: "0", "aria-label": "Moves" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", {}, el("span", { class: "unseen" }, "turn")), el("th", { class: "left" }, "move"), columns.map(([name]) => el("th", {}, name)))),
    el("tbody", {}, rows)));
}
