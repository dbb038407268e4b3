// Making elements: plain functions, no framework. Text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Replace what is inside. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
}

/** @type {WeakMap<Element, string>} */
const follows = new WeakMap();

/** Replace what is inside where it follows from something new; `make` is asked for it only then. */
export function putNew(element, from, make) {
  const key = JSON.stringify(from);
  if (follows.get(element) === key) return;
  follows.set(element, key);
  put(element, make());
}

/** Set text only where it differs, so that a screen reader is not told the same twice. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** There or not, set only where it differs: a page styles what is hidden once more whenever it is told so. */
export function showIf(element, there) {
  if (element.hidden === Boolean(there)) element.hidden = !there;
}

export const byId = (id) => document.getElementById(id);
