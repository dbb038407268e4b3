// What a page is told, one message after the other: the first needs its catalogue before the others make words of it. A
// message of a kind that the page does not know is said so, once, and play goes on; so it does after one it fails at.

const MOST_KINDS = 16; // told of; a stranger may invent any number

/** `heard`: what is done with a message of each kind; `after` what is done after each; `unknown` is told of a kind. */
export function hearing(heard, after, unknown) {
  const met = new Set();
  let last = Promise.resolve();
  const hear = async (message) => {
    const kind = String(message?.kind);
    if (Object.hasOwn(heard, kind)) return heard[kind](message);
    if (met.has(kind) || met.size >= MOST_KINDS) return undefined;
    met.add(kind);
    console.warn(`a message of a kind that this page does not know: ${kind.slice(0, 40)}`);
    return unknown(kind);
  };
  return (message) =>
    (last = last
      .then(() => hear(message))
      .then(after)
      .catch((error) => console.error(error)));
}
