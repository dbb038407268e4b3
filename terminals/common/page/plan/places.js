// Where each spot of a drawn felt lies, in pixels of the block it is drawn in. Pure: an offer and a size in, cells out.
// The game's plan lies along the screen; where there is more height than width it stands, its left side on top.

const MOST_STRETCHED = 1.35; // a field may be so much wider than high, or higher than wide

/** Fields first, what lies on their lines after them: it is drawn over them and takes the touch. */
export function planCells({ spots, places }, size) {
  const { plan } = places;
  const scale = scaleOf(plan, size);
  const laid = Object.keys(plan.spots)
    .filter((bet) => spots[bet])
    .map((bet) => cellOf(bet, plan, scale, spots[bet].numbers.length > 1));
  return [...laid.filter(({ field }) => field), ...laid.filter(({ field }) => !field)];
}

/** The felt fills its block in one direction, and in the other as far as fields may be stretched. */
function scaleOf(plan, size) {
  const stands = size.height > size.width;
  const [wide, high] = stands ? [plan.size[1], plan.size[0]] : plan.size;
  const [most, least] = [size.width / wide, size.height / high];
  const across = Math.min(most, least * MOST_STRETCHED);
  const down = Math.min(least, most * MOST_STRETCHED);
  return { stands, across, down, left: (size.width - across * wide) / 2, top: (size.height - down * high) / 2 };
}

function cellOf(bet, plan, scale, isNamed) {
  const { at, box, colour } = plan.spots[bet];
  const half = plan.touch / 2;
  const field = box ?? [at[0] - half, at[1] - half, plan.touch, plan.touch];
  const [x, y, width, height] = placed(field, plan, scale);
  const [left, top] = placed([at[0], at[1], 0, 0], plan, scale);
  const radius = Math.min(scale.across, scale.down) * half * 0.9;
  const cell = { bet, field: Boolean(box), colour, x, y, width, height };
  return { ...cell, seat: box && isNamed ? besideName(cell, radius) : { x: left - x, y: top - y, radius } };
}

/** A field with a name keeps its right side for the chip, or its lower part where it is narrow. */
function besideName({ width, height }, radius) {
  if (isWide({ width, height })) return { x: width - radius * 1.3, y: height / 2, radius };
  return { x: width / 2, y: height - radius * 1.3, radius };
}

export const isWide = ({ width, height }) => width > 1.6 * height;

/** A box of the plan on the screen. */
function placed([x, y, width, height], plan, { stands, across, down, left, top }) {
  const [a, b, wide, high] = stands ? [plan.size[1] - y - height, x, height, width] : [x, y, width, height];
  return [left + a * across, top + b * down, wide * across, high * down];
}
