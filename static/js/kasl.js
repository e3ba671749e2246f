// The match of Kasl: a clicked territory selects, addresses follow the selection, numbers tell
// what they come to. Without this script the same links and forms load whole pages.

const VERSION_HEADER = "Shown-Version";
const live = () => document.getElementById("live");
const decision = () => document.getElementById("decision");
const main = document.getElementById("main");
let focusWasInDecision = false;
let shown = Number(live()?.dataset.version);

// ---- what every request tells: the version that the page shows ----

document.addEventListener("htmx:config:request", (event) => {
  event.detail.ctx.request.headers[VERSION_HEADER] = live()?.dataset.version ?? "";
});

// ---- territories ----

function select(number) {
  const at = decision().querySelector("[data-at]")?.dataset.at;
  if (at) htmx.ajax("GET", at + number, { source: "#chart", target: "#live", swap: "none" });
}

document.getElementById("board").addEventListener("click", (event) => {
  const land = event.target.closest("a[data-land]");
  if (!land || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  select(land.dataset.land);
});

// ---- before and after an update ----

document.addEventListener("htmx:before:swap", () => {
  focusWasInDecision = decision().contains(document.activeElement);
});

document.addEventListener("htmx:after:swap", () => {
  dropDoubles();
  ageLines();
  const url = live()?.dataset.url;
  if (url && url !== location.pathname + location.search) history.replaceState(history.state, "", url);
  if (focusWasInDecision && !decision().contains(document.activeElement)) {
    decision().querySelector("h2")?.focus({ preventScroll: true });
  }
  decision().querySelector(".refuse[role=alert]")?.scrollIntoView({ block: "nearest" });
  countUnits();
});

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

// ---- what the numbers come to ----

function countUnits() {
  for (const button of document.querySelectorAll("button[data-count]")) {
    const inputs = button.form.querySelectorAll("input[name=units]");
    const number = [...inputs].reduce((sum, input) => sum + Number(input.value || 0), 0);
    button.textContent = button.dataset.count.replace("{number}", number);
  }
}

main.addEventListener("input", countUnits);
countUnits();
