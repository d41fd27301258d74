// What is cut off, wrapped, askew or on top of something else in the boards of a page, live and static ones, in words.
() => {
  const found = new Set(), seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  const place = (one) => {
    const board = one.closest("section, .ip-position, .ip-board");
    return (board?.querySelector(".ip-title, strong")?.textContent ?? "") + " <" + one.tagName.toLowerCase() + " class="
      + one.className + "> " + one.textContent.slice(0, 30);
  };
  const cuts = (one) => getComputedStyle(one).overflowX !== "visible"; // with an ellipsis, or it can be scrolled
  const sticks = (one) => [one.parentElement, one].some((part) => getComputedStyle(part).position === "sticky"); // on purpose
  const isScrolledAway = (one) => {
    const list = one.closest(".ip-list, .ip-options")?.getBoundingClientRect(), { top, bottom } = one.getBoundingClientRect();
    return list && (top < list.top - 1 || bottom > list.bottom + 1);
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  if (document.documentElement.scrollWidth > innerWidth) found.add("the page is wider than its window");
  for (const grid of all(".ip-grid:not(.ip-words, .ip-ghost, .ip-zones, .ip-on-felt:has(.ip-dark-square))")) {
    const ratio = grid.matches(".ip-on-hex") ? 2 / 3 ** 0.5 : grid.querySelector(".ip-card, .ip-red-card, .ip-card-back") && grid.matches(".ip-on-felt") ? 1.35 : 1;
    const sides = [...grid.querySelectorAll("tbody td:not(.ip-void)")].map((cell) => cell.getBoundingClientRect());
    const odd = sides.filter(({ width, height }) => Math.abs(width * ratio - height) > 1);
    if (odd.length) found.add(`${odd.length} cells are not ${ratio === 1 ? "square" : `${ratio} times as high as wide`}: ${place(grid)}`);
  }
  const boxes = "button, th, td, dt, dd, p, label, .ip-counters, .ip-said-line, .ip-title";
  for (const box of all(boxes)) {
    if (cuts(box)) continue;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      if (!node.textContent.trim() || node.parentElement.closest(boxes) !== box || cuts(node.parentElement)) continue;
      const blank = getComputedStyle(node.parentElement).whiteSpace === "pre-wrap" ? 6 : 1; // one that hangs at a line's end
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      if (lines.some((line) => line.left < left - 1 || line.right > right + blank)) found.add(`words wider than their box: ${place(box)}`);
      if (box.matches("td, button") && lines.some((line) => (line.top + line.bottom) / 2 < top || (line.top + line.bottom) / 2 > bottom))
        found.add(`words outside their box: ${place(box)}`);
      if (box.matches("th, td") && !box.closest(".ip-zones") && new Set(lines.map((line) => Math.round(line.top))).size > 1) found.add(`a label on two lines: ${place(box)}`);
    }
  }
  for (const widget of all(".ip-widget")) {
    const parts = [...widget.querySelectorAll("button, .ip-grid:not(.ip-ghost), .ip-title, .ip-counters, .ip-status, .ip-line code, .ip-text, dt, dd")]
      .filter((one) => seen(one) && !one.closest(".ip-screen, .ip-over") && !sticks(one) && !isScrolledAway(one)).map((one) => [one, one.getBoundingClientRect()]);
    for (const [n, [one, a]] of parts.entries())
      for (const [other, b] of parts.slice(n + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && along > 1 && !one.contains(other)) found.add(`${place(one)} lies over ${place(other)}`);
      }
  }
  return [...found];
}
