// The proof of a match, in the reader's own browser: every throw again from the secret number.
// Throw n is the stream HMAC-SHA256(seed, nonces || n || block), block 0, 1, 2, … (8 bytes each).

const say = document.getElementById("own-check");
const secrets = document.getElementById("secrets")?.dataset;
const table = document.getElementById("throws");
const FIRST_BYTES = 8;
const PAUSE_EVERY = 50;

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const numbers = (text) => text.split(" ").filter(Boolean).map(Number);

function eight(number) {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, BigInt(number));
  return out;
}

async function* stream(key, nonces, number) {
  for (let block = 0; ; block += 1) {
    const message = new Uint8Array([...nonces, ...eight(number), ...eight(block)]);
    yield* new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
  }
}

/** The values of a throw, and the first bytes that they come from. */
async function drawn(key, nonces, number, sides) {
  const source = stream(key, nonces, number);
  const [values, used] = [[], []];
  for (const side of sides) {
    let byte;
    do {
      byte = (await source.next()).value;
      used.push(byte);
    } while (byte >= 256 - (256 % side));
    values.push((byte % side) + 1);
  }
  return { values, first: used.slice(0, FIRST_BYTES) };
}

function mark(cell, agrees) {
  cell.textContent = agrees ? table.dataset.yes : table.dataset.no;
  cell.classList.toggle("differs", !agrees);
}

async function checkRow(row, key, nonces) {
  const { throw: number, sides, values } = row.dataset;
  const found = await drawn(key, nonces, number, numbers(sides));
  const agrees = found.values.join(" ") === values;
  row.querySelector("code").textContent = hex(found.first);
  mark(row.querySelector(".verdict"), agrees);
  return agrees;
}

async function check() {
  if (!window.isSecureContext || !crypto.subtle) {
    say.textContent = say.dataset.insecure;
    return;
  }
  say.textContent = say.dataset.checking;
  const [seed, nonces] = [bytes(secrets.seed), bytes(secrets.nonces)];
  const seal = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", seed)));
  mark(document.getElementById("seal-verdict"), seal === secrets.commitment);
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const rows = [...table.querySelectorAll("tbody tr")];
  let wrong = 0;
  for (const [place, row] of rows.entries()) {
    wrong += !(await checkRow(row, key, nonces));
    if (place % PAUSE_EVERY === 0) await new Promise((go) => setTimeout(go));
  }
  const { agrees, differs, unsealed } = say.dataset;
  const text = seal !== secrets.commitment ? unsealed : wrong ? differs : agrees;
  say.textContent = text.replace("{throws}", wrong || rows.length);
  say.dataset.verdict = wrong || seal !== secrets.commitment ? "differs" : "agrees";
}

if (say && secrets && table) check();
