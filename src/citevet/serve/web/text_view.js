// The text in the middle. Only the pieces near the window are in the page, so that a long thesis stays fast.

import { whatIsWrong } from "./report_model.js";

const PIECE = 2400; // characters
const PIECE_BLOCKS = 14;
const PIECE_MARKS = 40;
const NEAR = "700px 0px"; // of the window, where pieces are drawn
const LINE = 27; // points, for a piece that was never drawn

export class TextView extends DocumentView {
  constructor(root, choose, isOpen, changed) {
    super(root, choose);
    Object.assign(this, { isOpen, changed, pieces: [], waiting: new Set(), rowAt: new WeakMap() });
    this.watcher = new IntersectionObserver((seen) => this.noticed(seen), { root, rootMargin: NEAR });
  }

  layers(each) {
    return super.layers(each).filter(({ type, row }) => type !== "finding" || this.isOpen(row));
  }

  // Shows a document; where the text is the one that was shown before, the reader stays at the same place.
  show(each) {
    const isNew = this.each?.data.text !== each.data.text;
    const top = isNew ? 0 : this.root.scrollTop;
    this.each = each;
    this.watcher.disconnect();
    this.waiting.clear();
    const whole = this.whole(each);
    const heights = new Map(isNew ? [] : this.pieces.map((piece) => [`${piece.from} ${piece.to}`, piece.element.offsetHeight]));
    this.pieces = cutPieces(whole, each.data.text.length);
    const perLine = Math.max(30, Math.min(this.root.clientWidth - 60, 680) / 8.3);
    const body = make("div", { class: "text", lang: /[\uac00-\ud7a3]/.test(each.data.text.slice(0, 2000)) ? "ko" : null });
    this.pieces.forEach((piece) => {
      piece.element = make("div", { class: "piece" });
      const lines = (piece.to - piece.from) / perLine + piece.blocks.length * 0.8;
      piece.element.style.height = `${Math.round(heights.get(`${piece.from} ${piece.to}`) ?? lines * LINE)}px`;
      body.append(piece.element);
    });
    this.pieceOf = new Map(this.pieces.map((piece) => [piece.element, piece]));
    this.root.replaceChildren(...this.notes(each), body);
    this.root.scrollTop = top;
    this.pieces.forEach((piece) => this.watcher.observe(piece.element));
  }

  notes({ data }) {
    return data.notes.map((note) => make("p", { class: "note" }, visible(note)));
  }

  noticed(seen) {
    for (const { target, isIntersecting, boundingClientRect } of seen) {
      const piece = this.pieceOf.get(target);
      if (!piece) continue;
      piece.isNear = isIntersecting;
      piece.height = boundingClientRect.height; // measured by the browser anyway
      if (piece.isNear !== Boolean(piece.partsOf)) this.waiting.add(piece);
    }
    this.step();
  }

