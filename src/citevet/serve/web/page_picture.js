// The page of a PDF with the passage marked: it can be enlarged, and pages can be turned.

import { loadPage } from "./service.js";
import { t } from "./words.js";

const WIDTHS = [100, 140, 190, 260]; // percent of the column
const SHARPNESS = 1400; // points of the picture

export class PagePicture {
  constructor(paper, job, { source, page, text, name }) {
    Object.assign(this, { paper, job, source, page, first: page, text, name, zoom: 0 });
    this.frame = make("div", { class: "page-frame", tabindex: 0, role: "region", "aria-label": t("evidence.picture", { n: page, name }) });
    this.label = make("span", { class: "dim", role: "status" });
    const tool = (sign, label, run) => button(sign, run, { class: "quiet", "aria-label": t(label), title: t(label) });
    this.back = tool("‹", "evidence.turnback", () => this.turn(-1));
    this.on = tool("›", "evidence.turn", () => this.turn(1));
    this.root = make("figure", { class: "page-picture", hidden: true },
      make("figcaption", {}, this.back, this.label, this.on, make("span", { class: "grow" }),
        tool("−", "evidence.zoomout", () => this.enlarge(-1)), tool("+", "evidence.zoomin", () => this.enlarge(1))),
      this.frame);
    this.load();
  }

  async load() {
    const asked = { page: this.page, text: this.page === this.first ? this.text.slice(0, 2000) : "", width: SHARPNESS };
    if (this.source) asked.source = this.source;
    let shown = null;
    try {
      shown = await loadPage(this.paper, this.job, asked);
    } catch (error) {
      this.label.textContent = `${t("evidence.nopage")} ${visible(error.message)}`;
      this.root.hidden = false;
    }
    if (!shown) return;
    const image = make("img", { src: shown.address, alt: t("evidence.picture", { n: shown.page, name: this.name }) });
    image.addEventListener("load", () => {
      URL.revokeObjectURL(shown.address);
      if (shown.marked) this.frame.scrollTop = Math.max(0, shown.top * image.offsetHeight - this.frame.clientHeight / 3);
    }, { once: true });
    this.frame.replaceChildren(image);
    this.pages = shown.pages;
    this.label.textContent = t("evidence.pages", { n: shown.page, total: shown.pages });
    this.back.disabled = shown.page <= 1;
    this.on.disabled = shown.page >= shown.pages;
    this.root.hidden = false;
    this.enlarge(0);
  }

  turn(step) {
    this.page = Math.min(this.pages, Math.max(1, this.page + step));
    this.load();
  }

  enlarge(step) {
    this.zoom = Math.min(WIDTHS.length - 1, Math.max(0, this.zoom + step));
    const image = this.frame.firstElementChild;
    if (image) image.style.width = `${WIDTHS[this.zoom]}%`;
  }
}
