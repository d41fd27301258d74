// The board as an ARIA grid: what stands in each cell, which cell has the focus, what is said of
// it.

import { DIRECTIONS, WAYS, within } from "../directions.js";
import { focusable, make, setText } from "../dom.js";
import { rootOf } from "../environment.js";
import { pictureRules } from "../styles/sheets.js";
import { canDrag, kindAt, offers, pairs, spokenLabel } from "../view.js";
import { Toggles, dressZone, faceOf, nearestAcross, sidesOf } from "./zones.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Kind} Kind */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Way} Way */

/** @type {(keyof Kind)[]} */
const LOOKS = ["sign", "classes", "label", "tooltip", "gestures", "overlay", "shade"];

/** @type {Record<string, string>} */
const LETTERS = {
  press: "p",
  secondary: "s",
  ...Object.fromEntries(WAYS.map((way) => [way, DIRECTIONS[way].letter])),
};

export class Grid {
  /** @type {Cell[]} */
  cells = [];
  /** @type {HTMLElement[]} */
  heads = []; // the labels of the columns
  /** @type {Place} */
  at = [0, 0];
  shape = "";
  /** @type {Board | null} */
  board = null;
  onBuild = () => {};
  /** @type {(zone: number, on: number[]) => void} */
  onTogether = () => {}; // several cards of a zone are chosen together
  /** @type {Toggles[]} */
  toggles = []; // one for each zone of a table
  isTurned = false; // whether it is seen from the other side
  /** @type {import("../types.js").Worth[]} */
  worth = [];

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.pictures = make("style"); // of the pieces that this board brings itself
    this.table = make("table");
  }

  /**
   * Make room for a board; its cells are drawn by `draw`.
   * @param {Board} board
   */
  take(board) {
    const { columns, indents, rows, zones } = board;
    this.board = board;
    setText(this.pictures, pictureRules(board.pieces));
    const around = zones.length ? zones.map(({ side }) => side) : [rows, indents];
    const shape = JSON.stringify([
      board.shape,
      columns,
      board.heads,
      around,
      this.isTurned,
    ]);
    if (this.shape !== shape) {
      this.shape = shape;
      this.#build(board);
    }
    this.table.ariaLabel = board.caption || "board";
    this.table.setAttribute("style", board.style);
    this.table.className = `${board.table}${board.sweeps ? " ip-sweeps" : ""}`;
  }

  /** @param {Board} board */
  #build(board) {
    const { zones } = board;
    const [rows, columns] = board.shape;
    this.table = make("table.ip-grid[role=grid]");
    this.#buildHead(board);
    this.cells = [];
    const built = Array.from({ length: rows }, (_, r) => this.#buildRow(board, r));
    this.toggles = zones.map(
      (_, r) => new Toggles(built[r], (on) => this.onTogether(r, on)),
    );
    this.table.append(
      ...(zones.length
        ? sidesOf(built, zones)
        : [make("tbody", ...this.#inOrder(built))]),
    );
    this.at = [within(this.at[0], 0, rows - 1), within(this.at[1], 0, columns - 1)];
    this.cell(this.at).tabIndex = 0;
    this.host.replaceChildren(this.pictures, this.table);
    this.onBuild();
  }

  /** @param {Board} board */
  #buildHead({ columns, heads, rows }) {
    this.heads = heads.map((head, c) =>
      make("th[scope=col]", { title: columns[c] ?? "" }, head),
    );
    if (!heads.length) {
      return;
    }
    const row = make("tr", ...this.#inOrder(this.heads));
    if (rows.length) {
      row.prepend(make("td[style=visibility:hidden][role=presentation]"));
    }
    this.table.append(make("thead", row));
  }

  /**
   * @param {Board} board
   * @param {number} r
   */
  #buildRow({ indents, rows, shape, zones }, r) {
    const row = make("tr", indents.length ? { style: indents[r] } : {});
    if (rows.length || zones.length) {
      row.append(make("th[scope=row]", rows[r] ?? ""));
    }
    const cells = Array.from({ length: shape[1] }, (_, c) => this.#buildCell([r, c]));
    row.append(...this.#inOrder(cells));
    return row;
  }

  /**
   * Rows, columns or cells in the order in which they are seen.
   * @template T
   * @param {T[]} parts
   */
  #inOrder(parts) {
    return this.isTurned ? parts.toReversed() : parts;
  }

  /**
   * A direction on the board, given one on the screen.
   * @param {Way} way
   */
  wayOn(way) {
    return this.isTurned ? DIRECTIONS[way].turned : way;
  }

  /** @param {Place} place */
  #buildCell(place) {
    const cell = /** @type {Cell} */ (focusable("td[role=gridcell][tabindex=-1]"));
    cell.place = place;
    cell.index = this.cells.push(cell) - 1;
    return cell;
  }

  /**
   * Draw the cells that look other than before, and give them.
   * @param {string} at the character of each cell's kind
   */
  draw(at) {
    const { board } = this;
    const changed = this.cells.filter((cell) => {
      const kind = kindAt(/** @type {Board} */ (board), at, cell.index);
      const isSame = cell.kind && same(cell.kind, kind);
      cell.kind = kind;
      if (!isSame) {
        this.#dress(cell, kind);
      }
      return !isSame;
    });
    this.arrange();
    return changed;
  }

  /** Write whose each zone is, and keep a stop for the Tab key in it. */
  arrange() {
    const { zones = [], indents = [] } = this.board ?? {};
    this.toggles.forEach((toggles, r) => {
      toggles.show(zones[r].toggles);
      dressZone(toggles.row, zones[r], indents[r], toggles.button);
      const filled = this.cards(r);
      if (filled.length && !filled.some((cell) => cell.tabIndex === 0)) {
        filled[0].tabIndex = 0;
      }
    });
  }

  /**
   * The cells of a zone in which something lies.
   * @param {number} zone
   */
  cards(zone) {
    return this.toggles[zone]?.cells().filter(isCard) ?? [];
  }

  /**
   * @param {Cell} cell
   * @param {Kind} kind
   */
  #dress(cell, kind) {
    const { sign, classes, label, tooltip, gestures, overlay, shade } = kind;
    const board = /** @type {Board} */ (this.board);
    const live = gestures ? " ip-live" : "";
    cell.className = `${classes}${live}${canDrag(kind) ? " ip-drags" : ""}`;
    cell.ariaLabel = spokenLabel(board, cell.place, label);
    if (tooltip) {
      cell.title = tooltip;
    } else {
      cell.removeAttribute("title");
    }
    // A cell that only takes other gestures than before keeps its sign.
    if (cell.childElementCount || cell.textContent !== sign) {
      cell.replaceChildren(...faceOf(sign, this.toggles.length > 0));
    }
    if (classes.includes("ip-marked-wrong")) {
      cell.prepend(make("b.ip-mark-wrong", "!"));
    }
    if (overlay) {
      cell.append(
        make("small", { class: `ip-${shade}` }, board.overlays[overlay] ?? overlay),
      );
    }
  }

  /** @param {number[]} indices */
  cellsAt(indices) {
    return indices.map((index) => this.cells[index]);
  }

  /** @param {Place} place */
  cell([r, c]) {
    return this.cells[r * (this.board?.shape[1] ?? 0) + c];
  }

  /**
   * Lay over the cells that a piece can be dragged to what each is worth, instead of all other
   * verdicts.
   * @param {Cell | null} cell
   */
  judge(cell) {
    for (const verdict of this.table.querySelectorAll(".ip-worth")) {
      verdict.remove();
    }
    for (const { way, words, shade } of this.worth) {
      if (way[0] === cell?.index) {
        const colour = shade < 0 ? "plain" : `shade-${shade}`;
        this.cells[way[1]].append(
          make("small", { class: `ip-worth ip-${colour}` }, words),
        );
      }
    }
  }

  /** @param {Place} place */
  isInside([r, c]) {
    const [rows, columns] = this.board?.shape ?? [0, 0];
    return r >= 0 && c >= 0 && r < rows && c < columns;
  }

  /**
   * The neighbour of a cell, none at the edge.
   * @param {Cell} cell
   * @param {Way} way
   * @returns {Cell | undefined}
   */
  neighbour(cell, way) {
    return this.stepped(cell, DIRECTIONS[way].step)[0];
  }

  /**
   * The cell an arrow leads to; on a table the next card, or the nearest above or below.
   * @param {Cell} cell
   * @param {Way} way
   * @returns {Cell | undefined}
   */
  beside(cell, way) {
    if (!this.toggles.length) {
      return this.neighbour(cell, way);
    }
    const [down, right] = DIRECTIONS[way].step;
    if (down) {
      return nearestAcross(this.cells.filter(isCard), cell, down);
    }
    const row = this.cards(cell.place[0]);
    return row[row.indexOf(cell) + right];
  }

  /**
   * The last place in a direction.
   * @param {Place} place
   * @param {Way} way
   * @returns {Place}
   */
  edge([r, c], way) {
    const [rows, columns] = this.board?.shape ?? [1, 1];
    const [down, right] = DIRECTIONS[way].step;
    return [
      within(r + down * rows, 0, rows - 1),
      within(c + right * columns, 0, columns - 1),
    ];
  }

  /**
   * On a table a place with a card in the same zone: the last one up to it, else the first;
   * elsewhere the place.
   * @param {Place} place
   * @returns {Place}
   */
  #filled([r, c]) {
    const row = this.cards(r);
    const near = row.findLast((cell) => cell.place[1] <= c) ?? row[0];
    return near ? near.place : [r, c];
  }

  /** @param {Place} place */
  focus(place) {
    if (!this.isInside(place)) {
      return;
    }
    const filled = this.#filled(place);
    if (!this.toggles.length || this.at[0] === filled[0]) {
      this.cell(this.at).tabIndex = -1;
    }
    this.at = filled;
    const cell = this.cell(filled);
    cell.tabIndex = 0;
    if (cell !== rootOf(cell).activeElement) {
      cell.focus();
    }
  }

  /**
   * @param {Cell} cell
   * @param {string} gesture
   */
  takes(cell, gesture) {
    return !!cell.kind?.gestures.includes(LETTERS[gesture]);
  }

  /**
   * The cells that a press on this one would change.
   * @param {Cell} cell
   */
  taken(cell) {
    const takes = cell.kind?.takes ?? [];
    if (takes.length || !this.puts() || !this.takes(cell, "press")) {
      return this.stepped(cell, takes);
    }
    const lands = this.board?.lands ?? [];
    if (!lands.length) {
      return [cell];
    }
    const column = cell.place[1];
    const landing = this.cellsAt(lands).find(({ place }) => place[1] === column);
    // Over the head of the column the disc waits.
    return landing ? [landing, /** @type {Cell} */ (this.heads[column])] : [];
  }

  /** The class of the piece that a press on an empty place puts there, or nothing. */
  puts() {
    return this.board?.table.match(/ip-puts-([\w-]+)/)?.[1];
  }

  /** Whether pieces fall into place from above. */
  falls() {
    return offers(this.board, "falls");
  }

  /**
   * The first of the cells which are one with this one that is fit, or this one.
   * @param {Cell} cell
   * @param {(one: Cell) => boolean} isFit
   */
  meant(cell, isFit) {
    const group = this.board?.joined.find((cells) => cells.includes(cell.index)) ?? [];
    return [cell, ...this.cellsAt(group)].find(isFit) ?? cell;
  }

  /**
   * The cells that the piece on this one can be dragged to.
   * @param {Cell} cell
   */
  targets(cell) {
    return this.stepped(cell, cell.kind?.targets ?? []);
  }

  /**
   * @param {Cell} cell
   * @param {readonly number[]} steps down and to the right
   */
  stepped({ place: [r, c] }, steps) {
    const places = pairs(steps).map(
      ([down, right]) => /** @type {Place} */ ([r + down, c + right]),
    );
    return places
      .filter((place) => this.isInside(place))
      .map((place) => this.cell(place));
  }
}

/**
 * Whether two kinds of cells look and are heard alike and take the same gestures.
 * @param {Kind} one
 * @param {Kind} other
 */
export function same(one, other) {
  return LOOKS.every((name) => one[name] === other[name]);
}

/**
 * Whether something lies in a cell of a table, not only a gap.
 * @param {Cell} cell
 */
function isCard(cell) {
  return !cell.classList.contains("ip-void");
}

/**
 * The class of the piece that stands in the cell, or nothing.
 * @param {Cell} cell
 */
export function pieceOf(cell) {
  return /ip-piece-[\w-]+/.exec(cell.className)?.[0] ?? "";
}