  // One piece in each frame: a jump over many pages never holds the page up.
  step() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const [piece] = this.waiting;
      if (!piece) return;
      this.waiting.delete(piece);
      if (piece.isNear) this.fill(piece);
      else this.empty(piece);
      if (this.waiting.size) this.step();
    });
  }

  fill(piece) {
    if (piece.partsOf) return;
    this.partsOf = piece.partsOf = new Map();
    const holder = make("div");
    this.draw(this.each, holder, piece);
    piece.element.replaceChildren(...holder.childNodes);
    piece.element.style.height = "";
    if (this.selected && isInside(piece, this.each, this.selected)) this.mark(piece, this.selected);
    this.changed();
  }

  empty(piece) {
    if (!piece.partsOf) return;
    piece.element.style.height = `${piece.height}px`;
    piece.element.replaceChildren();
    piece.partsOf = null;
  }

  fillAll() { this.pieces.forEach((piece) => this.fill(piece)); }

  // Draws again what is seen, after a finding was decided.
  refresh() {
    const whole = this.whole(this.each);
    const fresh = cutPieces(whole, this.each.data.text.length, this.pieces);
    this.pieces.forEach((piece, order) => {
      piece.layers = fresh[order].layers;
      if (!piece.partsOf) return;
      piece.partsOf = null;
      this.fill(piece);
    });
  }

  select(row) {
    this.root.querySelectorAll(".on").forEach((element) => element.classList.remove("on"));
    this.selected = row;
    const piece = row && this.pieces.find((one) => isInside(one, this.each, row));
    if (!piece) return;
    if (!piece.partsOf) {
      piece.element.scrollIntoView({ block: "start" });
      this.fill(piece);
    }
    const found = this.mark(piece, row);
    this.reveal(found);
    setTimeout(() => this.reveal(found), 250); // pieces above may have got their true height meanwhile
  }

  mark(piece, row) {
    const items = [row.finding, row.claim, row.citation];
    const parts = items.map((item) => piece.partsOf.get(item)).find(Boolean) ?? [];
    parts.forEach((element) => element.classList.add("on"));
    const folded = parts[0]?.closest("details:not([open])");
    if (folded) folded.open = true;
    return parts.find((element) => element.getClientRects().length) ?? piece.element;
  }

  reveal(element) {
    if (!element.isConnected) return;
    const [frame, box] = [this.root.getBoundingClientRect(), element.getBoundingClientRect()];
    const bottom = Math.min(frame.bottom, innerHeight);
    if (box.top < frame.top + 40 || box.top > bottom - 60) element.scrollIntoView({ block: "center" });
  }

  // For paper: a number at each place, and its note in the margin.
  addMargins(items) {
    this.removeMargins();
    const own = items.filter((item) => item.document === this.each).sort((one, other) => one.row.start - other.row.start);
    own.forEach((item, at) => {
      const piece = this.pieces.find((one) => isInside(one, this.each, item.row));
      const block = piece && this.mark(piece, item.row).closest(".block");
      const note = make("p", { class: `margin-note ${item.severity}` }, make("b", {}, `${at + 1} `), whatIsWrong(item));
      (block ?? piece?.element)?.before(note);
      const [first] = [item.row.finding, item.row.claim].map((each) => piece?.partsOf.get(each)).find(Boolean) ?? [];
      first?.before(make("sup", { class: "margin-number" }, `${at + 1}`));
    });
    this.root.querySelectorAll(".on").forEach((element) => element.classList.remove("on"));
  }

  removeMargins() {
    this.root.querySelectorAll(".margin-note, .margin-number").forEach((element) => element.remove());
  }

  // How far down places are, between 0 and 1. Everything is measured once, in the order of the text.
  positionsOf(rows) {
    const { at } = this.each;
    const whole = Math.max(1, this.root.scrollHeight);
    const tops = this.pieces.map(({ element }) => element.offsetTop);
    let order = 0;
    const positions = new Map();
    for (const row of rows.toSorted((one, other) => one.start - other.start)) {
      const place = at(row.start);
      while (order + 1 < this.pieces.length && this.pieces[order].to <= place) order += 1;
      const { from, to } = this.pieces[order];
      const share = Math.min(1, (place - from) / Math.max(1, to - from));
      const end = tops[order + 1] ?? tops[order] + this.pieces[order].element.offsetHeight;
      positions.set(row, (tops[order] + share * (end - tops[order])) / whole);
    }
    return positions;
  }

  close() {
    this.watcher.disconnect();
    cancelAnimationFrame(this.frame);
  }
}

const isInside = (piece, each, row) => row.document === each && each.at(row.start) >= piece.from && each.at(row.start) < piece.to;

// Cuts the text between blocks; `like` are pieces whose cuts are kept.
function cutPieces({ layers, blocks, entries }, length, like = null) {
  const cuts = like ? like.map((piece) => piece.to) : findCuts(layers, blocks, length);
  const pieces = [];
  let [from, firstBlock, firstLayer] = [0, 0, 0];
  for (const to of cuts) {
    const own = [];
    while (blocks[firstBlock] && blocks[firstBlock].start < to) own.push(blocks[firstBlock++]);
    const marks = (pieces.at(-1)?.layers ?? []).filter((layer) => layer.end > from); // those that go on
    while (layers[firstLayer] && layers[firstLayer].start < to) marks.push(layers[firstLayer++]);
    const inside = [...entries].filter((place) => place >= from && place < to);
    pieces.push({ from, to, blocks: own, layers: marks, entries: new Set(inside), isNear: false, partsOf: null });
    from = to;
  }
  return pieces;
}

function findCuts(layers, blocks, length) {
  const cuts = [];
  let [from, count, marks, order] = [0, 0, 0, 0];
  blocks.forEach((block, at) => {
    count += 1;
    while (layers[order] && layers[order].start < block.end) {
      marks += 1;
      order += 1;
    }
    const isFull = block.end - from > PIECE || count >= PIECE_BLOCKS || marks >= PIECE_MARKS;
    if (isFull && at + 1 < blocks.length) {
      cuts.push(block.end);
      [from, count, marks] = [block.end, 0, 0];
    }
  });
  return [...cuts, length];
}
