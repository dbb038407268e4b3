// Asking for rounds: one of a large table comes in several answers, and is put together here.
import { past } from "../past/past.js";
import { typesOfSettings } from "../parts/turned.js";

export async function rounds(asks, place = null) {
  await typesOfSettings();
  const answer = await past("rounds", asks, place);
  for (const round of answer?.rounds ?? []) {
    while (round.cut) {
      const more = await past("rounds", { number: round.round, last: 1, part: round.cut }, place);
      if (!more) return null;
      join(round, more.rounds[0]);
    }
  }
  return answer;
}

/** What has come, and what comes after it. */
export function join(round, { layout, seats, happened, cut }) {
  Object.assign(round.layout, layout);
  Object.assign(round.seats, seats);
  round.happened.push(...happened);
  if (cut) round.cut = cut;
  else delete round.cut;
}
