// The page in a browser: whole games of each family against its engine, every
// move checked by the native program; analysis to proven results; accessibility.
//
// The browser is $NOUGHTS_BROWSER, or `chromium`. With NOUGHTS_PICTURES=FOLDER
// pictures of the page are kept there.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Findings } from "../page/findings.js";
import { isProven, mark, words } from "../page/score.js";
import { assertAccessible } from "./axe.mjs";
import { ROOT } from "./engine.mjs";
import { byKeys } from "./keys.mjs";
import { session } from "./session.mjs";

const NATIVE = fileURLToPath(new URL("target/release/noughts", ROOT));
const PICTURES = process.env.NOUGHTS_PICTURES;
/** Opens the part of the panel that has the position as text. */
const OPEN_MORE = `document.getElementById("more").open = true`;
const { browser, withPage } = session();
after(() => browser.close());

/** The answers of the native program. */
function native(...lines) {
  const { stdout, status } = spawnSync(NATIVE, { input: lines.join("\n"), encoding: "utf8" });
  assert.equal(status, 0, `${NATIVE} fails; build it with: cargo build --release`);
  return stdout.split("\n").slice(0, -1);
}

/** The game and the moves of the page's link. */
async function gameOf(page) {
  const values = new URLSearchParams((await page.value(`document.getElementById("link").value`)).split("#")[1]);
  return { game: values.get("game"), moves: (values.get("moves") ?? "").split(",").filter(Boolean) };
}

const legalSquares = (page) => page.value(`[...document.querySelectorAll(".square.legal")].map((s) => s.dataset.square)`);
const status = (page) => page.value(`document.getElementById("status").textContent`);
const PERSON_OR_END = `document.querySelector(".square.legal") || /wins|drawn/.test(document.getElementById("status").textContent)`;

const byMouse = (page, square) => page.click(`[data-square="${square}"]`);

async function keep(page, name) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.png`), await page.picture());
}

for (const { spec, side, play, ...options } of [
  { spec: "tictactrains:modern", side: "x", play: byMouse, width: 1280, dark: false },
  { spec: "tictactrains:swiss", side: "o", play: byMouse, width: 390, dark: true, still: true },
  { spec: "tictactoe:7x6:4", side: "x", play: byKeys, width: 390, dark: false },
  { spec: "tictactoe:4x4:3", side: "o", play: byMouse, width: 390, dark: true },
  { spec: "tictactoe:20x20:5", side: "x", play: byMouse, width: 1280, dark: true },
  { spec: "qubic", side: "x", play: byKeys, width: 1280, dark: true },
  { spec: "qubic", side: "o", play: byMouse, width: 390, dark: false },
]) {
  const manner = `${side} ${play === byKeys ? "by keys" : "by mouse"}, ${options.width} pixels, ${options.dark ? "dark" : "light"}`;
  test(`a game of ${spec}: ${manner}`, () =>
    withPage(`#game=${encodeURIComponent(spec)}&side=${side}&level=2`, options, async (page) => {
      const name = `${spec.replace(/\W/g, "-")}-${options.width}`;
      const played = new Set();
      let before = 0;
      for (let turn = 0; ; turn++) {
        await page.until(PERSON_OR_END);
        const { game, moves } = await gameOf(page);
        // Nothing but the moves of the game and the rules makes the position.
        const answers = native(`newgame ${game}`, `position startpos moves ${moves.join(" ")}`, "query result", "query p1turn");
        assert.equal(answers.filter((line) => line.includes("error")).join(), "", moves.join(" "));
        assert.ok(moves.length > before || turn === 0);
        if (turn === 3) await assertAccessible(page, name);
        const legal = await legalSquares(page);
        if (legal.length === 0) {
          const result = { "response p1win": "X wins", "response p2win": "O wins", "response draw": "drawn" }[answers[0]];
          assert.ok((await status(page)).includes(result), `${await status(page)} but ${answers[0]}`);
          break;
        }
        assert.equal(answers[1], `response ${side === "x"}`);
        // A screen reader says what the engine has played.
        const said = await page.value(`document.getElementById("news").textContent.split(" ").at(-1)`);
        const answer = moves.filter((square) => !played.has(square)).at(-1);
        assert.equal(said, answer ? `${answer}.` : "");
        before = moves.length;
        // Never the first, so that no game is the shortest possible.
        const square = legal[(turn * 7 + 3) % legal.length];
        played.add(square);
        await play(page, square);
        await page.until(`document.querySelectorAll(".move").length > ${moves.length}`);
      }
      const isWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
      assert.ok(!(await page.value(isWide)), "the page scrolls sideways");
      await assertAccessible(page, `${name} at the end`);
      await keep(page, name);
    }));
}

const TRAINS =
  "d4 d5 e4 c4 d3 e5 f4 c5 c3 f5 b3 b4 g5 g4 a4 f3 f6 b5 b6 a5 a6 e2 b2 d6 e6 c2 a3 a2 b1 c6 c1 d1 d7 c7 b7 e1 f2 g2 f7";

