// Sound cues as plain tones: a chip, a refusal, bets closing, dice, wins. Every one also shows on the screen.

let context = null;
let on = localStorage.getItem("sound") !== "off";

export const soundOn = () => on;

export function toggleSound() {
  on = !on;
  localStorage.setItem("sound", on ? "on" : "off");
  return on;
}

/** Notes as [hertz, starts, lasts], in seconds. A browser lets nothing sound before the first touch. */
function play(notes, loud = 0.08, shape = "sine") {
  if (!on || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [hertz, starts, lasts] of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = shape;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(loud, now + starts);
    volume.gain.exponentialRampToValueAtTime(0.0005, now + starts + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(now + starts);
    tone.stop(now + starts + lasts);
  }
}

const CLOSED = ["closed", "shooting", "rolling"];

export const noises = {
  chip: (ok) =>
    ok &&
    play([
      [1250, 0, 0.05],
      [1900, 0.03, 0.05],
    ]),
  refused: () =>
    play(
      [
        [200, 0, 0.14],
        [150, 0.13, 0.2],
      ],
      0.1,
      "square",
    ),
  money: () =>
    play([
      [784, 0, 0.1],
      [1047, 0.1, 0.1],
      [1568, 0.2, 0.3],
    ]),
  ticket: () =>
    play([
      [1047, 0, 0.12],
      [784, 0.14, 0.12],
      [1047, 0.28, 0.25],
    ]),
  settled(last) {
    if (last.net > 0)
      play([
        [523, 0, 0.15],
        [659, 0.12, 0.15],
        [784, 0.24, 0.15],
        [1047, 0.36, 0.4],
      ]);
  },
  table(before, now, seat) {
    if (!before) return;
    if (before.phase === "betting" && CLOSED.includes(now.phase))
      play([
        [440, 0, 0.12],
        [330, 0.12, 0.2],
      ]);
    if (before.phase !== "shooting" && now.phase === "shooting" && now.shooter === seat)
      play(
        [
          [660, 0, 0.12],
          [880, 0.14, 0.12],
          [660, 0.28, 0.2],
        ],
        0.1,
      );
    if (before.phase !== "rolling" && now.phase === "rolling")
      play(
        Array.from({ length: 7 }, (_, n) => [180 + (n % 3) * 90, n * 0.09, 0.05]),
        0.06,
        "triangle",
      );
  },
};
