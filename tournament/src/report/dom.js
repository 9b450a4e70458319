// Creation of elements. Texts become text nodes, never HTML: the names of
// players are not trusted.

const data = JSON.parse(document.getElementById("data").textContent);
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
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const color = (player) => `var(--c${player % 8})`;

const dot = (player) => {
  const mark = el("span", { class: "dot" });
  mark.style.background = color(player);
  return mark;
};

/** Draws into an element, and again whenever its width changes. */
function drawn(element, draw) {
  let width = 0;
  new ResizeObserver(() => {
    if (element.clientWidth && element.clientWidth !== width) {
      width = element.clientWidth;
      element.replaceChildren(draw(width));
    }
  }).observe(element);
}
