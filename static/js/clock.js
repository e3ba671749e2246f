// The time left on clocks, in words, as time goes by; moments in the reader's own time zone.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OFTEN = 30_000;
const lang = document.documentElement.lang;
const weekday = new Intl.DateTimeFormat(lang, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const date = new Intl.DateTimeFormat(lang, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

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

export function showClocks() {
  for (const clock of document.querySelectorAll("time.clock[data-limit]")) {
    const due = new Date(clock.dateTime);
    const left = due - Date.now();
    clock.classList.toggle("low", left < (clock.dataset.limit * 1000) / 6);
    const place = clock.querySelector("span");
    const text = words(clock, due, left);
    if (place && place.textContent !== text) place.textContent = text;
  }
}

setInterval(showClocks, OFTEN);
