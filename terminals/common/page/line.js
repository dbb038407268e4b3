// The page's WebSocket: it comes back by itself, and what the other end says first is the whole truth.

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
    const socket = new WebSocket(`ws://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => this.#changed(true);
    socket.onmessage = (event) => this.#hear(readable(event.data));
    socket.onclose = () => {
      this.#changed(false);
      setTimeout(() => this.#open(), AGAIN_MS);
    };
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
