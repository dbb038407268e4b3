// The boards of the panels as they are now: buttons that light while they are pressed, keys, doors with their latches.
import { h } from "../dom.js";
import { when } from "../parts/paper.js";
import { facts, list, word } from "../parts/parts.js";
import { t } from "../words.js";

const BUTTONS = ["SHOOT", "CASH_OUT", "SERVICE_CALL", "REPEAT", "CLEAR"];
const KEYS = ["ATTENDANT", "OPERATOR"];
const DOORS = ["MAIN", "LOGIC", "DROP", "DOME"];
const LIGHTS = ["green", "amber", "red", "sounder"];

/** What is printed on the part itself is the same in every language. */
const printed = (name) => name.replace("_", " ");

/** One board; `health` is what its driver counts, by name. */
export function boardCard(board, health) {
  const { board: name, seat, cabinet, present, supply_percent: charge } = board;
  const what = [cabinet ? t("op.diag.cabinet") : "", seat ? t("seat", { n: seat }) : ""].filter(Boolean).join(" · ");
  const link = [t("op.diag.link"), t(present ? "op.service.up" : "op.service.down"), present ? "" : "why"];
  const battery = [t("op.diag.battery"), charge === null ? "–" : `${charge} %`];
  return h(
    "article",
    { class: `card board${present ? "" : " waits"}${cabinet ? " wide" : ""}`, "data-board": name },
    h("h3", {}, `${name} · ${what}`),
    cabinet ? switches(board) : null,
    hasButtons(board)
      ? h(
          "ul",
          { class: "switches" },
          BUTTONS.map((button) => buttonOf(board, button)),
        )
      : null,
    cabinet ? doorsOf(board) : null,
    facts([link, battery, ...(health ?? []).map(([of, value]) => [word("op.unit", of), String(value)])]),
  );
}

/** The cabinet's own board has none that anybody uses; if one is pressed or lit all the same, it is shown. */
const hasButtons = ({ seat, held, presses, lamps }) =>
  Boolean(seat || held.length || lamps.length || Object.keys(presses).length);

/** Lit: the controller wants its lamp on. Pressed: it is down now. The count tells of presses too short to see. */
function buttonOf({ held, presses, lamps, pattern }, button) {
  const look = ["switch", held.includes(button) ? "on" : "", lamps.includes(button) ? `lit ${pattern}` : ""].join(" ");
  const says = t(held.includes(button) ? "op.diag.pressed" : "op.diag.not_pressed");
  return h(
    "li",
    {
      class: look,
      "data-button": button,
      "data-held": String(held.includes(button)),
      "data-lamp": String(lamps.includes(button)),
    },
    h("span", {}, printed(button)),
    h("b", { class: "times" }, String(presses[button] ?? 0)),
    h("small", {}, says),
  );
}

function switches({ keys, tower }) {
  const key = (name) =>
    h(
      "li",
      {
        class: keys.includes(name) ? "switch on" : "switch",
        "data-key-switch": name,
        "data-on": String(keys.includes(name)),
      },
      h("span", {}, name),
      h("small", {}, t(keys.includes(name) ? "op.diag.turned" : "op.diag.not_turned")),
    );
  const light = (name) =>
    h(
      "li",
      {
        class: tower.includes(name) ? `switch light ${name}` : "switch light",
        "data-light": name,
        "data-on": String(tower.includes(name)),
      },
      h("span", {}, t(`op.light.${name}`)),
      h("small", {}, t(tower.includes(name) ? "op.diag.lit" : "op.diag.dark")),
    );
  return h("ul", { class: "switches" }, KEYS.map(key), LIGHTS.map(light));
}

/** A latch is cleared as soon as it is on record: that it is set is a blink, so it stands here how often it was
 * found. */
function doorsOf({ open_doors: open, latched_doors: set, latches }) {
  const row = (door) => {
    const found = latches[door];
    const cells = [
      word("op.door", door.toLowerCase()),
      t(open.includes(door) ? "op.door.open" : "op.door.closed"),
      t(set.includes(door) ? "op.yes" : "op.no"),
      String(found?.times ?? 0),
      found ? when(Date.parse(found.last)) : "–",
    ];
    return { name: door, look: open.includes(door) ? "over" : null, cells };
  };
  return list(
    [t("op.diag.door"), t("op.diag.now"), t("op.diag.latch"), `${t("op.diag.latches")}#`, t("op.diag.latch.last")],
    DOORS.map(row),
  );
}
