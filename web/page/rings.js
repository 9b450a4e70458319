// The rings of TicTacTrains: which of them an entry of a rule set, as `O23-d4`, allows.

const ENTRY = /^[XO](A|[123]+)(?:-(.+))?$/;

/** The ring of a place on a board of so many columns and rows: 1 is the inner 3x3, or 2x2 on
 * boards of even size. */
export function ringOf({ x, y }, size) {
  const distance = (at) => Math.abs(at - (size - 1) / 2);
  return Math.max(1, Math.ceil(Math.max(distance(x), distance(y))));
}

/** The rings that an entry names; none if it allows all of them. */
export function ringsOf(entry) {
  const [, rings] = ENTRY.exec(entry ?? "") ?? [];
  return rings && rings !== "A" ? [...rings].map(Number) : [];
}

/** What an entry allows, in words; nothing if every square is allowed. */
export function limits(entry) {
  const match = ENTRY.exec(entry ?? "");
  if (!match || (match[1] === "A" && !match[2])) return "";
  const rings = ringsOf(entry);
  const where = rings.length === 0 ? "anywhere" : `in ring${rings.length > 1 ? "s" : ""} ${rings.join(" or ")}`;
  return `${where}${match[2] ? ` but not on ${match[2].match(/[a-g]\d/g).join(" or ")}` : ""}`;
}
