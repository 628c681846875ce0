// The text of a document with its claims, citations and findings marked.

const SHORT = 40; // what is this short between two blocks belongs to the next one, such as the label of a note

class DocumentView {
  constructor(root, choose) {
    this.root = root;
    root.addEventListener("click", (event) => {
      const row = this.rowAt.get(event.target.closest("[data-part]"));
      if (row && !String(getSelection())) choose(row);
    });
  }

  show(each) {
    if (this.shown !== each) this.showAll([each]);
    this.shown = each;
  }

  showAll(documents) {
    this.shown = null;
    this.rowAt = new WeakMap(); // of a part of the text
    this.partsOf = new Map(); // of a finding, claim or citation
    this.root.replaceChildren(...documents.flatMap((each) => this.pieces(each)));
    this.root.scrollTop = 0;
  }

  pieces(each) {
    const { path, notes, text } = each.data;
    const body = make("div", { class: "text", lang: /[\uac00-\ud7a3]/.test(text.slice(0, 2000)) ? "ko" : null });
    this.draw(each, body);
    const remarks = notes.map((note) => make("p", { class: "note" }, visible(note)));
    return [make("h2", { class: "path" }, visible(path)), ...remarks, body];
  }

  // The layers of marks over the text, by their start; a click chooses the deepest one.
  layers(each) {
    const { data } = each;
    const rowOf = new Map(each.claims.map((row) => [row.claim ?? row.citation, row]));
    const claimOf = new Map(data.claims.flatMap((claim) => claim.citations.map((id) => [id, rowOf.get(claim)])));
    const layer = (type, name, { start, end }, row) => ({ type, name, row, start: each.at(start), end: each.at(end) });
    const open = each.findings.filter((row) => !row.finding.suppressed);
    return [
      ...data.regions.map(([name, start, end]) => layer("region", name, { start, end })),
      ...data.claims.map((claim) => layer("claim", rowOf.get(claim).status, claim, rowOf.get(claim))),
      ...data.citations.map((citation) => layer(
        "citation",
        each.existence.get(citation.id) ?? "unchecked",
        citation,
        claimOf.get(citation.id) ?? rowOf.get(citation),
      )),
      ...open.map((row) => layer("finding", row.finding.severity, row.finding, row)),
    ].filter(({ start, end }) => start < end).sort((one, other) => one.start - other.start);
  }

  whole(each) {
    const { data, at } = each;
    const blocks = data.blocks.map(([kind, start, end, level, quoted]) =>
      ({ kind, start: at(start), end: at(end), level, quoted }));
    const entries = new Set(data.references.filter((entry) => entry.path === null).map((entry) => at(entry.start)));
    return { layers: this.layers(each), blocks, entries, from: 0, to: data.text.length };
  }

  // Cuts the text wherever a block or a layer starts or ends, and makes one part of each piece.
  draw(each, body, part = this.whole(each)) {
    const { data } = each;
    const { layers, blocks, entries, from, to } = part;
    const ends = [...layers, ...blocks].flatMap(({ start, end }) => [start, end]);
    const cuts = [...new Set([from, to, ...entries, ...ends])].filter((cut) => cut >= from && cut <= to);
    cuts.sort((one, other) => one - other);
    let [active, nextLayer, nextBlock, target, label] = [[], 0, 0, null, ""];
    for (let order = 0; order + 1 < cuts.length; order += 1) {
      const start = cuts[order];
      const piece = data.text.slice(start, cuts[order + 1]);
      active = active.filter((layer) => layer.end > start);
      while (layers[nextLayer]?.start <= start) active.push(layers[nextLayer++]);
      while (blocks[nextBlock]?.end <= start) nextBlock += 1;
      const block = blocks[nextBlock]?.start <= start ? blocks[nextBlock] : null;
      if (!block) {
        const region = active.find((layer) => layer.type === "region")?.name;
        if (!piece.trim()) continue;
        if (region === "markup" || (!region && piece.trim().length < SHORT)) { label += piece; continue; }
        if (!target || target.block) target = this.open(body, { kind: region ?? "gap" }, null, "");
      } else if (target?.block !== block) {
        target = this.open(body, block, block, label.trim().split(/\s+/).at(-1));
        label = "";
      }
      if (entries.has(start) && block && target.element.hasChildNodes()) { // lines of a paragraph flow together
        target.claim = null;
        target.element.append(make("br"));
      }
      this.addPart(target, piece, active);
    }
  }

