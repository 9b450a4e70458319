// The games that the page keeps, the lines that it keeps of a game, and records in files:
// with a storage that is full, refused or full of garbage, and files of any content.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible } from "./axe.mjs";
import { ROOT } from "./engine.mjs";
import { PAGE, session } from "./session.mjs";

const NATIVE = fileURLToPath(new URL("target/release/noughts", ROOT));
const { browser, withPage } = session();
const folder = mkdtempSync(join(tmpdir(), "noughts-records-"));
after(async () => {
  rmSync(folder, { recursive: true });
  await browser.close();
});

const text = (page, id) => page.value(`document.getElementById("${id}").textContent`);
const count = (page, selector) => page.value(`document.querySelectorAll('${selector}').length`);
const moves = (page) => page.value(`[...document.querySelectorAll(".move")].map((move) => move.textContent)`);
const shown = (page) => page.value(`document.querySelectorAll(".square .stone").length`);
const rows = (page) => page.value(`[...document.querySelectorAll(".entry")].map((entry) => entry.innerText.replaceAll("\\n", " | "))`);
const kept = (page) => page.value(`Object.keys(localStorage).filter((name) => name.startsWith("noughts.game.")).length`);
const play = (page, ...squares) => squares.reduce((before, square) => before.then(() => page.click(`[data-square="${square}"]`)), Promise.resolve());
const forget = (page) => page.value("localStorage.clear()");

/** Loads the page again, at this link or as it is. */
async function reload(page, fragment) {
  await page.value("delete document.body.dataset.ready, 1");
  if (fragment === undefined) await page.call("Page.reload");
  else {
    await page.call("Page.navigate", { url: "about:blank" });
    await page.until(`location.href === "about:blank"`);
    await page.call("Page.navigate", { url: PAGE + fragment });
  }
  await page.until("document.body?.dataset.ready");
}

/** Gives a file to the page. */
async function give(page, name, content) {
  const file = join(folder, name);
  writeFileSync(file, content);
  const { root } = await page.call("DOM.getDocument");
  const { nodeId } = await page.call("DOM.querySelector", { nodeId: root.nodeId, selector: "#file" });
  await page.call("DOM.setFileInputFiles", { nodeId, files: [file] });
}

/** Pastes a text. */
async function paste(page, content) {
  await page.value(`document.getElementById("more").open = true, document.getElementById("position").value = ${JSON.stringify(content)}`);
  await page.click("#set-position");
}

/** The record that the page saves. */
async function saved(page) {
  await page.value(`URL.createObjectURL = (blob) => { blob.text().then((text) => (window.record = text)); return "blob:none"; }, HTMLAnchorElement.prototype.click = () => {}, window.record = null`);
  await page.click("#save");
  await page.until("window.record");
  return page.value("window.record");
}

test("a game goes on after a reload, with the moves and lines taken back", () =>
  withPage("#game=tictactoe:5&side=both", { width: 1280 }, async (page) => {
    await forget(page);
    await play(page, "c3", "b2", "d4");
    await page.click("#undo");
    await play(page, "a1");
    await page.click("#undo");
    assert.deepEqual([await moves(page), await shown(page), await count(page, "#lines-left li")], [["c3", "b2", "a1"], 2, 1]);
    await reload(page);
    assert.deepEqual([await moves(page), await shown(page), await count(page, "#lines-left li")], [["c3", "b2", "a1"], 2, 1]);
    assert.equal(await text(page, "lines-left"), "from move 2: d4");
    await page.click("#lines-left button");
    assert.deepEqual([await moves(page), await text(page, "lines-left")], [["c3", "b2", "d4"], "from move 2: a1"]);
    assert.equal(await kept(page), 1);
  }));

