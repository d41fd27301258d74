// The board as an ARIA grid: what stands in each cell, which cell has the focus, what is said of it.

import { focusable, make } from "../dom.js";
import { Toggles, across, dressZone, faceOf, sidesOf } from "./zones.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Kind} Kind */
/** @typedef {import("../types.js").Place} Place */

export const FIRST_KIND = 0x30; // the character of the first kind of cell
const LETTERS = { press: "p", secondary: "s", up: "U", down: "D", left: "L", right: "R" };
/** @type {Record<string, Place>} */
export const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

export class Grid {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.own = make("style");
    this.table = make("table");
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {HTMLElement[]} */
    this.heads = []; // the labels of the columns
    /** @type {Place} */
    this.at = [0, 0];
    this.shape = "";
    /** @type {Board | null} */
    this.board = null;
    /** @type {() => void} */
    this.onBuild = () => {};
    /** @type {(zone: number, on: number[]) => void} */
    this.onTogether = () => {}; // several cards of a zone are chosen together
    /** @type {Toggles[]} */
    this.toggles = []; // one for each zone of a table
    this.isTurned = false; // whether it is seen from the other side
    /** @type {import("../types.js").Worth[]} */
    this.worth = [];
  }

  /**
   * Make room for a board; its cells are drawn by `draw`.
   * @param {Board} board
   */
  take(board) {
    this.board = board;
    this.own.textContent = Object.entries(board.pieces)
      .map(([name, image]) => `.ip-board .ip-piece-${name}{background-image:url("${image}"),var(--under,none)!important}`)
      .join("");
    const zones = board.zones.map(([side]) => side), { rows, columns, indents } = board;
    const shape = JSON.stringify([board.shape, columns, zones.length ? zones : [rows, indents], offers(board, "falls")]);
    if (this.shape !== shape) this.build(board, shape);
    this.table.setAttribute("aria-label", board.caption || "board");
    this.table.setAttribute("style", board.style);
    this.table.className = `${board.table}${board.sweeps ? " ip-sweeps" : ""}`;
  }

  /**
   * @param {Board} board
   * @param {string} shape
   */
  build(board, shape) {
    const { shape: [rows, columns], ...labels } = board;
    const falls = offers(board, "falls");
    this.shape = shape;
    this.table = make("table", { class: "ip-grid", role: "grid" });
    const columnLabels = falls && !labels.columns.length ? Array(columns).fill("") : labels.columns;
    this.heads = columnLabels.map((label, c) => make("th", { scope: "col", title: label }, labels.heads[c] ?? label));
    if (this.heads.length) {
      const corner = labels.rows.length ? [make("td", { style: "visibility:hidden", role: "presentation" })] : [];
      this.table.append(make("thead", {}, make("tr", {}, ...corner, ...this.heads)));
    }
    const body = make("tbody");
    this.cells = [];
    for (let r = 0; r < rows; r++) {
      const row = make("tr", labels.indents.length ? { style: labels.indents[r] } : {});
      if (labels.rows.length || labels.zones.length) row.append(make("th", { scope: "row" }, labels.rows[r]));
      for (let c = 0; c < columns; c++) row.append(this.made([r, c]));
      body.append(row);
    }
    const built = [...body.rows];
    this.toggles = labels.zones.map((_, r) => new Toggles(built[r], (on) => this.onTogether(r, on)));
    this.table.append(...(labels.zones.length ? sidesOf(built, labels.zones) : [body]));
    this.at = [Math.min(this.at[0], rows - 1), Math.min(this.at[1], columns - 1)];
    this.cell(this.at).tabIndex = 0;
    this.host.replaceChildren(this.own, this.table);
    this.onBuild();
  }

  /** @param {Place} place */
  made(place) {
    const cell = /** @type {Cell} */ (focusable("td", { role: "gridcell", tabindex: "-1" }));
    cell.place = place;
    cell.index = this.cells.push(cell) - 1;
    return cell;
  }

  /**
   * Draw the cells that look other than before, and give them.
   * @param {string} at the character of each cell's kind
   */
  draw(at) {
    const kinds = this.kinds();
    const changed = this.cells.filter((cell) => {
      const kind = kinds[at.charCodeAt(cell.index) - FIRST_KIND];
      if (cell.kind && same(cell.kind, kind)) {
        cell.kind = kind;
        return false;
      }
      this.dress(cell, kind);
      return true;
    });
    this.arrange();
    return changed;
  }

  /** Write whose each zone is, and keep a stop for the Tab key in it. */
  arrange() {
    const { zones = [], indents = [] } = this.board ?? {};
    this.toggles.forEach((toggles, r) => {
      toggles.show(zones[r][4]);
      dressZone(toggles.row, zones[r], indents[r], toggles.button);
      const filled = toggles.cells().filter(isCard);
      if (!filled.some((cell) => cell.tabIndex === 0) && filled.length) filled[0].tabIndex = 0;
    });
  }

  kinds() { return this.board ? this.board.kinds : []; }

  /**
   * @param {Cell} cell
   * @param {Kind} kind
   */
  dress(cell, kind) {
    const [sign = "", classes = "", label = "", tooltip = "", gestures = "", overlay = "", shade = ""] = kind;
    cell.kind = kind;
    const drags = /[UDLRT]/.test(gestures);
    cell.className = `${classes}${gestures ? " ip-live" : ""}${drags ? " ip-drags" : ""}`;
    cell.setAttribute("aria-label", this.spoken(cell.place, label));
    if (tooltip) cell.title = tooltip;
    else cell.removeAttribute("title");
    const badge = classes.includes("ip-marked-wrong") ? [make("b", { class: "ip-mark-wrong" }, "!")] : [];
    const over = overlay ? [make("small", { class: `ip-${shade}` }, this.board?.overlays?.[overlay] ?? overlay)] : [];
    cell.replaceChildren(...badge, ...faceOf(sign, !!this.toggles.length), ...over);
  }

  /**
   * @param {Place} place
   * @param {string} label
   */
  spoken([r, c], label) {
    const { rows, columns } = /** @type {Board} */ (this.board);
    const row = rows[r] ?? `${r + 1}`, column = columns[c] ?? `${c + 1}`;
    const told = label.replace("\x01", () => row).replace("\x02", () => column);
    if (told !== label || this.toggles.length) return told;
    return `${rows[r] ?? `row ${row}`} ${columns[c] ?? `column ${column}`}: ${told}`;
  }

  /** @param {Place} place */
  cell([r, c]) { return this.cells[r * (this.board?.shape[1] ?? 0) + c]; }

  /**
   * A place as the kernel knows it.
   * @param {Place} place
   * @returns {Place}
   */
  sent([r, c]) {
    const [rows, columns] = this.board?.shape ?? [1, 1];
    return this.isTurned ? [rows - 1 - r, columns - 1 - c] : [r, c];
  }

  /**
   * Lay over the cells that a piece can be dragged to what each is worth, instead of all other verdicts.
   * @param {Cell | null} cell
   */
  judge(cell) {
    for (const one of this.table.querySelectorAll(".ip-worth")) one.remove();
    for (const [[from, to], words, shade] of this.worth)
      if (from === cell?.index) this.cells[to].append(make("small", { class: `ip-worth ip-${shade < 0 ? "plain" : `shade-${shade}`}` }, words));
  }

  /** @param {Place} place */
  inside([r, c]) { return !!this.board && r >= 0 && c >= 0 && r < this.board.shape[0] && c < this.board.shape[1]; }

  /**
   * The place an arrow leads to; on a table the next card, or the nearest above or below.
   * @param {Place} place
   * @param {string} way
   * @returns {Place}
   */
  beside([r, c], way) {
    const [down, right] = STEPS[way];
    if (!this.toggles.length) return [r + down, c + right];
    if (down) return across(this.cells.filter(isCard), this.cell([r, c]), down).place;
    const row = this.toggles[r].cells().filter(isCard), at = row.indexOf(this.cell([r, c]));
    return (row[at + right] ?? row[at]).place;
  }

  /**
   * On a table a place with a card in the same zone: the last one up to it, else the first; elsewhere the place.
   * @param {Place} place
   * @returns {Place}
   */
  filled([r, c]) {
    const row = this.toggles[r]?.cells().filter(isCard) ?? [];
    const near = row.findLast((cell) => cell.place[1] <= c) ?? row[0];
    return near ? near.place : [r, c];
  }

  /** @param {Place} place */
  focus(place) {
    if (!this.inside(place)) return;
    place = this.filled(place);
    if (!this.toggles.length || this.at[0] === place[0]) this.cell(this.at).tabIndex = -1;
    this.at = place;
    const cell = this.cell(place), root = /** @type {Document | ShadowRoot} */ (cell.getRootNode());
    cell.tabIndex = 0;
    if (cell !== root.activeElement) cell.focus();
  }

  /**
   * @param {Cell} cell
   * @param {string} gesture
   */
  takes(cell, gesture) {
    return !!cell.kind?.[4]?.includes(LETTERS[/** @type {keyof typeof LETTERS} */ (gesture)]);
  }

  /**
   * The cells that a press on this one would change.
   * @param {Cell} cell
   */
  taken(cell) {
    const steps = cell.kind?.[7] ?? [];
    if (steps.length || !this.puts() || !this.takes(cell, "press")) return this.stepped(cell, steps);
    const lands = this.board?.lands ?? [];
    if (!lands.length) return [cell];
    const landing = lands.map((index) => this.cells[index]).find(({ place }) => place[1] === cell.place[1]);
    return landing ? [landing, /** @type {Cell} */ (this.heads[cell.place[1]])] : []; // over which the disc waits
  }

  /** The class of the piece that a press on an empty place puts there, or nothing. */
  puts() { return this.board?.table.match(/ip-puts-([\w-]+)/)?.[1]; }

  /** Whether pieces fall into place from above. */
  falls() { return offers(this.board, "falls"); }

  /** @param {Cell} cell */
  column({ place: [, c] }) { return this.cells.filter(({ place }) => place[1] === c); }

  /**
   * The first of the cells which are one with this one that is fit, or this one.
   * @param {Cell} cell
   * @param {(one: Cell) => boolean} isFit
   */
  meant(cell, isFit) {
    const group = this.board?.joined.find((cells) => cells.includes(cell.index)) ?? [];
    return isFit(cell) ? cell : group.map((index) => this.cells[index]).find(isFit) ?? cell;
  }

  /**
   * The cells that the piece on this one can be dragged to.
   * @param {Cell} cell
   */
  targets(cell) { return this.stepped(cell, cell.kind?.[8] ?? []); }

  /**
   * @param {Cell} cell
   * @param {number[]} steps
   */
  stepped({ place: [r, c] }, steps) {
    /** @type {Cell[]} */
    const found = [];
    for (let n = 0; n < steps.length; n += 2) {
      /** @type {Place} */
      const place = [r + steps[n], c + steps[n + 1]];
      if (this.inside(place)) found.push(this.cell(place));
    }
    return found;
  }
}

/**
 * Whether two kinds of cells look and are heard alike and take the same gestures.
 * @param {Kind} one
 * @param {Kind} other
 */
export function same(one, other) {
  for (let n = 0; n < 7; n++) if (one[n] !== other[n]) return false;
  return true;
}

/**
 * Whether something lies in a cell of a table, not only a gap.
 * @param {Cell} cell
 */
function isCard(cell) { return !cell.classList.contains("ip-void"); }

/**
 * The class of the piece that stands in the cell, or nothing.
 * @param {Cell} cell
 */
export function pieceOf(cell) { return /ip-piece-[\w-]+/.exec(cell.className)?.[0] ?? ""; }

/**
 * Whether a piece stands in the cell.
 * @param {Cell} cell
 */
export function isFilled(cell) { return !!pieceOf(cell); }

/**
 * Whether a board offers something that only some surfaces have: `Surface.features` lists the words.
 * @param {Board | null | undefined} board
 * @param {string} feature
 */
export function offers(board, feature) { return !!board?.features?.includes(feature); }
