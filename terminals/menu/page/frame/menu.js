// Every page of the menu, in the order of the rail, and the roles that are offered it. One file a page, in pages/.
//
// A page is `{ open(place) → refresh }`: `open` lays it out in `place`, and `refresh` is called whenever something that
// the menu knows has changed. What it asks again and again it asks with `every`, which ends when the page is left.
import { cash } from "../pages/money/cash.js";
import { changes } from "../pages/records/changes.js";
import { day } from "../pages/money/day.js";
import { diagnostics } from "../pages/machine/diagnostics.js";
import { dice } from "../pages/machine/dice.js";
import { host } from "../pages/machine/host.js";
import { log } from "../pages/records/log.js";
import { meters } from "../pages/money/meters.js";
import { notes } from "../pages/money/notes.js";
import { par } from "../pages/records/par.js";
import { pinPage } from "../pages/pin.js";
import { recall } from "../pages/records/recall.js";
import { seats } from "../pages/seats.js";
import { service } from "../pages/machine/service.js";
import { settings } from "../pages/settings.js";
import { shift } from "../pages/money/shift.js";
import { software } from "../pages/machine/software.js";
import { table } from "../pages/table.js";
import { users } from "../pages/users.js";

const A = "attendant";
const T = "technician";
const S = "supervisor";

export const GROUPS = ["floor", "money", "records", "house", "workshop", "people"];

const ENTRIES = [
  { name: "table", group: "floor", roles: [A, T, S], page: table },
  { name: "seats", group: "floor", roles: [A, S], page: seats },
  { name: "cash", group: "money", roles: [A, S], page: cash },
  { name: "notes", group: "money", roles: [A, T, S], page: notes },
  { name: "shift", group: "money", roles: [A, S], page: shift },
  { name: "day", group: "money", roles: [S], page: day },
  { name: "recall", group: "records", roles: [A, T, S], page: recall },
  { name: "meters", group: "records", roles: [T, S], page: meters },
  { name: "log", group: "records", roles: [T, S], page: log },
  { name: "par", group: "records", roles: [A, T, S], page: par },
  { name: "settings", group: "house", roles: [S], page: settings },
  { name: "changes", group: "house", roles: [S], page: changes },
  { name: "service", group: "workshop", roles: [T, S], page: service },
  { name: "dice", group: "workshop", roles: [T, S], page: dice },
  { name: "diagnostics", group: "workshop", roles: [T, S], page: diagnostics },
  { name: "host", group: "workshop", roles: [T, S], page: host },
  { name: "software", group: "workshop", roles: [T, S], page: software },
  { name: "users", group: "people", roles: [S], page: users },
  { name: "pin", group: "people", roles: [A, T, S], page: pinPage },
];

export const offered = (role) => ENTRIES.filter(({ roles }) => roles.includes(role));
