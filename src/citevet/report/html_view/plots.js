// Three plots, drawn from the report as inline SVG; each has its numbers as text beside it.

const SHADES = ["supported", "partial", "unsupported", "contradicted", "unchecked", "unsourced"];

const bar = (parts, total, label) => {
  let left = 0;
  return draw("svg", { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": label },
    parts.map(([name, count]) => {
      const width = total ? (100 * count) / total : 0;
      left += width;
      return draw("rect", { class: `fill ${name}`, x: left - width, y: 0, width, height: 6 });
    }));
};

const legend = (parts) => make("ul", { class: "legend" }, parts.map(([name, count]) =>
  make("li", {}, make("span", { class: `swatch ${name}`, "aria-hidden": "true" }), `${count} ${SUPPORT[name]}`)));

function countBy(rows, nameOf) {
  const counts = new Map(SHADES.map((name) => [name, 0]));
  for (const row of rows) if (counts.has(nameOf(row))) counts.set(nameOf(row), counts.get(nameOf(row)) + 1);
  return [...counts].filter(([, count]) => count);
}

function verdictPlot(index) {
  const parts = countBy(index.claims, (row) => row.status);
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  return make("section", { class: "plot" }, make("h3", {}, `Claims (${total})`),
    bar(parts, total, `Claims: ${parts.map(([name, count]) => `${count} ${SUPPORT[name]}`).join(", ")}`), legend(parts));
}

function coveragePlot(index) {
  const judgements = index.report.documents.flatMap((each) => each.judgements).filter((each) => each.source);
  const bySource = new Map();
  for (const judgement of judgements) bySource.set(judgement.source, [...(bySource.get(judgement.source) || []), judgement]);
  const top = [...bySource].sort(([, one], [, other]) => other.length - one.length).slice(0, 12);
  if (!top.length) return null;
  const most = top[0][1].length;
  return make("section", { class: "plot" }, make("h3", {}, "Coverage by source"),
    make("ul", { class: "sources" }, top.map(([id, own]) => {
      const parts = countBy(own, (judgement) => judgement.support);
      const text = parts.map(([name, count]) => `${count} ${SUPPORT[name]}`).join(", ");
      const title = index.sources.get(id)?.title;
      return make("li", {}, make("span", { class: "name" }, make("strong", {}, visible(id)), title && title !== id ? ` ${visible(title)}` : null),
        bar(parts, most, `${visible(id)}: ${text}`), make("span", { class: "dim" }, text));
    })), bySource.size > top.length ? make("p", { class: "dim" }, `and ${plural(bySource.size - top.length, "more source")}`) : null);
}

function confidencePlot(index) {
  const values = index.report.documents.flatMap((each) => each.judgements).map((each) => each.confidence).filter((value) => typeof value === "number");
  if (!values.length) return null;
  const bins = Array(10).fill(0);
  values.forEach((value) => { bins[Math.min(9, Math.floor(value * 10))] += 1; });
  const most = Math.max(...bins);
  const label = bins.map((count, bin) => (count ? `${bin * 10} to ${bin * 10 + 10} %: ${count}` : "")).filter(Boolean).join(", ");
  return make("section", { class: "plot" }, make("h3", {}, `Probability of support (${plural(values.length, "judgement")})`),
    draw("svg", { class: "histogram", viewBox: "0 0 200 66", role: "img", "aria-label": label }, bins.flatMap((count, bin) => {
      const height = (46 * count) / most;
      const shown = draw("rect", { class: "fill bin", x: bin * 20 + 2, y: 56 - height, width: 16, height, rx: 1 });
      return count ? [shown, draw("text", { x: bin * 20 + 10, y: 53 - height, "text-anchor": "middle" }, String(count))] : [];
    }), draw("path", { class: "axis", d: "M0 56.5H200" }),
    [["0 %", 0, "start"], ["50 %", 100, "middle"], ["100 %", 200, "end"]].map(([text, x, anchor]) => draw("text", { x, y: 65, "text-anchor": anchor }, text))));
}
