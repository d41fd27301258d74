// The page's clock. It stands still until a turn moves it on; timers then run in the order of their times.

/** Noon of 1 January 2000: the time at which every story begins, so that a line leads to the same place forever. */
const BEGINNING = 946728000000;
const MOST_TIMERS = 2000;
const MOST_REPEATS = 300;
const SHORTEST_INTERVAL = 10;
/** A repeated timer that shows nothing new twice is stopped, unless it may be a fade, which takes less than this. */
const LONGEST_FADE = 600;
const MOST_FADES = 24;

/** `seen` is what the page showed after the last repeated timer. */
const clock = { now: BEGINNING, timers: [], lastTimer: 0, seen: "" };

function addTimer(work, delay, details, interval) {
  clock.lastTimer += 1;
  if (clock.timers.length >= MOST_TIMERS) {
    note("a script starts more timers than can be kept");
    return clock.lastTimer;
  }
  const wait = Math.max(Number(delay) || 0, interval ? SHORTEST_INTERVAL : 0);
  clock.timers.push({
    id: clock.lastTimer,
    time: clock.now + wait,
    work,
    details,
    interval: interval ? wait : 0,
    runs: 0,
    idle: 0,
  });
  return clock.lastTimer;
}

function removeTimer(id) {
  clock.timers = clock.timers.filter((timer) => timer.id !== id);
}

/** A turn begins: timers that were stopped, as they ran too often or changed nothing, run again. */
function wakeTimers() {
  for (const timer of clock.timers) {
    timer.runs = 0;
    timer.idle = 0;
  }
}

function isAwake(timer) {
  const mayFade = timer.idle < MOST_FADES && timer.idle * timer.interval <= LONGEST_FADE;
  return timer.runs < MOST_REPEATS && (timer.idle < 2 || mayFade);
}

function nextTimer(end) {
  let next = null;
  for (const timer of clock.timers) {
    const isDue = timer.time <= end && isAwake(timer);
    if (isDue && (next === null || timer.time < next.time || (timer.time === next.time && timer.id < next.id))) {
      next = timer;
    }
  }
  return next;
}

/** Run the next timer that is due before a time; false if there is none, and the clock then shows that time. */
function runNextTimer(end, signature) {
  const timer = nextTimer(end);
  if (timer === null) {
    clock.now = Math.max(clock.now, end);
    return false;
  }
  clock.now = Math.max(clock.now, timer.time);
  if (timer.interval) {
    timer.time = clock.now + timer.interval;
    timer.runs += 1;
  } else {
    removeTimer(timer.id);
  }
  attempt(() => (typeof timer.work === "function" ? timer.work(...timer.details) : runSource(String(timer.work))));
  if (timer.interval) {
    const seen = signature();
    timer.idle = seen === clock.seen ? timer.idle + 1 : 0;
    clock.seen = seen;
  }
  return true;
}

/** The time of the next timer that runs once; null if none waits. */
function nextMoment() {
  const times = clock.timers.filter((timer) => !timer.interval).map((timer) => timer.time);
  return times.length ? Math.min(...times) : null;
}

// Dates follow that clock, in UTC whatever the zone of the machine.

const RealDate = Date;
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function twoDigits(number) {
  return String(number).padStart(2, "0");
}

function makeDatesUniversal() {
  const dates = RealDate.prototype;
  for (const part of ["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
    dates[`get${part}`] = dates[`getUTC${part}`];
    dates[`set${part}`] = dates[`setUTC${part}`];
  }
  dates.getDay = dates.getUTCDay;
  dates.getYear = function getYear() {
    return this.getUTCFullYear() - 1900;
  };
  dates.getTimezoneOffset = () => 0;
  writeDatesIn(dates);
}

function writeDatesIn(dates) {
  const written = (write) =>
    function text() {
      return Number.isNaN(this.getTime()) ? "Invalid Date" : write(this);
    };
  const day = (date) =>
    `${DAYS[date.getUTCDay()]} ${MONTHS[date.getUTCMonth()]} ${twoDigits(date.getUTCDate())} ${date.getUTCFullYear()}`;
  const time = (date) =>
    [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(":") +
    " GMT+0000 (Coordinated Universal Time)";
  const localDay = (date) => `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
  const localTime = (date) => {
    const hours = date.getUTCHours();
    const rest = `${twoDigits(date.getUTCMinutes())}:${twoDigits(date.getUTCSeconds())}`;
    return `${hours % 12 || 12}:${rest} ${hours < 12 ? "AM" : "PM"}`;
  };
  dates.toDateString = written(day);
  dates.toTimeString = written(time);
  dates.toString = written((date) => `${day(date)} ${time(date)}`);
  dates.toLocaleDateString = written(localDay);
  dates.toLocaleTimeString = written(localTime);
  dates.toLocaleString = written((date) => `${localDay(date)}, ${localTime(date)}`);
}

/** A date as a page in a browser that stands in UTC would read it. */
function readDate(text) {
  if (/(Z|GMT|UTC|[+-]\d\d:?\d\d)\s*(\(.*\))?$/i.test(text)) {
    return new RealDate(text);
  }
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    return new RealDate(`${text}Z`);
  }
  return new RealDate(/^\d{4}-\d\d-\d\d$/.test(text) ? text : `${text} UTC`);
}

function makeDate(values) {
  if (values.length === 0) {
    return new RealDate(clock.now);
  }
  if (values.length > 1) {
    return new RealDate(RealDate.UTC(...values));
  }
  return typeof values[0] === "string" ? readDate(values[0]) : new RealDate(values[0]);
}

makeDatesUniversal();
const PageDate = new Proxy(RealDate, {
  construct: (_, values) => makeDate(values),
  apply: () => new RealDate(clock.now).toString(),
  get: (dates, name) => (name === "now" ? () => clock.now : dates[name]),
});
RealDate.prototype.constructor = PageDate;
globalThis.Date = PageDate;

Object.assign(globalThis, {
  setTimeout: (work, delay, ...details) => addTimer(work, delay, details, false),
  setInterval: (work, delay, ...details) => addTimer(work, delay, details, true),
  clearTimeout: removeTimer,
  clearInterval: removeTimer,
  setImmediate: (work, ...details) => addTimer(work, 0, details, false),
  requestAnimationFrame: (work) => addTimer(() => work(clock.now - BEGINNING), 16, [], false),
  cancelAnimationFrame: removeTimer,
  requestIdleCallback: (work) => addTimer(() => work({ didTimeout: false, timeRemaining: () => 10 }), 1, [], false),
  cancelIdleCallback: removeTimer,
  queueMicrotask: (work) => {
    Promise.resolve().then(work);
  },
  performance: {
    now: () => clock.now - BEGINNING,
    timeOrigin: BEGINNING,
    timing: { navigationStart: BEGINNING },
    navigation: { type: 0, redirectCount: 0 },
    memory: { usedJSHeapSize: 1e7, totalJSHeapSize: 2e7, jsHeapSizeLimit: 2e9 },
    mark: doNothing,
    measure: doNothing,
    clearMarks: doNothing,
    clearMeasures: doNothing,
    getEntries: () => [],
    getEntriesByType: () => [],
    getEntriesByName: () => [],
  },
});
