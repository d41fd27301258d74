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
  return isKnown || (element.hasAttribute("data-cb-restart") && !element.closest("article"));
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

/** The passage that was shown last, as far as it is known, and the link that was pressed since. */
const trail = { passage: "", pressed: null };

/** Where a link leads: to a passage that it names itself, or that its words name in the passage in which it stands. */
function targetOf(link) {
  const named = ["data-passage", "passage-name"].map((name) => link.getAttribute(name)).find(Boolean);
  const words = inOneLine(link.textContent);
  for (const [, inside] of (passageCalled(trail.passage)?.textContent ?? "").matchAll(/\[\[(.+?)\](?:\[.*?\])?\]/g)) {
    const [, label, target] = /^(.*)->(.*?)$/.exec(inside) ?? /^(.*)\|(.*?)$/.exec(inside) ?? [];
    const [, goal, before] = /^(.*?)<-(.*)$/.exec(inside) ?? [];
    if (!named && inOneLine(label ?? before ?? inside) === words) {
      return inOneLine(target ?? goal ?? inside);
    }
  }
  return named ?? "";
}

function passageCalled(name) {
  return [...document.querySelectorAll("tw-passagedata")].find((passage) => passage.getAttribute("name") === name);
}

/** The passage that a format says it shows, by the name that its author gave it, else the one that the reader went to. */
function passageName() {
  const { SugarCube, engine, passage, state } = globalThis;
  const places = attempt(() => engine?.state?.get("trail"));
  const named = SugarCube?.State?.passage ?? passage?.name ?? state?.history?.[0]?.passage?.title ?? places?.at?.(-1);
  const target = trail.pressed ? attempt(() => targetOf(trail.pressed)) : "";
  trail.pressed = null;
  trail.passage = String(named ?? "") || (passageCalled(target) ? target : trail.passage);
  return trail.passage;
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
    tag: "IMG",
    source: element.getAttribute("src") ?? "",
    words: element.getAttribute("alt") || element.getAttribute("title") || "",
  };
}

/** How a box is shown that is off or on, and what a reader does with it. */
const TICKS = {
  checkbox: ["☐ ", "check", "☑ ", "uncheck"],
  radio: ["○ ", "choose", "● ", ""],
};

/** Something to choose that stands apart from the words: one of a group. */
function describeChoice(label, group, option) {
  return { tag: "BUTTON", group, option, children: [label] };
}

function describeTick(element, isFixed) {
  const [sign, verb] = TICKS[element.type].slice(element.checked ? 2 : 0);
  const label = labelOf(element) || element.name || element.type;
  const children = isFixed || !verb ? [] : [describeChoice(label, verb, offer("press", element))];
  return { tag: "SPAN", children: [sign, ...children] };
}

function describeInput(element, tag) {
  const kind = tag === "TEXTAREA" ? "text" : element.type;
  if (kind === "hidden" || kind === "file") {
    return null;
  }
  const isFixed = Boolean(element.disabled) || element.hasAttribute("readonly");
  if (READS_ON.test(kind)) {
    return describeTick(element, isFixed);
  }
  const value = String(element.value);
  if (/^(button|submit|reset|image)$/.test(kind)) {
    const described = { tag: "BUTTON", name: labelOf(element), children: [value || element.getAttribute("alt") || kind] };
    return isFixed ? described : { ...described, option: offer("press", element) };
  }
  if (isFixed || filled.has(element)) {
    return `${value} `;
  }
  return { tag: "INPUT", number: /^(number|range)$/.test(kind), name: labelOf(element, true), option: offer("type", element) };
}

function describeList(element) {
  const selected = element.selectedIndex;
  const group = labelOf(element) || "list";
  const children = element.options.map((option, index) => {
    if (index === selected) {
      return option.text;
    }
    return element.disabled ? "" : describeChoice(option.text || "nothing", group, offer("pick", element, index));
  });
  return { tag: "SPAN", children: children.toSorted((one, other) => Number(typeof one !== "string") - Number(typeof other !== "string")) };
}

