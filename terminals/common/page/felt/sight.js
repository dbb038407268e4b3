// What one player sees of the felt: which spots are open, which wagers work, are locked or stay. All of it is said by the
// game, in what is told of the table and of the seat; here it is only looked up, for the seat that plays and for a round
// that is recalled.
//
// A sight: `spots` of the offer, the `levels` of the draw, what is `closed` to everybody, the `seat` as it was told
// (`stakes`, `added`, `calls`, and what it may do); `shown(bet)` is what lies there as it is drawn, `rows` are the
// settlements to be marked.

export const numberOf = (bet) => Number(bet.split(":")[1] ?? 0);

/** The code with which a wager on this spot would be refused now, or null. */
export function closedBy({ spots, closed, seat }, bet) {
  if (!spots[bet]) return "not_offered";
  return codeOf(seat?.closed, bet) ?? (seat?.takes?.includes(bet) ? null : codeOf(closed, bet));
}

const codeOf = (closed, bet) => Object.keys(closed ?? {}).find((code) => closed[code].includes(bet)) ?? null;

/** Whether some of what lies here can no longer be taken down. */
export const isLocked = ({ seat }, bet) => Boolean(seat?.locked?.includes(bet));

/** Whether the wager here counts on the next result, or null where it could not be off, or nobody knows. */
export const isWorking = ({ seat }, bet) => seat?.working?.[bet] ?? null;

/** A wager that any win it can still have would leave standing. */
export const stays = ({ seat }, bet) => Boolean(seat?.stays?.includes(bet));

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
