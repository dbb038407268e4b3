// What a screen may show of the dice, from what everybody is told of the table: never faces that the dome has not shown,
// never those of a throw that did not count. Pure.

const UNKNOWN = ["recovery", "asking"]; // a throw was under way, and nobody knows what became of it

/** How the dice are: `rest` with their faces, in the `air`, `still` in the air of a table that is held, or `none`. */
export function diceOf(table) {
  const nothing = { how: "none", faces: null, seed: 0, did: "" };
  if (!table || table.game) return nothing;
  if (table.phase === "rolling") return { ...nothing, how: Object.keys(table.holds ?? {}).length ? "still" : "air" };
  if (UNKNOWN.includes(table.phase) || (table.last && !table.last.faces)) return nothing;
  const latest = table.past?.at(-1);
  const faces = table.last?.faces ?? latest?.faces ?? null;
  if (!faces) return nothing;
  return { how: "rest", faces, seed: faces[0] * 7 + faces[1] + (table.last?.round ?? 0), did: latest?.did ?? "" };
}
