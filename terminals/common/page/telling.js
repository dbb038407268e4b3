// Telling the parts of a page that what they know has changed: once, however often it did.

/** `onChange(listener)` asks to be told; `changed()` lets everybody be told, after what is under way. */
export function telling() {
  const listeners = [];
  let waiting = false;
  const changed = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      for (const listener of listeners) listener();
    });
  };
  return { onChange: (listener) => listeners.push(listener), changed };
}
