// Sounds, films and pictures: they load at once, and what is played comes to its end at once.

const LOADING = "loadstart durationchange loadedmetadata loadeddata progress canplay canplaythrough".split(" ");
const PLAYING_TIME = 20;

const players = new WeakMap();

function playerOf(element) {
  if (!players.has(element)) {
    players.set(element, {
      currentTime: 0,
      volume: 1,
      muted: false,
      playbackRate: 1,
      defaultMuted: false,
      paused: true,
      ended: false,
    });
  }
  return players.get(element);
}

const MEDIA_EVENTS = { volume: ["volumechange"], muted: ["volumechange"], currentTime: ["seeking", "seeked", "timeupdate"] };

const mediaMethods = {
  canPlayType: () => "maybe",
  load() {
    soon(this, ...LOADING);
  },
  play() {
    const player = playerOf(this);
    player.paused = false;
    player.ended = false;
    soon(this, "play", "playing");
    if (!this.loop) {
      addTimer(() => finishPlaying(this), PLAYING_TIME, [], false);
    }
    return Promise.resolve();
  },
  pause() {
    const player = playerOf(this);
    if (!player.paused) {
      player.paused = true;
      soon(this, "pause");
    }
  },
};

function finishPlaying(element) {
  const player = playerOf(element);
  if (!player.paused) {
    Object.assign(player, { currentTime: 1, paused: true, ended: true });
    for (const type of ["timeupdate", "pause", "ended"]) {
      element.dispatchEvent(new Event(type));
    }
  }
}

function mendMedia(document) {
  const range = { length: 1, start: () => 0, end: () => 1 };
  for (const tag of ["audio", "video"]) {
    const media = prototypeOf(document, tag);
    for (const name of ["currentTime", "volume", "muted", "playbackRate", "defaultMuted"]) {
      define(
        media,
        name,
        function read() {
          return playerOf(this)[name];
        },
        function write(value) {
          playerOf(this)[name] = value;
          soon(this, ...(MEDIA_EVENTS[name] ?? []));
        },
      );
    }
    for (const name of ["paused", "ended"]) {
      define(media, name, function read() {
        return playerOf(this)[name];
      });
    }
    for (const name of ["loop", "autoplay", "controls"]) {
      define(
        media,
        name,
        function read() {
          return this.hasAttribute(name);
        },
        function write(value) {
          this.toggleAttribute(name, Boolean(value));
        },
      );
    }
    defineAll(media, {
      duration: () => 1,
      readyState: () => 4,
      networkState: () => 1,
      error: () => null,
      seeking: () => false,
      buffered: () => range,
      seekable: () => range,
      played: () => ({ length: 0 }),
      currentSrc() {
        return this.getAttribute("src") ?? "";
      },
    });
    reflect(media, ["preload", "crossOrigin", "poster"]);
    loadWhenSet(media, (element) => element.load());
    Object.assign(media, mediaMethods);
  }
  globalThis.Audio = function Audio(source) {
    const audio = document.createElement("audio");
    if (source !== undefined) {
      audio.src = source;
    }
    return audio;
  };
}

function loadWhenSet(prototype, load) {
  define(
    prototype,
    "src",
    function read() {
      return this.getAttribute("src") ?? "";
    },
    function write(value) {
      this.setAttribute("src", value);
      load(this);
    },
  );
}

function mendPictures(document) {
  const pictures = prototypeOf(document, "img");
  loadWhenSet(pictures, (picture) => soon(picture, "load"));
  for (const name of ["width", "height", "naturalWidth", "naturalHeight"]) {
    define(
      pictures,
      name,
      function read() {
        return Number(this.getAttribute(name)) || 100;
      },
      function write(value) {
        this.setAttribute(name, value);
      },
    );
  }
  define(pictures, "complete", () => true);
  pictures.decode = () => Promise.resolve();
  globalThis.Image = function Image() {
    return document.createElement("img");
  };
}
