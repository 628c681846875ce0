// Pictures of the whole: verdicts by section, by source and over versions, and the findings by kind.

import { KINDS } from "./report_model.js";
import { number, t } from "./words.js";

const STATES = ["supported", "partial", "contradicted", "unsupported", "unchecked", "unsourced"];
const MOST = 24; // bars in a picture
const [WIDTH, BAR, GAP] = [600, 14, 10];

export class OverviewTab {
  constructor(root, place) {
    Object.assign(this, { root, place });
  }

  show() {
    const { model, paper } = this.place;
    const [main] = model.documents;
    this.root.replaceChildren(
      make("h2", { class: "sr" }, t("overview.title")),
      this.legend(),
      make("div", { class: "pictures" },
        this.picture("overview.sections", this.bySection(main)),
        this.picture("overview.sources", this.bySource(model)),
        this.picture("overview.kinds", KINDS.map((kind) => [t(`kind.${kind}`), { [kind]: model.items.filter((item) => item.kind === kind).length }])),
        this.picture("overview.versions", paper.checks.map((check, order) => [t("overview.version", { n: order + 1 }), check.supports ?? {}]))));
  }

  legend() {
    return make("ul", { class: "legend wide" }, STATES.map((name) => make("li", {}, make("span", { class: `swatch ${name}` }), t(`support.${name}`))));
  }

  bySection({ data, at, claims }) {
    const heads = data.blocks.filter(([kind, , , level]) => kind === "heading" && level) // the head of a table has no level;
    const lowest = Math.min(...heads.map(([, , , level]) => level ?? 1));
    const isMany = heads.length > MOST;
    const parts = heads.filter(([, , , level]) => !isMany || (level ?? 1) <= lowest + 1).map(([, start, end]) => ({
      start, name: squeeze(data.text.slice(at(start), at(end))), counts: {},
    }));
    parts.unshift({ start: -1, name: t("overview.start"), counts: {} });
    for (const row of claims) {
      if (!row.claim) continue;
      const part = parts.findLast(({ start }) => start <= row.start);
      part.counts[row.status] = (part.counts[row.status] ?? 0) + 1;
    }
    return parts.map(({ name, counts }) => [visible(name), counts]);
  }

  bySource(model) {
    const bySource = new Map();
    for (const { data } of model.documents) {
      for (const { source, support } of data.judgements) {
        if (!source) continue;
        const known = model.index.sources.get(source);
        const name = visible(known?.name ?? known?.title ?? source);
        const counts = bySource.get(name) ?? {};
        counts[support] = (counts[support] ?? 0) + 1;
        bySource.set(name, counts);
      }
    }
    return [...bySource];
  }

  // One bar for each row; the table of numbers is the description for those who do not see it.
  picture(title, rows) {
    const total = (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);
    const shown = rows.filter(([, counts]) => total(counts)).slice(0, MOST);
    const most = Math.max(1, ...shown.map(([, counts]) => total(counts)));
    const line = ([name, counts]) => make("li", {},
      make("span", { class: "bar-name" }, name),
      draw("svg", { viewBox: `0 0 ${WIDTH} ${BAR}`, preserveAspectRatio: "none", class: "bar-picture", role: "img", "aria-label": `${name}: ${describe(counts)}` },
        bars(counts, most)),
      make("span", { class: "number" }, number(total(counts))));
    return make("section", { class: "picture" }, make("h3", {}, t(title)),
      shown.length ? make("ul", {}, shown.map(line)) : make("p", { class: "dim" }, t("overview.none")));
  }
}

const describe = (counts) => Object.entries(counts).filter(([, n]) => n)
  .map(([name, n]) => `${KINDS.includes(name) && !STATES.includes(name) ? "" : t(`support.${name}`)} ${number(n)}`.trim()).join(", ");

function bars(counts, most) {
  const names = [...STATES, ...Object.keys(counts).filter((name) => !STATES.includes(name))];
  let left = 0;
  return names.filter((name) => counts[name]).map((name) => {
    const width = (counts[name] / most) * WIDTH;
    const bar = draw("rect", { x: left, y: 0, width: Math.max(width - 1, 1), height: BAR, class: `fill ${name}` }, draw("title", {}, `${counts[name]}`));
    left += width;
    return bar;
  });
}