test("recent games are listed, and an unfinished one is offered", () =>
  withPage("#game=tictactoe&side=both", { width: 390 }, async (page) => {
    await forget(page);
    await play(page, "b2", "a1", "c3");
    await page.click("#again");
    await page.value(`location.hash = "#game=qubic&moves=1a1&side=both"`);
    await page.until(`document.getElementById("title").textContent === "Qubic"`);
    // A game that was only looked at is not kept.
    assert.equal(await kept(page), 1);
    await play(page, "2b2");
    await reload(page, "");
    assert.equal(await text(page, "offer-text"), "Your last game is unfinished: Qubic, 2 moves.");
    await assertAccessible(page, "the offer");
    // The link that the page has made changes nothing.
    await reload(page);
    assert.equal(await page.value(`document.getElementById("offer").hidden`), false);
    await page.click("#recent");
    const found = await rows(page);
    assert.equal(found.length, 2);
    assert.match(found[0], /^you – you \| unfinished \| Qubic, 2 moves, \d{4}\.\d\d\.\d\d$/);
    assert.match(found[1], /^you – you \| unfinished \| Tic-tac-toe, 3 moves/);
    await assertAccessible(page, "recent games");
    await page.click("#games-close");
    await page.click("#offer-go");
    assert.deepEqual(await moves(page), ["1a1", "2b2"]);
    await page.click("#recent");
    await page.click("#games-list");
    await page.key("End");
    await page.key("Enter");
    await page.until(`document.getElementById("title").textContent === "Tic-tac-toe"`);
    await play(page, "c1", "a3", "c2");
    // Going on with a game makes no other one.
    assert.equal(await kept(page), 2);
    await page.click("#recent");
    assert.match((await rows(page))[0], /Tic-tac-toe, \d moves/);
  }));

test("two windows with the same game keep one each", () =>
  withPage("#game=tictactoe:5&side=both", { width: 1280 }, async (page) => {
    await forget(page);
    await play(page, "c3");
    // Another window has gone on with it.
    await page.value(`for (const [name, value] of Object.entries({ ...localStorage }))
      if (name.startsWith("noughts.game.")) localStorage.setItem(name, JSON.stringify({ ...JSON.parse(value), changed: 2e12, moves: ["c3", "e5"] }))`);
    await play(page, "b2");
    await play(page, "d4");
    assert.equal(await kept(page), 2);
  }));

test("what the person chose is the default the next time", () =>
  withPage("", { width: 1280 }, async (page) => {
    await forget(page);
    await reload(page, "");
    const values = new URLSearchParams((await page.value("location.hash")).slice(1));
    assert.deepEqual([values.get("game"), values.get("side"), values.get("level")], ["tictactrains:mallorcan", "x", "5"]);
    await page.click("#new");
    await page.click('[name="family"][value="qubic"]');
    await page.value(`Object.assign(document.getElementById("setup-form").elements.side, { value: "both" }), Object.assign(document.getElementById("setup-form").elements.seconds, { value: "5" })`);
    await page.click("#setup-begin");
    await page.value(`document.getElementById("level").value = "3", document.getElementById("level").dispatchEvent(new Event("change"))`);
    await reload(page, "");
    const next = new URLSearchParams((await page.value("location.hash")).slice(1));
    assert.deepEqual([next.get("game"), next.get("side"), next.get("level")], ["qubic", "both", "3"]);
    await page.click("#new");
    assert.equal(await page.value(`document.getElementById("setup-form").elements.seconds.value`), "5");
  }));

