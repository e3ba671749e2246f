// The match of Kingsburg: chosen dice show at once whom they reach, and goods what they recruit.
// Without this script the same links and forms load whole pages.

const TOKEN = 2;
const LAST = 18;
const choice = () => document.getElementById("choice");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** What the reader has chosen: of this `turn`, whatever the server sends meanwhile. */
let held = null;
let data = null;

function takeUp() {
  const found = choice();
  if (!found) {
    held = data = null;
    return;
  }
  data = JSON.parse(found.dataset.choice);
  if (held?.turn !== data.turn) {
    const { turn, chosen, plus, market, envoy } = data;
    beginAtHeading(found);
    held = { turn, dice: chosen, plus, market, envoy };
  }
  draw();
}

/** The next group is a new question: the keyboard goes on from its heading. */
function beginAtHeading(found) {
  const panel = found.closest(".decide");
  if (held && panel.contains(document.activeElement)) {
    panel.querySelector("h2").focus({ preventScroll: true });
  }
}

// ---- what the choice comes to ----

const sum = (dice) => dice.reduce((total, index) => total + data.dice[index], 0);
const isTaken = (number) => data.taken.includes(number);

function whyNot(reached) {
  if (!held.dice.length) return "choose";
  if (Math.min(...held.dice) >= data.own) return "alone";
  if (reached < 1 || reached > LAST) return "outside";
  return isTaken(reached) && !held.envoy ? "taken" : "";
}

function note(number) {
  if (!held.dice.length) return "";
  if (number < 1 || number > LAST) return filled(data.no, { number });
  if (isTaken(number) && !held.envoy) return filled(data.why.taken, { number });
  return filled(data.reach, { number, advisor: data.names[number - 1] });
}

function envoyNote(reached) {
  if (!held.dice.length || reached < 1 || reached > LAST) return "";
  return filled(isTaken(reached) ? data.why.taken : data.free, { number: reached });
}

// ---- showing it ----

function draw() {
  const total = sum(held.dice);
  const reached = total + TOKEN * held.plus + held.market;
  const why = whyNot(reached);
  const advisor = why ? 0 : reached;
  drawDice(reached);
  drawSwitches(total, reached);
  drawConsequence(advisor, why, total, reached);
  for (const niche of all(".niche")) drawNiche(niche, advisor);
  rememberInAddress();
}

function drawDice(reached) {
  for (const die of all(".die-choice", choice())) {
    die.ariaChecked = String(held.dice.includes(Number(die.dataset.die)));
  }
  choice().querySelector(".eq").textContent = held.dice.length ? `= ${reached}` : "";
}

function drawSwitches(total, reached) {
  for (const one of all("a.switch", choice())) {
    const key = one.dataset.key;
    const value = Number(one.dataset.value);
    one.ariaChecked = String(held[key] === value);
    const say = one.querySelector(".note");
    if (key === "plus") say.textContent = note(total + TOKEN + held.market);
    if (key === "market") say.textContent = note(total + TOKEN * held.plus + value);
    if (key === "envoy") say.textContent = envoyNote(reached);
  }
}

function drawConsequence(advisor, why, total, reached) {
  const says = choice().querySelector(".consequence");
  says.hidden = !advisor;
  choice().querySelector(".hint").hidden = Boolean(advisor);
  if (advisor) {
    says.querySelector(".who-helps").textContent = data.who[advisor - 1];
    says.querySelector(".what-helps").textContent = data.what[advisor - 1];
  }
  const go = choice().querySelector(".place .go");
  go.disabled = !advisor;
  go.textContent = why
    ? filled(data.why[why], { number: reached })
    : filled(data.place, { sum: total, advisor: data.whom[advisor - 1] });
  const fields = [
    ["advisor", advisor],
    ...held.dice.map((index) => [index < data.own ? "own[]" : "white[]", data.dice[index]]),
    ["plus_two", Boolean(held.plus)],
    ["market", held.market],
    ["envoy", Boolean(held.envoy) && isTaken(reached)],
  ];
  choice().querySelector(".fields").replaceChildren(...fields.map(([name, value]) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    return input;
  }));
}

function waysOf(niche) {
  const coded = niche.dataset.ways ? niche.dataset.ways.split("|") : [];
  return coded
    .map((way) => {
      const [dice, plus, market, envoy] = way.split(",");
      return { dice: dice.split(".").map(Number), plus: Number(plus), market: Number(market), envoy: Number(envoy) };
    })
    .filter((way) => !way.envoy || held.envoy);
}

const sameDice = (way) => way.dice.join() === held.dice.join();

