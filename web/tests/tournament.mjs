// Small tournaments in a folder of their own, with noughts.html beside them, for
// the tests and pictures of reports.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT } from "./engine.mjs";

const PROGRAM = fileURLToPath(new URL("target/release/noughts-tournament", ROOT));

/** A folder with noughts.html, which is removed after `work`. */
export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "noughts-tournament-"));
  try {
    copyFileSync(new URL("target/web/noughts.html", ROOT), join(folder, "noughts.html"));
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function run(folder, words) {
  const { status, stderr, error } = spawnSync(PROGRAM, words, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, `${PROGRAM}: ${error ?? stderr}; build it with: cargo build --release`);
}

/** Plays a tournament and returns the address of its report. */
export function reportOf(folder, words) {
  run(folder, ["run", ...words, "--journal", "journal"]);
  run(folder, ["report", "journal", "-o", "report.html"]);
  return pathToFileURL(join(folder, "report.html")).href;
}

/** Plays a tournament with a live page, whose address is given to `work`, until
 * `work` has ended. */
export async function live(folder, words, work) {
  const child = spawn(PROGRAM, ["run", ...words, "--live=0"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((done) => child.once("exit", done));
  try {
    const address = await new Promise((done, fail) => {
      let said = "";
      child.stderr.setEncoding("utf8").on("data", (text) => {
        said += text;
        const [, found] = /(http:\S+)\n/.exec(said) ?? [];
        if (found) done(found);
      });
      child.once("exit", () => fail(new Error(said)));
      child.once("error", fail);
    });
    await work(address);
  } finally {
    child.kill();
    await ended;
  }
}
