// What the progressives of the casino's host stand at: shown on every screen while it tells of them.
import { byId, h, putNew, showIf } from "../dom.js";
import { money } from "../money.js";
import { t } from "../words.js";

export function showProgressives(table) {
  const levels = Object.entries(table?.progressives ?? {});
  const words = levels.length > 1 ? "progressive" : "progressive.only";
  showIf(byId("progressives"), levels.length);
  const said = levels.map(([n, amount]) => t(words, { n, amount: money(amount) }));
  putNew(byId("progressives"), said, () => said.map((one, at) => [at ? " · " : "", h("span", {}, one)]).flat());
}