test("the players have names: remembered, in the record and in the list, and only text", () =>
  withPage("", { width: 1280 }, async (page) => {
    const [anna, bert] = ['<b>Anna</b> "A" \\\\', "Bert’s <img src=x onerror=alert(1)>]"];
    const field = (name) => `document.getElementById("setup-form").elements[${JSON.stringify(name)}]`;
    const fill = (name, value) => page.value(`${field(name)}.value = ${JSON.stringify(value)}, ${field(name)}.dispatchEvent(new Event("input", { bubbles: true }))`);
    const names = () => page.value(`["x-name", "o-name"].map((name) => (${field("x-name")}.form.elements[name].value || ${field("x-name")}.form.elements[name].placeholder))`);
    await forget(page);
    await reload(page, "");
    await page.click("#new");
    await fill("level", "3");
    assert.deepEqual(await names(), ["you", "noughts, level 3 of 10, very easy"]);
    await page.click('[name="family"][value="tictactoe"]');
    await fill("side", "both");
    assert.deepEqual(await names(), ["you", "you"]);
    await fill("x-name", anna);
    await fill("o-name", bert);
    await page.click("#setup-begin");
    await play(page, "b2", "a1");
    assert.equal(await text(page, "record-of"), `${anna} – ${bert}`);
    const record = await saved(page);
    assert.ok(record.includes(`[White "<b>Anna</b> \\"A\\" \\\\\\\\"]`), record);
    await reload(page);
    assert.equal(await text(page, "record-of"), `${anna} – ${bert}`);
    await page.click("#recent");
    assert.ok((await rows(page))[0].startsWith(`${anna} – ${bert} | unfinished`));
    await assertAccessible(page, "named players");
    await page.click("#games-close");
    // Names stay with the persons: the engine has its own.
    await page.click("#new");
    assert.deepEqual(await names(), [anna, bert]);
    await fill("side", "o");
    assert.deepEqual(await names(), ["noughts, level 3 of 10, very easy", anna]);
    await fill("o-name", "Clara");
    await page.click("#setup-begin");
    await page.until(`document.querySelectorAll(".move").length === 1`);
    assert.equal(await text(page, "record-of"), "noughts, level 3 of 10, very easy – Clara");
    // The game that was left keeps its names, and opens with them as a record, too.
    await page.click("#recent");
    assert.ok((await rows(page)).some((row) => row.startsWith(`${anna} – ${bert} | unfinished`)));
    await page.click("#games-close");
    await give(page, "named.pgn", record);
    await page.until(`document.querySelectorAll(".move").length === 2`);
    assert.ok((await text(page, "record-of")).startsWith(`${anna} – ${bert}`), await text(page, "record-of"));
    // A record without names does not get those of the person.
    await give(page, "nameless.pgn", '[Game "tictactoe"]\n\n1. b2 *');
    await page.until(`document.querySelectorAll(".move").length === 1`);
    assert.equal(await text(page, "record-of"), "");
    await reload(page, "");
    await page.click("#new");
    assert.deepEqual(await names(), ["noughts, level 3 of 10, very easy", "Clara"]);
    assert.equal(await count(page, "#moves b, .record-of b, .entry b, img"), 0);
    await forget(page);
  }));

test("a new game tells who is favoured, and why the first rules are fair", () =>
  withPage("", { width: 390 }, async (page) => {
    await forget(page);
    await reload(page, "");
    await page.click("#new");
    const balance = () => text(page, "setup-balance");
    assert.equal(await balance(), "With the classical rules X wins 99 of 100 games; these rules are fairer. Of 100 games between equals X wins 3 and O 19; 78 are drawn (measured at full strength).");
    await page.value(`(document.querySelector('[name="ruleset"]').value = "swiss"), document.querySelector('[name="ruleset"]').dispatchEvent(new Event("input", { bubbles: true }))`);
    assert.match(await balance(), /^Of 100 games between equals X wins none and O 64/);
    await page.value(`(document.querySelector('[name="size"]').value = "5"), document.querySelector('[name="size"]').dispatchEvent(new Event("input", { bubbles: true }))`);
    assert.doesNotMatch(await balance(), /of 100 games/i);
    await page.click("#setup-begin");
    assert.equal(await count(page, "#board .square"), 25);
    await page.click("#new");
    const chosen = (name) => page.value(`document.querySelector('#setup-form [name="${name}"]').value`);
    assert.deepEqual([await chosen("size"), await chosen("ruleset")], ["5", "swiss"]);
    await page.click('[name="family"][value="qubic"]');
    assert.equal(await balance(), "Proven: X wins with best play.");
    await page.click('[name="family"][value="tictactoe"]');
    await page.click('[data-size="15 15 5"]');
    assert.equal(await balance(), "Which side is favoured has not been measured.");
  }));

test("garbage in the storage is passed over", () =>
  withPage("#game=tictactoe&side=both", { width: 1280 }, async (page) => {
    const good = { spec: "tictactoe", start: null, moves: ["b2"], shown: 1, lines: [["a1", "a1"], ["c3"]], side: "both", level: 5, result: "none", begun: 1, changed: 1 };
    const values = ["{", "null", "7", '"x"', "[]", JSON.stringify({ ...good, moves: ["<b>"] }), JSON.stringify({ ...good, lines: 3 }), JSON.stringify({ ...good, level: 99 }), JSON.stringify({ ...good, spec: "x".repeat(5000) })];
    await forget(page);
    await page.value(`${JSON.stringify(values)}.forEach((value, i) => localStorage.setItem("noughts.game." + i, value))`);
    await page.value(`localStorage.setItem("noughts.game.good", ${JSON.stringify(JSON.stringify(good))})`);
    await page.value(`localStorage.setItem("noughts.game.chess", ${JSON.stringify(JSON.stringify({ ...good, spec: "chess" }))})`);
    await page.value(`localStorage.setItem("noughts.choices", '{"spec":7,"side":[],"level":"x","seconds":1e9,"names":{"you":7,"engine":[]}}'), localStorage.setItem("noughts.puzzles", '{"solved":{"a":1},"day":"x"}')`);
    await reload(page, "");
    assert.match(await page.value("location.hash"), /mallorcan.*side=x&level=5/);
    await page.click("#recent");
    assert.equal((await rows(page)).length, 2);
    for (const expected of ["chess", "Tic-tac-toe"]) {
      await page.value(`document.getElementById("games").open || document.getElementById("recent").click()`);
      await page.value(`[...document.querySelectorAll(".entry")].find((entry) => entry.innerText.includes("${expected}")).dataset.marked = "1"`);
      await page.click("[data-marked]");
    }
    assert.deepEqual([await text(page, "title"), await moves(page)], ["Tic-tac-toe", ["b2"]]);
    assert.equal(await text(page, "lines-left"), "from move 1: c3");
  }));

