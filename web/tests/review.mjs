// The review of a game in a browser.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAccessible } from "./axe.mjs";
import { session } from "./session.mjs";

const { browser, withPage } = session();
after(() => browser.close());

test("a finished game is judged, and a mistake tried again", () =>
  withPage("#game=tictactoe&moves=b2,a2,a1,c3,c1,b1,a3&side=both", { width: 1280 }, async (page) => {
    await page.click("#see-review");
    const text = (id) => page.value(`document.getElementById("${id}").textContent`);
    await page.until(`!document.getElementById("accuracies").hidden && document.getElementById("review-state").textContent === ""`);
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
    // Another line has no review; that of the game is there again.
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
