// The match of France: a clicked county selects, sliders and odds follow the number, letters.

const SELDOM_MS = 15000;
const READING_MS = 1500;
const decision = () => document.getElementById("decision");
let lastPoll = 0;

// ---- counties ----

document.getElementById("board").addEventListener("click", (event) => {
  const land = event.target.closest("a[data-land]");
  if (!land || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const at = decision().querySelector("[data-at]")?.dataset.at;
  if (at) htmx.ajax("GET", at + land.dataset.land, { source: "#chart", target: "#live", swap: "none" });
});

// ---- a slider and its number; what the number comes to ----

document.getElementById("main").addEventListener("input", (event) => {
  const slide = event.target.dataset.slide;
  if (slide) document.getElementById(slide).value = event.target.value;
  else if (event.target.name === "grain") follow(event.target);
  tellOdds();
});

function follow(input) {
  const slider = document.querySelector(`[data-slide="${input.id}"]`);
  if (slider) slider.value = input.value;
}

document.getElementById("main").addEventListener("change", (event) => {
  if (event.target.name === "led") tellOdds();
  if (event.target.name === "to") keepReaders(event.target);
});

function tellOdds() {
  const place = document.querySelector("[data-chances]");
  const input = document.querySelector(".command.Conquer input[name=grain]");
  if (!place || !input) return;
  const led = input.form.elements.led?.checked ? 1 : 0;
  const grain = Math.min(30, Number(input.value));
  const chance = grain > 0 ? JSON.parse(place.dataset.chances)[led][grain - 1] : 0;
  place.querySelector("[data-odds]").setAttribute("width", `${chance}%`);
  place.querySelector("[data-odds-text]").textContent = chance;
}

document.addEventListener("htmx:after:swap", tellOdds);

// ---- entering: names that are offered ----

document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-name]")?.dataset.name;
  if (name) decision().querySelector("input[name=count]").value = name;
});

// ---- letters ----

/** A letter goes to all, or to some: one takes back the other. */
function keepReaders(changed) {
  if (!changed.checked) return;
  for (const box of changed.form.querySelectorAll("input[name=to]")) {
    if (box !== changed && (box.value === "all") !== (changed.value === "all")) box.checked = false;
  }
}

document.addEventListener("click", (event) => {
  const answer = event.target.closest("[data-answer]");
  if (!answer) return;
  event.preventDefault();
  const seats = answer.dataset.answer.split(" ");
  for (const box of document.querySelectorAll("#write input[name=to]")) box.checked = seats.includes(box.value);
  document.getElementById("letter").focus();
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement?.id === "write" && ctx.response?.raw?.ok) document.getElementById("letter").value = "";
});

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement.id !== "post" || !document.hidden) return;
  if (Date.now() - lastPoll < SELDOM_MS) event.preventDefault();
  else lastPoll = Date.now();
});

/** Letters are read once they have been in sight for a while. */
setInterval(() => {
  const panel = document.getElementById("panel-letters");
  const seen = !document.hidden && panel.offsetParent !== null;
  if (seen) panel.querySelector(".mark-read")?.requestSubmit();
}, READING_MS * 4);
