// New notices on any open page: the numbers in the band and the title, and a sound if it is wanted.

const OFTEN_MS = 20_000;
const SELDOM_MS = 60_000;
const known = document.querySelector("meta[name=notices]");
let newest = Number(known?.content ?? 0);
let timer = 0;

/** Two soft strokes of a bell; browsers allow it once the reader has touched the page. */
function ring() {
  const context = new AudioContext();
  for (const [start, pitch] of [[0, 660], [0.18, 880]]) {
    const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    const at = context.currentTime + start;
    volume.gain.linearRampToValueAtTime(0.25, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.7);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.75);
  }
  setTimeout(() => context.close(), 1500);
  document.dispatchEvent(new CustomEvent("rung"));
}

async function ask() {
  clearTimeout(timer);
  try {
    const answer = await fetch("/notices/news", { headers: { accept: "application/json" } });
    if (answer.ok) tell(await answer.json());
  } catch {
    // The house does not answer now: it is asked again.
  }
  timer = setTimeout(ask, document.hidden ? SELDOM_MS : OFTEN_MS);
}

function tell(found) {
  document.dispatchEvent(new CustomEvent("notices", { detail: found }));
  if (found.newest > newest && found.sound) ring();
  newest = Math.max(newest, found.newest);
}

if (known) {
  timer = setTimeout(ask, OFTEN_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
}
