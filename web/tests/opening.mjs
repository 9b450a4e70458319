// Measures how fast the page opens on a warm browser: until a person can play,
// and until the engine, which has the first move, has played it.
//
//   node web/tests/opening.mjs

import { Browser } from "./browser.mjs";
import { ROOT } from "./engine.mjs";

const PAGE = new URL("target/web/noughts.html", ROOT).href;
const ROUNDS = 11;
const GAMES = ["tictactrains:modern", "tictactoe:15x15:5", "qubic"];

/** Keeps the times at which squares can be played and at which a stone is there. */
const WATCH = `new MutationObserver(() => {
  if (document.querySelector(".square.legal, .square .stone")) window.playable ??= performance.now();
  if (document.querySelector(".square .stone")) window.played ??= performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });`;

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const longest = (times) => Math.max(...times);
const figures = (times) => `${median(times).toFixed(0)} ms, ${longest(times).toFixed(0)} ms`;

const browser = new Browser();

/** The time from opening the page to a condition, in milliseconds. */
async function time(fragment, name) {
  const page = await browser.open(PAGE + fragment, { script: WATCH });
  await page.until(`window.${name}`);
  const milliseconds = await page.value(`window.${name}`);
  await page.close();
  return milliseconds;
}

console.log("game                 can be played: median, longest   engine has played: median, longest");
for (const game of GAMES) {
  const times = { playable: [], played: [] };
  // The first round warms the browser.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, side] of [["playable", "x"], ["played", "o"]]) {
      const milliseconds = await time(`#game=${encodeURIComponent(game)}&side=${side}`, name);
      if (round > 0) times[name].push(milliseconds);
    }
  }
  console.log(`${game.padEnd(20)} ${figures(times.playable).padEnd(32)} ${figures(times.played)}`);
}
await browser.close();
