// Whom the roll on the table has brought more than it cost, seat by seat, as long as its result is shown.
import { byId, h, put, say } from "./dom.js";
import { money } from "./money.js";
import { t } from "./words.js";

const MOST = 6;
const LONG = 8; // letters of a sum, from which on it is written smaller

export function showWinners(table, falls) {
  const here = table.phase === "settling" && table.last?.round === table.round && !falls;
  const won = here ? Object.entries(table.last.won ?? {}).sort(([, a], [, b]) => b - a) : [];
  byId("winners").hidden = !won.length;
  if (!won.length) return;
  say(byId("winners-title"), t("display.winners"));
  const most = won.length > MOST ? MOST - 1 : MOST;
  const rows = won.slice(0, most).map(([seat, amount]) => {
    return h("li", {}, h("span", {}, t("display.seat", { n: seat })), h("b", {}, `+${money(amount)}`));
  });
  byId("winning").classList.toggle("long", money(won[0][1]).length > LONG);
  const more = won.length > most ? h("li", { class: "more" }, t("wins.more", { n: won.length - most })) : null;
  put(byId("winning"), rows, more);
}
