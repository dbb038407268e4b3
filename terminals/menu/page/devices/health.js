// How the PC is, in words: a value of it, and which one.
import { t } from "../words.js";

const YES_OR_NO = ["disk_passed", "clock_synchronised", "battery_good", "on_battery"];
const IN_PERCENT = ["disk_used", "disk_spare", "battery"];

export function healthValue(measure, value) {
  if (YES_OR_NO.includes(measure)) return t(value ? "op.yes" : "op.no");
  if (IN_PERCENT.includes(measure)) return `${value} %`;
  if (measure === "heat") return `${value.toFixed(0)} °C`;
  return measure === "clock_off" ? `${value.toFixed(3)} s` : String(value);
}

/** What is measured, and of which sensor or disk, by the name that the machine has for it. */
export const healthName = (measure, of) => `${t(`op.health.${measure}`)} · ${of}`;
