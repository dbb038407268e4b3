// Beside a drawn felt: the wheel as it turns, its number large, and what the day has shown.
import { byId, h, put, showIf } from "../dom.js";
import { live } from "../state.js";
import { t } from "../words.js";
import { coloursOf, hotAndCold, largeNumber } from "../wheel/counts.js";
import { wheelNow } from "../wheel/stages.js";
import { Wheel, stageWords } from "../wheel/wheel.js";

const wheel = new Wheel();
let shown = "";

export function showWheel(table, offer) {
  if (!byId("dice").contains(wheel.element)) put(byId("dice"), wheel.element);
  showIf(byId("dice"), true);
  const now = wheelNow(table, live());
  wheel.lay(offer.wheel);
  wheel.show(now);
  const said = now.outcome
    ? [h("small", {}, t(now.stage === "number" ? "spun.this" : "spun.last")), largeNumber(now.outcome)]
    : stageWords(now);
  const key = JSON.stringify([now, t("spun.last"), table?.game]);
  if (key === shown) return;
  shown = key;
  put(byId("rolled"), said);
  put(byId("counts"), table?.game ? hotAndCold(table.game, coloursOf(offer.wheel)) : []);
}
