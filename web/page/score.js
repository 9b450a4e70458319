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
      return `${signed(finding.cp)} for ${side}, an estimate`;
  }
}

/** The value in a few characters: `+5` wins in five plies, `+≤5` within five,
 * `−4` loses in four, `=` draws, and any other number is an estimate. */
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
      return tenths(finding.cp);
  }
}

/** An estimate in points, rounded to tenths; from ten points, to points. */
function tenths(cp) {
  const points = Math.abs(cp) / 100;
  const text = points.toFixed(points < 9.95 ? 1 : 0);
  return cp < 0 && text !== "0.0" ? `−${text}` : text;
}

function signed(cp) {
  const text = (Math.abs(cp) / 100).toFixed(2);
  return `${cp < 0 ? "−" : "+"}${text}`;
}

/** The value for X from −1 to 1, if `side` is to move. */
export function height(finding, side) {
  const own = { win: 1, loss: -1, draw: 0 }[finding.kind] ?? 0.97 * Math.tanh(finding.cp / 600);
  return side === "X" ? own : -own;
}

/** Whether a value is proven. */
export const isProven = (finding) => finding.kind !== "estimate";
