// Software: what runs here, whether it is what was released, whether the journal is whole, its copies, and the way off.
import { ask } from "../../asking.js";
import { h } from "../../dom.js";
import { endings } from "../../frame/ending.js";
import { every } from "../../frame/frame.js";
import { installed } from "../../past/installed.js";
import { media } from "../../past/media.js";
import { keyWords, onPaper, proofRows } from "../../parts/paper.js";
import { actButton, actions, facts, list, redraw } from "../../parts/parts.js";
import { past } from "../../past/past.js";
import { far } from "../../parts/underway.js";
import { state } from "../../state.js";
import { tell, toast, toastAnswer } from "../../frame/toast.js";
import { t } from "../../words.js";

const EVERY_MS = 700;
/** Looks between two looks at the media. */
const MEDIA_EVERY = 3;
const JOBS = ["software", "verify", "export", "support"];
const PARTS = ["release", "software", "verify", "media", "ending"];

export const software = {
  open(place) {
    const view = { jobs: {}, refused: {}, status: null, journal: null, media: null };
    const parts = Object.fromEntries(PARTS.map((id) => [id, h("section", { id: `part-${id}`, class: "gap" })]));
    const askJob = async (job, asks) => {
      const answer = await ask({ kind: "past", about: "job", asks: { job, ...asks } });
      if (answer.ok) view.jobs[job] = answer.details;
      else view.refused[job] = answer.code;
      return answer;
    };
    const start = async (job, asks = {}) => {
      const answer = await askJob(job, { start: true, ...asks });
      if (!answer.ok) toast(answer.code === "no_manifest" ? t("op.software.no_manifest") : toastAnswer(answer), true);
      refresh();
    };
    let turn = 0;
    const look = async () => {
      const [machine] = await Promise.all([ask({ kind: "status" }), ...JOBS.map((job) => askJob(job, {}))]);
      const moved = view.status?.journal.archive !== machine.details.journal?.archive;
      if (machine.ok) view.status = machine.details;
      if (turn++ % MEDIA_EVERY === 0 || moved) view.media = (await past("media", {})) ?? view.media;
      // Counting a large one takes its time.
      if (!view.journal || moved) view.journal = (await past("journal", {}))?.document ?? view.journal;
      refresh();
    };
    const copies = media(start);
    const refresh = () => {
      const { jobs, refused, status, journal } = view;
      const acts = state.session?.acts;
      redraw(parts.release, [status?.version, status?.epoch, status?.media, journal?.engine], () => release(view));
      redraw(parts.software, [jobs.software, refused.software, acts, status?.holds.software, journal?.life], () =>
        manifest(view, start),
      );
      redraw(parts.verify, [jobs.verify], () => verify(view, start));
      redraw(parts.media, [view.media, jobs.export, jobs.support, archiveOf(status), journal?.entries, acts], () =>
        copies.draw(view, refresh),
      );
      redraw(parts.ending, [acts, status?.release, status?.release_before], () => endings(status));
    };
    place.append(...Object.values(parts));
    every(EVERY_MS, look);
    return refresh;
  },
};

const archiveOf = (status) => status && Object.entries(status.journal).filter(([name]) => name.startsWith("archive"));

const release = ({ status, journal }) =>
  h(
    "article",
    { class: "card" },
    facts([
      [t("op.software.version"), status?.version ?? "–"],
      [t("op.software.engine"), journal?.engine ?? "–"],
      [t("op.software.epoch"), status?.epoch ?? "–"],
    ]),
    status?.media?.length
      ? [
          h("h3", {}, t("op.software.media")),
          h("div", { id: "media-changes" }, facts(status.media.map(({ release, at }) => [release, onPaper(at)]))),
        ]
      : null,
  );

function manifest({ jobs, refused, status }, start) {
  const job = jobs.software;
  const check = h(
    "button",
    {
      class: "plain",
      id: "check-manifest",
      "data-key": "check",
      disabled: job?.state === "running",
      onclick: () => start("software"),
    },
    t("op.software.check"),
  );
  const hold = async () => tell(await ask({ kind: "act", act: "check_software" }), t("op.software.asked"));
  const answer = job?.state === "done" ? job.answer : null;
  return [
    h("h2", {}, t("op.software.manifest")),
    h("p", { class: "soft" }, t("op.software.manifest.says")),
    status?.holds.software
      ? h(
          "p",
          { class: "why", id: "software-holds" },
          t("op.software.holds"),
          h("small", { class: "soft" }, ` ${status.holds.software}`),
        )
      : null,
    refused.software === "no_manifest" && !job
      ? h("p", { class: "why", id: "no-manifest" }, t("op.software.no_manifest"))
      : far(job),
    answer
      ? h(
          "p",
          { class: answer.ok ? "big" : "big why", id: "manifest-answer" },
          t(answer.ok ? "op.software.as_released" : "op.software.differs"),
        )
      : null,
    answer && !answer.ok ? h("p", {}, t("op.software.remedy")) : null,
    answer
      ? facts([
          [t("op.software.version"), answer.version],
          ["SHA-256", answer.sha256.match(/.{1,16}/g).join(" ")],
          [t("op.software.files"), String(answer.files)],
        ])
      : null,
    answer?.differences.length
      ? h(
          "div",
          { id: "differences" },
          list(
            [t("op.software.file"), t("op.log.what")],
            answer.differences.map(({ file, what }) => ({
              name: file,
              cells: [h("code", {}, file), h("span", { class: "tag warn" }, t(`op.software.${what}`))],
            })),
          ),
        )
      : null,
    answer?.more ? h("p", {}, t("op.software.more", { n: answer.more })) : null,
    h(
      "div",
      { class: "row gap" },
      check,
      answer
        ? h(
            "button",
            { class: "plain", id: "list-files", "data-key": "files", onclick: installed },
            t("op.software.list"),
          )
        : null,
      actions(actButton("check_software", t("op.software.check_table"), hold)),
    ),
  ];
}

function verify({ jobs }, start) {
  const job = jobs.verify;
  const answer = job?.state === "done" ? job.answer : null;
  return [
    h("h2", {}, t("op.software.verify")),
    h("p", { class: "soft" }, t("op.software.verify.says")),
    far(job),
    answer
      ? h(
          "p",
          { class: answer.good ? "big" : "big why", id: "verify-answer" },
          t(answer.good ? "op.software.good" : "op.software.bad"),
        )
      : null,
    answer ? h("p", { class: "soft", id: "verify-key" }, keyWords(answer)) : null,
    answer?.fault
      ? h(
          "p",
          { class: "soft" }, // as the proof says it, for whoever is asked to help
          [answer.fault.code, answer.fault.seq, answer.fault.details, answer.fault.means, answer.fault.do]
            .filter((one) => one !== null && one !== "")
            .join(" · "),
        )
      : null,
    answer
      ? h(
          "div",
          { class: "cards" },
          ["proved", "not_proved"].map((name) =>
            h(
              "article",
              { class: "card", id: name },
              h("h3", {}, t(`op.software.${name}`)),
              facts(proofRows(answer.in_fields[name])),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "row gap" },
      h(
        "button",
        {
          class: "plain",
          id: "verify-journal",
          "data-key": "verify",
          disabled: job?.state === "running",
          onclick: () => start("verify"),
        },
        t("op.software.verify.go"),
      ),
    ),
  ];
}
