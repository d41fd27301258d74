// The little of `Intl` that stories ask for, in English.

const CURRENCIES = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };

function fractionDigits(options) {
  const isMoney = options.style === "currency";
  const fewest = options.minimumFractionDigits ?? (isMoney ? 2 : 0);
  const usual = options.style === "percent" ? 0 : isMoney ? 2 : Math.max(3, fewest);
  const most = Math.min(options.maximumFractionDigits ?? usual, 100);
  return [Math.min(fewest, most), most];
}

function infinite(number) {
  return Number.isNaN(number) ? "NaN" : number < 0 ? "-∞" : "∞";
}

function writeNumber(value, options = {}) {
  if (typeof value === "bigint") {
    return String(value);
  }
  const number = options.style === "percent" ? value * 100 : Number(value);
  if (!Number.isFinite(number)) {
    return infinite(number);
  }
  const [fewest, most] = fractionDigits(options);
  const digits = Math.abs(number).toFixed(most);
  let [whole, fraction = ""] = digits.split(".");
  while (fraction.length > fewest && fraction.endsWith("0")) {
    fraction = fraction.slice(0, -1);
  }
  if (options.useGrouping !== false) {
    whole = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  }
  whole = whole.padStart(options.minimumIntegerDigits || 1, "0");
  const sign = number < 0 && Number(digits) !== 0 ? "-" : "";
  const money = options.style === "currency" ? (CURRENCIES[options.currency] ?? `${options.currency} `) : "";
  return sign + money + whole + (fraction ? `.${fraction}` : "") + (options.style === "percent" ? "%" : "");
}

function compareLetters(left, right) {
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const [first, second] = [plain(left), plain(right)];
  if (first !== second) {
    return first < second ? -1 : 1;
  }
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareTexts(left, right, options) {
  if (!options?.numeric) {
    return compareLetters(left, right);
  }
  const [first, second] = [left.split(/(\d+)/), right.split(/(\d+)/)];
  for (let i = 0; i < Math.min(first.length, second.length); i += 1) {
    const order = i % 2 ? first[i] - second[i] : compareLetters(first[i], second[i]);
    if (order) {
      return Math.sign(order);
    }
  }
  return Math.sign(first.length - second.length);
}

function ordinalKind(number) {
  const [ones, tens] = [number % 10, number % 100];
  const names = { 1: "one", 2: "two", 3: "few" };
  return tens === 10 + ones ? "other" : (names[ones] ?? "other");
}

function joinInWords(items, word) {
  if (items.length < 3) {
    return items.join(` ${word} `);
  }
  return `${items.slice(0, -1).join(", ")}, ${word} ${items[items.length - 1]}`;
}

class Formatter {
  constructor(_, options) {
    this.options = options ?? {};
  }
  resolvedOptions() {
    return { locale: "en-US", timeZone: "UTC", calendar: "gregory", numberingSystem: "latn" };
  }
  formatToParts(value) {
    return [{ type: "literal", value: this.format(value) }];
  }
  static supportedLocalesOf() {
    return ["en-US"];
  }
}

Number.prototype.toLocaleString = function toLocaleString(_, options) {
  return writeNumber(this, options);
};
String.prototype.localeCompare = function localeCompare(other, _, options) {
  return compareTexts(String(this), String(other), options);
};

globalThis.Intl = {
  Collator: class extends Formatter {
    compare = (left, right) => compareTexts(String(left), String(right), this.options);
  },
  NumberFormat: class extends Formatter {
    format = (number) => writeNumber(number, this.options);
  },
  DateTimeFormat: class extends Formatter {
    format = (date) => new PageDate(date ?? clock.now).toLocaleDateString();
  },
  PluralRules: class extends Formatter {
    select(number) {
      return this.options.type === "ordinal" ? ordinalKind(number) : number === 1 ? "one" : "other";
    }
  },
  ListFormat: class extends Formatter {
    format(items) {
      return joinInWords([...items], this.options.type === "disjunction" ? "or" : "and");
    }
  },
  RelativeTimeFormat: class extends Formatter {
    format(count, unit) {
      return count < 0 ? `${-count} ${unit}s ago` : `in ${count} ${unit}s`;
    }
  },
  DisplayNames: class extends Formatter {
    of(code) {
      return code;
    }
  },
  Segmenter: class extends Formatter {
    segment(text) {
      let index = 0;
      return [...text].map((segment) => {
        index += segment.length;
        return { segment, index: index - segment.length, isWordLike: /\w/.test(segment) };
      });
    }
  },
  getCanonicalLocales: (locales) => [].concat(locales ?? []),
};
