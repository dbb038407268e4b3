// The page's line, opened while its other modules are still on their way; what is said meanwhile is kept for them.

export const address = () => `ws://${location.host}/ws`;

const said = [];
let early = { socket: new WebSocket(address()), said };
early.socket.onmessage = (event) => said.push(event.data);

/** This line, and what was said on it: for whoever asks first. */
export function takeEarly() {
  const first = early;
  early = null;
  return first;
}
