// A headless Chromium, driven by its debugging protocol over two pipes: each
// message is JSON followed by a zero byte.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking"];
/** The keys that mean something to the browser itself. */
const CODES = { Tab: 9, Enter: 13, Escape: 27, " ": 32, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
/** The longest wait for anything, in milliseconds. */
const PATIENCE = 60_000;

export class Browser {
  #child;
  #folder = mkdtempSync(join(tmpdir(), "noughts-browser-"));
  #sent = 0;
  #waiting = new Map();
  #pages = new Map();
  #rest = "";

  constructor(program = process.env.NOUGHTS_BROWSER || "chromium") {
    const options = { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] };
    this.#child = spawn(program, [...FLAGS, `--user-data-dir=${this.#folder}`], options);
    this.#child.on("exit", () => this.#waiting.forEach(({ fail }) => fail(new Error("the browser has ended"))));
    this.#child.on("error", (error) => this.#waiting.forEach(({ fail }) => fail(error)));
    this.#child.stdio[4].setEncoding("utf8").on("data", (text) => this.#read(text));
  }

  /** Opens an address on a screen of this size, light or dark, for fingers or not. `script`
   * runs before those of the page. */
  async open(url, { width = 1280, height = 900, dark = false, still = false, touch = false, mobile = width < 500, script = "" } = {}) {
    const { targetId } = await this.call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.call("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.#pages.set(sessionId, page);
    for (const domain of ["Runtime", "Page", "Network", "Log"]) await page.call(`${domain}.enable`);
    const features = [
      { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
      { name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference" },
    ];
    await page.call("Emulation.setEmulatedMedia", { features });
    await page.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
    if (touch) await page.call("Emulation.setTouchEmulationEnabled", { enabled: true });
    if (script) await page.call("Page.addScriptToEvaluateOnNewDocument", { source: script });
    await page.call("Page.navigate", { url });
    await page.until(`document.readyState === "complete" && location.href !== "about:blank"`);
    return page;
  }

  call(method, params = {}, sessionId = undefined) {
    const id = ++this.#sent;
    this.#child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((done, fail) => this.#waiting.set(id, { done, fail, method }));
  }

  close() {
    this.#child.removeAllListeners("exit");
    const ended = new Promise((done) => this.#child.once("exit", done));
    // Asked to close, it ends its other processes, which write to the folder.
    this.call("Browser.close").catch(() => {});
    const kill = setTimeout(() => this.#child.kill("SIGKILL"), PATIENCE / 4);
    return ended.then(() => {
      clearTimeout(kill);
      rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20 });
    });
  }

  #read(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop();
    for (const message of messages.map((line) => JSON.parse(line))) {
      const waiting = this.#waiting.get(message.id);
      if (!waiting) this.#pages.get(message.sessionId)?.event(message.method, message.params);
      else if (message.error) waiting.fail(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting.done(message.result);
      this.#waiting.delete(message.id);
    }
  }
}

class Page {
  #browser;
  #session;
  #target;
  /** What the page said to the console, and the addresses that it asked for. */
  messages = [];
  requests = [];

  constructor(browser, session, target) {
    [this.#browser, this.#session, this.#target] = [browser, session, target];
  }

  call(method, params = {}) {
    return this.#browser.call(method, params, this.#session);
  }

  event(method, params) {
    if (method === "Runtime.consoleAPICalled") this.messages.push(params.args.map(({ value }) => value).join(" "));
    if (method === "Runtime.exceptionThrown") this.messages.push(JSON.stringify(params.exceptionDetails));
    if (method === "Log.entryAdded") this.messages.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  /** The value of an expression, or of the promise that it is. */
  async value(expression) {
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  /** Waits until an expression is true, also in a page that is being left for another. */
  async until(expression) {
    const began = performance.now();
    const value = () =>
      this.value(`Boolean(${expression})`).catch((error) => {
        if (/navigated or closed|context was destroyed/.test(error.message)) return false;
        throw error;
      });
    while (!(await value())) {
      if (performance.now() - began > PATIENCE) throw new Error(`never true: ${expression}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** Scrolls to the first matching element, and returns the place of its middle. */
  middleOf(selector) {
    return this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
  }

  /** Clicks the middle of the first matching element. */
  async click(selector) {
    const { x, y } = await this.middleOf(selector);
    await this.clickAt(x, y);
  }

  /** Clicks a place. `held` runs between press and release. */
  async clickAt(x, y, held = () => {}) {
    await this.mouse("mousePressed", x, y);
    await held();
    await this.mouse("mouseReleased", x, y);
  }

  /** Taps the middle of the first matching element with a finger. */
  async tap(selector) {
    const { x, y } = await this.middleOf(selector);
    await this.tapAt(x, y);
  }

  /** Taps a place. */
  async tapAt(x, y) {
    await this.call("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await this.call("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  /** Moves a finger over the screen. */
  async swipe(x, y, across, down) {
    await this.call("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (let part = 0.1; part < 1; part += 0.1) {
      await this.call("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + across * part, y: y + down * part }] });
    }
    await this.call("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  /** Moves, presses or releases the mouse. */
  mouse(type, x, y) {
    const button = type === "mouseMoved" ? {} : { button: "left", clickCount: 1 };
    return this.call("Input.dispatchMouseEvent", { type, x, y, ...button });
  }

  /** Presses and releases a key. */
  async key(key) {
    const text = { Enter: "\r", " ": " " }[key] ?? (key.length === 1 ? key : undefined);
    const code = CODES[key];
    for (const type of ["keyDown", "keyUp"]) {
      await this.call("Input.dispatchKeyEvent", { type, key, text: type === "keyDown" ? text : undefined, windowsVirtualKeyCode: code });
    }
  }

  /** A picture of the whole page or of what the screen shows, as PNG. */
  async picture({ isWhole = true } = {}) {
    const { data } = await this.call("Page.captureScreenshot", { format: "png", captureBeyondViewport: isWhole });
    return Buffer.from(data, "base64");
  }

  close() {
    return this.#browser.call("Target.closeTarget", { targetId: this.#target });
  }
}
