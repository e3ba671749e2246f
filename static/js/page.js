// What every page does with a script; without one it works all the same.

import { boards } from "./board.js";
import { showClocks } from "./clock.js";
import { rollFreshDice } from "./dice.js";

const TOAST_MS = 6000;
const title = document.title;
const opened = new Set();
const heard = new WeakSet();
const still = matchMedia("(prefers-reduced-motion: reduce)");

// ---- theme: at once, and remembered by the server ----

const dark = matchMedia("(prefers-color-scheme: dark)");

function themeNow() {
  return document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
}

function labelThemeButtons() {
  const other = themeNow() === "dark" ? "light" : "dark";
  for (const button of document.querySelectorAll("[data-theme-switch] button")) {
    button.value = other;
    button.textContent = button.dataset[other] ?? button.textContent;
  }
}

async function switchTheme(event) {
  const form = event.target.closest("[data-theme-switch]");
  if (!form) return;
  event.preventDefault();
  const wanted = event.submitter?.value ?? "dark";
  const fields = new FormData(form);
  fields.set("theme", wanted);
  document.documentElement.dataset.theme = wanted;
  labelThemeButtons();
  await fetch(form.action, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

// ---- the sheet of a phone ----

let folded = false;

function foldSheet() {
  document.getElementById("decision")?.classList.toggle("folded", folded);
  for (const grip of document.querySelectorAll(".grip")) grip.ariaExpanded = String(!folded);
}

// ---- numbers with a button at either side ----

function step(button) {
  const input = button.parentElement.querySelector("input");
  if (button.dataset.step > 0) input.stepUp();
  else input.stepDown();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button, label");
  if (button?.dataset.step) step(button);
  if (button?.classList.contains("grip")) {
    folded = !folded;
    foldSheet();
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("submit", switchTheme);
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// ---- what the reader opened stays open over an update ----

document.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.id) return;
    if (event.target.open) opened.add(event.target.id);
    else if (!swapping) opened.delete(event.target.id);
  },
  true,
);

let swapping = false;
let chosenTab = null;

document.addEventListener("change", (event) => {
  if (event.target.matches?.(".tab-radio")) chosenTab = event.target.id;
});

document.addEventListener("htmx:before:swap", () => {
  swapping = true;
});

document.addEventListener("htmx:after:swap", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  const tab = chosenTab && document.getElementById(chosenTab);
  if (tab && !tab.checked) tab.checked = true;
  setTimeout(() => {
    swapping = false;
  });
  refresh();
});

// ---- what a fresh page or update needs ----

function tellNews() {
  const lines = [...document.querySelectorAll(".log li.new")].filter((line) => !heard.has(line));
  for (const line of lines) heard.add(line);
  const said = lines.map((line) => line.querySelector(".said")?.textContent.trim()).filter(Boolean);
  const place = document.getElementById("heard");
  if (place && said.length) place.textContent = said.reverse().join(" ");
}

// ---- a time zone is proposed: the one that this device is in ----

for (const select of document.querySelectorAll("select[data-zone-here]")) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...select.options].some((option) => option.value === here)) select.value = here;
}

// ---- the bell: matches that wait for the reader, this one as it now stands ----

const isAsked = () => Number(document.querySelector(".decision .decide") !== null);
const bell = document.getElementById("turns");
const newsBell = document.getElementById("news");
let waitingElsewhere = Math.max(0, Number(bell?.textContent ?? 0) - isAsked());
let news = Number(newsBell?.textContent ?? 0);

function badgeTitle() {
  const waiting = waitingElsewhere + isAsked();
  if (bell) {
    bell.textContent = waiting;
    bell.parentElement.hidden = waiting === 0;
  }
  if (newsBell) {
    newsBell.textContent = news;
    newsBell.parentElement.hidden = news === 0;
  }
  document.title = waiting + news ? `(${waiting + news}) ${title}` : title;
}

document.addEventListener("notices", (event) => {
  waitingElsewhere = Math.max(0, event.detail.turns - isAsked());
  news = event.detail.news;
  badgeTitle();
});

function ageToasts() {
  for (const toast of document.querySelectorAll("[data-toast]:not([data-seen])")) {
    toast.dataset.seen = "";
    setTimeout(() => toast.remove(), TOAST_MS);
  }
}

function refresh() {
  showClocks();
  foldSheet();
  badgeTitle();
  ageToasts();
  boards.refresh();
  if (!still.matches) rollFreshDice();
  tellNews();
}

labelThemeButtons();
dark.addEventListener("change", labelThemeButtons);
refresh();
