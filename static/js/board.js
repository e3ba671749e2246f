// A board that one can pan, pinch and zoom: the chart within its box is moved by a transform, so
// pieces and marks inside may be swapped at any time without moving what the reader looks at.

const UNITS = "1200 900";
const CLOSEST = 6;
const STEP = 1.5;
const PAN = 60;
const DRAG_PX = 6;
const NAMES_FROM_PX = "780";
const PHONE = matchMedia("(max-width: 699px)");
const PHONE_UNITS = 480;

class BoardView {
  constructor(box) {
    this.box = box;
    const [width, height] = (box.dataset.units ?? UNITS).split(" ").map(Number);
    this.units = { width, height };
    this.namesFrom = Number(box.dataset.names ?? NAMES_FROM_PX);
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.fingers = new Map();
    this.dragged = false;
    this.memory = `board:${location.pathname}`;
    this.seen = false;
    this.listen();
    this.draw();
    new ResizeObserver(() => this.draw()).observe(box);
  }

  get chart() {
    return this.box.querySelector(".chart");
  }

  /** The chart's size and place within the box before any zoom. */
  get rest() {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = this.chart;
    return { left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight };
  }

  listen() {
    const box = this.box;
    box.addEventListener("pointerdown", (event) => this.touch(event));
    box.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      box.addEventListener(end, (event) => this.lift(event));
    }
    box.addEventListener("click", (event) => this.swallow(event), true);
    box.addEventListener("click", (event) => this.press(event));
    box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("dragstart", (event) => event.preventDefault());
  }

  // ---- fingers and mouse ----

  touch(event) {
    if (event.button > 0 || event.target.closest(".zoom, .locator, .board-toast")) return;
    if (this.fingers.size === 0) this.dragged = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const moved = Math.hypot(now.x - before.x, now.y - before.y);
    if (!this.dragged && moved < DRAG_PX && this.fingers.size === 1) return;
    if (!this.dragged) {
      this.dragged = true;
      this.box.setPointerCapture(event.pointerId);
      this.chart.classList.add("moving");
    }
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    if (other) this.pinch(before, now, other);
    else this.moveBy(now.x - before.x, now.y - before.y);
  }

  pinch(before, now, other) {
    const span = (a) => Math.max(20, Math.hypot(a.x - other.x, a.y - other.y));
    const middle = (a) => ({ x: (a.x + other.x) / 2, y: (a.y + other.y) / 2 });
    const [from, to] = [middle(before), middle(now)];
    this.x += to.x - from.x;
    this.y += to.y - from.y;
    this.zoom(span(now) / span(before), to.x, to.y);
  }

  lift(event) {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size) return;
    this.chart?.classList.remove("moving");
    this.remember();
  }

  /** A drag is no click. */
  swallow(event) {
    if (!this.dragged) return;
    this.dragged = false;
    event.preventDefault();
    event.stopPropagation();
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
    this.remember();
  }

  // ---- buttons, locator, keys ----

  press(event) {
    const wanted = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (wanted === "in") this.zoom(STEP);
    if (wanted === "out") this.zoom(1 / STEP);
    if (wanted === "all") this.whole();
    const locator = event.target.closest(".locator");
    if (locator) {
      const frame = locator.getBoundingClientRect();
      this.look(
        ((event.clientX - frame.left) / frame.width) * this.units.width,
        ((event.clientY - frame.top) / frame.height) * this.units.height,
      );
    }
    if (wanted || locator) this.remember();
  }

  key(event) {
    const typing = "input:not([type=checkbox], [type=radio]), select, textarea";
    if (event.target.matches(typing) || event.altKey || event.ctrlKey || event.metaKey) return;
    const moves = {
      ArrowLeft: [PAN, 0],
      ArrowRight: [-PAN, 0],
      ArrowUp: [0, PAN],
      ArrowDown: [0, -PAN],
    };
    if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.whole();
    else if (moves[event.key] && this.scale > 1) this.moveBy(...moves[event.key]);
    else return;
    event.preventDefault();
    this.remember();
  }

  // ---- the view itself ----

  whole() {
    this.scale = 1;
    this.draw();
  }

  moveBy(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.draw();
  }

  /** Closer by `factor`, holding the point at (clientX, clientY), or the middle of the box. */
  zoom(factor, clientX, clientY) {
    const frame = this.box.getBoundingClientRect();
    const rest = this.rest;
    const px = (clientX ?? frame.left + frame.width / 2) - frame.left - rest.left;
    const py = (clientY ?? frame.top + frame.height / 2) - frame.top - rest.top;
    const scale = Math.min(CLOSEST, Math.max(1, this.scale * factor));
    const by = scale / this.scale;
    this.x = px - (px - this.x) * by;
    this.y = py - (py - this.y) * by;
    this.scale = scale;
    this.draw();
  }

  /** Bring the board's point (x, y) to the middle of the box. */
  look(x, y) {
    const rest = this.rest;
    const unit = (rest.width / this.units.width) * this.scale;
    this.x = this.box.clientWidth / 2 - rest.left - x * unit;
    this.y = this.box.clientHeight / 2 - rest.top - y * unit;
    this.draw();
  }

  /** Keep the board in the box: no gap at a side, and centred where it is smaller. */
  hold(at, size, offset, room) {
    if (size <= room) return (room - size) / 2 - offset;
    return Math.min(-offset, Math.max(room - size - offset, at));
  }

  draw() {
    const chart = this.chart;
    if (!chart?.offsetWidth || !chart.offsetHeight) return;
    if (!this.seen) {
      this.seen = true;
      this.restore();
      return;
    }
    const rest = this.rest;
    this.x = this.hold(this.x, rest.width * this.scale, rest.left, this.box.clientWidth);
    this.y = this.hold(this.y, rest.height * this.scale, rest.top, this.box.clientHeight);
    chart.style.transform =
      this.scale === 1 ? "" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    const zoomed = this.scale > 1.02;
    chart.classList.toggle("close", rest.width * this.scale >= this.namesFrom);
    this.box.classList.toggle("zoomed", zoomed);
    this.frameGlass(rest);
  }

  frameGlass(rest) {
    const glass = this.box.querySelector(".locator .glass");
    if (!glass) return;
    const unit = (rest.width / this.units.width) * this.scale;
    const left = -(this.x + rest.left) / unit;
    const top = -(this.y + rest.top) / unit;
    glass.setAttribute("x", Math.max(0, left).toFixed(0));
    glass.setAttribute("y", Math.max(0, top).toFixed(0));
    glass.setAttribute("width", Math.min(this.units.width, this.box.clientWidth / unit).toFixed(0));
    glass.setAttribute("height", Math.min(this.units.height, this.box.clientHeight / unit).toFixed(0));
  }

  // ---- memory ----

  remember() {
    const rest = this.rest;
    const unit = (rest.width / this.units.width) * this.scale;
    const x = (this.box.clientWidth / 2 - rest.left - this.x) / unit;
    const y = (this.box.clientHeight / 2 - rest.top - this.y) / unit;
    try {
      sessionStorage.setItem(this.memory, JSON.stringify([this.scale, x, y]));
    } catch {
      // a browser that keeps nothing shows the whole board next time
    }
  }

  restore() {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(this.memory));
    } catch {
      kept = null;
    }
    if (kept) this.scale = kept[0];
    else if (PHONE.matches) this.scale = this.phoneScale();
    const focus = (this.box.dataset.focus ?? "600 450").split(" ").map(Number);
    if (this.scale > 1) this.look(...(kept ? kept.slice(1) : focus));
    else this.draw();
  }

  phoneScale() {
    const shown = (this.box.clientWidth / this.rest.width) * this.units.width;
    return Math.max(1, shown / Number(this.box.dataset.phone ?? PHONE_UNITS));
  }
}

const views = new Map();

export const boards = {
  /** Take up new boards, and put the present view back where an update has taken it away. */
  refresh() {
    for (const box of document.querySelectorAll("[data-board]")) {
      if (!box.querySelector(".chart")) continue;
      const view = views.get(box) ?? new BoardView(box);
      views.set(box, view);
      view.draw();
    }
    for (const box of views.keys()) if (!box.isConnected) views.delete(box);
  },

  /** Bring a mark on a board to the middle of its box, unless its own middle can be seen. */
  reveal(mark) {
    const box = mark.closest("[data-board]");
    const [part, frame] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
    const dx = frame.left + frame.width / 2 - (part.left + part.width / 2);
    const dy = frame.top + frame.height / 2 - (part.top + part.height / 2);
    if (Math.abs(dx) < frame.width / 2 && Math.abs(dy) < frame.height / 2) return;
    views.get(box)?.moveBy(dx, dy);
    views.get(box)?.remember();
  },
};
