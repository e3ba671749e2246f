// Polls of a page that nobody looks at: short and seldom, since a browser has only six connections
// to a server for all its tabs, and a held poll takes one of them. Short, too, while the house is
// away: the first that is answered says that it is back.

import { isLost, mayAsk, watch } from "./connection.js";

const POLLS = ["live", "talk-state"];
const SELDOM_MS = 5000;
let last = 0;

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!POLLS.includes(ctx.sourceElement.id)) return;
  if (!mayAsk() || (document.hidden && Date.now() - last < SELDOM_MS)) {
    event.preventDefault();
    return;
  }
  if (document.hidden) last = Date.now();
  if (document.hidden || isLost()) ctx.request.action += "&hold=0";
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  for (const id of POLLS) document.getElementById(id)?.dispatchEvent(new Event("htmx:abort"));
});

watch(POLLS);
