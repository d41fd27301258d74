// What the kernel tells in `_view`, for the type checker alone: `payload.py` and `session.py` make it.

/** @typedef {[number, number]} Place  Row and column, from 0 at the top left. */
/** @typedef {[sign?: string, classes?: string, label?: string, tooltip?: string, gestures?: string, overlay?: string,
 *   shade?: string, takes?: number[], targets?: number[]]} Kind
 *   How a cell looks and what it takes, cut after the last that is not empty; `takes` and `targets` are steps down and
 *   right. */
/** @typedef {{at: string, caption: string, came: number[], gone: number[]}} Frame  `came` holds pairs of cells. */
/** @typedef {[side: string, classes: string, name: string, note: string, toggles: {word: string, choices: Record<string, string>} | null]} Zone
 *   What lies together on a table, a row of the board; `choices` are the words of its button by the numbers of what is on. */
/** @typedef {{shape: Place, zones: Zone[], style: string, table: string, indents: string[], at: string, came: number[], joined: number[][], sweeps: string, frames: Frame[], kinds: Kind[],
 *   pieces: Record<string, string>, caption: string, rows: string[], columns: string[], heads: string[],
 *   counters: [string, string][], legend: [string, string][]}} Board */
/** @typedef {[colours: number, parts: [text: string, tag: "" | "b" | "i"][]]} Run  `b` is the cursor, `i` full blocks. */
/** @typedef {{shape: string, size: string, style: string, rows: Run[][], points: Points | null, above: string, below: string}} Screen */
/** @typedef {[box: string, size: string, paths: [colour: string, path: string][]]} Points */
/** @typedef {[words: string, style: string, option: number, visited: boolean, data?: string]} Stretch */
/** @typedef {[kind: string, level: number, runs: Stretch[]]} Block */
/** @typedef {{blocks: Block[], side: Block[]}} Book */
/** @typedef {{rooms: [name: string, row: number, column: number][], ways: [from: number, to: number, words: string][], exits: string[], here: number}} Chart */
/** @typedef {[group: string, words: string, verdict: string, shade: number, advised: boolean, facts: string]} Choice */
/** @typedef {[way: number[], words: string, shade: number]} Worth  What a drag is worth, by the numbers of both cells. */
/** @typedef {{number: number, done: Record<string, number>, title: string, level: string | null, thumbnails: (Board | null)[], bests: string[], text: string, prose: boolean, book: Book | null,
 *   console: "" | "green" | "amber" | "paper", footnote: string, chart: Chart | null, board: Board | null, nudge: string, list: [name: string, at: number][], lead: string,
 *   options: Choice[], asking: [cell: number, pieces: string[]] | null, arrow: number[], worth: Worth[], more: number, cards: boolean, asked: string, outcome: string | null, ending: string,
 *   line: string, start: string, moves: number, later: number, able: string[], status: string, stuck: boolean,
 *   animate: boolean, evaluating: boolean, undo: boolean, redo: boolean, clock: [seconds: number, running: boolean] | null,
 *   terminal: Screen | null, keys: Record<string, number> | null, record: string, transcript: [chosen: string, page: Book | string][], picture: string, kept: string}} View */
/** @typedef {{status: string, connectionStatus: string, interrupt(): Promise<void>}} Kernel  JupyterLab's and Notebook's. */
/** @typedef {{widget_manager?: {kernel?: Kernel}, get(name: "_view"): View, get(name: "_queue"): Order[], get(name: "_pieces"): Record<string, string> | undefined, set(name: string, value: unknown): void,
 *   save_changes(): void, on(name: string, action: () => void): void, off(name: string, action: () => void): void}} Model */
/** @typedef {{page: string, number: number, seen: number, do: string, [detail: string]: unknown}} Order */
/** @typedef {HTMLTableCellElement & {place: Place, index: number, kind: Kind}} Cell */
/** @typedef {"up" | "down" | "left" | "right"} Way */

export {};