for (const [name, script] of [
  ["refuses to be there", `Object.defineProperty(window, "localStorage", { get() { throw new Error("denied"); } })`],
  ["is none", `Object.defineProperty(window, "localStorage", { value: null })`],
  ["is full", `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`],
]) {
  test(`the page plays if the storage ${name}`, () =>
    withPage("#game=tictactoe&side=both", { width: 1280, script }, async (page) => {
      await play(page, "b2", "a1");
      await page.click("#recent");
      assert.equal(await text(page, "games-title"), "Recent games");
      await page.click("#games-close");
      await page.click("#again");
      await page.value(`document.getElementById("tab-puzzles").click(), document.getElementById("puzzle-daily").click()`);
      assert.match(await text(page, "title"), /^Puzzle \d+$/);
    }));
}

test("a full storage loses the oldest game, and no more than 200 are kept", () =>
  withPage("#game=tictactoe&side=both", { width: 1280 }, async (page) => {
    await forget(page);
    const game = { spec: "tictactoe", start: null, moves: ["b2"], shown: 1, lines: [], side: "both", level: 5, result: "none", begun: 1 };
    await page.value(`for (let i = 1; i <= 205; i++) localStorage.setItem("noughts.game.old" + i, JSON.stringify({ ...${JSON.stringify(game)}, changed: i }))`);
    await play(page, "a1");
    assert.equal(await kept(page), 200);
    assert.equal(await page.value(`localStorage.getItem("noughts.game.old6")`), null);
    await page.value(`window.filled = Storage.prototype.setItem, Storage.prototype.setItem = function (name, value) {
      if (this.length > 200) throw new DOMException("full", "QuotaExceededError");
      window.filled.call(this, name, value);
    }, localStorage.getItem("x")`);
    await page.value(`window.filled.call(localStorage, "other", "1"), window.filled.call(localStorage, "another", "1")`);
    await page.click("#again");
    await play(page, "b2");
    assert.ok(await page.value(`Object.values({ ...localStorage }).some((value) => value.includes('"moves":["b2"]') && value.includes('"name"'))`));
  }));

