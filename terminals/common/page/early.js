// The page's line, opened while its other modules are still on their way; what is said meanwhile is kept for them.

export const address = () => `ws://${location.host}/ws`;

const socket = new WebSocket(address());
const said = [];
socket.onmessage = (event) => said.push(event.data);

let taken = false;

/** This line, and what was said on it: for whoever asks first. */
export function takeEarly() {
  if (taken) return null;
  taken = true;
  return { socket, said };
}
