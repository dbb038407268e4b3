// Which language the display speaks: the first, or each in turn. It does not change while dice are in the air.
import { speak } from "./words.js";

const BUSY = ["shooting", "rolling", "settling"];

export class Tongue {
  #phase;
  #spoken;
  #speaks = false;
  #languages = ["en"];
  #timer = null;

  /** `phase` tells what the table does, `spoken` is called when all words have changed. */
  constructor(phase, spoken) {
    this.#phase = phase;
    this.#spoken = spoken;
  }

  /** Before its first words are here a page says nothing: it would show their keys. */
  get isSilent() {
    return !this.#speaks;
  }

  /** `after` is in seconds; 0: never another. An address with `?language=zh` pins one. */
  async speaks(languages, after) {
    const pinned = new URLSearchParams(location.search).get("language");
    this.#languages = languages.includes(pinned) ? [pinned] : [...languages];
    clearInterval(this.#timer);
    if (after && this.#languages.length > 1) this.#timer = setInterval(() => this.#next(), after * 1000);
    await speak(this.#languages[0]);
    this.#speaks = true;
  }

  async #next() {
    if (BUSY.includes(this.#phase())) return;
    this.#languages.push(this.#languages.shift());
    await speak(this.#languages[0]).catch(() => {}); // the process is away: the page says so in the words it has
    this.#spoken();
  }
}
