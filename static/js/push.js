// Notices on this device: ask the browser for a subscription and give it to the house.

const place = document.getElementById("this-device");
const button = place?.querySelector("button");
const word = place?.querySelector("[role=status]");

function bytes(base64url) {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** What the owner's list calls this browser. */
function device() {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((name) => agent.includes(name));
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((name) => agent.includes(name));
  const names = { Edg: "Edge", OPR: "Opera", Mac: "macOS" };
  return [browser, system].filter(Boolean).map((name) => names[name] ?? name).join(", ");
}

/** An address of this house, which may stand under a path of its host. */
function house(path) {
  return new URL(path, document.querySelector("link[rel=manifest]").href);
}

async function subscribe() {
  const worker = await navigator.serviceWorker.register(house("sw.js"), { scope: house(".") });
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(place.dataset.key),
  });
  const { endpoint, keys } = subscription.toJSON();
  const fields = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth, label: device() });
  const csrf = document.querySelector("meta[name=csrf]").content;
  return fetch(place.dataset.url, { method: "POST", body: fields, headers: { "x-csrf-token": csrf, accept: "application/json" } });
}

async function begin() {
  button.disabled = true;
  try {
    const allowed = (await Notification.requestPermission()) === "granted";
    const answer = allowed ? await subscribe() : null;
    if (answer?.ok) {
      location.reload();
      return;
    }
    word.textContent = allowed ? place.dataset.failed : place.dataset.denied;
  } catch {
    word.textContent = place.dataset.failed;
  }
  button.disabled = false;
}

if (place && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  button.hidden = false;
  word.textContent = "";
  button.addEventListener("click", begin);
}