  open(body, { kind, level, quoted }, block, label) {
    const heading = `h${Math.min(6, (level || 5) + 1)}`;
    const tag = { heading, code: "pre", math: "pre", metadata: "details" }[kind] ?? "div";
    const classes = ["block", kind, quoted ? "quoted" : "", kind === "item" ? `level-${Math.min(level || 1, 4)}` : ""];
    const element = make(tag, { class: classes.join(" ").trim() });
    const shown = { item: /^[-*+]$/.test(label) ? "•" : label, footnote: label.replace(/^\[\^?|\]?:?$/g, "") }[kind];
    if (tag === "details") element.append(make("summary", {}, tr("metadata")));
    if (shown) element.append(make("span", { class: "marker" }, visible(shown)));
    body.append(element);
    return { block, element, claim: null, holder: element };
  }

  addPart(target, piece, active) {
    const claim = active.find((layer) => layer.type === "claim") ?? null;
    if (target.claim !== claim) {
      target.claim = claim;
      target.holder = target.element;
      if (claim) {
        target.holder = make("span", { class: `claim ${claim.name}`, "data-part": "" });
        target.element.append(target.holder);
        this.link(target.holder, claim);
      }
    }
    const layers = active.filter((layer) => layer.type !== "claim");
    if (!layers.length) { target.holder.append(visible(piece)); return; }
    const region = layers.find((layer) => layer.type === "region");
    const isInside = (layer) => layer.type === "finding" && layer.start >= region.start && layer.end <= region.end;
    const isBare = region && layers.some(isInside); // a finding on markup alone shows its markup
    const classes = [...layers.map((layer) => `${layer.type} ${layer.type}-${layer.name}`), isBare ? "bare" : ""];
    const rows = layers.filter((layer) => layer.row);
    const name = classes.join(" ").trim();
    const element = make("span", { class: name, "data-part": rows.length ? "" : null }, visible(piece));
    target.holder.append(element);
    const depth = (layer) => ["citation", "finding"].indexOf(layer.type);
    rows.sort((one, other) => depth(one) - depth(other)).forEach((layer) => this.link(element, layer));
  }

  link(element, { type, row }) {
    this.rowAt.set(element, row);
    const item = row[type]; // a citation in a claim leads to the claim's row, and is no part of its own
    if (item && this.partsOf.has(item)) this.partsOf.get(item).push(element);
    else if (item) this.partsOf.set(item, [element]);
  }

  select(row) {
    this.root.querySelectorAll(".on").forEach((element) => element.classList.remove("on"));
    const items = row ? [row.finding, row.claim, row.citation] : [];
    const parts = items.map((item) => this.partsOf.get(item)).find(Boolean) ?? [];
    parts.forEach((element) => element.classList.add("on"));
    if (this.unfolded) this.unfolded.open = false; // the one that was opened for the row before
    this.unfolded = parts[0]?.closest("details:not([open])");
    if (this.unfolded) this.unfolded.open = true;
    const first = parts.find((element) => element.getClientRects().length);
    if (!first) return;
    const [frame, box] = [this.root.getBoundingClientRect(), first.getBoundingClientRect()];
    const [top, bottom] = [Math.max(frame.top, 0) + 40, Math.min(frame.bottom, innerHeight) - 40];
    if (box.top < top || box.bottom > bottom) first.scrollIntoView({ block: "center" });
  }
}
