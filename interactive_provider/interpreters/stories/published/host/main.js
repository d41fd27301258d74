// START HERE. The page's host: opens a page, lets the reader act, moves the clock on, and reports what is shown.
//
// The files of this folder are one program in the order that `host.py` names, with linkedom in the middle. It is a
// closure that returns `host` before anything of the page has run, so a page cannot replace what is in here.

/** After so long it is looked at whether text is still being typed out; one more second always passes. */
const TURN = 3000;
/** Text that is typed out may go on growing for so long. */
const LONGEST_TYPING = 60000;
/** A page with nothing to choose waits at most so long for what it has planned. */
const LONGEST_WAIT = 600000;
/** It waits for so many plans one after another: a story may go on by itself forever. */
const MOST_WAITS = 40;

const page = { readyState: "loading" };
const turn = { end: 0, limit: 0, letters: 0, waits: 0 };

/** What a timer may change that a reader would notice. */
function signature() {
  return `${storyText()}\n${storyElement().querySelectorAll("a, button, input, img, tw-link").length}`;
}

function letters() {
  return storyText().length;
}

function offersNothing() {
  return !storyElement().querySelector(`input, select, textarea, ${PRESSED}`);
}

/** What a reader can do. */
const ways = {
  /** Do what is chosen, by its number in the last report. */
  act(number, text) {
    const { kind, element, index } = offered[number];
    trail.pressed = element;
    const actions = {
      press: () => press(element),
      pick: () => pickOption(element, index),
      type: () => typeInto(element, text),
    };
    actions[kind]();
  },

  wait: doNothing,

  page() {
    press(storyElement().querySelector(".passage") ?? storyElement());
  },

  key(key) {
    pressKey(focused ?? document.body, key);
  },
};

const host = {
  /** Make a document of a page whose scripts are empty; they follow one by one. */
  open(html, seed) {
    seedLuck(seed);
    keepTextsWhole();
    compareEqualValues();
    const view = linkedom.parseHTML(html);
    const document = view.document;
    globalThis.document = document;
    gatherInBody(document);
    exportClasses(view);
    globalThis.getComputedStyle = getComputedStyle;
    noteListeners();
    mendElements(document);
    mendAnchors(document);
    mendMedia(document);
    mendPictures(document);
    mendInputs(document);
    giveProperties();
    nameElements(document);
    runArrivingScripts();
    readAsNative(document);
    mendDocument(document, page);
    const start = document.querySelector("tw-storydata")?.getAttribute("startnode");
    trail.passage = document.querySelector(`tw-passagedata[pid="${Number(start)}"]`)?.getAttribute("name") ?? "";
    notes.faults = [];
  },

  /** A script of the page came to a fault that nothing in it caught. */
  fail: note,

  /** Say that the page is read, then that everything in it is loaded. */
  becomeReady(isLoaded) {
    page.readyState = isLoaded ? "complete" : "interactive";
    const type = isLoaded ? "readystatechange" : "DOMContentLoaded";
    attempt(() => document.dispatchEvent(new Event(type, { bubbles: !isLoaded })));
    if (isLoaded) {
      globalThis.dispatchEvent(new Event("load"));
    }
  },

  answer(answers) {
    notes.answers = fromJson(answers);
    notes.asked = [];
  },

  /** Let a reader act in one of the ways below, with the answers to what it asks; then time passes. */
  turn(answers, way, what, text) {
    host.answer(answers);
    attempt(() => ways[way](what, text));
    host.begin(0);
  },

  begin(milliseconds) {
    turn.end = clock.now + (milliseconds || TURN);
    turn.limit = clock.now + LONGEST_TYPING;
    turn.letters = 0;
    turn.waits = 0;
    wakeTimers();
  },

  /** Run one timer of this turn; false once nothing more happens in it. */
  advance() {
    if (runNextTimer(turn.end, signature)) {
      return true;
    }
    if (clock.timers.length === 0) {
      return false;
    }
    const grown = letters();
    if (grown > turn.letters && clock.now < turn.limit) {
      turn.letters = grown;
      turn.end = clock.now + 1000;
      wakeTimers();
      return true;
    }
    const moment = offersNothing() ? nextMoment() : null;
    turn.waits += 1;
    if (moment !== null && moment < turn.limit + LONGEST_WAIT && turn.waits <= MOST_WAITS) {
      turn.end = moment;
      return true;
    }
    return false;
  },

  report: describePage,
};

return host;
