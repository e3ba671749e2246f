// The match of any game: every request tells what the page shows, addresses follow the selection,
// the log gets no line twice. Without this script the same links and forms load whole pages.

const VERSION_HEADER = "Shown-Version";
const live = () => document.getElementById("live");
const decision = () => document.getElementById("decision");
const asked = () => decision().querySelector("h2")?.textContent;
const HASTE_MS = 350;
let answered = 0;
let focusWasInDecision = false;
let question = "";
let shown = Number(live()?.dataset.version);

// ---- what every request tells: the version that the page shows ----

document.addEventListener("htmx:config:request", (event) => {
  event.detail.ctx.request.headers[VERSION_HEADER] = live()?.dataset.version ?? "";
});

// ---- before and after an update ----

/** The second half of a double click must not answer the next question. */
document.addEventListener(
  "click",
  (event) => {
    const hasty = event.detail > 1 && performance.now() - answered < HASTE_MS;
    if (!hasty || !event.target.closest("#decision .btn")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

document.addEventListener("htmx:before:swap", () => {
  focusWasInDecision = decision().contains(document.activeElement);
  question = asked();
});

document.addEventListener("htmx:after:swap", () => {
  answered = performance.now();
  dropDoubles();
  ageLines();
  const url = live()?.dataset.url;
  if (url && url !== location.pathname + location.search) history.replaceState(history.state, "", url);
  if (focusWasInDecision) keepFocus();
  decision().querySelector(".refuse[role=alert]")?.scrollIntoView({ block: "nearest" });
});

/** Another question begins at its heading, so that Tab goes on to its answers. */
function keepFocus() {
  if (asked() === question && decision().contains(document.activeElement)) return;
  decision().querySelector("h2")?.focus({ preventScroll: true });
}

/** A line that came with two answers at once stands in the log only once. */
function dropDoubles() {
  const seen = new Set();
  for (const line of document.querySelectorAll("#log > li")) {
    if (seen.has(line.id)) line.remove();
    seen.add(line.id);
  }
}

/** Only what came with the last change is fresh. */
function ageLines() {
  const version = Number(live()?.dataset.version);
  if (version === shown) return;
  for (const line of document.querySelectorAll("#log > li.new")) {
    const number = Number(line.id.slice(1).split("-")[0]);
    if (number <= shown) line.classList.remove("new");
  }
  shown = version;
}
