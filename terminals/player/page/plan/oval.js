// The shape of the track: two straights and two rounded ends. Pure: a size in, paths with their middles out.

const ENDS = [4, 3]; // numbers round the far end and round the near one, of which the first lies in the middle
const DEEP = 0.3; // of the shorter side: how wide the ring is

/** So many pieces, clockwise; the first in the middle of the near end: on the left, or on top where the track stands. */
export function ring(many, size) {
  const { long, short, deep, turned } = measures(size);
  const side = (many - ENDS[0] - ENDS[1]) / 2;
  const [radius, inner] = [short / 2, short / 2 - deep];
  const wide = (long - short) / side;
  const near = wedges(ENDS[1], radius, radius, inner, Math.PI / 2);
  const far = wedges(ENDS[0], long - radius, radius, inner, -Math.PI / 2);
  const upper = boxes(side, (index) => [radius + index * wide, 0, wide, deep]);
  const lower = boxes(side, (index) => [long - radius - (index + 1) * wide, short - deep, wide, deep]);
  const around = [...near.slice(1), ...upper, ...far, ...lower, near[0]];
  return around.map((piece) => finished(piece, turned, size));
}

/** So many fields side by side within the ring. */
export function inside(size, many) {
  const { long, short, deep, turned } = measures(size);
  const gap = deep + 5;
  const [from, room] = [short * 0.44, long - short * 0.88];
  const wide = room / many;
  const fields = boxes(many, (index) => [from + index * wide + 3, gap, wide - 6, short - 2 * gap]);
  return fields.map((piece) => finished(piece, turned, size));
}

function measures({ width, height }) {
  const turned = height > width;
  const [long, short] = turned ? [height, width] : [width, height];
  return { long, short, deep: short * DEEP, turned };
}

const boxes = (many, boxOf) =>
  Array.from({ length: many }, (_, index) => {
    const [x, y, wide, high] = boxOf(index);
    return {
      corners: [
        [x, y],
        [x + wide, y],
        [x + wide, y + high],
        [x, y + high],
      ],
      arcs: {},
      middle: [x + wide / 2, y + high / 2],
      room: Math.min(wide, high) * 1.1,
    };
  });

/** Pieces of half a ring, clockwise from this angle on. */
function wedges(many, x, y, inner, from) {
  const outer = y;
  const step = Math.PI / many;
  const at = (radius, angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  return Array.from({ length: many }, (_, index) => {
    const [first, last] = [from + index * step, from + (index + 1) * step];
    return {
      corners: [at(outer, first), at(outer, last), at(inner, last), at(inner, first)],
      arcs: { 0: [outer, 1], 2: [inner, 0] },
      middle: at((outer + inner) / 2, (first + last) / 2),
      room: outer - inner,
    };
  });
}

/** As the screen has it: a track that stands has its left end on top. */
function finished({ corners, arcs, middle, room }, turned, { width }) {
  const put = ([x, y]) => (turned ? [width - y, x] : [x, y]);
  const points = corners.map(put);
  const steps = points.map((_, index) => {
    const [x, y] = points[(index + 1) % points.length];
    const arc = arcs[index];
    return arc ? `A ${arc[0]} ${arc[0]} 0 0 ${arc[1]} ${x} ${y}` : `L ${x} ${y}`;
  });
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = put(middle);
  const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  return { path: `M ${points[0].join(" ")} ${steps.join(" ")} Z`, x, y, wide, high, room };
}
