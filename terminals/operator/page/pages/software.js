// Software: what runs here, whether it is what was released, whether the journal is whole; and what is done at the console.
import { ask } from "../asking.js";
import { h } from "../dom.js";
import { every } from "../frame.js";
import { actButton, actions, facts, list, redraw } from "../parts.js";
import { past } from "../past.js";
import { state } from "../state.js";
import { tell, toast } from "../toast.js";
import { t } from "../words.js";

const EVERY_MS = 700;
const JOBS = ["software", "verify"];

export const software = {
  open(place) {
    const view = { jobs: {}, refused: {}, status: null, journal: null };
    const parts = Object.fromEntries(["release", "software", "verify", "archive"].map((id) => [id, h("section", { id: `part-${id}`, class: "gap" })]));
    const askJob = async (job, start) => {
      const answer = await ask({ kind: "past", about: "job", asks: { job, start } });
      if (answer.ok) view.jobs[job] = answer.details;
      else view.refused[job] = answer.code;
      return answer;
    };
    const start = async (job) => {
      const answer = await askJob(job, true);
      if (!answer.ok) toast(refusal(answer), true);
      refresh();
    };
    const look = async () => {
      const [machine] = await Promise.all([ask({ kind: "status" }), ...JOBS.map((job) => askJob(job, false))]);
      if (machine.ok) view.status = { version: machine.details.version, epoch: machine.details.epoch };
      view.journal ??= (await past("journal", {}))?.document ?? null;
      refresh();
    };
    const refresh = () => {
      const acts = state.session?.acts;
      redraw(parts.release, [view.status, view.journal?.engine], () => release(view));
      redraw(parts.software, [view.jobs.software, view.refused.software, acts], () => manifest(view, start));
      redraw(parts.verify, [view.jobs.verify], () => verify(view, start));
      redraw(parts.archive, [view.journal?.file], () => archive(view));
    };
    place.append(...Object.values(parts));
    every(EVERY_MS, look);
    return refresh;
  },
};

const refusal = ({ code, reason }) => (code === "no_manifest" ? t("op.software.no_manifest") : reason);

const release = ({ status, journal }) => h("article", { class: "card" }, facts([[t("op.software.version"), status?.version ?? "–"], [t("op.software.engine"), journal?.engine ?? "–"], [t("op.software.epoch"), status?.epoch ?? "–"]]));

/** How far a job is, in words and as a bar. */
function far(job) {
  if (!job || job.state === "never") return h("p", { class: "soft" }, t("op.software.never"));
  if (job.state === "failed") return h("p", { class: "bad" }, `${t("op.software.failed")} ${job.why}`);
  if (job.state === "done") return null;
  return [h("progress", job.of ? { value: job.done, max: job.of, "aria-label": t("op.software.running") } : { "aria-label": t("op.software.running") }), h("p", {}, job.of ? t("op.software.far", { done: job.done, of: job.of }) : t("op.software.running"))];
}

function manifest({ jobs, refused }, start) {
  const job = jobs.software;
  const check = h("button", { class: "plain", id: "check-manifest", "data-key": "check", disabled: job?.state === "running", onclick: () => start("software") }, t("op.software.check"));
  const hold = async () => tell(await ask({ kind: "act", act: "check_software" }), t("op.software.asked"));
  const answer = job?.state === "done" ? job.answer : null;
  return [
    h("h2", {}, t("op.software.manifest")),
    h("p", { class: "soft" }, t("op.software.manifest.says")),
    refused.software === "no_manifest" && !job ? h("p", { class: "why", id: "no-manifest" }, t("op.software.no_manifest")) : far(job),
    answer ? h("p", { class: answer.ok ? "big" : "big why", id: "manifest-answer" }, t(answer.ok ? "op.software.as_released" : "op.software.differs")) : null,
    answer ? facts([[t("op.software.version"), answer.version], ["SHA-256", answer.sha256.match(/.{1,16}/g).join(" ")], [t("op.software.files"), String(answer.files)]]) : null,
    answer?.differences.length ? h("div", { id: "differences" }, list([t("op.software.file"), t("op.log.what")], answer.differences.map(({ file, what }) => [h("code", {}, file), t(`op.software.${what}`)]))) : null,
    answer?.more ? h("p", {}, t("op.software.more", { n: answer.more })) : null,
    h("div", { class: "row gap" }, check, actions(actButton("check_software", t("op.software.check_table"), hold))),
  ];
}

function verify({ jobs }, start) {
  const job = jobs.verify;
  const answer = job?.state === "done" ? job.answer : null;
  return [
    h("h2", {}, t("op.software.verify")),
    h("p", { class: "soft" }, t("op.software.verify.says")),
    far(job),
    answer ? h("p", { class: answer.good ? "big" : "big why", id: "verify-answer" }, t(answer.good ? "op.software.good" : "op.software.bad")) : null,
    answer?.fault ? h("p", { class: "bad" }, [answer.fault.code, answer.fault.seq, answer.fault.details, answer.fault.means, answer.fault.do].filter((one) => one !== null && one !== "").join(" · ")) : null,
    answer ? h("div", { class: "cards" }, ["proved", "not_proved"].map((name) => h("article", { class: "card", id: name }, h("h3", {}, t(`op.software.${name}`)), facts(Object.entries(answer[name]))))) : null,
    h("div", { class: "row gap" }, h("button", { class: "plain", id: "verify-journal", "data-key": "verify", disabled: job?.state === "running", onclick: () => start("verify") }, t("op.software.verify.go"))),
  ];
}

function archive({ journal }) {
  const steps = ["systemctl stop boxcars-controller", `boxcars archive --journal ${journal?.file ?? "PATH"} --to /media/…/archive.db`, "systemctl start boxcars-controller"];
  return [h("h2", {}, t("op.software.archive")), h("p", {}, t("op.software.archive.says")), h("pre", { class: "script" }, steps.join("\n")), h("p", { class: "soft gap" }, t("op.software.exports")), h("p", { class: "soft" }, t("op.software.shutdown"))];
}
