// The connection to the house: a strip says when it is lost; it is tried again, ever more seldom
// and at odd times, so that not all who wait come back at once. A move that found no house is sent
// again, under its own key, as long as its form stands as it was: it counts once.

const FIRST_MS = 300;
const LONGEST_MS = 8000;
const SOON_S = 10;
const strip = document.getElementById("connection");
let failures = 0;
let next = 0;
let unsent = null;

/** Whether a poll may ask now. */
export function mayAsk() {
  return Date.now() >= next;
}

/** Whether the last poll found no house: the next one must not be held. */
export function isLost() {
  return failures > 0;
}

function say(text) {
  if (strip && strip.textContent !== text) strip.textContent = text;
}

function lose(response) {
  failures += 1;
  const patience = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  const asked = 1000 * Number(response?.headers?.get("Retry-After") ?? 0);
  next = Date.now() + Math.max(asked, patience) * (0.5 + Math.random() / 2);
  if (unsent) say(strip?.dataset.unsent);
  else if (failures > 1) say(strip?.dataset.lost);
}

function find() {
  failures = 0;
  next = 0;
  say("");
  resend();
}

// ---- a move that did not arrive ----

const keyOf = (form) => form.elements.namedItem("key")?.value;

/** Keep a move for later; whether it is one, and the page polls. */
function keep({ form, submitter }) {
  const key = form?.elements.namedItem("version") && keyOf(form);
  if (!key || !document.querySelector("#live[hx-get]")) return false;
  unsent = { form, submitter, key };
  return true;
}

function resend() {
  const { form, submitter, key } = unsent ?? {};
  unsent = null;
  if (!form?.isConnected || keyOf(form) !== key) return;
  form.requestSubmit(submitter?.isConnected && submitter.form === form ? submitter : null);
}

// ---- what becomes of each request ----

/** Whether nothing was answered, or in the house's stead; maintenance takes longer and says so. */
function isAway({ response, status }) {
  if (!response) return status.startsWith("error: ") && !status.includes("Abort");
  const soon = Number(response.headers.get("Retry-After") ?? 0) < SOON_S;
  return [502, 504].includes(response.status) || (response.status === 503 && soon);
}

/** Listens to the polls of these ids. */
export function watch(polls) {
  const isPoll = (ctx) => polls.includes(ctx.sourceElement.id);

  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    if (isPoll(ctx) && ctx.response.status >= 500) event.preventDefault(); // the strip says it
  });

  document.addEventListener("htmx:finally:request", (event) => {
    const { ctx } = event.detail;
    if (isPoll(ctx)) {
      if (isAway(ctx) || ctx.response?.status >= 500) lose(ctx.response);
      else if (ctx.response) find();
    } else if (isAway(ctx) && keep(ctx.request)) {
      failures = Math.max(failures, 1);
      say(strip.dataset.unsent);
      for (const id of polls) document.getElementById(id)?.dispatchEvent(new Event("htmx:abort"));
    }
  });

  addEventListener("online", () => {
    next = 0;
  });
}
