// The text of a document with its claims, citations and findings marked.

const PLAIN_BLOCKS = new Set(["code", "math"]);

class DocumentView {
  constructor(root, choose) {
    this.root = root;
    this.root.addEventListener("click", (event) => {
      const row = this.rowsAt.get(event.target.closest?.("[data-part]"));
      if (row && !String(getSelection())) choose(row);
    });
  }

  show(each, claimRows) {
    if (this.current === each) return;
    this.current = each;
    this.rowsAt = new WeakMap();
    this.partsOf = new Map();
    const body = make("div", { class: "text", lang: /[\uac00-\ud7a3]/.test(each.data.text.slice(0, 2000)) ? "ko" : null });
    this.draw(each, claimRows, body);
    this.root.replaceChildren(make("h2", { class: "path" }, visible(each.data.path)), ...each.data.notes.map((note) => make("p", { class: "note" }, visible(note))), body);
    this.root.scrollTop = 0;
  }

  // Layers in the order of their start; where several cover a part, the click chooses the narrowest kind.
  layers(each, claimRows) {
    const span = (item, layer) => ({ start: each.at(item.start), end: each.at(item.end), ...layer });
    const { data } = each;
    const rowOf = new Map(claimRows.map((row) => [row.kind === "claim" ? row.claim.id : row.citation.id, row]));
    const claimOf = new Map(data.claims.flatMap((claim) => claim.citations.map((citation) => [citation, rowOf.get(claim.id)])));
    return [
      ...data.regions.map(([kind, start, end]) => span({ start, end }, { type: "region", name: kind, depth: 0 })),
      ...claimRows.filter((row) => row.kind === "claim").map((row) => span(row.claim, { type: "claim", row, name: row.status, depth: 1 })),
      ...data.citations.map((citation) => span(citation, { type: "citation", depth: 2, name: each.existence.get(citation.id) ?? "unchecked",
        row: claimOf.get(citation.id) ?? rowOf.get(citation.id) })),
      ...each.findings.filter((row) => !row.finding.suppressed).map((row) => span(row.finding, { type: "finding", row, name: row.finding.severity, depth: 3 })),
    ].filter((layer) => layer.end > layer.start).sort((one, other) => one.start - other.start);
  }

  draw(each, claimRows, body) {
    const { text } = each.data;
    const layers = this.layers(each, claimRows);
    const blocks = each.data.blocks.map(([kind, start, end, level, quoted]) => ({ kind, level, quoted, start: each.at(start), end: each.at(end) }));
    const entries = new Set(each.data.references.filter((entry) => entry.path === null).map((entry) => each.at(entry.start)));
    const points = [...new Set([0, text.length, ...entries, ...[...layers, ...blocks].flatMap(({ start, end }) => [start, end])])].sort((one, other) => one - other);
    let [active, next, block, target, marker] = [[], 0, 0, null, ""];
    for (let order = 0; order + 1 < points.length; order += 1) {
      const [start, end] = [points[order], points[order + 1]];
      active = active.filter((layer) => layer.end > start);
      while (next < layers.length && layers[next].start <= start) active.push(layers[next++]);
      while (block < blocks.length && blocks[block].end <= start) { block += 1; target = null; }
      const inside = block < blocks.length && blocks[block].start <= start;
      const piece = text.slice(start, end);
      if (!inside) {
        const region = active.find((layer) => layer.type === "region")?.name;
        if (!piece.trim()) continue;
        if (region === "markup" || (!region && piece.trim().length < 40)) { marker += piece; continue; }
        if (target?.block !== null) target = this.open(body, { kind: region || "gap" }, null, "");
      } else if (target?.block !== blocks[block]) {
        target = this.open(body, blocks[block], blocks[block], marker);
        marker = "";
      }
      if (entries.has(start) && target.element.hasChildNodes()) { target.claim = null; target.element.append(make("br")); }
      this.part(target, piece, active);
    }
  }

  open(body, { kind, level, quoted }, block, marker) {
    const tag = kind === "heading" ? `h${Math.min(6, (level || 5) + 1)}` : PLAIN_BLOCKS.has(kind) ? "pre" : "div";
    const element = make(tag, { class: `block ${kind}${quoted ? " quoted" : ""}${kind === "item" ? ` level-${Math.min(level || 1, 4)}` : ""}` });
    const sign = marker.trim().split(/\s+/).at(-1);
    if (sign && kind === "item") element.append(make("span", { class: "marker" }, /^[-*+]$/.test(sign) ? "•" : visible(sign)));
    if (sign && kind === "footnote") element.append(make("span", { class: "marker" }, visible(sign.replace(/^\[\^?|\]?:?$/g, ""))));
    body.append(element);
    return { block, element, claim: null, holder: element };
  }

  part(target, piece, active) {
    const claim = active.find((layer) => layer.type === "claim");
    if (target.claim !== claim) {
      target.claim = claim;
      target.holder = claim ? make("span", { class: `claim ${claim.name}`, "data-part": "" }) : target.element;
      if (claim) { target.element.append(target.holder); this.note(claim.row, target.holder); }
    }
    const others = active.filter((layer) => layer !== claim && layer.type !== "claim");
    if (!others.length) { target.holder.append(visible(piece)); return; }
    const clickable = others.filter((layer) => layer.row).sort((one, other) => other.depth - one.depth);
    const element = make("span", { class: others.map((layer) => `${layer.type} ${layer.type}-${layer.name}`).join(" "), "data-part": clickable.length ? "" : null }, visible(piece));
    target.holder.append(element);
    for (const layer of clickable.reverse()) if (layer.type !== "claim") this.note(layer.row, element, layer.row.kind !== "claim");
  }

  note(row, element, isOwn = true) {
    this.rowsAt.set(element, row);
    if (isOwn) this.partsOf.set(row.finding ?? row.claim ?? row.citation, [...(this.partsOf.get(row.finding ?? row.claim ?? row.citation) || []), element]);
  }

  select(row) {
    this.root.querySelectorAll(".on").forEach((element) => element.classList.remove("on"));
    if (!row) return;
    const parts = [row.finding, row.claim, row.citation].map((item) => this.partsOf.get(item)).find(Boolean) || [];
    parts.forEach((element) => element.classList.add("on"));
    if (!parts[0]) return;
    const [frame, box] = [this.root.getBoundingClientRect(), parts[0].getBoundingClientRect()];
    if (this.root.scrollHeight > this.root.clientHeight + 1) {
      if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) this.root.scrollTop += box.top - frame.top - frame.height / 3;
    } else if (box.top < 60 || box.bottom > innerHeight - 40) parts[0].scrollIntoView({ block: "center" });
  }
}
