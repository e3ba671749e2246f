// The time left on clocks, in words and figures, as time goes by; moments in the reader's time zone.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const OFTEN = 30 * SECOND;
const { lang, dataset } = document.documentElement;
const zone = dataset.zone || undefined;
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
const weekday = new Intl.DateTimeFormat(lang, { weekday: "short", ...time });
const date = new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", ...time });

/** How far this device's clock is ahead of the house's; of the first clock that is shown. */
let skew;

function compare({ now }) {
  if (!now || skew !== undefined) return;
  const ahead = Date.now() - Number(now);
  skew = Math.abs(ahead) > 5 * SECOND ? ahead : 0;
}

function hours(left) {
  const minutes = Math.ceil(left / MINUTE);
  const parts = [[Math.floor(minutes / 60), "h"], [minutes % 60, "min"]];
  return parts.filter(([number]) => number).map((part) => part.join(" ")).join(" ");
}

function words(clock, due, left) {
  if (left <= 0) return clock.dataset.over;
  if (left <= DAY) return clock.dataset.left.replace("{time}", hours(left));
  const format = left < 6 * DAY ? weekday : date;
  return clock.dataset.until.replace("{moment}", format.format(due));
}

/** As clocks show it: 4:12, 1:04:12; begun seconds count. */
function figures(left) {
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...rest] = parts[0] ? parts : parts.slice(1);
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

function put(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

function showClock(clock) {
  compare(clock.dataset);
  const due = new Date(clock.dateTime);
  const left = due - Date.now() + (skew ?? 0);
  clock.classList.toggle("low", left < clock.dataset.low * SECOND);
  put(clock.querySelector(".said"), words(clock, due, left));
  const face = clock.querySelector(".face");
  if (face) put(face, figures(left));
}

export function showClocks() {
  document.querySelectorAll("time.clock[data-low]").forEach(showClock);
}

setInterval(showClocks, OFTEN);
setInterval(() => {
  for (const face of document.querySelectorAll("time.clock .face")) showClock(face.parentElement);
}, SECOND);