test("the keys and the wheel step through the moves", () =>
  withPage("#game=tictactrains:modern&moves=d4,d5,g4,c4,e4&side=both", { width: 1280 }, async (page) => {
    assert.equal(await page.value(`document.getElementById("moves").innerText.replace(/\\s+/g, " ").trim()`), "1. d4 d5 g4 2. c4 e4");
    assert.equal(await page.value(`document.querySelector(".moves li:nth-child(3) button").getAttribute("aria-label")`), "1. O g4");
    for (const [key, stones] of [["ArrowLeft", 4], ["Home", 0], ["ArrowLeft", 0], ["ArrowRight", 1], ["End", 5], ["ArrowRight", 5]]) {
      await page.key(key);
      assert.equal(await shown(page), stones, key);
    }
    const wheel = async (selector, deltaY) => {
      const { x, y } = await page.middleOf(selector);
      await page.call("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY });
    };
    await wheel("#moves", -100);
    await page.until(`document.querySelectorAll(".square .stone").length === 4`);
    await page.click("#tab-analysis");
    await wheel("#curve", -100);
    await page.until(`document.querySelectorAll(".square .stone").length === 3`);
    await wheel("#curve", 100);
    await page.until(`document.querySelectorAll(".square .stone").length === 4`);
    // On the board and in fields the keys have another meaning.
    await page.value(`document.querySelector('[data-square="a1"]').focus()`);
    await page.key("ArrowLeft");
    await page.key("Home");
    assert.equal(await shown(page), 4);
  }));

test("a saved game is the one that is opened, with its other lines, by the page and the program", () =>
  withPage("#game=tictactoe:4x4:3&side=both", { width: 390, dark: true }, async (page) => {
    await play(page, "b2", "a1", "c3");
    await page.click("#undo");
    await play(page, "d4");
    const record = await saved(page);
    assert.match(record, /^\[Event "noughts play"\]\n\[Site "\?"\]\n\[Date "\d{4}\.\d\d\.\d\d"\]/);
    assert.match(record, /\n\[White "you"\]\n[^]*\n\n1\. b2 a1 2\. d4 \(2\. c3\) \*\n$/);
    const file = join(folder, "saved.pgn");
    writeFileSync(file, record);
    const { stdout } = spawnSync(NATIVE, ["play", "--plain", "--side", "both"], { input: `load ${file}\nmoves\nquit\n`, encoding: "utf8", env: { ...process.env, NOUGHTS_DATA: folder } });
    assert.match(stdout, /played: 1\. b2 a1 2\. d4\n/);
    await page.click("#again");
    await give(page, "saved.pgn", record);
    await page.until(`document.querySelectorAll(".move").length === 3`);
    assert.deepEqual([await moves(page), await text(page, "lines-left")], [["b2", "a1", "d4"], "from move 2: c3"]);
    await assertAccessible(page, "an opened record");
    assert.equal((await saved(page)).replace(/Date .*/, ""), record.replace(/Date .*/, ""));
    // The result of a game that was lost on time stays with its moves.
    await page.click("#again");
    await give(page, "lost.pgn", record.replaceAll('"*"', '"0-1"').replace(" *", " 0-1"));
    await page.until(`document.querySelectorAll(".move").length === 3`);
    assert.match(await saved(page), /Result "0-1"[^]* 0-1\n$/);
    assert.equal(await text(page, "status"), "O wins: as recorded.");
    // Another move than the last one goes on with the game.
    await page.click("#undo");
    await play(page, "a4");
    assert.match(await saved(page), /Result "\*"[^]* \*\n$/);
    const isWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assert.ok(!(await page.value(isWide)), "the page scrolls sideways");
  }));

/** A file of many games of two players. */
function games(number) {
  const line = "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2 b2 d6 e6 c2 a3 a2 b1 c6 c1 d1 d7 c7 b7 e1 f2 g2 f7";
  const record = (i) => `[Event "cup"]\n[Date "2026.01.02"]\n[White "A${i}"]\n[Black "<b>B</b>"]\n[Result "1-0"]\n[Game "tictactrains"]\n\n${line.split(" ").map((move, ply) => (ply % 2 ? `${move} {+1.00/3 0.1s}` : `${ply / 2 + 1}. ${move}`)).join(" ")} 1-0\n\n`;
  return Array.from({ length: number }, (_, i) => record(i + 1)).join("");
}

test("ten thousand games open, scroll and are searched", () =>
  withPage("", { width: 1280 }, async (page) => {
    const file = games(10_000);
    await page.value(`new MutationObserver(() => document.querySelector(".entry") && (window.listed ??= performance.now())).observe(document, { subtree: true, childList: true }), document.getElementById("file").addEventListener("change", () => (window.given = performance.now()), { capture: true })`);
    await give(page, "cup.pgn", file);
    await page.until("window.listed");
    if (process.env.NOUGHTS_TIMES) console.log(`# ${await page.value("Math.round(window.listed - window.given)")} ms for ${file.length} bytes`);
    assert.equal(await text(page, "games-note"), "10,000 games.");
    assert.ok((await count(page, ".entry")) < 40);
    await assertAccessible(page, "a list of games");
    await page.value(`document.getElementById("games-list").scrollTop = 1e9`);
    await page.until(`document.querySelector(".entry:last-child").innerText.startsWith("A10000 ")`);
    await page.value(`document.getElementById("games-search").value = "a7777 1-0", document.getElementById("games-search").dispatchEvent(new Event("input"))`);
    await page.until(`document.querySelectorAll(".entry").length === 1`);
    assert.deepEqual(await rows(page), ["A7777 – <b>B</b> | 1-0 | TicTacTrains, 39 moves, 2026.01.02, cup"]);
    await page.click(".entry");
    await page.until(`document.querySelectorAll(".move").length === 39`);
    // Nothing moves by itself.
    assert.equal(await text(page, "status"), "X wins: as recorded.");
    assert.equal(await text(page, "record-of"), "A7777 – <b>B</b>, 1-0, 2026.01.02, cup");
    // The list is where it was left.
    await page.click("#recent");
    assert.equal((await rows(page)).length, 1);
    await page.click("#games-other");
    assert.equal(await text(page, "games-other"), "Games of cup.pgn");
    assert.equal(await text(page, "games-title"), "Recent games");
    await page.click("#games-other");
    assert.equal(await text(page, "games-note"), "10,000 games.");
    await page.value(`document.getElementById("games-list").scrollTop = 100_000`);
    await page.until(`document.querySelector(".entry:nth-child(8)").innerText.startsWith("A19")`);
    const [row] = (await rows(page)).slice(7);
    await page.click(".entry:nth-child(8)");
    await page.until(`document.getElementById("record-of").textContent.startsWith("A19")`);
    await page.click("#recent");
    assert.ok((await rows(page)).includes(row));
  }));

test("mistakes in files are named with their lines", () =>
  withPage("#game=tictactoe&side=both", { width: 390 }, async (page) => {
    const refused = async (name, content, reason) => {
      await give(page, name, content);
      await page.until(`${reason}.test(document.getElementById("status").textContent)`);
      assert.deepEqual(await moves(page), []);
    };
    await refused("empty.pgn", "", /There is no game in empty\.pgn/);
    await refused("bad.pgn", '[Game "tictactoe"]\n\n1. b2\nb2 *\n', /bad\.pgn, line 4: move 2: "b2" is occupied/);
    await refused("chess.pgn", '[Event "x"]\n\n1. e4 *\n', /chess\.pgn, line 1: the record has no tag such as \[Game "tictactoe"\]/);
    await refused("binary.pgn", Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 97) % 256)), /binary\.pgn/);
    await give(page, "two.pgn", '[Game "tictactoe"]\n\n1. b2 *\n\n[Game "tictactoe"]\n\n1. a1 a1 *\n');
    await page.until(`document.querySelectorAll(".entry").length === 2`);
    assert.equal(await text(page, "games-note"), "2 games, 1 of them cannot be read.");
    await page.click(".entry:last-child");
    assert.match(await text(page, "games-error"), /two\.pgn, line 7: move 2: "a1" is occupied/);
    await assertAccessible(page, "a list with a mistake");
    await page.click("#games-close");
    // A file that is too large is not read.
    await page.value(`(() => {
      const file = new File(["x"], "large.pgn");
      Object.defineProperty(file, "size", { value: 2 ** 27 });
      Object.defineProperty(document.getElementById("file"), "files", { value: [file], configurable: true });
      document.getElementById("file").dispatchEvent(new Event("change"));
    })()`);
    await page.until(`document.getElementById("status").textContent === "large.pgn has 128 MiB: the limit is 64 MiB"`);
  }));

