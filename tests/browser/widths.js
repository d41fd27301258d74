// What is cut off at each of some widths of a page's column, in words.
async (widths) => {
  const found = new Set(), column = document.getElementById("all");
  const frame = () => new Promise((go_on) => requestAnimationFrame(go_on));
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  const title = (board) => board.closest("section").dataset.name;
  const least = (board) => (board.querySelector(".ip-wide") ? 20 : board.clientWidth <= 472 ? 28 : 20); // pixels of a square
  const isWholeOrScrolled = (board, scroll) => {
    if (scroll.scrollWidth <= scroll.clientWidth + 1) return true;
    const cell = scroll.querySelector("td[role=gridcell]:not(.ip-void)").getBoundingClientRect();
    if (cell.width > least(board) + 0.6 && !scroll.querySelector(".ip-words")) return false;
    scroll.scrollLeft = scroll.scrollWidth;
    const last = Math.max(...[...scroll.querySelectorAll("td[role=gridcell]")].map((one) => one.getBoundingClientRect().right));
    const isReached = last <= scroll.getBoundingClientRect().right + 1;
    scroll.scrollLeft = 0;
    return isReached;
  };
  const isSticky = (one) => getComputedStyle(one.closest(".ip-tools") ?? one).position === "sticky"; // over the board on purpose
  const isCut = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible" && !one.matches(".ip-line code");
  for (const width of widths) {
    column.style.width = `${width}px`;
    await frame();
    await frame();
    for (const board of document.querySelectorAll(".ip-widget")) {
      const add = (words) => found.add(`${title(board)} at ${width}: ${words}`), box = board.getBoundingClientRect();
      const scroll = board.querySelector(".ip-scroll");
      if (seen(scroll) && !isWholeOrScrolled(board, scroll)) add("its board is wider than its column");
      if (box.right > column.getBoundingClientRect().right + 1) add("it is wider than its page");
      const texts = [...board.querySelectorAll("button, .ip-title, .ip-clock, .ip-counters > *, .ip-status, .ip-led, dt, dd, label")]
        .filter((one) => seen(one) && !isSticky(one) && !one.closest(".ip-list, .ip-options, .ip-screen, .ip-minis")).map((one) => [one, one.getBoundingClientRect()]);
      for (const one of board.querySelectorAll(".ip-title, .ip-status, .ip-counters *, button, button *, dt, dd, th, .ip-group-name"))
        if (seen(one) && isCut(one)) add(`"${one.textContent.slice(0, 20)}" is cut`);
      for (const [one, { right }] of texts) if (right > box.right + 1) add(`"${one.textContent.slice(0, 20)}" is beside the page`);
      for (const [n, [one, a]] of texts.entries())
        for (const [other, b] of [...texts.slice(n + 1), ...(seen(scroll) ? [[scroll, scroll.getBoundingClientRect()]] : [])]) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1 && along > 1 && !one.contains(other) && !scroll.contains(one)) add(`"${one.textContent.slice(0, 20)}" lies over "${other.textContent.slice(0, 20)}"`);
        }
      const tools = [...board.querySelectorAll(".ip-tools button span")].filter(seen).map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
      });
      tools.forEach((a, n) => tools.slice(n + 1).forEach((b) => {
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) add("names of buttons overprint each other");
      }));
    }
  }
  return [...found];
}
