// The strip beside the scroll bar: where in the whole text the findings are.

const PAUSE = 250; // milliseconds without a change before the strip is drawn
const COLORS = { error: "--bad", warning: "--some", info: "--none" };

export class MarkStrip {
  constructor(canvas, view, choose) {
    Object.assign(this, { canvas, view, choose, items: [] });
    this.redraw = this.redraw.bind(this);
    canvas.addEventListener("click", (event) => this.jump(event.offsetY / canvas.clientHeight));
    this.size = new ResizeObserver(() => this.later());
    this.size.observe(canvas);
    addEventListener("citevet-theme", this.redraw);
  }

  show(items) {
    this.items = items;
    this.later();
  }

  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(this.redraw, PAUSE);
  }

  redraw() {
    const { canvas } = this;
    const [width, height, ratio] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio];
    if (!width || !height || !this.view.each) return;
    Object.assign(canvas, { width: width * ratio, height: height * ratio });
    const brush = canvas.getContext("2d");
    brush.scale(ratio, ratio);
    const probe = getComputedStyle(canvas);
    const own = this.items.filter((item) => item.document === this.view.each);
    const positions = this.view.positionsOf(own.map((item) => item.row));
    this.places = own.map((item) => ({ item, top: positions.get(item.row) }));
    for (const level of ["info", "warning", "error"]) { // the worst one is on top
      canvas.style.color = `var(${COLORS[level]})`;
      brush.fillStyle = probe.color;
      for (const { item, top } of this.places) {
        if (item.severity === level) brush.fillRect(2, Math.round(top * (height - 3)), width - 4, 3);
      }
    }
  }

  jump(share) {
    const near = (this.places ?? []).toSorted((one, other) => Math.abs(one.top - share) - Math.abs(other.top - share))[0];
    if (near && Math.abs(near.top - share) < 0.02) this.choose(near.item);
    else this.view.root.scrollTop = share * this.view.root.scrollHeight - this.view.root.clientHeight / 2;
  }

  close() {
    clearTimeout(this.waiting);
    this.size.disconnect();
    removeEventListener("citevet-theme", this.redraw);
  }
}
