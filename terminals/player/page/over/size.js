// How large a win is, and how it is celebrated. Pure.

/** From the greatest: a win is of a step if it is so many times what was decided, and so many times the least bet; or so
 * many times the least bet, whatever was staked. `chips`: how many fly. */
const STEPS = [
  { step: 3, stakes: 10, least: 50, anyway: 1000, lasts: 5200, chips: 18 },
  { step: 2, stakes: 3, least: 10, anyway: 200, lasts: 3400, chips: 14 },
  { step: 1, stakes: 0, least: 0, anyway: 0, lasts: 2300, chips: 0 },
];
const QUIET = { step: 0, lasts: 1800, chips: 0 };

/** How large a win of this net is, for so much that was decided, at a table with this least bet. */
export function sizeOf(net, staked, least) {
  if (net <= 0) return QUIET;
  return STEPS.find(
    (one) => (net >= one.stakes * staked && net >= one.least * least) || (one.anyway && net >= one.anyway * least),
  );
}
