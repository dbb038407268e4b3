// What a touch covers lights up: on the felt and on the track, wherever its numbers stand.

export function light(numbers) {
  for (const one of document.querySelectorAll("main [data-number]")) {
    one.classList.toggle("covered", numbers.includes(Number(one.getAttribute("data-number"))));
  }
}

/** Whether a focus was moved by the keyboard: one that a finger leaves behind lights nothing up. */
export const isByKey = ({ target }) => target.matches(":focus-visible");
