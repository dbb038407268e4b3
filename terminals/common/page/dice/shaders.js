// What the graphics unit is told: a die of red glass with white pips, lit from above, and the shadow it throws.

export const BODY = `#version 300 es
in vec3 place; in vec3 normal;
uniform mat4 camera; uniform vec4 turned; uniform vec3 at;
centroid out vec3 own; centroid out vec3 ownNormal; centroid out vec3 world; centroid out vec3 shone;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  own = place; ownNormal = normal;
  world = at + turn(turned, place); shone = turn(turned, normal);
  gl_Position = camera * vec4(world, 1.0);
}`;

export const GLASS = `#version 300 es
precision highp float;
centroid in vec3 own; centroid in vec3 ownNormal; centroid in vec3 world; centroid in vec3 shone;
uniform vec3 eye; uniform float blur; uniform float faint;
out vec4 colour;
const float PIP = 0.195; const float OUT = 0.5;

float nearest(vec2 p, int face) {
  vec2 a = abs(p);
  float found = 9.0;
  if (face == 1 || face == 3 || face == 5) found = length(p);
  if (face == 2 || face == 3) found = min(found, min(length(p - OUT), length(p + OUT)));
  if (face >= 4) found = min(found, length(a - OUT));
  if (face == 6) found = min(found, length(a - vec2(OUT, 0.0)));
  return found;
}

void main() {
  vec3 n = normalize(shone), v = normalize(eye - world), a = abs(ownNormal);
  int face; vec2 p;
  if (a.x > a.y && a.x > a.z) { face = ownNormal.x > 0.0 ? 1 : 6; p = own.yz; }
  else if (a.y > a.z) { face = ownNormal.y > 0.0 ? 2 : 5; p = own.zx; }
  else { face = ownNormal.z > 0.0 ? 3 : 4; p = own.xy; }

  float away = nearest(p, face), edge = max(fwidth(away), 0.004);
  float pip = 1.0 - smoothstep(PIP - edge, PIP + edge, away);
  float rim = smoothstep(PIP * 0.55, PIP, away) * pip; // drilled, and filled not quite to the brim
  float ring = 0.27 * (1.0 - smoothstep(0.04, 0.34, abs(length(p) - 0.58)));
  float white = mix(pip, ring, blur);

  vec3 lamp = normalize(vec3(-0.42, 1.0, 0.34));
  float lit = max(dot(n, lamp), 0.0), facing = max(dot(n, v), 0.0);
  float through = pow(1.0 - facing, 2.2); // glass glows where it is seen along its edge
  float low = smoothstep(-0.2, 1.5, world.y);
  vec3 red = mix(vec3(0.30, 0.004, 0.022), vec3(0.66, 0.012, 0.045), 0.1 + 0.9 * lit);
  float deep = length(p) * (1.0 - 0.5 * lit); // the light that went in comes out towards the edges
  red += vec3(0.34, 0.03, 0.02) * smoothstep(0.35, 1.25, deep) * (0.4 + 0.6 * low);
  red += through * vec3(0.55, 0.10, 0.08) * (0.35 + 0.65 * low);
  vec3 ivory = vec3(1.0, 0.976, 0.93) * (0.66 + 0.36 * lit) * (1.0 - 0.22 * rim * (1.0 - blur));
  vec3 body = mix(red, ivory, white) * (0.55 + 0.45 * low);

  vec3 half_ = normalize(lamp + v), r = reflect(-v, n);
  float spot = pow(max(dot(n, half_), 0.0), 140.0);
  vec2 box = r.xz / max(r.y, 0.05) - vec2(-0.55, 0.25); // the long lamp over a table
  float lampshade = (1.0 - smoothstep(0.25, 0.6, abs(box.x))) * (1.0 - smoothstep(0.8, 1.3, abs(box.y))) * step(0.0, r.y);
  float fresnel = 0.04 + 0.96 * pow(1.0 - facing, 5.0);
  body += vec3(1.0, 0.95, 0.88) * (0.55 * spot + lampshade * (0.10 + 0.5 * fresnel));
  body += vec3(0.10, 0.16, 0.13) * fresnel * max(0.0, 0.5 - r.y); // the felt mirrored in its sides
  colour = vec4(min(body, 1.0), 1.0) * faint;
}`;

export const GROUND = `#version 300 es
in vec3 place; uniform mat4 camera; out vec2 here;
void main() { here = place.xz; gl_Position = camera * vec4(place, 1.0); }`;

export const SHADOW = `#version 300 es
precision highp float;
in vec2 here; uniform vec4 under[2]; uniform float faint; out vec4 colour;
float box(vec2 p, float yaw, float soft) {
  float c = cos(yaw), s = sin(yaw);
  vec2 d = abs(mat2(c, s, -s, c) * p) - 0.78;
  float away = length(max(d, 0.0)) + min(max(d.x, d.y), 0.0) - 0.2;
  return 1.0 - smoothstep(-soft, soft, away);
}
void main() {
  float dark = 0.0;
  for (int n = 0; n < 2; n++) {
    float high = under[n].z;
    vec2 p = here - under[n].xy - vec2(0.30, -0.18) * (0.75 + high);
    float thrown = box(p, under[n].w, 0.34 + 0.5 * high) * 0.62 / (1.0 + 0.9 * high);
    float touch = box(here - under[n].xy, under[n].w, 0.2 + 0.4 * high) * 0.5 / (1.0 + 3.0 * high);
    dark = 1.0 - (1.0 - dark) * (1.0 - thrown) * (1.0 - touch);
  }
  colour = vec4(0.0, 0.02, 0.01, 1.0) * dark * faint;
}`;