test("a file is dropped, and records, moves and links are pasted", () =>
  withPage("#game=tictactoe:5&side=both", { width: 1280 }, async (page) => {
    await page.value(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['[Game "qubic"]\\n\\n1. 1a1 2b2 *'], "q.pgn"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await page.until(`document.getElementById("title").textContent === "Qubic"`);
    await paste(page, "1. 1a1 4d4 2. 3c3");
    await page.until(`document.querySelectorAll(".move").length === 3`);
    await paste(page, "1. 1a1 1a1");
    await page.until(`/line 1: move 2: "1a1" is occupied/.test(document.getElementById("position-error").textContent)`);
    await paste(page, '[Game "tictactoe"]\n[FEN "3 3 3 3/1X1/3 o 1"]\n\n1... a1 (1... a2) *');
    await page.until(`document.getElementById("title").textContent === "Tic-tac-toe"`);
    assert.equal(await text(page, "lines-left"), "from move 1: a2");
    assert.equal(await page.value(`document.getElementById("moves").innerText.replace(/\\s+/g, " ").trim()`), "1… a1");
    await paste(page, "https://example.org/noughts.html#game=tictactoe:5&moves=c3&side=both");
    await page.until(`document.getElementById("title").textContent === "Tic-tac-toe 5"`);
    assert.deepEqual(await moves(page), ["c3"]);
  }));
