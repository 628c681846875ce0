// The evidence on the right: what is wrong in one sentence, both sentences, the page, what was decided, what to do.

import { actionPanel } from "./actions.js";
import { PagePicture } from "./page_picture.js";
import { referenceFacts } from "./reference_facts.js";
import { whatIsWrong } from "./report_model.js";
import { either, number, ruleTitle, t, when } from "./words.js";

const CONTEXT = 160; // characters before and after a place
const MARKS = ["supported", "partial", "unsupported", "contradicted", "unchecked"];

export class Evidence {
  constructor(root, place) {
    Object.assign(this, { root, place }); // `place` is the workplace
  }

  clear() {
    this.root.replaceChildren(
      make("h2", {}, t("evidence.title")),
      make("p", { class: "dim" }, t("evidence.choose")),
      make("h3", {}, t("evidence.marks")),
      make("ul", { class: "legend" }, MARKS.map((name) =>
        make("li", {}, make("span", { class: `claim ${name}` }, t(`support.${name}`))))));
  }

  // A finding, or a claim or citation that nothing is wrong with.
  show(item, row) {
    const parts = item ? this.finding(item) : this.claim(row);
    const hadFocus = this.root.contains(document.activeElement);
    this.root.replaceChildren(this.head(item), ...present(parts.flat(Infinity)));
    this.root.scrollTop = 0;
    if (hadFocus) this.root.focus({ preventScroll: true }); // the button that was pressed is gone
  }