for (const [game, moves] of [
  ["tictactoe:4x4:3", "b2"],
  ["tictactrains", TRAINS],
  ["qubic", "1a1 1b1 1d4 1c1 4a1 2b2 4d4 3c3"],
]) {
  test(`the analysis of ${game} proves what the native program proves`, () => {
    const list = moves.split(" ");
    const fragment = `#game=${encodeURIComponent(game)}&moves=${list.join(",")}&side=both`;
    return withPage(fragment, { width: 1280 }, async (page) => {
      await page.click("#analyse");
      await page.click("#tab-analysis");
      await page.until(`document.getElementById("search-state").textContent.startsWith("finished")`);
      const lines = await page.value(`document.querySelectorAll(".square.legal").length`);
      const findings = new Findings();
      native("ugi", "debug on", `newgame ${game}`, `setoption name MultiPV value ${lines}`, `position startpos moves ${moves}`, "go movetime 60000")
        .forEach((line) => line.startsWith("info ") && findings.read(line));
      const side = await page.value(`document.body.dataset.side.toUpperCase()`);
      const shown = await page.value(`document.getElementById("evaluation").textContent`);
      assert.ok(isProven(findings.best));
      // In Qubic the search ends at the first win that it finds, whose distance depends on
      // what the quick look at the moves has left in its tables; so do the proven moves.
      const isSame = game !== "qubic";
      const winner = (text) => text.replace(/ within.*/, "");
      const shape = isSame ? (text) => text : winner;
      assert.equal(shape(shown), shape(words(findings.best, side)));
      const marks = await page.value(`Object.fromEntries([...document.querySelectorAll(".square:has(.value.proven)")]
        .map((square) => [square.dataset.square, square.textContent]))`);
      const expected = Object.fromEntries(findings.all.filter(isProven).map((line) => [line.pv[0], mark(line)]));
      if (isSame) assert.deepEqual(marks, expected);
      else assert.ok(Object.entries(marks).every(([square, text]) => text[0] === (expected[square] ?? text)[0]));
      await assertAccessible(page, game);
      await keep(page, `analysis-${game.replace(/\W/g, "-")}`);
    });
  });
}

test("undo, redo, hint, swap, position and link", () =>
  withPage("#game=tictactoe:5&side=x&level=3", { width: 1280 }, async (page) => {
    await page.click('[data-square="c3"]');
    await page.until(`document.querySelectorAll(".move").length === 2 && document.querySelector(".square.legal")`);
    await page.click("#undo");
    await page.until(`document.querySelectorAll(".square .stone").length === 0`);
    await page.click("#redo");
    await page.until(`document.querySelectorAll(".square .stone").length === 2`);
    await page.click("#hint");
    await page.until(`document.querySelector(".square.hint")`);
    await page.click("#swap");
    await page.value(OPEN_MORE);
    await page.until(`document.querySelectorAll(".square .stone").length === 3 && document.querySelector(".square.legal")`);
    const text = await page.value(`document.getElementById("position").value`);
    const { moves } = await gameOf(page);
    assert.equal(native("newgame tictactoe:5", `position moves ${moves.join(" ")}`, "show").at(-1), text);
    await page.value(`document.getElementById("position").value = "5 5 5 5/5/2X2/5/5 o 1"`);
    await page.click("#set-position");
    await page.until(`document.querySelector('[data-square="c3"] .x')`);
    await page.value(`document.getElementById("position").value = "nonsense <b>"`);
    await page.click("#set-position");
    assert.match(await page.value(`document.getElementById("position-error").textContent`), /must begin with/);
  }));

test("a new game is chosen in the form, and the console answers", () =>
  withPage("", { width: 390 }, async (page) => {
    await page.click("#new");
    await assertAccessible(page, "the form");
    await page.click('[name="family"][value="tictactoe"]');
    await page.click('[data-size="9 9 5"]');
    await page.value(`document.querySelector('[name="rule"]').value = "="`);
    await page.value(`document.querySelector('#setup-form [name="side"]').value = "both"`);
    await page.click("#setup-begin");
    await page.until(`document.querySelectorAll(".square.legal").length === 81`);
    assert.equal(await page.value(`document.getElementById("title").textContent`), "Tic-tac-toe 9x9:5=");
    await page.click("#more summary");
    await page.click("#console-input");
    for (const letter of "perft 2") await page.key(letter);
    await page.key("Enter");
    await page.until(`/perft 2 nodes \\d+/.test(document.getElementById("log").textContent)`);
    await assertAccessible(page, "the console");
  }));

test("a link without a game of its own is refused in words", () =>
  withPage("#game=tictactoe&moves=a1,a1", { width: 1280 }, async (page) => {
    assert.match(await status(page), /"a1" is occupied/);
    await page.value(`location.hash = "#game=qubic:9"`);
    await page.until(`document.getElementById("status").textContent.includes("a cube cannot have side 9")`);
    await page.value(`location.hash = "#game=tictactoe:5&side=both"`);
    await page.until(`document.getElementById("status").textContent === "X to move."`);
    // A second line would be a line to the engine.
    await page.value(OPEN_MORE);
    await page.value(`document.getElementById("position").value = "5 5 5 5/5/2X2/5/5 o 1\\na1"`);
    await page.click("#set-position");
    assert.notEqual(await page.value(`document.getElementById("position-error").textContent`), "");
  }));

