// Creation of elements. Texts become text nodes, never HTML: the names of
// players are not trusted.
"use strict";

const byId = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null));
  return element;
}

const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** The tooltip of an SVG shape. */
const hint = (text) => svg("title", {}, text);

/** A number with its sign, with a typographic minus. */
const signed = (value, digits = 0) =>
  (value < 0 ? "−" : "+") + Math.abs(value).toFixed(digits);

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const half = (points) => (points % 1 ? `${points < 1 ? "" : Math.floor(points)}½` : `${points}`);
const count = (value) => value.toLocaleString("en");
/** A number in few characters, such as 1.2k. */
const short = (value) => value.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });
const plural = (value, word) => `${count(value)} ${word}${value === 1 ? "" : "s"}`;

/** The colour of an engine; the colours of stones and of results are others. */
const color = (player) => `var(--c${player % 8})`;
/** The dashes that tell apart engines of one colour. */
const dashes = (player) => ["none", "7 4", "2 4", "9 3 2 3"][Math.floor(player / 8) % 4];

/** The line of an engine in the charts. */
const swatch = (player) =>
  svg("svg", { class: "swatch", width: 22, height: 10, viewBox: "0 0 22 10", "aria-hidden": "true" },
    svg("line", { x1: 1, x2: 21, y1: 5, y2: 5, stroke: color(player), "stroke-dasharray": dashes(player) }));

/** Draws into an element, and again whenever its width changes. */
const drawings = new Map();
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const drawing = drawings.get(target);
    if (target.clientWidth && target.clientWidth !== drawing.width) {
      drawing.width = target.clientWidth;
      target.replaceChildren(drawing.draw(drawing.width));
    }
  }
});
function drawn(element, draw) {
  const width = element.clientWidth;
  drawings.set(element, { draw, width });
  if (width) element.replaceChildren(draw(width));
  widths.observe(element);
}

/** Shows the hint above the frame of a table while the table is wider. */
const overflows = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const frame = target.closest(".scroll");
    frame.previousElementSibling.hidden = frame.scrollWidth <= frame.clientWidth + 1;
  }
});
function hintAtWidth(table) {
  overflows.observe(table);
  overflows.observe(table.parentElement);
}
