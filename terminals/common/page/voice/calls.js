// What the stickman calls for a roll: the rows of `calls.json`, the first that fits of those that name the numbers and
// the first of those that say what they mean to the line. Pure.

/** Names of calls, in the order in which they are spoken. `roll`: as everybody is told of it; `hand`: as it stands after;
 * `crapless`: no number is craps at this table. */
export function callsFor({ faces: [a, b], did }, hand, rules, crapless = false) {
  const comeOut = did === "point" || (did === "" && (hand?.point ?? null) === null);
  const thrown = { total: a + b, hard: a === b, did, come_out: comeOut, crapless };
  const fits = (row) => Object.entries(row).every(([name, wanted]) => name === "say" || thrown[name] === wanted);
  return [rules.first.find(fits), rules.then.find(fits)].filter(Boolean).map((row) => row.say);
}
