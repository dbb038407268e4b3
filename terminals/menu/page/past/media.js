// Sticks and disks: what is mounted and what of ours lies there; a copy of the journal, and old entries moved away.
import { ask } from "../asking.js";
import { form } from "../parts/dialogs.js";
import { h } from "../dom.js";
import { choice, field, number } from "../parts/fields.js";
import { keyWords, proofRows, when } from "../parts/paper.js";
import { actButton, facts, list } from "../parts/parts.js";
import { bar, failed, far, sized } from "../parts/underway.js";
import { offerOf } from "../state.js";
import { toast, toastAnswer } from "../frame/toast.js";
import { t } from "../words.js";

const DAYS = [30, 90, 180, 365];
const MOST_DAYS = 3650;

/** `start(job, asks)` begins a job of the records process. What is chosen here stays chosen while the page is open. */
export function media(start) {
  let chosen = "";
  const copy = async () => {
    const answer = await ask({ kind: "act", act: "export", reference: chosen }); // who took a copy stands in the log
    if (!answer.ok) return toast(toastAnswer(answer), true);
    return start("export", { medium: chosen });
  };

  const help = async () => {
    const answer = await ask({ kind: "act", act: "support", reference: chosen });
    if (!answer.ok) return toast(toastAnswer(answer), true);
    return start("support", { medium: chosen });
  };

  function draw({ media: seen, jobs, status, journal }, refresh) {
    const there = seen?.media ?? [];
    if (!there.some(({ name }) => name === chosen)) chosen = there[0]?.name ?? "";
    const pick = (name) => {
      chosen = name;
      refresh();
    };
    const medium = there.find(({ name }) => name === chosen);
    return [
      h("h2", {}, t("op.media")),
      h("p", { class: "soft" }, t("op.media.says")),
      seen && !seen.answers ? h("p", { class: "bad", role: "alert" }, t("op.media.hangs")) : null,
      there.length
        ? choice(
            t("op.media.which"),
            there.map(({ name, free, bytes }) => [
              name,
              t("op.media.free", { name, free: sized(free), of: sized(bytes) }),
            ]),
            chosen,
            pick,
          )
        : h("p", { class: "why", id: "no-media" }, t("op.media.none", { directory: seen?.directory ?? "" })),
      medium ? h("div", { id: "on-medium", class: "gap" }, onIt(medium)) : null,
      h(
        "div",
        { class: "cards wide gap" },
        copying(jobs.export, journal),
        helping(jobs.support),
        moving(status?.journal),
      ),
    ];
  }

  function copying(job, journal) {
    const answer = job?.state === "done" ? job.answer : null;
    const needs = journal ? t("op.export.needs", { size: sized(journal.bytes) }) : "";
    return h(
      "article",
      { class: "card", id: "export" },
      h("h3", {}, t("op.export.title")),
      h("p", { class: "soft" }, `${t("op.export.says")} ${needs}`),
      job && job.state !== "never" ? far(job) : null,
      answer
        ? [
            h("p", { class: "big", id: "export-answer" }, t("op.export.done")),
            facts([
              [t("op.software.file"), h("code", {}, answer.file)],
              [t("op.export.report"), h("code", {}, answer.report)],
              [t("op.export.entries"), `${answer.first} – ${answer.last}`],
              ...proofRows(answer.in_fields.proved),
            ]),
            h("p", { class: "soft", id: "export-key" }, keyWords(answer)),
            h("p", { class: "soft" }, t("op.export.check", { file: answer.file, fingerprint: answer.fingerprint })),
          ]
        : null,
      h(
        "div",
        { class: "row gap" },
        chosen && job?.state !== "running"
          ? actButton("export", t("op.export.go", { name: chosen }), copy, "go")
          : null,
      ),
    );
  }

  /** What it holds is said before it is made: no secret, no money. */
  function helping(job) {
    const answer = job?.state === "done" ? job.answer : null;
    return h(
      "article",
      { class: "card", id: "support" },
      h("h3", {}, t("op.support.title")),
      h("p", { class: "soft" }, t("op.support.says")),
      job && job.state !== "never" ? far(job) : null,
      answer
        ? h(
            "p",
            { class: "big", id: "support-answer" },
            t("op.support.done", { file: answer.file, size: sized(answer.bytes) }),
          )
        : null,
      h(
        "div",
        { class: "row gap" },
        chosen && job?.state !== "running"
          ? actButton("support", t("op.support.go", { name: chosen }), help, "plain")
          : null,
      ),
    );
  }

  /** Only a supervisor is offered it. */
  function moving(now) {
    if (!offerOf("archive")) return null;
    const state = now?.archive;
    const words = { writing: "op.archive.writing", removing: "op.archive.removing" }[state];
    return h(
      "article",
      { class: "card", id: "archive" },
      h("h3", {}, t("op.archive.title")),
      h("p", { class: "soft" }, t("op.archive.says")),
      words ? [h("p", {}, t(words)), bar(now.archive_done ?? 0, now.archive_of ?? 0, t("op.software.running"))] : null,
      state === "done"
        ? h(
            "p",
            { class: "big", id: "archive-answer" },
            now.archive_file
              ? t("op.archive.done", {
                  first: now.archive_first,
                  last: now.archive_last,
                  file: now.archive_file,
                  name: now.archive_medium,
                })
              : t("op.archive.gone"),
          )
        : null,
      state === "failed" ? failed(now.archive_says, "archive-answer") : null,
      h(
        "div",
        { class: "row gap" },
        chosen && !words ? actButton("archive", t("op.archive.go"), () => askDays(chosen), "plain") : null,
      ),
    );
  }

  return { draw };
}

const onIt = ({ files, more }) => [
  list(
    [t("op.software.file"), t("op.media.at"), `${t("op.media.size")}#`, ""],
    files.map(({ name, at, bytes, whole }) => ({
      name,
      cells: [
        h("code", {}, name),
        when(at),
        sized(bytes),
        whole ? "" : h("span", { class: "tag warn" }, t("op.media.unfinished")),
      ],
    })),
    t("op.media.empty"),
  ),
  more ? h("p", {}, t("op.software.more", { n: more })) : null,
];

/** How many days stay: the usual ones to tap, any other to type. */
function askDays(medium) {
  const input = number({ id: "keep-days", inputmode: "numeric", maxlength: 4, value: "90" });
  const days = () =>
    /^\d{1,4}$/.test(input.value.trim()) && Number(input.value) <= MOST_DAYS ? Number(input.value) : null;
  const tap = (n) => () => {
    input.value = String(n);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  form(t("op.archive.title"), {
    body: [
      h("p", {}, t("op.archive.asks", { name: medium })),
      field(t("op.archive.days"), input),
      h(
        "div",
        { class: "row" },
        DAYS.map((n) => h("button", { type: "button", class: "pick", "data-days": n, onclick: tap(n) }, String(n))),
      ),
    ],
    go: t("op.archive.go"),
    ready: () => days() !== null,
    act: () => ask({ kind: "act", act: "archive", reference: medium, change: { keep_days: days() } }),
    good: t("op.archive.begun"),
  });
}
