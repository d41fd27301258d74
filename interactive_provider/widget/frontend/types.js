// What the kernel sends, for the type checker alone: made of shapes.py by
// `python -m tools.page_types`.

/** @typedef {[number, number]} Place  Row and column, from 0 at the top left. */

/**
 * How a cell looks and which gestures it accepts, cut after the last field that is not empty.
 * `takes` and `targets` are steps down and to the right.
 * @typedef {object} Kind
 * @property {string} sign
 * @property {string} classes
 * @property {string} label
 * @property {string} tooltip
 * @property {string} gestures
 * @property {string} overlay
 * @property {string} shade
 * @property {number[]} takes
 * @property {number[]} targets
 */

/**
 * A moment of an animation; `came` contains pairs of cells.
 * @typedef {object} Frame
 * @property {string} at
 * @property {string} caption
 * @property {number[]} came
 * @property {number[]} gone
 */

/**
 * A zone's button: its words by the numbers of the selected cards.
 * @typedef {object} Toggles
 * @property {string} word
 * @property {Record<string, string>} choices
 */

/**
 * A group of rows: the side where it is, the classes of its rows, its name, a note and its button.
 * @typedef {object} Zone
 * @property {string} side
 * @property {string} classes
 * @property {string} name
 * @property {string} note
 * @property {Toggles | null} toggles
 */

/**
 * A board; `at` has one character for each cell, which encodes the number of its kind.
 * @typedef {object} Board
 * @property {[number, number]} shape
 * @property {string} style
 * @property {string} table
 * @property {string[]} features
 * @property {string[]} indents
 * @property {Zone[]} zones
 * @property {string} at
 * @property {number[]} came
 * @property {number[]} lands
 * @property {boolean} dials
 * @property {string} sweeps
 * @property {string} counted
 * @property {Record<string, string>} overlays
 * @property {number[][]} joined
 * @property {Frame[]} frames
 * @property {Kind[]} kinds
 * @property {Record<string, string>} pieces
 * @property {string} caption
 * @property {string[]} rows
 * @property {string[]} columns
 * @property {string[]} heads
 * @property {[string, string][]} counters
 * @property {[string, string][]} legend
 */

/**
 * A button.
 * @typedef {object} Choice
 * @property {string} group
 * @property {string} words
 * @property {string} verdict
 * @property {number} shade
 * @property {boolean} advised
 * @property {string} facts
 */

/**
 * The worth of a drag, with the numbers of both cells.
 * @typedef {object} Worth
 * @property {number[]} way
 * @property {string} words
 * @property {number} shade
 */

/**
 * A part of a run: `b` is the cursor, `i` full blocks.
 * @typedef {object} Part
 * @property {string} text
 * @property {"" | "b" | "i"} tag
 */

/**
 * The contents of one row in one colour.
 * @typedef {object} Run
 * @property {number} colours
 * @property {Part[]} parts
 */

/**
 * All points of one colour.
 * @typedef {object} Path
 * @property {string} colour
 * @property {string} path
 */

/**
 * The picture of a screen with points.
 * @typedef {object} Points
 * @property {string} box
 * @property {string} size
 * @property {Path[]} paths
 */

/**
 * A screen of characters.
 * @typedef {object} Screen
 * @property {string} shape
 * @property {string} size
 * @property {string} style
 * @property {Run[][]} lines
 * @property {Points | null} points
 * @property {string} above
 * @property {string} below
 */

/**
 * Words in one style; a link if they have the number of an option, or a picture if they have its
 * data.
 * @typedef {object} Stretch
 * @property {string} words
 * @property {string} style
 * @property {number} option
 * @property {boolean} visited
 * @property {string} data
 */

/**
 * A paragraph, a heading, a list item …
 * @typedef {object} Block
 * @property {string} kind
 * @property {number} level
 * @property {Stretch[]} runs
 */

/**
 * A page of a story, and what is shown beside it.
 * @typedef {object} Book
 * @property {Block[]} blocks
 * @property {Block[]} side
 */

/**
 * A place on a map.
 * @typedef {object} Room
 * @property {string} name
 * @property {number} row
 * @property {number} column
 */

/**
 * A way between two rooms of a map, by number, and what is typed to go there.
 * @typedef {object} Passage
 * @property {number} start
 * @property {number} end
 * @property {string} words
 */

/**
 * A map of the places seen so far; `exits` lead out of the room `here`.
 * @typedef {object} Chart
 * @property {Room[]} rooms
 * @property {Passage[]} ways
 * @property {string[]} exits
 * @property {number} here
 */

/**
 * A previous page, and the choice made there.
 * @typedef {object} Chosen
 * @property {string} chosen
 * @property {Book | string} page
 */

/**
 * The shown text: the `View` of the game, clean and laid out.
 * @typedef {object} Text
 * @property {string} title
 * @property {string} text
 * @property {Screen | null} terminal
 * @property {boolean} prose
 * @property {Book | null} book
 * @property {string} console
 * @property {string} footnote
 * @property {Chart | null} chart
 * @property {string | null} outcome
 * @property {string} ending
 * @property {Chosen[]} transcript
 */

/**
 * A move as written down, and the number of the moment after it.
 * @typedef {object} Note
 * @property {string} name
 * @property {number} at
 */

/**
 * The number of the cell at which the player is asked to choose, and the pieces to choose from.
 * @typedef {object} Asking
 * @property {number} cell
 * @property {string[]} pieces
 */

