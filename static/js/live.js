// Polls of a page that nobody looks at: short and seldom, since a browser has only six connections
// to a server for all its tabs, and a held poll takes one of them.

const SELDOM_MS = 5000;
let last = 0;

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement.id !== "live" || !document.hidden) return;
  if (Date.now() - last < SELDOM_MS) {
    event.preventDefault();
    return;
  }
  last = Date.now();
  ctx.request.action += "&hold=0";
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) document.getElementById("live")?.dispatchEvent(new Event("htmx:abort"));
});
