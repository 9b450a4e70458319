// The window of games: those that the page keeps, or those of a file; a search among
// them; and the ways in which a record gets to the page.

import { byId } from "./dom.js";
import { keptGames } from "./kept.js";
import { titleOf } from "./learn.js";
import { List } from "./list.js";
import { playerNames } from "./names.js";
import { dateOf, saveFile } from "./records.js";

const RESULTS = { X: "1-0", O: "0-1", draw: "½-½", none: "unfinished" };
const count = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

export class Games {
  #dialog = byId("games");
  #list;
  #records;
  #rows = [];
  /** The last file with many games, `{ name, rows, note }`, and whether it is shown. */
  #file = null;
  #showsFile = false;
  #onKept;
  #onRecord;
  #onSay;

  /** `onKept` takes a kept game, `onRecord` a game and the tags of its record, `onSay` a
   * text for the person. */
  constructor(records, { onKept, onRecord, onSay }) {
    this.#records = records;
    [this.#onKept, this.#onRecord, this.#onSay] = [onKept, onRecord, onSay];
    this.#list = new List(byId("games-list"), (row) => row.open());
    byId("games-search").addEventListener("input", () => this.#filter());
    byId("games-close").addEventListener("click", () => this.#dialog.close());
    byId("games-other").addEventListener("click", () => (this.#showsFile ? this.#showKept() : this.#showFile()));
    for (const id of ["games-file", "open-file"]) byId(id).addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", ({ target }) => {
      const [file] = target.files;
      // The same file may be opened again.
      if (file) this.openFile(file).then(() => (target.value = ""));
    });
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer.files[0]) this.openFile(event.dataTransfer.files[0]);
    });
  }

  /** Opens the window: with the list of a file as it was left, or with the kept games. */
  open() {
    if (!this.#showsFile) return this.#showKept();
    this.#dialog.showModal();
    byId("games-error").textContent = "";
    this.#list.restore();
  }

  #showKept() {
    this.#showsFile = false;
    const rows = keptGames().map((game) => this.#ofKept(game));
    const note = rows.length > 0 ? "Click a game to go on with it." : "No game so far: the page keeps each one as you play it, in this browser.";
    this.#show("Recent games", rows, note);
  }

  #showFile() {
    this.#showsFile = true;
    this.#show(this.#file.name, this.#file.rows, this.#file.note);
  }

  /** Opens a file: its game, or the list of its games. */
  async openFile(file) {
    this.#say(`Reading ${file.name}…`);
    try {
      await this.#openGames(file.name, await this.#records.ofFile(file));
    } catch (error) {
      this.#say(error.message);
    }
  }

  /** Opens the games of a text; `refuse` takes the reason if there are none. */
  async openText(text, spec, refuse) {
    try {
      await this.#openGames("the text", await this.#records.ofText(text, spec));
    } catch (error) {
      refuse(error.message);
    }
  }

  /** Saves a game as a file, with these tags. */
  async save(game, heading) {
    try {
      saveFile(`${game.spec.replace(/\W+/g, "-").slice(0, 40)}.pgn`, await this.#records.record(game, heading));
    } catch (error) {
      this.#onSay(`The game cannot be saved: ${error.message}.`);
    }
  }

  async #openGames(name, games) {
    if (games.length === 0) throw new Error(`There is no game in ${name}.`);
    if (games.length === 1) {
      if (games[0].mistake) throw new Error(`${name}, ${games[0].mistake}`);
      await this.#openRecord(games[0]);
      return;
    }
    const mistakes = games.filter(({ mistake }) => mistake).length;
    const note = `${count(games.length, "game")}${mistakes > 0 ? `, ${mistakes.toLocaleString("en")} of them cannot be read` : ""}.`;
    this.#file = { name, rows: games.map((game) => this.#ofRecord(game, name)), note };
    this.#showFile();
    this.#onSay("");
  }

  async #openRecord(game) {
    const { game: opened, heading } = await this.#records.game(game);
    this.#dialog.close();
    this.#onRecord(opened, heading);
  }

  /** Says something where the person looks. */
  #say(text) {
    if (this.#dialog.open) byId("games-error").textContent = text;
    else this.#onSay(text);
  }

  #show(title, rows, note) {
    this.#rows = rows;
    byId("games-title").textContent = title;
    byId("games-note").textContent = note;
    byId("games-other").hidden = this.#file === null;
    byId("games-other").textContent = this.#showsFile ? "Recent games" : `Games of ${this.#file?.name}`;
    byId("games-search").value = "";
    byId("games-search").hidden = rows.length === 0;
    byId("games-error").textContent = "";
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#list.show(rows);
  }

  #filter() {
    const words = byId("games-search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#rows.filter((row) => {
      row.words ??= `${row.title} ${row.mark} ${row.note} ${row.mistake ?? ""}`.toLowerCase();
      return words.every((word) => row.words.includes(word));
    });
    this.#list.show(found);
    byId("games-error").textContent = "";
    byId("games-note").textContent = `${found.length.toLocaleString("en")} of ${count(this.#rows.length, "game")}.`;
  }

  #ofKept(game) {
    const { x, o } = game.x === undefined ? playerNames(game) : game;
    return {
      title: `${x || "?"} – ${o || "?"}`,
      mark: RESULTS[game.result],
      note: [titleOf(game.spec), count(game.moves.length, "move"), dateOf(game.changed)].join(", "),
      open: () => {
        this.#dialog.close();
        this.#onKept(game);
      },
    };
  }

  #ofRecord(game, file) {
    const { x, o, spec, result, date, event, plies, mistake } = game;
    const isDated = date && !date.startsWith("?");
    return {
      title: `${x || "?"} – ${o || "?"}`,
      mark: { "1/2-1/2": "½-½", "*": "unfinished" }[result] ?? result,
      note: [titleOf(spec), count(Number(plies), "move"), ...(isDated ? [date] : []), ...(event && event !== "?" ? [event] : [])].join(", "),
      mistake,
      open: async () => {
        try {
          if (mistake) throw new Error(`${file}, ${mistake}`);
          await this.#openRecord(game);
        } catch (error) {
          this.#say(error.message);
        }
      },
    };
  }
}
