// Three plots, drawn from the report as inline SVG; each says its numbers as text.

const SHADES = ["supported", "partial", "unsupported", "contradicted", "unchecked", "unsourced", "skipped"];
const MOST_SOURCES = 12;

function countBy(items, nameOf) {
  const counts = new Map(SHADES.map((name) => [name, 0]));
  for (const name of items.map(nameOf)) if (counts.has(name)) counts.set(name, counts.get(name) + 1);
  return [...counts].filter(([, count]) => count);
}

const say = (parts) => parts.map(([name, count]) => `${count} ${tr(SUPPORT[name])}`).join(", ");

function bar(parts, total, label) {
  let left = 0;
  const pieces = parts.map(([name, count]) => {
    const width = (100 * count) / total;
    left += width;
    return draw("rect", { class: `fill ${name}`, x: left - width, width, height: 6 });
  });
  const shape = { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": label };
  return draw("svg", shape, pieces);
}

function verdictPlot(index) {
  const parts = countBy(index.claims, (row) => row.status);
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  if (!total) return null;
  const swatch = (name) => make("span", { class: `swatch ${name}`, "aria-hidden": "true" });
  return make("section", {},
    make("h3", {}, `${tr("Claims")} (${total})`),
    bar(parts, total, `${tr("Claims")}: ${say(parts)}`),
    make("ul", { class: "legend" }, parts.map((part) => make("li", {}, swatch(part[0]), say([part])))));
}

function coveragePlot(index) {
  const bySource = new Map();
  for (const judgement of index.report.documents.flatMap((each) => each.judgements)) {
    if (bySource.has(judgement.source)) bySource.get(judgement.source).push(judgement);
    else if (judgement.source) bySource.set(judgement.source, [judgement]);
  }
  if (!bySource.size) return null;
  const citations = index.report.documents.flatMap((each) => each.citations);
  const citedById = new Set(citations.filter((each) => each.kind === "corpus").map((each) => each.normal));
  const top = [...bySource].sort(([, one], [, other]) => other.length - one.length).slice(0, MOST_SOURCES);
  const line = ([id, own]) => {
    const parts = countBy(own, (judgement) => judgement.support);
    const { title = "", name } = index.sources.get(id) ?? {};
    const shown = visible(citedById.has(id) ? id : name ?? id);
    return make("li", {},
      make("span", { class: "name" }, make("strong", {}, shown), title === id ? null : ` ${visible(title)}`),
      bar(parts, top[0][1].length, `${shown}: ${say(parts)}`),
      make("span", { class: "dim" }, say(parts)));
  };
  const others = bySource.size - top.length;
  return make("section", {},
    make("h3", {}, tr("Coverage by source")),
    make("ul", { class: "sources" }, top.map(line)),
    others ? make("p", { class: "dim" }, plural(others, "more source")) : null);
}

function confidencePlot(index) {
  const judgements = index.report.documents.flatMap((each) => each.judgements);
  const values = judgements.map((each) => each.confidence).filter((value) => typeof value === "number");
  if (!values.length) return null;
  const bins = Array(10).fill(0);
  for (const value of values) bins[Math.min(9, Math.floor(value * 10))] += 1;
  const counted = [...bins.entries()].filter(([, count]) => count);
  const label = counted.map(([bin, count]) => `${bin * 10}–${bin * 10 + 10} %: ${count}`).join(", ");
  const columns = counted.map(([bin, count]) => {
    const height = (46 * count) / Math.max(...bins);
    return [
      draw("rect", { class: "fill bin", x: bin * 20 + 2, y: 56 - height, width: 16, height, rx: 1 }),
      draw("text", { x: bin * 20 + 10, y: 53 - height, "text-anchor": "middle" }, String(count)),
    ];
  });
  const marks = [["0 %", 0, "start"], ["50 %", 100, "middle"], ["100 %", 200, "end"]];
  return make("section", {},
    make("h3", {}, `${tr("Probability of support")} (${plural(values.length, "judgement")})`),
    draw("svg", { class: "histogram", viewBox: "0 0 200 66", role: "img", "aria-label": label },
      columns,
      draw("path", { class: "axis", d: "M0 56.5H200" }),
      marks.map(([text, x, anchor]) => draw("text", { x, y: 65, "text-anchor": anchor }, text))));
}