function drawNiche(niche, advisor) {
  const ways = waysOf(niche);
  const chosen = ways.filter(sameDice);
  const isAim = Number(niche.dataset.advisor) === advisor;
  let mood = niche.classList.contains("taken") ? "shut" : "";
  if (ways.length) mood = !held.dice.length || chosen.length ? "fits" : "maybe";
  if (isAim) mood = "aim";
  niche.classList.remove("fits", "maybe", "aim", "shut");
  if (mood) niche.classList.add(mood);
  const shown = isAim ? held : (chosen[0] ?? ways[0]);
  niche.querySelector(".how .by").textContent = shown ? shown.dice.map((i) => data.dice[i]).join(" + ") : "";
  niche.querySelector(".how .tools").dataset.tools = shown ? toolsOf(shown) : "";
  const link = niche.querySelector("a");
  if (!link) return;
  link.toggleAttribute("aria-disabled", !ways.length);
  link.tabIndex = ways.length ? 0 : -1;
  link.ariaCurrent = isAim ? "true" : null;
}

const toolsOf = (way) => ["plus", "market", "envoy"].filter((tool) => way[tool]).join(" ");

function rememberInAddress() {
  const address = new URL(location.href);
  const kept = { dice: held.dice.join("."), plus: held.plus, market: held.market, envoy: held.envoy };
  for (const [name, value] of Object.entries(kept)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  const url = address.pathname + address.search;
  const live = document.getElementById("live");
  if (live) live.dataset.url = url;
  if (url !== location.pathname + location.search) history.replaceState(history.state, "", url);
}

// ---- choosing ----

function toggleDie(index) {
  const dice = held.dice.includes(index) ? held.dice.filter((i) => i !== index) : [...held.dice, index];
  held = { ...held, dice: dice.sort((a, b) => a - b) };
}

function toggleSwitch({ key, value }) {
  held = { ...held, [key]: held[key] === Number(value) ? 0 : Number(value) };
}

/** The simplest way to an advisor; once more: the next way to him. */
function aimAt(niche) {
  const ways = waysOf(niche);
  if (!ways.length) return;
  const is = (way) => sameDice(way) && way.plus === held.plus && way.market === held.market;
  const at = niche.classList.contains("aim") ? ways.findIndex(is) + 1 : ways.findIndex(sameDice);
  const { dice, plus, market } = ways[Math.max(0, at) % ways.length];
  held = { ...held, dice, plus, market };
}

function choose(event) {
  if (!held || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const die = event.target.closest(".die-choice");
  const one = event.target.closest("a.switch");
  const niche = event.target.closest(".niche a");
  if (!die && !one && !niche) return;
  event.preventDefault();
  event.stopPropagation();
  if (die) toggleDie(Number(die.dataset.die));
  if (one) toggleSwitch(one.dataset);
  if (niche) aimAt(niche.parentElement);
  draw();
}

document.getElementById("main").addEventListener("click", choose, true);
document.getElementById("main").addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches(".die-choice, a.switch")) return;
  event.preventDefault();
  event.target.click();
});

// ---- recruiting ----

const payments = () => document.querySelector(".payments");
const given = () => all("input[name=goods]", payments()).map((input) => Number(input.value || 0));

function countSoldiers() {
  const place = payments();
  if (!place) return;
  const goods = given().reduce((total, number) => total + number, 0);
  const price = Number(place.dataset.price);
  const number = goods / price;
  const go = place.closest("form").querySelector(".go");
  go.disabled = !goods || goods % price > 0;
  if (!goods) go.textContent = go.dataset.none;
  else if (goods % price) go.textContent = filled(go.dataset.uneven, { number: goods });
  else go.textContent = filled(number === 1 ? go.dataset.recruitOne : go.dataset.recruit, { number });
  for (const row of all("tr[data-soldiers]")) {
    row.classList.toggle("me", Number(row.dataset.soldiers) === Math.floor(number));
  }
}

/** Pay for so many soldiers, each time with the good of which most is left. */
function muster(number) {
  const inputs = all("input[type=number][name=goods]", payments());
  for (const input of inputs) input.value = 0;
  for (let good = 0; good < number * Number(payments().dataset.price); good += 1) {
    const left = (input) => Number(input.max) - Number(input.value);
    const most = inputs.reduce((best, input) => (left(input) > left(best) ? input : best));
    most.value = Number(most.value) + 1;
  }
  countSoldiers();
}

document.getElementById("main").addEventListener("click", (event) => {
  const button = event.target.closest("[data-muster]");
  if (button) muster(Number(button.dataset.muster));
});
document.getElementById("main").addEventListener("input", countSoldiers);

// ---- before the first and after each update ----

function refresh() {
  takeUp();
  countSoldiers();
}

document.addEventListener("htmx:after:swap", refresh);
refresh();