test("a click on the cube plays, and a drag turns it", () =>
  withPage("#game=qubic&side=both", { width: 390 }, async (page) => {
    await page.click("#cube-choice");
    await page.value(`document.getElementById("cube").scrollIntoView({ block: "center" })`);
    const { x, y, size } = await page.value(`(({ x, y, width }) => ({ x, y, size: width }))(document.getElementById("cube").getBoundingClientRect())`);
    const pointed = () => page.value(`document.querySelector(".square.pointed")?.dataset.square ?? null`);
    const found = new Map();
    for (let down = 0.1; down < 1; down += 0.07) {
      for (let across = 0.1; across < 1; across += 0.07) {
        const at = [x + across * size, y + down * size];
        await page.mouse("mouseMoved", ...at);
        const square = await pointed();
        if (square) found.set(square, at);
      }
    }
    assert.ok(found.size > 20, `${found.size} squares are under the pointer`);
    const [square, at] = found.entries().next().value;
    await page.mouse("mouseMoved", ...at);
    assert.ok((await page.value(`document.querySelectorAll(".square.lit").length`)) >= 12);
    await page.clickAt(...at);
    await page.until(`document.querySelector('[data-square="${square}"] .x')`);
    await page.mouse("mousePressed", ...at);
    for (let i = 1; i <= 5; i++) await page.mouse("mouseMoved", at[0] + 12 * i, at[1]);
    await page.mouse("mouseReleased", at[0] + 60, at[1]);
    assert.equal(await page.value(`document.querySelectorAll(".square .stone").length`), 1);
    await page.mouse("mouseMoved", ...at);
    assert.notEqual(await pointed(), square);
  }));

test("while the engine analyses, the page stays as a person left it", () =>
  withPage("#game=tictactoe:15x15:5&moves=h8,h9,j8&side=both", { width: 390, height: 700 }, async (page) => {
    await page.click("#analyse");
    await page.click("#tab-game");
    const nodes = `Number(document.getElementById("search-state").textContent.replace(/.*, ([\\d,]+) nodes.*/, "$1").replaceAll(",", ""))`;
    const later = async () => {
      const before = await page.value(nodes);
      await page.until(`${nodes} > ${before || 0}`);
    };
    await later();
    await page.value(OPEN_MORE);
    await page.value(`document.getElementById("position").value = "half a text"`);
    await later();
    assert.equal(await page.value(`document.getElementById("position").value`), "half a text");
    for (const selector of [".moves li:nth-child(2) button", '[data-square="h10"]']) {
      const { x, y } = await page.middleOf(selector);
      const scrolled = await page.value("scrollY");
      const { moves } = await gameOf(page);
      await page.clickAt(x, y, later);
      assert.notDeepEqual((await gameOf(page)).moves, moves, selector);
      assert.equal(await page.value("scrollY"), scrolled, selector);
    }
  }));

test("a click counts if the value on its square changes during it", () =>
  withPage("#game=tictactoe:15x15:5&moves=h8&side=both", { width: 1280 }, async (page) => {
    await page.click("#analyse");
    const value = `[data-square="h9"] .value`;
    await page.until(`document.querySelector('${value}')`);
    const { x, y } = await page.middleOf(value);
    const change = `((old) => old.replaceWith(old.cloneNode(true)))(document.querySelector('${value}'))`;
    await page.clickAt(x, y, () => page.value(change));
    assert.deepEqual((await gameOf(page)).moves, ["h8", "h9"]);
  }));

test("lines of the console do not confuse the page, and quit ends the engine", () =>
  withPage("#game=tictactoe:5&side=x&level=2", { width: 1280 }, async (page) => {
    const type = (line) => page.value(`document.getElementById("console-input").value = "${line}", document.getElementById("console-form").requestSubmit()`);
    for (const [line, square] of [["go infinite", "c3"], ["help go", "a1"], ["newgame qubic", "e5"], ["START 15", "e1"]]) {
      const before = await page.value(`document.querySelectorAll(".move").length`);
      await type("go many");
      await type(line);
      const target = await page.value(`(document.querySelector('.legal[data-square="${square}"]') ?? document.querySelector(".legal")).dataset.square`);
      await page.click(`[data-square="${target}"]`);
      await page.until(`document.querySelectorAll(".move").length === ${before + 2}`);
      await page.until(PERSON_OR_END);
    }
    await type("quit");
    await page.until(`document.getElementById("status").textContent.includes("has quit")`);
  }));

test("stop is answered while a search runs", () =>
  withPage("#game=tictactoe:15x15:5&moves=h8&side=both", { width: 1280 }, async (page) => {
    await page.click("#analyse");
    await page.until(`document.querySelector(".square .value")`);
    await page.click('[data-square="h9"]');
    await page.until(`document.querySelectorAll(".square .stone").length === 2 && document.querySelector(".square .value")`);
  }));
