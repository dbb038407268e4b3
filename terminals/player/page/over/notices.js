// Full-width notices: what stands in the way, and why. One line each, the most pressing first.
import { careNotice } from "../care/care.js";
import { cashNotices } from "../cash.js";
import { byId, h, put } from "../dom.js";
import { shut } from "./lock.js";
import { autoNotice } from "../play/auto.js";
import { refusalWords } from "./toast.js";
import { holdWords, whyVoid } from "../own.js";
import { OPEN } from "../phases.js";
import { ownPots } from "../shown/pots.js";
import { state } from "../state.js";
import { known, t } from "../words.js";

const BROKEN_OFF = { void: "notice.void", "closed out": "notice.closed_out" };
const NEWS_MS = 30_000;
let news = { round: -1, since: 0 };
let turned = null; // the felt is another one than before: since when, and whether it is another book's
let shown = "";

export function showNotices() {
  const notices = gather();
  const key = JSON.stringify(notices);
  if (key === shown) return;
  shown = key;
  put(
    byId("notices"),
    notices.map(([kind, words, why]) =>
      h("p", { class: `notice ${kind}` }, h("b", {}, words), why ? h("span", {}, why) : null),
    ),
  );
  document.body.classList.toggle(
    "away",
    notices.some(([kind]) => kind === "away"),
  );
  shut();
}

/** A round that was broken off is told for a while, not to whoever sits down an hour later. */
function isNews(round) {
  if (news.round !== round) {
    news = { round, since: performance.now() };
    setTimeout(showNotices, NEWS_MS + 100);
  }
  return performance.now() - news.since < NEWS_MS;
}

/** Bets went back and limits are others: whoever sits here is told, for a while. */
export function otherRules(before, now) {
  if (!before || !now || JSON.stringify(before) === JSON.stringify(now)) return;
  turned = {
    since: performance.now(),
    words: before.name === now.name ? "notice.rules" : "notice.book",
    title: now.title,
  };
  setTimeout(showNotices, NEWS_MS + 100);
}

function gather() {
  const { page, up, why, table, you } = state;
  if (!page) return [["away", t("notice.page_lost"), t("notice.safe")]];
  if (!up)
    return [["away", t("notice.link_lost"), known(`notice.why.${why}`) ? t(`notice.why.${why}`) : t("notice.safe")]];
  const notices = Object.entries(table?.holds ?? {}).map(([reason, text]) => [
    "held",
    t("notice.held"),
    holdWords(table, reason, text),
  ]);
  notices.push(...cashNotices());
  notices.push(...ownPots(state.pots).map((words) => ["note own-pot", ...words]));
  if (you && !you.open) {
    const why = you.credits ? "notice.turned_off.why" : "notice.turned_off.empty"; // there is nothing to cash out
    const off = you.turned_off ? ["notice.turned_off", why] : ["notice.closed", "notice.ask"];
    notices.push(["held", ...off.map((words) => t(words))]);
  }
  if (table?.no_rolls && table.phase === "rolling")
    notices.push(["note", t("notice.no_roll"), t("notice.no_roll.why", { n: table.no_rolls })]);
  if (turned && performance.now() - turned.since < NEWS_MS)
    notices.push(["note", t(turned.words, { book: turned.title }), t("notice.rules.why")]);
  for (const notice of [careNotice(), autoNotice(refusalWords)]) if (notice) notices.push(notice);
  const broken = BROKEN_OFF[table?.last?.how];
  // Why a person broke it off is in the words of the staff, for the record.
  if (broken && OPEN.includes(table.phase) && isNews(table.last.round))
    notices.push(["note", t(table.last.game ? "notice.no_spin" : broken), whyVoid(table.last)]);
  return notices;
}
