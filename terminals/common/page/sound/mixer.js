// What is heard: pieces and calls, each on a path of its own, the pieces softer while somebody calls. A browser that
// lets nothing sound, a file that is not there, a machine without a loudspeaker: play goes on silent.

export const LOUDEST = 3;
const LOUD = [0, 0.25, 0.55, 1];
const DUCKED = 0.28;
const DUCKS_S = 0.12;
const MOST_AT_ONCE = 12;
const KEPT = 120; // sounds: all that there are, and more than once the calls of a language

export class Mixer {
  #context = null;
  #all = null;
  #pieces = null;
  #calls = null;
  #sounds = new Map();
  #volume;
  #sounding = 0;
  #speaking = 0; // counts up, so that a call knows whether another has been made since

  constructor(volume) {
    this.#volume = volume;
  }

  get volume() {
    return this.#volume;
  }

  set volume(step) {
    this.#volume = step;
    if (this.#all) this.#all.gain.value = LOUD[step];
    if (!step) this.quiet();
  }

  /** A piece, so much higher than it was made; how it is ended, or nothing where it does not sound. */
  async play(name, { rate = 1, loop = false } = {}) {
    const sound = await this.#load(`sounds/${name}.ogg`);
    return sound && this.#sounding < MOST_AT_ONCE ? this.#start(sound, this.#pieces, rate, loop) : null;
  }

  /** Calls one after the other; a newer call takes the place of one that is not over. */
  async say(language, names) {
    const mine = ++this.#speaking;
    for (const name of names) {
      const sound = await this.#load(`voice/${language}/${name}.ogg`);
      if (!sound || mine !== this.#speaking) break;
      this.#duck(DUCKED);
      const over = this.#start(sound, this.#calls, 1, false);
      await over.ended;
    }
    if (mine === this.#speaking) this.#duck(1);
  }

  /** What is being called is called no more. */
  quiet() {
    this.#speaking += 1;
    this.#duck(1);
  }

  /** So that the first of them sounds in time. */
  async warm(names) {
    for (const name of names) await this.#load(`sounds/${name}.ogg`);
  }

  #duck(to) {
    this.#pieces?.gain.setTargetAtTime(to, this.#context.currentTime, DUCKS_S);
  }

  #start(sound, path, rate, loop) {
    const source = this.#context.createBufferSource();
    source.buffer = sound;
    source.loop = loop;
    source.playbackRate.value = rate;
    source.connect(path);
    source.start();
    this.#sounding += 1;
    const ended = new Promise((over) => (source.onended = over)).then(() => {
      this.#sounding -= 1;
      source.disconnect();
    });
    return { stop: () => source.stop(), ended };
  }

  async #load(path) {
    if (!this.#volume || !this.#ready()) return null;
    if (!this.#sounds.has(path)) {
      if (this.#sounds.size >= KEPT) this.#sounds.clear();
      this.#sounds.set(path, this.#fetch(path));
    }
    return this.#sounds.get(path);
  }

  async #fetch(path) {
    try {
      const found = await fetch(path);
      return found.ok ? await this.#context.decodeAudioData(await found.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  /** Whether anything may sound: a browser of nobody's wants a first touch, that of a kiosk none. */
  #ready() {
    try {
      this.#context ??= this.#open();
    } catch {
      return false;
    }
    if (this.#context.state === "suspended" && navigator.userActivation?.hasBeenActive) void this.#context.resume();
    return this.#context.state === "running";
  }

  #open() {
    const context = new AudioContext({ latencyHint: "interactive" });
    this.#all = context.createGain();
    this.#all.gain.value = LOUD[this.#volume];
    this.#all.connect(context.destination);
    [this.#pieces, this.#calls] = [context.createGain(), context.createGain()];
    for (const path of [this.#pieces, this.#calls]) path.connect(this.#all);
    return context;
  }
}
