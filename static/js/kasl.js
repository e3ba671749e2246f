// The match of Kasl: a clicked territory selects, numbers tell what they come to, the board shows
// what one has chosen, and Tab stops on it only where there is something to choose.

import { boards } from "./board.js";

const decision = () => document.getElementById("decision");

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

// ---- what is chosen, what may be ----

function reveal(event) {
  const own = event.detail.ctx?.sourceElement?.id !== "live";
  const mark = document.querySelector("#marks .goal, #marks .orig");
  if (own && mark) boards.reveal(mark);
}

function stopAtChoices() {
  const marks = [...document.querySelectorAll("#marks .may, #marks .orig, #marks .goal")];
  const open = new Set(marks.map((mark) => mark.getAttribute("href").replace("#t-", "")));
  for (const land of document.querySelectorAll("#board a[data-land]")) {
    land.tabIndex = open.size === 0 || open.has(land.dataset.land) ? 0 : -1;
  }
}

document.addEventListener("htmx:after:swap", reveal);
document.addEventListener("htmx:after:swap", stopAtChoices);
stopAtChoices();

// ---- what the numbers come to ----

function countUnits() {
  for (const button of document.querySelectorAll("button[data-count]")) {
    const inputs = button.form.querySelectorAll("input[name=units]");
    const number = [...inputs].reduce((sum, input) => sum + Number(input.value || 0), 0);
    button.textContent = button.dataset.count.replace("{number}", number);
  }
}

document.addEventListener("htmx:after:swap", countUnits);
document.getElementById("main").addEventListener("input", countUnits);
countUnits();
