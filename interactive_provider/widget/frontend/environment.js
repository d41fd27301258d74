// What the page around a board says: its theme, whether its reader prefers stillness, and where the
// focus is.

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
