// The gaming day: a supervisor closes it before its time, and every closed day's totals are here and on paper.
import { ask } from "../../asking.js";
import { onSheet } from "../../past/cash_report.js";
import { form } from "../../parts/dialogs.js";
import { h, put } from "../../dom.js";
import { money } from "../../money.js";
import { facts as paperFacts, onPaper, showSheet, when } from "../../parts/paper.js";
import { actButton, actions, list, redraw, word } from "../../parts/parts.js";
import { past } from "../../past/past.js";
import { state } from "../../state.js";
import { toastAnswer } from "../../frame/toast.js";
import { t } from "../../words.js";

const DAYS_SHOWN = 31;

export const day = {
  open(place) {
    const acts = h("div", {});
    const days = h("div", { class: "gap" }, t("op.wait"));
    const load = async () => {
      const answer = await ask({ kind: "past", about: "days", asks: { last: DAYS_SHOWN } });
      put(days, answer.ok ? draw(answer.details.days) : h("p", { class: "bad" }, toastAnswer(answer)));
      return answer.ok ? answer.details.days : [];
    };
    place.append(acts, days);
    load();
    const refresh = () =>
      redraw(acts, state.session?.acts, () =>
        actions(actButton("close_day", t("op.day.close"), () => askClose(load), "danger")),
      );
    return refresh;
  },
};

function draw(days) {
  const head = [
    t("op.page.day"),
    t("op.day.closed_at"),
    `${t("op.day.in")}#`,
    `${t("op.day.out")}#`,
    `${t("op.day.held")}#`,
    "",
  ];
  const row = (one) => ({
    name: one.day,
    cells: [
      h("b", {}, one.day),
      when(one.closed_at),
      money(sum(one, "in:")),
      money(sum(one, "out:")),
      money(held(one)),
      h("button", { class: "plain", "data-report": one.day, onclick: () => report(one) }, t("op.day.report")),
    ],
  });
  return [h("h2", {}, t("op.day.closed_days")), list(head, days.map(row), t("op.day.none"))];
}

const of = ({ totals }, name) => totals[name] ?? 0;
const parts = ({ totals }, start) =>
  Object.entries(totals)
    .filter(([name]) => name.startsWith(start))
    .map(([name, amount]) => [name.slice(start.length), amount]);
const sum = (one, start) => parts(one, start).reduce((total, [, amount]) => total + amount, 0);
/** What the house held: what was put up and charged, less what came back. */
const held = (one) => of(one, "wagered") + of(one, "vigorish") - of(one, "won");

function askClose(load) {
  form(t("op.day.close"), {
    body: [h("p", {}, t("op.day.close.says"))],
    go: t("op.day.close"),
    look: "danger",
    act: () => ask({ kind: "act", act: "close_day" }),
    async done() {
      const [latest] = await load();
      if (latest) await report(latest);
    },
  });
}

async function report(one) {
  const cash = (await past("cash_of_day", { day: one.day }, null))?.document ?? null;
  const group = (title, start, said = money) => {
    const rows = parts(one, start);
    return rows.length
      ? [h("h2", {}, title), paperFacts(rows.map(([name, amount]) => [word("op.instrument", name), said(amount)]))]
      : null;
  };
  const body = () => [
    h("h2", {}, `${one.day} · ${t("op.day.closed_at")} ${onPaper(one.closed_at)}`),
    paperFacts([
      [t("op.day.wagered"), money(of(one, "wagered"))],
      [t("op.day.vigorish"), money(of(one, "vigorish"))],
      [t("op.day.won"), money(of(one, "won"))],
      [t("op.day.held"), money(held(one))],
      [t("op.day.games"), String(of(one, "games"))],
      [t("op.day.rolls"), String(of(one, "rolls"))],
      [t("op.day.voids"), String(of(one, "voids") + of(one, "close_outs"))],
    ]),
    group(t("op.day.in"), "in:"),
    group(t("op.day.out"), "out:"),
    group(t("op.day.reversed"), "reversed:"),
    group(t("op.day.unpaid"), "unpaid:"),
    group(t("op.day.in_by"), "in_by:"),
    group(t("op.day.out_by"), "out_by:"),
    group(t("op.day.reversed_by"), "reversed_by:"),
    group(t("op.day.unpaid_by"), "unpaid_by:"),
    group(t("op.day.voided_results_by"), "voided_results_by:", String),
    onSheet(cash),
  ];
  showSheet(t("op.day.report"), body, [t("op.role.supervisor")], "wide");
}
