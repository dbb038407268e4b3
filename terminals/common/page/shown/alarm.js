// The alarm of a door that was opened without leave: two tones, as loud as the house says, whatever a player has turned off.
const EVERY_MS = 1000;
/** No alarm is softer, whatever is asked. */
const LEAST = 40;
let context = null;
let timer = 0;
let loud = 0;

/** How loud it sounds, in percent; nothing while none does. */
export function alarm(percent) {
  loud = percent ? Math.max(LEAST, percent) / 100 : 0;
  document.body.dataset.alarm = loud ? String(loud) : "";
  if (loud && !timer) {
    timer = setInterval(sound, EVERY_MS);
    sound();
  } else if (!loud && timer) {
    clearInterval(timer);
    timer = 0;
  }
}

function sound() {
  context ??= new AudioContext();
  context.resume();
  for (const [hertz, starts] of [
    [980, 0],
    [740, 0.5],
  ]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "square";
    tone.frequency.value = hertz;
    volume.gain.value = loud;
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + starts);
    tone.stop(context.currentTime + starts + 0.5);
  }
}
