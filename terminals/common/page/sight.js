// What one player sees of the felt, and what follows from it: which spots are open, which wagers work, are locked or
// stay. Pure: the same for the seat that plays and for a round that is recalled.
//
// A sight: `spots` and `exclusive` of the offer, the `hand` (point, rolls, points made, numbers) before the roll, the `levels` of the
// draw, and of the seat its `stakes`, what this window `added`, its `calls`; `shown(bet)` is what lies there as it is
// drawn, `rows` are the settlements to be marked.

export const numberOf = (bet) => Number(bet.split(":")[1] ?? 0);

/** Whether the stage of the game allows a wager on this spot. */
export function opensNow({ spots, exclusive, hand, shown }, bet) {
  const spot = spots[bet];
  if (!spot) return false;
  if (!hand) return true; // not known: nothing is dimmed
  if (spot.base && !shown(spot.base).amount) return false;
  if (rivalOf({ exclusive, shown }, bet)) return false;
  if (spot.needs && others({ spots, shown }, bet) < spot.needs) return false;
  if (spot.grows && shown(bet).amount && (hand.point !== null || spot.opens === "never")) return true;
  switch (spot.opens) {
    case "come_out": return hand.point === null;
    case "point": return hand.point !== null;
    case "new_hand": return hand.rolls === 0;
    case "never": return false;
    default: return true;
  }
}

/** Whether some of what lies here can no longer be taken down. */
export function isLocked({ spots, hand, stakes, added }, bet) {
  const spot = spots[bet];
  if (!spot || !hand || carried(stakes, added, bet) <= 0) return false;
  return Boolean(hand.point === null ? spot.locks_on_come_out : spot.locks_on_point);
}

/** Whether the wager here counts on the next roll, or null where it could not be off, or nobody knows. */
export function isWorking({ spots, hand, calls }, bet) {
  const spot = spots[bet];
  const call = calls[bet];
  if (call !== undefined) return call;
  if (spot?.off_on_come_out) return hand ? hand.point !== null : null;
  return spot?.calls ? true : null;
}

/** A wager carried through a roll that any win it can still have would leave standing. */
export function stays({ spots, hand, stakes, added }, bet) {
  const spot = spots[bet];
  if (!spot?.stays || carried(stakes, added, bet) <= 0) return false;
  return !(hand && hand.point !== null ? spot.returned_on_point : spot.returned_on_come_out);
}

/** What lies on all other spots. */
const others = ({ spots, shown }, bet) => Object.keys(spots).reduce((sum, other) => sum + (other === bet ? 0 : shown(other).amount), 0);

/** The wager of this player that closes a spot: who has one side lays none on the other. */
export function rivalOf({ exclusive, shown }, bet) {
  const pairs = (exclusive ?? []).filter(({ one }) => one.includes(bet));
  return pairs.flatMap(({ other }) => other).find((rival) => shown(rival).amount > 0) ?? null;
}

/** The figures that this spot pays on this roll, if the draw fell on it. */
export function powerOn({ spots, levels }, bet) {
  const level = levels[bet];
  const figures = level ? powerFigures(spots[bet], level) : [];
  return figures.length ? { level, figures } : null;
}

/** As the chart of pays writes them, which for a bet made of several is what each of them pays. */
export const powerFigures = (spot, level) => [...new Set(Object.values((spot?.parts ?? spot)?.power?.[level] ?? {}))];

/** What the settlements did to the wagers of a spot: `won`, `lost`, or nothing to be marked. */
export function became({ rows }, bet) {
  const own = rows.filter((row) => row.bet === bet);
  if (own.some((row) => row.result === "win")) return "won";
  return own.some((row) => row.result === "lose") ? "lost" : "";
}

const carried = (stakes, added, bet) => (stakes[bet] ?? 0) - (added[bet] ?? 0);
