// The review of a game in a browser.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAccessible } from "./axe.mjs";
import { session } from "./session.mjs";

const { browser, withPage } = session();
after(() => browser.close());

const GAME = "#game=tictactoe&moves=b2,a2,a1,c3,c1,b1,a3&side=both";
const SCREENS = [{ width: 1280 }, { width: 390, dark: true }];
const textOf = (page) => (id) => page.value(`document.getElementById("${id}").textContent`);
const judged = `!document.getElementById("accuracies").hidden && document.getElementById("review-state").textContent === ""`;
const nameOf = ({ width, dark }) => `${width} pixels, ${dark ? "dark" : "light"}`;

for (const options of SCREENS) test(`a finished game is judged, and a mistake tried again: ${nameOf(options)}`, () =>
  withPage(GAME, options, async (page) => {
    await page.click("#see-review");
    const text = textOf(page);
    await page.until(judged);
    assert.match(await text("verdict"), /^a2 lost the game: O could still have drawn with [ac][13]\.$/);
    assert.match(await text("proofs"), /^Proven: after a2 X wins in \d plies: [^.]*\.$/);
    const rows = await page.value(`[...document.querySelectorAll("#accuracies tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent).join("|"))`);
    assert.equal(rows[0], "X|100 %|0|0|0");
    assert.match(rows[1], /^O\|\d+ %\|1\|0\|0$/);
    assert.equal(await page.value(`document.getElementById("review").hidden`), true);
    assert.equal(await page.value(`document.querySelector(".move.mistake").textContent`), "a2??");
    assert.equal(await page.value(`document.querySelectorAll("#curve circle.mistake").length`), 1);
    await page.click("#next-mistake");
    await page.until(`document.querySelector(".square.hint")`);
    const better = await page.value(`document.querySelector(".square.hint").dataset.square`);
    assert.match(better, /^[ac][13]$/);
    assert.match(await text("status"), /^a2 lost the game/);
    await assertAccessible(page, "review");
    // The answers are not told to someone who looks for one.
    await page.click("#analyse");
    await page.until(`document.querySelector(".square .value")`);
    await page.click("#retry");
    await page.until(`document.getElementById("status").textContent === "Find a better move for O than a2."`);
    assert.equal(await page.value(`document.querySelector(".square.hint, .square .value, #resume:not([hidden])")`), null);
    assert.equal(await text("verdict"), "Find a better move for O than a2.");
    await page.click('[data-square="b3"]');
    await page.until(`document.getElementById("status").textContent.startsWith("b3 is not enough: X wins in")`);
    await page.click(`[data-square="${better}"]`);
    await page.until(`document.getElementById("status").textContent === "${better} is right: a draw."`);
    // The first mistake after it, which is itself, as it is the only one.
    await page.click("#next-mistake");
    await page.until(`document.querySelector(".square.hint")`);
    await page.click("#retry");
    await page.click(`[data-square="${better}"]`);
    await page.until(`document.getElementById("status").textContent === "${better} is right: a draw."`);
    // A further move is only checked, too: the game stays what was played.
    await page.click('[data-square="b3"]');
    await page.until(`document.getElementById("status").textContent.startsWith("b3 is not enough: X wins in")`);
    assert.equal(await page.value(`document.getElementById("other-lines").hidden && !document.getElementById("next-mistake").hidden`), true);
    // To play on takes a button. Another line has no review; that of the game is there again.
    await page.click("#resume");
    await page.click(`[data-square="${better}"]`);
    assert.equal(await page.value(`document.getElementById("next-mistake").hidden`), true);
    await page.value(`document.querySelector("#lines-left button").click()`);
    assert.equal(await page.value(`document.querySelector(".move.mistake").textContent`), "a2??");
    await page.click("#next-mistake");
    await page.click("#retry");
    await page.click("#retry");
    await page.until(`document.querySelector(".square.hint")`);
    assert.match(await text("status"), /^a2 lost the game/);
  }));

for (const options of SCREENS) test(`a link opens the review of a game at a position: ${nameOf(options)}`, () =>
  withPage(GAME, options, async (page) => {
    await page.click("#see-review");
    await page.until(judged);
    await page.click("#next-mistake");
    await page.value(`Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (window.copied = text) } }), 1`);
    await page.click("#review-copy");
    await page.until("window.copied");
    assert.match(await textOf(page)("review-copied"), /^The link to the review is copied\./);
    const link = new URL(await page.value("window.copied")).hash;
    assert.match(link, /&side=both&review=2$/);
    await withPage(link, options, async (other) => {
      await other.until(judged);
      const text = textOf(other);
      assert.match(await text("verdict"), /^a2 lost the game/);
      assert.match(await text("status"), /^a2 lost the game/);
      assert.equal(await other.value(`document.querySelectorAll(".move").length`), 7);
      assert.equal(await other.value(`document.querySelectorAll(".square .stone").length`), 2);
      assert.equal(await other.value(`document.getElementById("panel-analysis").hidden`), false);
      // The address holds the review until another line is played.
      assert.equal(await other.value("location.hash"), link);
      await other.key("End");
      assert.match(await other.value("location.hash"), /&review$/);
      await assertAccessible(other, "a linked review");
    });
  }));

test("the link of a review has the result that the board does not show, and works before the end", async () => {
  for (const [link, expected, verdict] of [
    ["#game=tictactoe&moves=b2,a2,a1&side=both&result=X&review", "X wins: as recorded.", /^a2 lost the game/],
    ["#game=tictactoe&moves=b2,a2,a1&side=both&review", "O to move.", /^/],
  ]) {
    await withPage(link, { width: 1280 }, async (page) => {
      await page.until(judged);
      assert.equal(await textOf(page)("status"), expected);
      assert.match(await textOf(page)("verdict"), verdict);
      assert.equal(await page.value(`document.querySelector(".move.mistake").textContent`), "a2??");
      assert.equal(await page.value("location.hash"), link.replaceAll(",", "%2C"));
    });
  }
});
