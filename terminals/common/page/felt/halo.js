// A light round a spot that comes and goes: a copy of its ground of which the opacity alone moves. The graphics unit does
// that by itself; a border that changes would have the page's thread draw the felt anew for every frame.

/** `kind`: which light it is, as felt.css has it. It is there once, for as long as it is `on`. */
export function halo(group, kind, on) {
  const there = group.lights?.[kind];
  if (Boolean(there) === on) return;
  group.lights = { ...group.lights, [kind]: on ? lightOf(group, kind) : null };
  there?.remove();
}

function lightOf(group, kind) {
  const ground = group.querySelector(":scope > .ground:not(.clear)");
  if (!ground) return null;
  const light = ground.cloneNode();
  light.setAttribute("class", `halo ${kind}`);
  group.append(light);
  return light;
}
