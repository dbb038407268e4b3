// What a wheel shows now, by what the table says of it. The ball lies on a number once the wheel has said so, and no
// sooner.
import { OPEN } from "../phases.js";

const TURNS = ["drawing", "closed", "rolling", "recovery"];

/** The stage, and the outcome where one is known: `number` while it waits for its settlement, `rest` of the last round.
 * While the wheel works the ball's own stages, or `waiting` where it is not launched. `last`: a number of an earlier
 * round, and nobody knows where the ball is. `live`: whether the table is heard. */
export function wheelNow(table, live = true) {
  const known = outcomeOf(table);
  if (known) return known;
  if (!live) return { stage: "away", outcome: null };
  if (TURNS.includes(table?.phase)) return { stage: table.device?.ball ?? "waiting", outcome: null };
  const [outcome] = table?.game?.numbers ?? [];
  return outcome ? { stage: "last", outcome } : { stage: "none", outcome: null };
}

function outcomeOf(table) {
  if (table?.result) return { stage: "number", outcome: table.result };
  if (!table || TURNS.includes(table.phase)) return null;
  const { last } = table;
  return last?.how === "settled" && last.game ? { stage: "rest", outcome: last.game } : null;
}

/** The number that the felt marks: from when it is known until bets are open again. */
export function comeNumber(table) {
  return OPEN.includes(table?.phase) ? null : (outcomeOf(table)?.outcome.number ?? null);
}
