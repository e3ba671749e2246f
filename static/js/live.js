// Polls of a page that nobody looks at: short and seldom, since a browser has only six connections
// to a server for all its tabs, and a held poll takes one of them.

const POLLS = ["live", "talk-state"];
const SELDOM_MS = 5000;
let last = 0;

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!POLLS.includes(ctx.sourceElement.id) || !document.hidden) return;
  if (Date.now() - last < SELDOM_MS) {
    event.preventDefault();
    return;
  }
  last = Date.now();
  ctx.request.action += "&hold=0";
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  for (const id of POLLS) document.getElementById(id)?.dispatchEvent(new Event("htmx:abort"));
});
