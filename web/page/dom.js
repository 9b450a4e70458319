// Elements of the page.

const SVG = "http://www.w3.org/2000/svg";

/** Creates an element with attributes, and with children or texts. */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Creates an element of a picture. */
export function drawing(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** The mark of a side, as a picture. */
export function stone(side) {
  const use = drawing("use", { href: `#stone-${side.toLowerCase()}` });
  return drawing("svg", { class: `stone ${side.toLowerCase()}`, viewBox: "0 0 10 10", "aria-hidden": "true" }, use);
}
