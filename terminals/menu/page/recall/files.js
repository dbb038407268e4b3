// Rounds as files: as the console prints them, and as a spreadsheet reads them: a line for all that was recorded, and a
// line for what each seat had before and after.

const PARTS = ["bet", "stake", "result", "paid", "vigorish", "stays", "amount"];
export const OF_A_SEAT = ["credits", "layout", "vigorish", "locked"];
const BALANCE = OF_A_SEAT.flatMap((name) => [`${name} before`, `${name} after`]);
const HEAD = ["round", "entry", "at", "what", "seat", ...PARTS, ...BALANCE, "details"];

export const rowsOf = (rounds) => [
  HEAD,
  ...rounds.flatMap((round) => [
    ...round.happened.map((line) => happened(round, line)),
    ...Object.entries(round.seats).map((seat) => balance(round, seat)),
  ]),
];

function happened({ round }, { seq, at, what, seat, ...rest }) {
  const own = PARTS.map((name) => rest[name] ?? "");
  const more = Object.fromEntries(Object.entries(rest).filter(([name]) => !PARTS.includes(name)));
  return [
    round,
    seq,
    new Date(at).toISOString(),
    what,
    seat ?? "",
    ...own,
    ...BALANCE.map(() => ""),
    Object.keys(more).length ? more : "",
  ];
}

function balance({ round, ended_at: at, entries }, [seat, { before, after }]) {
  return [
    round,
    entries[1],
    new Date(at).toISOString(),
    "balance",
    Number(seat),
    ...PARTS.map(() => ""),
    ...OF_A_SEAT.flatMap((name) => [before[name], after[name]]),
    "",
  ];
}
