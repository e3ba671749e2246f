// The talk of a match: Enter says a line, what is half typed is kept over everything, lines are
// read once they have been in sight for a while. Without this script the same forms load pages.

const READING_MS = 2500;
const DAY = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short" });
const TIME = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const state = () => document.getElementById("talk-state");
/** Of this match and this seat: others may sit at the same screen. */
const memory = `talk:${location.pathname.replace(/\/talk$/, "")}:${state()?.dataset.place.split("-")[1]}`;
const form = document.getElementById("speak");
const line = document.getElementById("line");
let sent = "";

// ---- what every request tells: how much of the talk the page shows ----

document.addEventListener("htmx:config:request", (event) => {
  if (!state()) return;
  const { stir, line: last, place } = state().dataset;
  event.detail.ctx.request.headers["Shown-Talk"] = `${stir}.${last}.${place}`;
});

// ---- the line that one writes ----

function keep(text) {
  try {
    if (text) sessionStorage.setItem(memory, text);
    else sessionStorage.removeItem(memory);
  } catch {
    // a browser that keeps nothing forgets it with the page
  }
}

function kept() {
  try {
    return sessionStorage.getItem(memory) ?? "";
  } catch {
    return "";
  }
}

if (line) {
  line.value ||= kept();
  line.addEventListener("input", () => keep(line.value));
  line.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (line.value.trim()) form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    sent = line.value;
    if (!form.hasAttribute("hx-post")) keep("");
  });
}

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement !== form || !ctx.response?.raw?.ok) return;
  if (line.value === sent) line.value = "";
  keep(line.value);
  line.focus({ preventScroll: true });
});

// ---- after an update ----

/** A line that came with two answers at once stands there only once. */
function dropDoubles() {
  const seen = new Set();
  for (const item of document.querySelectorAll("#talk-lines > li")) {
    if (seen.has(item.id)) item.remove();
    seen.add(item.id);
  }
}

/** Times in the reader's own zone. */
function tellTimes() {
  const today = DAY.format(new Date());
  for (const time of document.querySelectorAll("time[data-at]")) {
    const at = new Date(time.dateTime);
    const day = DAY.format(at);
    const text = day === today ? TIME.format(at) : `${day}, ${TIME.format(at)}`;
    if (time.textContent !== text) time.textContent = text;
  }
}

document.addEventListener("htmx:after:swap", () => {
  dropDoubles();
  tellTimes();
});
tellTimes();

// ---- the tab, and reading ----

function openTab() {
  const tab = location.hash === "#panel-talk" && document.getElementById("tab-talk");
  if (tab) tab.click();
}

addEventListener("hashchange", openTab);
openTab();

setInterval(() => {
  const log = document.getElementById("talk-log");
  if (document.hidden || !log?.checkVisibility()) return;
  document.querySelector(".talk-read")?.requestSubmit();
  for (const item of log.querySelectorAll(".un")) item.classList.remove("un");
}, READING_MS);
