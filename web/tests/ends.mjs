// Games that do not end on the board, in a browser: resigning and draws.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { session } from "./session.mjs";

const { browser, withPage } = session();
after(() => browser.close());

const status = `document.getElementById("status").textContent`;
const isDisabled = (page, id) => page.value(`document.getElementById("${id}").disabled`);
const yes = (page) => page.value("window.confirm = () => true, 1");

test("a person resigns, and the game is judged", () =>
  withPage("#game=tictactoe&moves=b2,a1,c3&side=x", { width: 1280 }, async (page) => {
    await page.until(`document.querySelectorAll(".move").length === 4 && !document.getElementById("resign").disabled`);
    await page.value("window.confirm = () => false, 1");
    await page.click("#resign");
    assert.match(await page.value(status), /^Your turn/);
    await yes(page);
    await page.click("#resign");
    await page.until(`${status} === "O wins: X resigned."`);
    assert.deepEqual([await isDisabled(page, "resign"), await isDisabled(page, "offer-draw"), await isDisabled(page, "hint")], [true, true, true]);
    await page.until(`!document.getElementById("see-review").hidden && document.getElementById("review-state").textContent === ""`);
    // Another move than the last one goes on with the game.
    await page.click("#undo");
    const free = await page.value(`document.querySelector(".square.legal").dataset.square`);
    assert.doesNotMatch(await page.value(status), /resigned/);
    await page.click(`[data-square="${free}"]`);
    await page.until(`!/resigned/.test(${status})`);
  }));

test("two people agree on a draw", () =>
  withPage("#game=tictactoe&side=both", { width: 1280 }, async (page) => {
    assert.equal(await isDisabled(page, "offer-draw"), true);
    await yes(page);
    await page.click('[data-square="b2"]');
    await page.click("#offer-draw");
    await page.until(`${status} === "The game is drawn: by agreement."`);
    // It is so after a reload, too.
    await page.value("delete document.body.dataset.ready, 1");
    await page.call("Page.reload");
    await page.until(`document.body?.dataset.ready && ${status} === "The game is drawn: by agreement."`);
    await page.value("localStorage.clear()");
  }));

test("a game with a clock is lost when the time is over", () =>
  withPage("#game=tictactoe&side=both", { width: 1280 }, async (page) => {
    await page.click("#new");
    await page.value(`(document.querySelector('[name="clock"]').value = "1+0"), (document.querySelector('[name="side"]').value = "both"), 1`);
    await page.click("#setup-begin");
    const clock = `document.getElementById("clock").textContent`;
    await page.until(`${clock} === "X 1:00   O 1:00"`);
    // A minute is over at once.
    await page.value("(window.late = performance.now.bind(performance)), (window.skipped = 0), (performance.now = () => late() + skipped), 1");
    await page.click('#board [data-square]');
    await page.until(`${clock}.startsWith("X 1:00") && !${clock}.endsWith("O 1:00")`);
    await page.value("window.skipped = 60000");
    await page.until(`${status} === "X wins: the time of O is over."`);
    await page.value("localStorage.clear()");
  }));

test("the engine takes a proven draw, and plays on if it wins", async () => {
  await withPage("#game=tictactoe&moves=b2,a1&side=x", { width: 1280 }, async (page) => {
    await page.click("#offer-draw");
    await page.until(`${status} === "The game is drawn: by agreement."`);
  });
  // O has two lines to complete.
  await withPage("#game=tictactoe&moves=b1,a1,b3,a2,c2,b2&side=x", { width: 1280 }, async (page) => {
    await page.click("#offer-draw");
    await page.until(`${status} === "The engine declines the draw and plays on."`);
    assert.equal(await isDisabled(page, "offer-draw"), false);
  });
});
