// What the page around a board says: its theme, whether its reader prefers stillness, what moves
// and where the focus is.

/**
 * The front end says in its own way which theme it shows; a shadow root would hide that from style
 * rules.
 */
export function themeOf() {
  const { body, documentElement: html } = document;
  if (body.dataset.jpThemeLight) {
    return body.dataset.jpThemeLight === "true" ? "light" : "dark";
  }
  const words = [
    body.dataset.vscodeThemeKind,
    html.getAttribute("theme"),
    html.dataset.theme,
    body.className,
    html.className,
  ].join(" ");
  return (
    ["dark", "light"].find((theme) =>
      new RegExp(`(^|[\\s-])${theme}($|[\\s-])`).test(words),
    ) ?? ""
  );
}

/** Whether nothing shall move by itself. */
export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Let elements move in a way that the style sheet has, until they have or are taken away.
 * @param {HTMLElement[]} elements
 * @param {string} movement
 */
export async function play(elements, movement) {
  for (const element of elements) {
    element.dataset.moves = movement;
  }
  const movements = elements.flatMap((element) => element.getAnimations());
  await Promise.all(movements.map(({ finished }) => finished.catch(() => null)));
  for (const element of elements) {
    delete element.dataset.moves;
  }
}

/**
 * What has the focus within an element, null if nothing has.
 * @param {HTMLElement} host
 */
export function activeIn(host) {
  const { activeElement } = rootOf(host);
  return host.contains(activeElement) ? activeElement : null;
}

/**
 * The document or shadow root that an element stands in.
 * @param {Node} node
 */
export function rootOf(node) {
  return /** @type {Document | ShadowRoot} */ (node.getRootNode());
}

/**
 * Do something whenever an element gets another size, until the board is closed.
 * @param {Element} element
 * @param {() => void} action
 * @param {AbortSignal} signal
 */
export function onResize(element, action, signal) {
  const observer = new ResizeObserver(action);
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}

/** @param {number} milliseconds */
export function wait(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
