// Draws the page, and obeys the address #GAME/PLY, or #GAME for the end of a
// game, and the keys.

function address() {
  const [, number, ply] = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
  const game = byNumber.get(Number(number));
  if (!game) return;
  if (open.game?.n !== game.n) {
    stopPlaying();
    open.game = unfold(game);
  }
  const last = open.game.moves.length;
  open.ply = ply === undefined ? last : Math.min(Number(ply), last);
  draw();
  drawRows();
}

function keys(event) {
  if (!open.game || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("select, input, summary")) return;
  const { top, bottom } = byId("replay").getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) return;
  const last = open.game.moves.length;
  const to = (ply) => () => { stopPlaying(); goTo(ply); };
  const action = {
    ArrowLeft: to(open.ply - 1),
    ArrowRight: to(open.ply + 1),
    Home: to(0),
    End: to(last),
    " ": event.target.closest("button, a") ? undefined : play,
    n: () => neighbor(1),
    p: () => neighbor(-1),
  }[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}

/** How far the wheel turns for a ply, in pixels, and how far it has turned. */
const NOTCH = 40;
let turned = 0;

/** Steps through the game by the wheel over its board or its curve; at the ends of the game
 * the wheel scrolls the page. */
function wheel(event) {
  if (!open.game || event.ctrlKey || event.deltaY === 0 || !event.target.closest(".levels, .chart")) return;
  const step = Math.sign(event.deltaY);
  const to = open.ply + step;
  if (to < 0 || to > open.game.moves.length) return;
  event.preventDefault();
  if (Math.sign(turned) !== step) turned = 0;
  // Browsers tell of lines and pages, too.
  turned += event.deltaMode === 0 ? event.deltaY : step * NOTCH;
  if (Math.abs(turned) < NOTCH) return;
  turned = 0;
  stopPlaying();
  goTo(to);
}

/** Draws all that the summary has. */
function drawSummary() {
  header();
  standings();
  test();
  progress();
  crossTable();
  openings();
  usage();
  ends();
  conditions();
}

/** Opens a game at its end without an entry in the history. */
function showGame(row) {
  open.game = unfold(row);
  open.ply = open.game.moves.length;
  draw();
  drawRows();
}

drawSummary();
// Enter in the search must not load the page again.
byId("filters").addEventListener("submit", (event) => event.preventDefault());
filters();
select();
contents();
byId("rows").addEventListener("scroll", drawRows, { passive: true });
addEventListener("resize", () => { drawRows(); if (open.game) draw(); });
addEventListener("hashchange", address);
addEventListener("keydown", keys);
byId("replay").addEventListener("wheel", wheel, { passive: false });
address();
if (open.game) {
  reveal(open.game.n);
  byId("browser").scrollIntoView();
} else if (games.length > 0) showGame(games[0]);
