// A pair of dice drawn by the graphics unit, in a canvas of its own. It draws when it is told to and costs nothing
// otherwise. Where there is no such unit, making one throws.
import { BODY, GLASS, GROUND, SHADOW } from "./shaders.js";
import { ROUNDING } from "./motion.js";
import { NORMALS, onTop, standing, turn } from "./turning.js";

const EYE = [0, 9.6, 6.1];
const AIM = [0, 1.2, 0.05];
const WIDE = 3.05; // half of what is seen across
const TALL = 1.9; // and, where that is more, of what is seen from top to bottom
const BORDER = 6; // rows of points round an edge

export class Scene {
  #gl;
  #body;
  #ground;
  #size = [0, 0];

  constructor(canvas, lost) {
    const gl = canvas.getContext("webgl2", { alpha: true, antialias: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error("no WebGL");
    this.#gl = gl;
    canvas.addEventListener("webglcontextlost", lost, { once: true });
    this.#body = shape(gl, program(gl, BODY, GLASS), cube(ROUNDING));
    this.#ground = shape(gl, program(gl, GROUND, SHADOW), {
      normals: [],
      places: [-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, 9],
      corners: [0, 1, 2, 0, 2, 3],
    });
    gl.enable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(0, 0, 0, 0);
  }

  /** In device pixels. */
  resize(width, height) {
    const { canvas } = this.#gl;
    if (this.#size[0] === width && this.#size[1] === height) return;
    this.#size = [width, height];
    [canvas.width, canvas.height] = [width, height];
    this.#gl.viewport(0, 0, width, height);
  }

  /** `faint`: 1 is a whole die, less lets the table through. */
  draw(pair, faint = 1) {
    const gl = this.#gl;
    const camera = seenFrom(this.#size[0] / this.#size[1]);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const ground = this.#use(this.#ground);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.CULL_FACE);
    gl.uniformMatrix4fv(ground.at("camera"), false, camera);
    gl.uniform4fv(ground.at("under"), pair.flatMap(under));
    gl.uniform1f(ground.at("faint"), faint);
    gl.drawElements(gl.TRIANGLES, ground.count, gl.UNSIGNED_SHORT, 0);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    const body = this.#use(this.#body);
    gl.uniformMatrix4fv(body.at("camera"), false, camera);
    gl.uniform3fv(body.at("eye"), EYE);
    gl.uniform1f(body.at("faint"), faint);
    for (const die of pair) {
      gl.uniform3fv(body.at("at"), die.at);
      gl.uniform4fv(body.at("turned"), die.q);
      gl.uniform1f(body.at("blur"), die.blur);
      gl.drawElements(gl.TRIANGLES, body.count, gl.UNSIGNED_SHORT, 0);
    }
  }

  #use(one) {
    this.#gl.useProgram(one.program);
    this.#gl.bindVertexArray(one.array);
    return one;
  }
}

/** Where a die throws its shadow: its place, how high it is over it, how it is turned. */
function under({ at: [x, y, z], q }) {
  const side = [1, 2, 3]
    .map((face) => turn(q, NORMALS[face]))
    .reduce((a, b) => (Math.abs(a[1]) < Math.abs(b[1]) ? a : b));
  const level = onTop(q).level;
  return [x, z, Math.max(0, y - standing(q, ROUNDING)) + (1 - level) * 0.4, Math.atan2(side[2], side[0])];
}

function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ]) {
    const part = gl.createShader(kind);
    gl.shaderSource(part, text);
    gl.compileShader(part);
    gl.attachShader(made, part);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(made) ?? "the shaders do not compile");
  return made;
}

function shape(gl, made, { places, normals, corners }) {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  for (const [name, numbers] of Object.entries({ place: places, normal: normals })) {
    const where = gl.getAttribLocation(made, name);
    if (where < 0) continue;
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(where);
    gl.vertexAttribPointer(where, 3, gl.FLOAT, false, 0, 0);
  }
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(corners), gl.STATIC_DRAW);
  const names = new Map();
  const at = (name) => {
    if (!names.has(name)) names.set(name, gl.getUniformLocation(made, name));
    return names.get(name);
  };
  return { program: made, array, at, count: corners.length };
}

/** A cube from -1 to 1 with round edges: points close together where it bends. */
function cube(rounding) {
  const flat = 1 - rounding;
  const steps = Array.from(
    { length: BORDER },
    (_, n) => (n + 1 === BORDER ? 1 : flat + rounding * Math.tan(((n + 1) / BORDER) * (Math.PI / 4))), // to the bit: no seam is seen
  );
  const row = [...steps.map((one) => -one).reverse(), -flat, flat, ...steps];
  const found = { places: [], normals: [], corners: [] };
  for (const normal of Object.values(NORMALS)) side(found, normal, row, rounding);
  return found;
}

function side(found, normal, row, rounding) {
  const flat = 1 - rounding;
  const right = [normal[1], normal[2], normal[0]];
  const up = cross(normal, right);
  const first = found.places.length / 3;
  for (const v of row)
    for (const u of row) {
      const place = normal.map((one, axis) => one + right[axis] * u + up[axis] * v);
      const inner = place.map((one) => Math.max(-flat, Math.min(flat, one)));
      const out = place.map((one, axis) => one - inner[axis]);
      const long = Math.hypot(...out);
      found.normals.push(...out.map((one) => one / long));
      found.places.push(...inner.map((one, axis) => one + (out[axis] / long) * rounding));
    }
  const wide = row.length;
  for (let y = 0; y < wide - 1; y++)
    for (let x = 0; x < wide - 1; x++) {
      const at = first + y * wide + x;
      found.corners.push(at, at + 1, at + wide + 1, at, at + wide + 1, at + wide);
    }
}

const cross = (/** @type {number[]} */ [a, b, c], /** @type {number[]} */ [x, y, z]) => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
const minus = (a, b) => a.map((one, axis) => one - b[axis]);
const dot = (a, b) => a.reduce((sum, one, axis) => sum + one * b[axis], 0);
const unit = (a) => a.map((one) => one / Math.hypot(...a));

/** The pair from above and a little before it, as it is seen under the dome; columns first. */
function seenFrom(aspect) {
  const z = unit(minus(EYE, AIM));
  const x = unit(cross([0, 1, 0], z));
  const y = cross(z, x);
  const far = Math.hypot(...minus(EYE, AIM));
  const wide = Math.max(WIDE, TALL * aspect);
  const sx = far / wide;
  const [near, end] = [2, 30];
  const sz = (near + end) / (near - end);
  const row = (axis, by) => [...axis.map((one) => one * by), -dot(axis, EYE) * by];
  const [r0, r1, rz] = [row(x, sx), row(y, sx * aspect), row(z, 1)];
  const r2 = rz.map((one, n) => one * sz + (n === 3 ? (2 * near * end) / (near - end) : 0));
  const r3 = rz.map((one) => -one);
  return new Float32Array([0, 1, 2, 3].flatMap((n) => [r0[n], r1[n], r2[n], r3[n]]));
}
