// How dice lie and turn: quaternions [x, y, z, w], and which face of a real die lies on top. Pure.
//
// A die is right-handed: 1, 2 and 3 run anticlockwise about their corner, and opposite faces make seven.

export const NORMALS = { 1: [1, 0, 0], 2: [0, 1, 0], 3: [0, 0, 1], 4: [0, 0, -1], 5: [0, -1, 0], 6: [-1, 0, 0] };

/** By so many radians about an axis of length one. */
export function about(/** @type {number[]} */ [x, y, z], angle) {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
}

/** First `b`, then `a`. */
export function times(/** @type {number[]} */ [ax, ay, az, aw], /** @type {number[]} */ [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export const back = (/** @type {number[]} */ [x, y, z, w]) => [-x, -y, -z, w];

export function turn(q, /** @type {number[]} */ [x, y, z]) {
  const [a, b, c] = times(times(q, [x, y, z, 0]), back(q));
  return [a, b, c];
}

/** Axis and angle, the angle from 0 to pi. */
export function unwind(q) {
  const [x, y, z, w] = q[3] < 0 ? q.map((one) => -one) : q;
  const s = Math.hypot(x, y, z);
  return s < 1e-6 ? { axis: [0, 1, 0], angle: 0 } : { axis: [x / s, y / s, z / s], angle: 2 * Math.atan2(s, w) };
}

/** A die that lies with this face on top, turned on the table by `yaw`. */
export function lying(face, yaw) {
  const [x, y, z] = NORMALS[face];
  const axis = y === 0 ? [-z, 0, x] : [1, 0, 0]; // about which the face is lifted
  const angle = y > 0 ? 0 : y < 0 ? Math.PI : Math.PI / 2;
  return times(about([0, 1, 0], yaw), about(axis, angle));
}

/** The face that lies on top, and how nearly: 1 when it is level. */
export function onTop(q) {
  const found = Object.entries(NORMALS).map(([face, normal]) => ({ face: Number(face), level: turn(q, normal)[1] }));
  return found.reduce((best, one) => (one.level > best.level ? one : best));
}

/** How high its middle is when it stands on its lowest corner or edge; half its side is 1. */
export function standing(q, rounding) {
  const flat = 1 - rounding;
  const up = [1, 2, 3].map((face) => Math.abs(turn(q, NORMALS[face])[1]));
  return rounding + flat * (up[0] + up[1] + up[2]);
}
