// A fresh die shows three other faces within 450 ms, then rests on its own.

const MIDDLES = {
  1: [[20, 20]],
  2: [[30, 10], [10, 30]],
  3: [[30, 10], [20, 20], [10, 30]],
  4: [[10, 10], [30, 10], [10, 30], [30, 30]],
  5: [[10, 10], [30, 10], [20, 20], [10, 30], [30, 30]],
  6: [[10, 10], [30, 10], [10, 20], [30, 20], [10, 30], [30, 30]],
};
const FACE_MS = 150;
const FACES = 3;
const rolled = new WeakMap();

export function rollFreshDice() {
  for (const die of document.querySelectorAll("svg.die.fresh")) {
    const thrown = die.dataset.throw ?? die.dataset.face;
    if (rolled.get(die) === thrown) continue;
    rolled.set(die, thrown);
    roll(die);
  }
}

function roll(die) {
  for (const movement of die.getAnimations()) {
    movement.cancel();
    movement.play();
  }
  const last = Number(die.dataset.face);
  for (let k = 0; k < FACES; k += 1) {
    setTimeout(() => show(die, ((last + 2 * k + 1) % 6) + 1), k * FACE_MS);
  }
  setTimeout(() => show(die, Number(die.dataset.face)), FACES * FACE_MS);
}

function show(die, face) {
  const pips = die.querySelector(".pips");
  if (!pips || !MIDDLES[face]) return; // an update has made another die of it
  const circle = (([x, y]) => {
    const pip = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    pip.setAttribute("cx", x);
    pip.setAttribute("cy", y);
    pip.setAttribute("r", 3.9);
    return pip;
  });
  pips.replaceChildren(...MIDDLES[face].map(circle));
}