/**
 * The elapsed time.
 * @typedef {object} Clock
 * @property {number} seconds
 * @property {boolean} running
 */

/**
 * The board and what is laid over it.
 * @typedef {object} Picture
 * @property {Board | null} board
 * @property {Note[]} notes
 * @property {string} lead
 * @property {boolean} above
 * @property {string} nudge
 * @property {Asking | null} asking
 * @property {number[]} arrow
 * @property {Worth[]} worth
 * @property {Clock | null} clock
 */

/**
 * Numbers of which one is chosen: their name, the number of the lowest one's option (-1 if it is
 * typed), the bounds, and the usual values.
 * @typedef {object} Amounts
 * @property {string} word
 * @property {number} first
 * @property {number} low
 * @property {number} high
 * @property {[string, number][]} marks
 */

/**
 * What may be chosen beside the board, and in which other ways.
 * @typedef {object} Choices
 * @property {Choice[]} options
 * @property {number} more
 * @property {Board[][]} thumbnails
 * @property {string[]} excerpts
 * @property {string[]} bests
 * @property {Record<string, number> | null} keys
 * @property {string} asked
 * @property {Amounts | null} amounts
 */

/**
 * Where the game is, what the buttons can do, and what they have done.
 * @typedef {object} Play
 * @property {string | null} level
 * @property {boolean} cards
 * @property {string} line
 * @property {string} start
 * @property {number} moves
 * @property {number} later
 * @property {string[]} able
 * @property {string} status
 * @property {boolean} stuck
 * @property {boolean} animate
 * @property {boolean} evaluating
 * @property {boolean} undo
 * @property {boolean} redo
 * @property {string} record
 * @property {string} picture
 * @property {string} review
 */

/**
 * Everything that a session shows of one position.
 * @typedef {object} Shown
 * @property {string} title
 * @property {string} text
 * @property {Screen | null} terminal
 * @property {boolean} prose
 * @property {Book | null} book
 * @property {string} console
 * @property {string} footnote
 * @property {Chart | null} chart
 * @property {string | null} outcome
 * @property {string} ending
 * @property {Chosen[]} transcript
 * @property {Board | null} board
 * @property {Note[]} notes
 * @property {string} lead
 * @property {boolean} above
 * @property {string} nudge
 * @property {Asking | null} asking
 * @property {number[]} arrow
 * @property {Worth[]} worth
 * @property {Clock | null} clock
 * @property {Choice[]} options
 * @property {number} more
 * @property {Board[][]} thumbnails
 * @property {string[]} excerpts
 * @property {string[]} bests
 * @property {Record<string, number> | null} keys
 * @property {string} asked
 * @property {Amounts | null} amounts
 * @property {string | null} level
 * @property {boolean} cards
 * @property {string} line
 * @property {string} start
 * @property {number} moves
 * @property {number} later
 * @property {string[]} able
 * @property {string} status
 * @property {boolean} stuck
 * @property {boolean} animate
 * @property {boolean} evaluating
 * @property {boolean} undo
 * @property {boolean} redo
 * @property {string} record
 * @property {string} picture
 * @property {string} review
 * @property {number} number
 */

/**
 * What the page receives: `done` are the latest orders carried out, by page; `kept` names the saved
 * game.
 * @typedef {object} View
 * @property {string} title
 * @property {string} text
 * @property {Screen | null} terminal
 * @property {boolean} prose
 * @property {Book | null} book
 * @property {string} console
 * @property {string} footnote
 * @property {Chart | null} chart
 * @property {string | null} outcome
 * @property {string} ending
 * @property {Chosen[]} transcript
 * @property {Board | null} board
 * @property {Note[]} notes
 * @property {string} lead
 * @property {boolean} above
 * @property {string} nudge
 * @property {Asking | null} asking
 * @property {number[]} arrow
 * @property {Worth[]} worth
 * @property {Clock | null} clock
 * @property {Choice[]} options
 * @property {number} more
 * @property {Board[][]} thumbnails
 * @property {string[]} excerpts
 * @property {string[]} bests
 * @property {Record<string, number> | null} keys
 * @property {string} asked
 * @property {Amounts | null} amounts
 * @property {string | null} level
 * @property {boolean} cards
 * @property {string} line
 * @property {string} start
 * @property {number} moves
 * @property {number} later
 * @property {string[]} able
 * @property {string} status
 * @property {boolean} stuck
 * @property {boolean} animate
 * @property {boolean} evaluating
 * @property {boolean} undo
 * @property {boolean} redo
 * @property {string} record
 * @property {string} picture
 * @property {string} review
 * @property {number} number
 * @property {Record<string, number>} done
 * @property {string} kept
 */

// What only the page knows, written by hand.

/**
 * JupyterLab's and Notebook's.
 * @typedef {{status: string, connectionStatus: string, interrupt(): Promise<void>}} Kernel
 */
/**
 * The widget's model, as much of it as the page uses.
 * @typedef {object} Model
 * @property {{kernel?: Kernel}} [widget_manager]
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(name: string, action: () => void) => void} on
 * @property {(name: string, action: () => void) => void} off
 */
/** @typedef {HTMLTableCellElement & {place: Place, index: number, kind: Kind | null}} Cell */
/** @typedef {"up" | "down" | "left" | "right"} Way */

export {};