  head(item) {
    const shown = this.place.list.visibleItems();
    const at = shown.indexOf(item);
    const step = (sign, label, by) =>
      button(sign, () => this.place.step(by), { class: "quiet", "aria-label": t(label), title: t(label), disabled: !shown.length });
    return make("div", { class: "evidence-head" },
      make("h2", { class: "sr" }, t("evidence.title")),
      step("‹", "evidence.previous", -1),
      make("span", { class: "dim" }, at < 0 ? "" : t("evidence.of", { n: number(at + 1), total: number(shown.length) })),
      step("›", "evidence.next", 1),
      make("span", { class: "grow" }),
      item ? button(t("evidence.link"), () => this.copyLink(), { class: "quiet small" }) : null,
      button("×", () => this.place.choose(null), { class: "quiet", "aria-label": t("evidence.back"), title: t("evidence.back") }));
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      announce(t("evidence.copied"));
    } catch {
      prompt(t("evidence.link"), location.href);
    }
  }

  finding(item) {
    const { row, judged } = item;
    return [
      make("p", { class: `kind-line ${item.kind}` }, make("span", { class: `dot ${item.kind}` }), t(`kind.${item.kind}`)),
      make("p", { class: "what" }, whatIsWrong(item)),
      this.sides(row, judged),
      this.reference(row, judged),
      this.picture(row, judged),
      actionPanel(this.place, item),
      this.said(item),
      this.details(item),
    ];
  }

  claim(row) {
    const [judged] = row.judgements;
    const status = row.status === "alone" ? judged?.judgement.existence ?? "unchecked" : row.status;
    const why = judged?.judgement.support_reason ?? "missing";
    const isAlone = row.status === "alone";
    const label = isAlone ? t(`existence.${status}`) : t(`support.${status}`);
    return [
      make("p", { class: "kind-line" }, make("span", { class: `claim ${status}` }, label)),
      make("p", { class: "what" }, t(`claim.${row.status}`, { why: either(`reason.${why}`, why) })),
      this.sides(row, judged),
      this.reference(row, judged),
      this.picture(row, judged),
    ];
  }

  sides(row, judged) {
    const { claim, document } = row;
    const differences = judged?.judgement.differences ?? [];
    const passage = judged?.judgement.evidence[0];
    const wrote = claim
      ? compared(claim.plain, differences.map((each) => each.claim), wordsOf(passage?.text))
      : this.inContext(row);
    const isFar = ["unsupported", "unchecked"].includes(judged?.judgement.support);
    return [
      make("section", { class: "side wrote" }, make("h3", {}, t(claim ? "evidence.wrote" : "evidence.place")), make("blockquote", {}, wrote),
        document.number ? make("p", { class: "dim small" }, visible(document.data.path)) : null),
      passage ? make("section", { class: "side says" },
        make("h3", {}, t(isFar ? "evidence.nearest" : "evidence.says")),
        make("blockquote", {}, compared(passage.text, differences.map((each) => each.source), wordsOf(claim?.plain))),
        make("p", { class: "dim small" }, this.sourceLine(judged, passage))) : null,
    ];
  }

  sourceLine({ source }, passage) {
    const page = passage.page_label ?? passage.page;
    const name = visible(source?.name ?? source?.title ?? passage.source);
    const title = source?.title && source.title !== name ? ` · ${visible(source.title)}` : "";
    return [make("strong", {}, name), page ? `, ${t("evidence.page", { n: page })}` : "", title, source?.url ? [" · ", webLink(source.url)] : ""];
  }

  inContext({ document: { data, at }, start, end }) {
    const [from, to] = [at(start), at(end)];
    return [from > CONTEXT ? "… " : "", visible(data.text.slice(Math.max(0, from - CONTEXT), from)),
      make("mark", {}, visible(data.text.slice(from, to))),
      visible(data.text.slice(to, to + CONTEXT)), to + CONTEXT < data.text.length ? " …" : ""];
  }

  // The entry of the list, and the record of the work where a registry gave one.
  reference(row, judged) {
    const { document, finding } = row;
    const citation = document.citation.get(finding?.citation ?? judged?.judgement.citation ?? row.citation?.id);
    const id = finding?.reference ?? citation?.reference ?? judged?.judgement.reference;
    const entry = document.reference.get(id);
    const checked = document.data.reference_rows.find((each) => each.reference === id);
    if (!entry) return null;
    const hasFacts = checked && (checked.differences.length || checked.record || checked.candidates.length);
    return make("details", { class: "side entry-side", open: Boolean(checked?.differences.length) || !judged },
      make("summary", {}, t("evidence.entry")),
      make("p", { class: "reference-text" }, visible(shortEntry(entry))),
      hasFacts ? make("div", { class: "record" }, referenceFacts(checked)) : null);
  }

  picture(row, judged) {
    const { paper, job } = this.place;
    const passage = judged?.judgement.evidence[0];
    if (passage?.page && judged.source?.kind === "corpus") {
      const name = visible(judged.source.name ?? passage.source);
      return new PagePicture(paper.id, job, { source: passage.source, page: passage.page, text: passage.text, name }).root;
    }
    const page = /^page (\d+)/.exec(row.place ?? "")?.[1];
    if (row.document.data.format !== "pdf" || !page || row.document.number) return null;
    const text = row.document.data.text.slice(row.document.at(row.start), row.document.at(row.end));
    return new PagePicture(paper.id, job, { page: Number(page), text, name: visible(row.document.data.path) }).root;
  }

  said(item) {
    const said = this.place.model.history.get(item.key) ?? [];
    if (!said.length) return null;
    const line = ({ decision, person, made, note }) => make("li", {},
      t(person ? "decision.by" : "decision.nobody", { what: t(`decision.${decision}`), person, when: when(made) }),
      note ? make("p", { class: "said-note" }, visible(note)) : null);
    return make("section", { class: "said" }, make("h3", {}, t("evidence.said")), make("ul", {}, said.map(line)));
  }

  details({ row, code, judged }) {
    const { finding } = row;
    const rule = this.place.model.report.rules[code];
    const confidence = judged?.judgement.confidence;
    return make("details", { class: "more-details" },
      make("summary", {}, t("evidence.details")),
      make("p", {}, visible(finding.message)),
      finding.also.map((each) => make("p", {}, visible(each.message))),
      typeof confidence === "number" ? make("p", {}, t("evidence.probability", { n: Math.round(confidence * 100) })) : null,
      make("p", { class: "dim" }, `${t("evidence.rule")} ${code} ${ruleTitle(code) || (rule?.name ?? "")}. `, rule ? visible(rule.summary) : ""));
  }
}

const shortEntry = (entry) => (entry.path ? [entry.authors.join(", "), entry.year, entry.title].filter(Boolean).join(" · ") : entry.text);
