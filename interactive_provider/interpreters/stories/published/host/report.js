// The page as plain data: what a reader sees, and what can be chosen, each under its number.

const MOST_NODES = 20000;
const MOST_LETTERS = 1000000;
const DEEPEST = 200;

/** What was offered last: how it is chosen, and the element. */
let offered = [];

function offer(kind, element, index) {
  offered.push({ kind, element, index });
  return offered.length - 1;
}

function storyElement() {
  return document.querySelector("#passages") ?? document.querySelector("#story");
}

/** What an element is called; the words of its own `<label>` stand on the page already, beside a box. */
function labelOf(element, isBox = false) {
  const label = element.closest("label") ?? document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
  const names = ["aria-label", "placeholder", "title"].map((name) => element.getAttribute(name));
  const words = isBox && label ? [] : [label ? visibleText(label) : "", ...names];
  return (words.find((text) => text?.trim()) ?? "").replace(/\s+/g, " ").trim().slice(0, 80);
}

function describePicture(element) {
  return {
    source: element.getAttribute("src") ?? "",
    words: element.getAttribute("alt") || element.getAttribute("title") || "",
  };
}

function describeInput(element, tag) {
  const kind = tag === "TEXTAREA" ? "text" : element.type;
  if (kind === "hidden" || kind === "file") {
    return null;
  }
  const isFixed = Boolean(element.disabled) || element.hasAttribute("readonly");
  const isPressed = /^(checkbox|radio|button|submit|reset|image)$/.test(kind);
  const described = { tag: "INPUT", kind, name: labelOf(element, !isPressed), value: String(element.value) };
  described.on = filled.has(element);
  if (READS_ON.test(kind)) {
    described.on = element.checked;
    described.group = element.name;
  } else if (isPressed) {
    described.tag = "BUTTON";
    described.children = [String(element.value || element.getAttribute("alt") || kind)];
  }
  if (!isFixed) {
    described.option = offer(isPressed ? "press" : "type", element);
  }
  return described;
}

function describeList(element) {
  const selected = element.selectedIndex;
  const items = element.options.map((option, index) => [option.text, offer("pick", element, index), index === selected]);
  return {
    tag: "SELECT",
    name: labelOf(element),
    items: element.disabled ? items.filter((item) => item[2]) : items,
  };
}

function isPressable(element, tag) {
  const isKind = tag === "A" || tag === "BUTTON" || tag === "SUMMARY" || tag === "AREA";
  return isKind && !element.disabled && element.getAttribute("aria-disabled") !== "true" && !element.closest("a[disabled]");
}

function isElsewhere(element) {
  return /^(https?|mailto|ftp):/i.test(element.getAttribute("href") ?? "") && !element.hasAttribute("data-passage");
}

function describeLink(element, described) {
  described.option = offer("press", element);
  described.passage = element.getAttribute("data-passage") ?? "";
  described.name = element.getAttribute("aria-label") || element.getAttribute("title") || element.getAttribute("alt") || "";
  described.kind = element.getAttribute("class") ?? "";
}

/** Where a page of its author's own design shows further passages beside the story. */
function furtherParts() {
  const parts = [...document.querySelectorAll("div[data-passage], span[data-passage], nav[data-passage], aside[data-passage]")];
  return parts.filter((part) => !part.closest("#passages, #story-caption, #menu-story, #ui-dialog"));
}

class Report {
  constructor() {
    this.rules = currentRules();
    this.nodes = 0;
    this.letters = 0;
    this.isCut = false;
  }

  /** The contents of an element. */
  inside(element, depth = 0) {
    const shown = [];
    const shut = isShut(element);
    for (const child of element.childNodes) {
      this.nodes += 1;
      if (this.nodes > MOST_NODES || this.letters > MOST_LETTERS || depth > DEEPEST) {
        this.isCut = true;
        break;
      }
      if (child.nodeType === 3 && !shut) {
        this.letters += child.data.length;
        shown.push(child.data);
      } else if (child.nodeType === 1 && (!shut || child.tagName === "SUMMARY")) {
        const described = this.element(child, child.tagName.toUpperCase(), depth);
        if (described) {
          shown.push(described);
        }
      }
    }
    return shown;
  }

  element(element, tag, depth) {
    const look = ownLook(element, looksOf(element, this.rules));
    if (look.display === "none" || /hidden|collapse/.test(look.visibility ?? "")) {
      return null;
    }
    if (tag === "VIDEO" || tag === "IFRAME" || tag === "BR" || tag === "HR") {
      return { tag };
    }
    if (tag === "IMG") {
      return { tag, ...describePicture(element) };
    }
    if (tag === "INPUT" || tag === "TEXTAREA") {
      return describeInput(element, tag);
    }
    if (tag === "SELECT") {
      return describeList(element);
    }
    return NOT_READ.has(tag) ? null : this.container(element, tag, look, depth);
  }

  container(element, tag, look, depth) {
    const described = { tag };
    const style = element.getAttribute("style");
    if (style) {
      described.style = style.slice(0, 500);
    }
    if (/^(block|flex|grid|list-item|table)/.test(look.display ?? "")) {
      described.block = true;
    }
    if (element.classList?.contains("error")) {
      described.error = true;
    }
    if (isPressable(element, tag) && !isElsewhere(element)) {
      describeLink(element, described);
    }
    described.children = this.inside(element, depth + 1);
    return described;
  }

  part(selector) {
    const element = document.querySelector(selector);
    return element ? this.inside(element) : [];
  }
}

/** The dialog that stands over the page, and what closes it. */
function describeDialog(report) {
  const dialog = document.querySelector("#ui-dialog");
  if (!dialog?.classList.contains("open")) {
    return null;
  }
  const children = report.inside(dialog.querySelector("#ui-dialog-body") ?? dialog);
  const close = dialog.querySelector("#ui-dialog-close");
  return { children, close: close ? offer("press", close) : -1 };
}

/** The page as text of JSON; `null` as its page if there is none. */
function describePage() {
  offered = [];
  const report = new Report();
  const story = storyElement();
  const described = {
    page: story ? report.inside(story) : null,
    dialog: describeDialog(report),
    caption: report.part("#story-caption"),
    menu: [...report.part("#menu-story"), ...furtherParts().map((part) => ({ tag: "DIV", children: report.inside(part) }))],
    passage: String(globalThis.SugarCube?.State?.passage ?? ""),
    said: notes.said.splice(0),
    asked: notes.asked.slice(0, 1),
    faults: notes.faults.slice(0, 2),
    isCut: report.isCut,
    reloads: notes.reloads,
  };
  notes.faults = [];
  return toJson(described);
}
