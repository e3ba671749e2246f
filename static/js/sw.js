// The service worker: shows what is pushed, and opens the page that it is about.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  const actions = told.stop_url ? [{ action: "stop", title: told.stop }] : [];
  event.waitUntil(
    self.registration.showNotification(told.title ?? "Burgrave", {
      body: told.body,
      tag: told.tag,
      icon: "static/img/burgrave-192.png",
      badge: "static/img/burgrave-192.png",
      data: { url: told.url, stop: told.stop_url },
      actions,
    }),
  );
});

/** The path in this house, so that a device opens it at the address where it knows the house. */
function here(url) {
  const asked = new URL(url ?? "notices", self.location);
  return self.location.origin + asked.pathname + asked.search;
}

async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find((one) => one.url === url);
  return shown ? shown.focus() : self.clients.openWindow(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url, stop } = event.notification.data ?? {};
  event.waitUntil(open(here(event.action === "stop" ? stop : url)));
});
