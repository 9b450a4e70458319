// Scores in words, in a few characters, and as a height on a bar.

const plies = (n) => (n === 1 ? "1 ply" : `${n} plies`);
const other = (side) => (side === "X" ? "O" : "X");

/** The value of a finding in words, if `side` is to move. */
export function words(finding, side) {
  const within = finding.exact ? "in" : "within";
  switch (finding.kind) {
    case "win":
      return `${side} wins ${within} ${plies(finding.plies)}`;
    case "loss":
      return `${other(side)} wins ${within} ${plies(finding.plies)}`;
    case "draw":
      return "a draw";
    default:
      return `${leader(finding.chance, side)} (estimate)`;
  }
}

/** The value in a few characters: `+5` wins in five plies, `+≤5` within five,
 * `−4` loses in four, `=` draws, and a number alone is the chance of the side to move
 * in per cent. */
export function mark(finding) {
  const within = finding.exact ? "" : "≤";
  switch (finding.kind) {
    case "win":
      return `+${within}${finding.plies}`;
    case "loss":
      return `−${within}${finding.plies}`;
    case "draw":
      return "=";
    default:
      return String(percent(finding.chance));
  }
}

/** The centipoints of an estimate, with their sign. */
export const inCentipoints = (cp) => `${cp > 0 ? "+" : ""}${cp} cp`.replace("-", "−");

/** A chance in whole per cent, from 1 to 99: an estimate is never certain. */
const percent = (chance) => Math.min(99, Math.max(1, Math.round(100 * chance)));

/** The chances of the side that leads. */
function leader(chance, side) {
  const own = percent(chance);
  if (own === 50) return "even";
  return own > 50 ? `${side} ${own} %` : `${other(side)} ${100 - own} %`;
}

/** A value for X from −1 to 1 in words. */
export function chanceInWords(value, isProven) {
  if (!isProven) return `${leader((value + 1) / 2, "X")} (estimate)`;
  return value === 0 ? "a draw" : `${value > 0 ? "X" : "O"} wins`;
}

/** The value for X from −1 to 1, if `side` is to move. */
export function height(finding, side) {
  const own = { win: 1, loss: -1, draw: 0 }[finding.kind] ?? percent(finding.chance) / 50 - 1;
  return side === "X" ? own : -own;
}

/** Whether a value is proven. */
export const isProven = (finding) => finding.kind !== "estimate";
