// The report and the live page beside noughts.html: positions open in it, and
// both are accessible.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible } from "./axe.mjs";
import { Browser } from "./browser.mjs";
import { ROOT } from "./engine.mjs";
import { live, reportOf, withFolder } from "./tournament.mjs";

const NATIVE = fileURLToPath(new URL("target/release/noughts", ROOT));
const browser = new Browser();
after(() => browser.close());

const ENGINES = ["--engine", "name=A <b>", "option.Search=mcts", "--engine", "name=B"];

/** The position that the native program has for the moves so far. */
function position(game, start, moves) {
  const lines = [`newgame ${game}`, `position ${start ? `fen ${start}` : "startpos"} moves ${moves.join(" ")}`, "show"];
  const { stdout } = spawnSync(NATIVE, { input: lines.join("\n"), encoding: "utf8" });
  return stdout.trimEnd().split("\n").at(-1);
}

/** Follows the link of the open game to noughts.html, which must have the game. */
async function followLink(page, game, start) {
  const moves = await page.value("open.game.moves.slice(0, open.ply).map(({ name }) => name)");
  await page.click("#replay a.button");
  await page.until(`document.body?.dataset.ready`);
  assert.equal(await page.value(`document.getElementById("position").value`), position(game, start, moves));
  // No engine moves by itself.
  assert.match(await page.value(`document.getElementById("status").textContent`), /^[XO] to move/);
  assert.deepEqual(page.messages, []);
}

for (const [game, start, ply, options] of [
  ["tictactrains:modern", "", 5, { width: 1280 }],
  ["tictactoe:4x4:3", "4 4 3 4/1X2/4/4 o 1", 1, { width: 390, dark: true }],
  ["qubic", "", 6, { width: 390 }],
]) {
  test(`a position in a report of ${game} opens in the page of the engine`, () =>
    withFolder(async (folder) => {
      const openings = start ? ["--openings", `list=fen ${start}`] : [];
      const address = reportOf(folder, ["--game", game, "--pairs", "2", "--pv", "4", "--each", "nodes=300", ...openings, ...ENGINES]);
      const page = await browser.open(`${address}#1/${ply}`, options);
      await assertAccessible(page, game);
      const { x, y } = await page.middleOf("#replay .board");
      for (const [deltaY, to] of [[100, ply + 1], [-100, ply]]) {
        await page.call("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY });
        await page.until(`open.ply === ${to}`);
      }
      await followLink(page, game, start);
      await page.close();
    }));
}

test("the live page is accessible, and its positions open in the page of the engine", () =>
  withFolder((folder) =>
    live(folder, ["--game", "tictactoe:7x6:4", "--pairs", "500", "--each", "movetime=30", ...ENGINES], async (address) => {
      for (const options of [{ width: 1280 }, { width: 390, dark: true }]) {
        const page = await browser.open(address, options);
        await page.until(`document.querySelector("#running .board") && open.game`);
        await assertAccessible(page, "live");
        await page.value(`document.querySelector(".row").click()`);
        await page.until(`location.hash !== ""`);
        await page.value("goTo(3)");
        await followLink(page, "tictactoe:7x6:4", "");
        const foreign = page.requests.filter((url) => !url.startsWith(address) && !url.startsWith(`blob:${address}`));
        assert.deepEqual(foreign, []);
        await page.close();
      }
    })));