const PRESSED_TAGS = new Set("A BUTTON SUMMARY AREA TW-LINK".split(" "));
const PRESSED = "a, button, summary, area, tw-link, [role=button], [role=link], [onclick], .enchantment-link, .enchantment-clickblock";
/** What has more letters is a page that waits for a click, and not a link. */
const LONGEST_LINK = 200;

function isMadeToPress(element) {
  const kind = `${element.getAttribute("role")} ${element.getAttribute("class")}`;
  return PRESSED_TAGS.has(element.tagName) || /^(button|link)\b|\benchantment-(link|clickblock)\b/.test(kind);
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

/** What a link without words is called: by its title, its passage, the file of its picture, or its class. */
function nameOfLink(element, passage) {
  const title = ["aria-label", "title", "alt"].map((name) => element.getAttribute(name)).find(Boolean);
  const file = /url\(\s*["']?([^"')]+)/.exec(element.getAttribute("style") ?? "")?.[1];
  const drawn = file ? `[picture: ${file.split("?")[0].split(/[\\/]/).at(-1)}]` : "";
  return title || passage || drawn || (element.getAttribute("class") ?? "").replace(/-/g, " ").trim();
}

function describeLink(element, described) {
  described.option = offer("press", element);
  described.passage = element.getAttribute("data-passage") ?? "";
  described.name = nameOfLink(element, described.passage);
}

const wordsOf = (nodes) => nodes.map((node) => (typeof node === "string" ? node : wordsOf(node.children ?? []))).join("");
const inOneLine = (words) => words.replace(/\s+/g, " ").trim();
const ownError = (words) => `the story's own error: ${inOneLine(words).slice(0, 200)}`;

class Report {
  constructor() {
    this.rules = currentRules();
    this.left = null;
    this.nodes = 0;
    this.letters = 0;
    this.isCut = false;
    this.remarks = [];
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
    if (tag === "VIDEO" || tag === "IFRAME") {
      this.remarks.push(`a ${tag === "VIDEO" ? "film" : "frame"} is not shown`);
      return null;
    }
    if (tag === "BR" || tag === "HR") {
      return { tag };
    }
    if (tag === "IMG") {
      return describePicture(element);
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
    if (isPressable(element) && !isElsewhere(element)) {
      describeLink(element, described);
    }
    described.children = this.inside(element, depth + 1);
    if (element.classList?.contains("error")) {
      this.remarks.push(ownError(wordsOf(described.children)));
      return null;
    }
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
const PART_NAMES = ["tag", "style", "source", "words", "name", "group", "passage", "number", "block", "option"];
const PART_WRITERS = { number: asTruth, block: asTruth, option: asNumber };

function asList(list, write) {
  let text = "";
  for (let index = 0; index < list.length; index += 1) {
    text += (index ? "," : "") + write(list[index]);
  }
  return `[${text}]`;
}

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
  const children = hasOwn(element, "children") ? asList(element.children, asNode) : "[]";
  return `{${text}"children":${children}}`;
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
  const said = notes.said.splice(0);
  const isError = (words) => words.includes("error has occurred");
  const faults = notes.faults.splice(0).slice(0, 2);
  const remarks = [
    ...said.filter(isError).map(ownError),
    ...faults.map((fault) => `a script of the story failed: ${inOneLine(fault)}`),
    ...report.remarks,
    ...(report.isCut ? ["the page is too long to be shown to its end"] : []),
  ];
  const told = asList(said.filter((words) => !isError(words)), asText);
  const asked = asList(notes.asked.slice(0, 1), (question) => asList(question, asText));
  return (
    `{"page":${page},"dialog":${shown},"side":${side},"passage":${asText(passageName())},"said":${told},` +
    `"asked":${asked},"remarks":${asList(remarks, asText)},"reloads":${asTruth(notes.reloads)},` +
    `"keys":${asTruth(offered.length === 0 && hearsKeys())}}`
  );
}
