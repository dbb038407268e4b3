// How far work is that takes long, in words and as a bar.
import { h } from "../dom.js";
import { known, t } from "../words.js";

/** Work that counts in thousandths of all says per cent. */
const THOUSANDTHS = 1000;

export const bar = (done, of, words) => [
  h("progress", of ? { value: done, max: of, "aria-label": words } : { "aria-label": words }),
  h(
    "p",
    {},
    of
      ? of === THOUSANDTHS
        ? t("op.software.percent", { n: Math.floor((100 * done) / of) })
        : t("op.software.far", { done, of })
      : words,
  ),
];

/** Of a job of the records process: nothing once it is done, for then there is an answer. */
export function far(job) {
  if (!job || job.state === "never") return h("p", { class: "soft" }, t("op.software.never"));
  if (job.state === "failed") return failed(job.why);
  return job.state === "done" ? null : bar(job.done, job.of, t("op.software.running"));
}

/** Why it could not be done: what happened and what to do now in the person's language, with the program's own
 * words. */
export function failed(why, id = null) {
  const code = why.match(/\[([a-z_]+)\]/)?.[1];
  const own = code && known(`op.fault.${code}`) ? t(`op.fault.${code}`) : "";
  return [h("p", { class: "bad", role: "alert", id }, own || t("op.software.failed")), h("p", { class: "soft" }, why)];
}

/** @type {[number, string][]} */
const UNITS = [
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
];

/** A size as a person says it. */
export function sized(bytes) {
  const [unit, name] = UNITS.find(([least]) => bytes >= least) ?? [1, "B"];
  return `${unit === 1 ? bytes : (bytes / unit).toFixed(1)} ${name}`;
}
