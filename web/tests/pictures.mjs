// Makes the pictures of the page: an analysis, a review, the start and a puzzle; and that of
// a report.
//
//   node web/tests/pictures.mjs FOLDER

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { ROOT } from "./engine.mjs";
import { reportOf, withFolder } from "./tournament.mjs";

const PAGE = new URL("target/web/noughts.html", ROOT).href;
/** A game of TicTacTrains so near its end that all values are proven. */
const MOVES = "d4,d5,e4,c4,d3,e5,f4,c5,c3,f5,b3,b4,g5,g4,a4,f3,f6,b5,b6,a5,a6,e2,b2,d6,e6,c2,a3,a2,b1,c6,c1";
/** A whole game of TicTacTrains. */
const REVIEWED = "d5,c2,g7,a4,b3,e6,f2,c6,c5,e1,e4,e3,c4,f5,f4,c7,f3,e5,d4,a1,f6,g3,a7,b6,g5,b4,c3,a3,b7,b5,a2,d7,b2,a6,a5,e7,f7,e2,g4,d6,g6,g2,d3,g1,d2,f1,b1,d1,c1";
const TOURNAMENT = [
  ...["--game", "tictactrains:modern", "--pairs", "20", "--each", "nodes=1000"],
  ...["--engine", "name=mcts", "option.Search=mcts", "--engine", "name=uct", "option.Search=uct"],
  ...["--engine", "name=alphabeta", "option.Search=alphabeta", "--engine", "name=random", "option.Search=random"],
];

const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = new Browser();

async function keep(page, name) {
  await page.value(`document.documentElement.style.overflow = "hidden"`);
  const file = join(folder, `${name}.png`);
  writeFileSync(file, await page.picture({ isWhole: false }));
  console.log(file);
}

const page = await browser.open(`${PAGE}#game=tictactrains&moves=${MOVES}&side=both`, { width: 1120, height: 820, still: true });
await page.until("document.body.dataset.ready");
await page.click("#tab-analysis");
await page.click("#analyse");
await page.until(`document.getElementById("search-state").textContent.startsWith("finished")`);
await page.value("document.activeElement.blur()");
await keep(page, "page");

const review = await browser.open(`${PAGE}#game=tictactrains:mallorcan&moves=${REVIEWED}&side=both`, { width: 1120, height: 820, still: true });
await review.until("document.body.dataset.ready");
await review.until(`!document.getElementById("accuracies").hidden && document.getElementById("review-state").textContent === ""`);
await review.click("#see-review");
await review.click("#next-mistake");
await review.value("document.activeElement.blur()");
await keep(review, "review");

const start = await browser.open(`${PAGE}#game=tictactrains:mallorcan&side=x`, { width: 1120, height: 820, still: true });
await start.until("document.body.dataset.ready");
await start.click("#tab-analysis");
await start.click("#new");
await start.until(`document.getElementById("setup").open`);
await keep(start, "start");

const puzzle = await browser.open(`${PAGE}#puzzle=250`, { width: 1120, height: 820, still: true });
await puzzle.until("document.body.dataset.ready");
await puzzle.value("document.activeElement.blur()");
await keep(puzzle, "puzzle");

await withFolder(async (tournament) => {
  const report = await browser.open(reportOf(tournament, TOURNAMENT), { width: 1120, height: 1000, still: true });
  await report.until("document.querySelector('#progress .curve')");
  await keep(report, "report");
});
await browser.close();
