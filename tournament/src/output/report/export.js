// A game and a position for other programs: the record of a game, the text of a
// position, and the link to the page of the engine.

/** The text of a position, as the command `position fen` has it. */
function positionText(game, ply) {
  const { columns, rows, levels, prefix, sides } = data.board;
  const stones = stonesAt(game, ply);
  const row = (level, at) => {
    let text = "";
    let empty = 0;
    for (let column = 0; column < columns; column++) {
      const side = stones.get(squareName(level, column, at));
      if (!side) empty += 1;
      else {
        text += (empty || "") + STONES[side];
        empty = 0;
      }
    }
    return text + (empty || "");
  };
  const level = (at) => Array.from({ length: rows }, (_, i) => row(at, rows - 1 - i)).join("/");
  const next = game.offset + ply;
  const turns = [...sides.slice(0, next + 1)].filter((side, i) => side === "x" && sides[i - 1] !== "x").length;
  const placement = Array.from({ length: levels }, (_, i) => level(i)).join("|");
  return [prefix, placement, sides[next], turns].filter((word) => word !== "").join(" ");
}

/** The address of a position in the page of the engine. */
function engineLink(game, ply) {
  const moves = game.moves.slice(0, ply).map(({ name }) => name).join(",");
  // Both sides are the reader's, so that the engine does not move at once.
  const values = { game: data.game, ...(game.fen ? { start: game.fen } : {}), ...(moves ? { moves } : {}), side: "both" };
  return `noughts.html#${new URLSearchParams(values)}`;
}

const RESULTS = { x: "1-0", o: "0-1", draw: "1/2-1/2", unscored: "*" };
const TRAINS = ["XTrain", "OTrain"];
const WIDTH = 80;
/** The last time that a date can have, in milliseconds. */
const LAST_TIME = 8.64e15;

/** The record of a game, in the form of the runner's records without clocks. */
function recordText(game) {
  const [date, time] = new Date(Math.min(game.when, LAST_TIME)).toISOString().split("T");
  const players = game.p.map((place) => data.players[place]);
  const seed = (i) => game.seeds?.[i];
  const tags = [
    ["Event", data.title ?? "noughts-tournament"], ["Site", "?"], ["Date", date.replaceAll("-", ".")],
    ["Round", `${game.r}.${game.n}`], ["White", players[0].name], ["Black", players[1].name],
    ["Result", RESULTS[game.e]], ["Time", time.slice(0, 8)], ["Game", data.game],
    ["X", players[0].name], ["O", players[1].name], ["XLimits", players[0].limits], ["OLimits", players[1].limits],
    ["XSeed", seed(0)], ["OSeed", seed(1)], ["SetUp", game.fen && "1"], ["FEN", game.fen],
    ["Termination", game.t], ["PlyCount", game.moves.length],
    ...(game.trains ?? []).map((squares, i) => [TRAINS[i], `${movesOf(squares).length} ${squares}`]),
    ["Fault", game.fault && `${players[game.fault[0]].name}: ${game.fault[1]}`], ["Dispute", game.dispute],
  ].filter(([, value]) => isKnown(value));
  const quoted = (value) => String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  const head = tags.map(([name, value]) => `[${name} "${quoted(value)}"]\n`).join("");
  return `${head}\n${wrapped([...moveWords(game), RESULTS[game.e]])}\n`;
}

/** The moves with the numbers of their turns and comments. */
function moveWords({ fen, moves }) {
  const first = Number(/\d+$/.exec(fen ?? "")?.[0] ?? 1);
  let number = Math.max(0, first - 1);
  return moves.flatMap((move, i) => {
    const begins = i === 0 || (move.side === "x" && moves[i - 1].side !== "x");
    if (begins) number += 1;
    const turn = begins ? [`${number}${move.side === "x" ? "." : "..."}`] : [];
    return [...turn, move.name, `{${move.book ? "book" : comment(move)}}`];
  });
}

function comment({ score, depth, nodes, time, best }) {
  const of = isProven(score) ? score.replace(/^#(-?)/, (_, minus) => `${minus || "+"}M`)
    : `${score < 0 ? "-" : "+"}${(Math.abs(score) / 100).toFixed(2)}`;
  const known = isKnown(score) ? `${of}${isKnown(depth) ? `/${depth}` : ""} ` : "";
  return `${known}${(time / 1e6).toFixed(3)}s${isKnown(nodes) ? `, ${nodes} nodes` : ""}${best ? `, pv ${best}` : ""}`;
}

/** Joins words to lines of at most `WIDTH` characters. */
function wrapped(words) {
  const lines = [];
  for (const word of words) {
    const line = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && [...line].length <= WIDTH) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return `${lines.join("\n")}\n`;
}

/** Saves a text as a file. */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
