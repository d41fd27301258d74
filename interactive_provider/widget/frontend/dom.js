// Making elements. Everything a game says is set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const SIGHT = { viewBox: "0 0 24 24", "aria-hidden": "true" };

/** The attribute by which JupyterLab leaves keys to an element. */
export const OWN_KEYS = "data-lm-suppress-shortcuts";

// Icons of 24 × 24, drawn with a stroke of the button's own ink.
const ICONS = {
  undo: "M9 7L4 12L9 17M4 12H15A5 5 0 0 1 15 22",
  redo: "M15 7L20 12L15 17M20 12H9A5 5 0 0 0 9 22",
  new: "M12 5V19M5 12H19",
  restart: "M4 12A8 8 0 1 0 7 6M4 4V8H8",
  hint: "M9 18H15M10 21H14M12 3A6 6 0 0 0 8 13.5L9 16H15L16 13.5A6 6 0 0 0 12 3z",
  check: "M5 13L10 18L19 6",
  evaluate: "M5 20V12M12 20V5M19 20V9",
  step: "M6 5L15 12L6 19zM18 5V19",
  play: "M7 5L18 12L7 19z",
  stop: "M7 7H17V17H7z",
  flag: "M7 21V4L18 8L7 12",
  more: "M5 12h.5M12 12h.5M19 12h.5",
  keys: "M9 9A3 3 0 1 1 13.5 11.6Q12 12.5 12 14M12 18v.5",
  copy: "M9 9H19V20H9zM5 15V4H15",
  picture: "M4 5H20V19H4zM4 16L9 11L13 15L16 12L20 16M15 8.5h.5",
  flip: "M8 20V5M4 9L8 4L12 9M16 4V19M12 15L16 20L20 15",
  levels: "M7 10L12 15L17 10",
  replay: "M4 12A8 8 0 1 0 7 6M4 4V8H8M10.5 9L15 12L10.5 15z",
};

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) { return dress(document.createElement(tag), attributes, children); }

/**
 * A shape of SVG.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {Element[]} inside
 */
export function svg(name, attributes, ...inside) { return dress(document.createElementNS(SVG, name), attributes, inside); }

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Whatever takes the focus must keep the notebook's own one-letter commands from acting on it.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function focusable(tag, attributes = {}, ...children) {
  return make(tag, { [OWN_KEYS]: "true", ...attributes }, ...children);
}

/**
 * What has the focus within an element, null where nothing has.
 * @param {HTMLElement} host
 */
export function activeIn(host) {
  const active = /** @type {Document | ShadowRoot} */ (host.getRootNode()).activeElement;
  return host.contains(active) ? active : null;
}

// Faces of 24 × 24: how a game is going.
const FACES = {
  smile: "M8.5 8.5v1.5M15.5 8.5v1.5M7.5 14Q12 18.5 16.5 14",
  cool: "M5 8.5H19M6 8.5Q8 13.5 11 9M13 9Q16 13.5 18 8.5M8 15Q12 18.5 16 15",
  crossed: "M7 8L10 11M10 8L7 11M14 8L17 11M17 8L14 11M8 17Q12 13.5 16 17",
};
const SURPRISED = "M8.5 8.5v1.5M15.5 8.5v1.5M12 13.5a2 2 0 1 0 .01 0z";

/**
 * A face; while a square is pressed the style sheet shows the surprised one in its place.
 * @param {keyof typeof FACES} mood
 */
export function face(mood) {
  const parts = [["head", "M22 12A10 10 0 1 1 2 12A10 10 0 1 1 22 12z"], ["mood", FACES[mood]], ["surprised", SURPRISED]];
  return svg("svg", SIGHT, ...parts.map(([name, d]) => svg("path", { class: `ip-face-${name}`, d })));
}

/** @param {string} name */
function icon(name) {
  return svg("svg", SIGHT, svg("path", { d: ICONS[/** @type {keyof typeof ICONS} */ (name)] }));
}

/**
 * A button with an icon, whose words stand beside it where there is room and are always its name.
 * @param {string} words
 * @param {() => void} action
 * @param {string} [picture] one of the icons; without one the words alone are shown
 */
export function button(words, action, picture) {
  const content = picture ? [icon(picture), make("span", { class: "ip-words-of" }, words)] : [words];
  const element = focusable("button", picture ? { type: "button", "aria-label": words, title: words } : { type: "button" }, ...content);
  element.addEventListener("click", action);
  return element;
}

/**
 * Give a button another face and name.
 * @param {HTMLButtonElement} element
 * @param {string} words
 * @param {string} picture
 */
export function rename(element, words, picture) {
  element.setAttribute("aria-label", words);
  element.title = words;
  element.replaceChildren(icon(picture), make("span", { class: "ip-words-of" }, words));
}

/** @param {number} seconds */
export function asClock(seconds) {
  const whole = Math.max(0, Math.floor(seconds)), hours = Math.floor(whole / 3600);
  const [minutes, rest] = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, "0"));
  return hours ? `${hours}:${minutes}:${rest}` : `${Number(minutes)}:${rest}`;
}
