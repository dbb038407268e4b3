// The page's WebSocket: it comes back by itself, and what the other end says first is the whole truth.

import { address, takeEarly } from "./early.js";

const AGAIN_MS = 300;

export class Line {
  #socket = null;
  #hear;
  #changed;

  constructor(hear, changed) {
    this.#hear = hear;
    this.#changed = changed;
    this.#open();
  }

  say(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #open() {
    const { socket, said } = takeEarly() ?? { socket: new WebSocket(address()), said: [] };
    this.#socket = socket;
    socket.onopen = () => this.#changed(true);
    socket.onmessage = (event) => this.#hear(readable(event.data));
    const closed = () => {
      this.#changed(false);
      setTimeout(() => this.#open(), AGAIN_MS);
    };
    socket.onclose = closed;
    if (socket.readyState === WebSocket.OPEN) queueMicrotask(() => this.#changed(true));
    for (const data of said) this.#hear(readable(data));
    if (socket.readyState === WebSocket.CLOSED) queueMicrotask(closed); // before anybody could hear of it
  }
}

/** What was said; what is no JSON is of no kind that a page knows. */
function readable(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
