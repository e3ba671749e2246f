// The replay: arrow keys, Home and End go through the moments; the slider shows where one is.

const STEPS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
const slider = () => document.getElementById("moment");
let held = false;

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, [data-board]")) return;
  event.preventDefault();
  document.querySelector(`[data-replay="${step}"]`)?.click();
});

document.addEventListener("pointerdown", (event) => (held = event.target === slider()));
document.addEventListener("pointerup", () => (held = false));
document.addEventListener("pointercancel", () => (held = false));

// The value in the page is where one is; one that was dragged would stay where it was left.
document.addEventListener("htmx:after:swap", () => {
  const there = slider();
  if (there && !held) there.value = there.getAttribute("value");
});
