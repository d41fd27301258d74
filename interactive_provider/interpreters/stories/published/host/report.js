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

/** Where the formats that are known show their story, the surest sign first; in any other page it is the whole body. */
const STORIES = ["#passages", "tw-story", "#page article", "#main", "#passage"];
/** What belongs to a format and to no story: its data, its own buttons, its banner, what it shows while it loads. */
const FIXTURE_TAGS = new Set(
  "TW-STORYDATA TW-SIDEBAR TW-DEBUGGER RESTART-LINK THEME-SWITCHER WARNING-LIST ERROR-HANDLER PAGE-SKIP-INDICATOR".split(" "),
);
const FIXTURE_IDS = new Set(
  `store-area storeArea init-screen ui-overlay ui-dialog ui-body ui-body-close ui-bar-tray title menu-core restart share
  bookmark snapback credits snapbackMenu spinner debug-bar backstage`.split(/\s+/),
);

function isFixture(element) {
  const isKnown = FIXTURE_TAGS.has(element.tagName) || FIXTURE_IDS.has(element.getAttribute("id"));
  return isKnown || element.hasAttribute("data-cb-restart");
}

/** Where the story was found last: to look for it takes longer than to look at it. */
let place = null;

function storyElement() {
  if (!place?.isConnected) {
    place = findStory();
  }
  return place ?? document.body;
}

function findStory() {
  for (const selector of STORIES) {
    const element = document.querySelector(selector);
    if (element) {
      return element;
    }
  }
  return null;
}

/** The words of a story as they stand in the document, without what no reader sees. */
function storyText() {
  const story = storyElement();
  const parts = story === document.body ? [...story.children].filter((part) => !isUnread(part)) : [story];
  return parts.map((part) => part.textContent).join("\n");
}

function isUnread(element) {
  return NOT_READ.has(element.tagName.toUpperCase()) || isFixture(element);
}

/** The passage that a format says it shows, by the name that its author gave it. */
function passageName() {
  const { SugarCube, engine, passage, state } = globalThis;
  const trail = attempt(() => engine?.state?.get("trail"));
  return String(SugarCube?.State?.passage ?? passage?.name ?? state?.history?.[0]?.passage?.title ?? trail?.at?.(-1) ?? "");
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

const PRESSED_TAGS = new Set("A BUTTON SUMMARY AREA TW-LINK".split(" "));
const PRESSED = "a, button, summary, area, tw-link, [role=button], [role=link], [onclick], .enchantment-link";
/** What has more letters is a page that waits for a click, and not a link. */
const LONGEST_LINK = 200;

function isMadeToPress(element) {
  const kind = `${element.getAttribute("role")} ${element.getAttribute("class")}`;
  return PRESSED_TAGS.has(element.tagName) || /^(button|link)\b|\benchantment-link\b/.test(kind);
}

function waitsForClicks(element) {
  const waits = element[LISTENS] || element.hasAttribute("onclick") || element.onclick;
  return waits && element.textContent.length <= LONGEST_LINK;
}

function isPressable(element) {
  const isKind = isMadeToPress(element) || waitsForClicks(element);
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

class Report {
  constructor() {
    this.rules = currentRules();
    this.left = null;
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
    if (element === this.left || isFixture(element)) {
      return null;
    }
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
    if (isPressable(element) && !isElsewhere(element)) {
      describeLink(element, described);
    }
    described.children = this.inside(element, depth + 1);
    return described;
  }

  /** All that the page shows outside of its story. */
  outside(story) {
    this.left = story;
    return story === document.body ? [] : this.inside(document.body);
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

// The report as text of JSON. A page may have changed whatever its scripts can reach, so this is written with nothing
// that can be reached: every part has the type that it should have, or there is no report.

const asText = (value) => toJson(`${value ?? ""}`);
const asTruth = (value) => (value ? "true" : "false");
const asNumber = (value) => `${value | 0}`;
const PART_NAMES = ["tag", "style", "source", "words", "kind", "name", "value", "group", "passage", "on", "block", "error", "option"];
const PART_WRITERS = { on: asTruth, block: asTruth, error: asTruth, option: asNumber };

function asList(list, write) {
  let text = "";
  for (let index = 0; index < list.length; index += 1) {
    text += (index ? "," : "") + write(list[index]);
  }
  return `[${text}]`;
}

const asItem = (item) => `[${asText(item[0])},${asNumber(item[1])},${asTruth(item[2])}]`;

function asNode(node) {
  return typeof node === "string" ? asText(node) : asElement(node);
}

function asElement(element) {
  let text = "";
  for (let index = 0; index < PART_NAMES.length; index += 1) {
    const name = PART_NAMES[index];
    if (hasOwn(element, name)) {
      text += `"${name}":${(PART_WRITERS[name] ?? asText)(element[name])},`;
    }
  }
  const items = hasOwn(element, "items") ? asList(element.items, asItem) : "[]";
  const children = hasOwn(element, "children") ? asList(element.children, asNode) : "[]";
  return `{${text}"items":${items},"children":${children}}`;
}

/** The page as text of JSON. */
function describePage() {
  offered = [];
  const report = new Report();
  const story = storyElement();
  const page = asList(report.inside(story), asNode);
  const dialog = describeDialog(report);
  const shown = dialog ? `{"children":${asList(dialog.children, asNode)},"close":${asNumber(dialog.close)}}` : "null";
  const side = asList(report.outside(story), asNode);
  const said = asList(notes.said.splice(0), asText);
  const asked = asList(notes.asked.slice(0, 1), (question) => asList(question, asText));
  const faults = asList(notes.faults.slice(0, 2), asText);
  notes.faults = [];
  return (
    `{"page":${page},"dialog":${shown},"side":${side},"passage":${asText(passageName())},"said":${said},` +
    `"asked":${asked},"faults":${faults},"isCut":${asTruth(report.isCut)},"reloads":${asTruth(notes.reloads)}}`
  );
}
