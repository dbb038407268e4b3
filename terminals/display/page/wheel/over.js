// The screen over a wheel: the wheel as it turns, what has come, large, and what the day has shown.
import { byId, h, put, say } from "../dom.js";
import { t } from "../words.js";
import { coloursOf, hotAndCold, largeNumber, shares } from "./counts.js";
import { wheelNow } from "./stages.js";
import { Wheel, stageWords } from "./wheel.js";

const wheel = new Wheel();
let shown = "";

export function showWheel(table, offer, live) {
  document.body.classList.add("over-wheel");
  if (!byId("dice").contains(wheel.element)) put(byId("dice"), wheel.element);
  byId("dice").hidden = false;
  const now = wheelNow(table, live);
  wheel.lay(offer.wheel);
  wheel.show(now);
  const key = JSON.stringify([now, table.game, t("counts.memory")]);
  if (key === shown) return;
  shown = key;
  put(byId("total"), now.outcome ? largeNumber(now.outcome) : []);
  say(byId("call"), now.outcome ? t(now.stage === "number" ? "spun.this" : "spun.last") : stageWords(now));
  counted(table.game, coloursOf(offer.wheel));
}

/** Before the first number of the day there is nothing to show but that. */
function counted(game, colourOf) {
  for (const name of ["counts", "shares"]) byId(name).hidden = !game?.spins;
  if (!game?.spins) return;
  put(byId("counts"), hotAndCold(game, colourOf));
  put(byId("shares"), h("h3", {}, t("counts.shares")), shares(game));
}
