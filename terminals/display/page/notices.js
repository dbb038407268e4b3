// What stands in the way, as a band across the screen; and the phase in words.
import { byId, h, put } from "./dom.js";
import { holdWords, phaseOf, whyVoid } from "./own.js";
import { OPEN } from "./phases.js";
import { t } from "./words.js";

let shown = "";

const away = ({ page, up, table }) => !page || !up || !table;
const held = ({ table }) => Object.keys(table?.holds ?? {}).length > 0;

export function phaseWords(now) {
  const { table } = now;
  if (away(now)) return t("phase.away");
  if (held(now)) return t("phase.held");
  if (table.game) return phaseOf(table);
  if (table.phase === "shooting")
    return table.shooter ? t("phase.shooting", { n: table.shooter }) : t("display.house_rolls");
  if (table.phase === "betting")
    return table.hand?.point ? t("phase.betting.point", { n: table.hand.point }) : t("phase.betting.come_out");
  if (table.phase === "rolling" && table.no_rolls) return t("phase.rolling.again");
  return t(`phase.${table.phase}`);
}

export function showNotices(now) {
  const found = gather(now);
  const key = JSON.stringify(found);
  if (key === shown) return;
  shown = key;
  put(
    byId("notices"),
    found.map(([kind, words, why]) =>
      h("p", { class: `notice ${kind}` }, h("b", {}, words), why ? h("span", {}, why) : null),
    ),
  );
}

function gather(now) {
  if (away(now)) return [["away", t("display.away"), t("display.away.why")]];
  const { holds, no_rolls: noRolls, phase } = now.table;
  const found = Object.entries(holds).map(([reason, text]) => [
    "held",
    t("notice.held"),
    holdWords(now.table, reason, text),
  ]);
  const why = whyVoid(now.table.last);
  if (why && OPEN.includes(phase)) found.push(["note", t("notice.no_spin"), why]);
  if (noRolls && phase === "rolling")
    found.push(["note", t("notice.no_roll"), t("notice.no_roll.why", { n: noRolls })]);
  if (now.puzzled) found.push(["note", t("page.unknown")]);
  return found;
}
