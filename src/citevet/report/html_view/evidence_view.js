// The panel beside the text: the finding, the citation, the record with its differences, and the passages.

const RECORD_FIELDS = ["title", "authors", "year", "venue", "volume", "issue", "pages"];
const escapeForPattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Marks the differing words in a text, and underlines words that the other side has as well.
function marked(text, differing, shared = new Set()) {
  const whole = visible(text);
  const words = [...new Set(differing.map((word) => visible(word).trim()).filter(Boolean))].sort((one, other) => other.length - one.length);
  const spaced = words.map((word) => word.split(/\s+/).map(escapeForPattern).join("\\s+")).join("|");
  const edge = "[\\p{N}\\p{Script=Latin}]"; // the 40 of 240 is another number; Korean words take endings
  const pattern = words.length ? new RegExp(`(?<!${edge})(${spaced})(?!${edge})`, "giu") : null;
  return (pattern ? whole.split(pattern) : [whole]).map((piece, order) => {
    if (order % 2) return make("mark", {}, piece);
    return piece.split(/([\p{L}\p{N}][\p{L}\p{N}.,'’-]*)/u).map((word) =>
      (shared.has(word.toLowerCase().replace(/[.,'’-]+$/, "")) ? make("span", { class: "shared" }, word) : word));
  });
}

const wordsOf = (text) => new Set((text || "").toLowerCase().match(/\p{N}[\p{N}.,]*\p{N}|\p{N}|\p{L}{4,}/gu) || []);
const badge = (kind, name, text) => make("span", { class: `badge ${kind}-${name}` }, text);
const reason = (text) => (text ? ` (${text.replace(/-/g, " ")})` : "");
const where = (row) => (row.place ? visible(row.place) : `line ${row.line}`);

class EvidenceView {
  constructor(root, index, review, controls) {
    Object.assign(this, { root, index, review, controls });
  }

  show(row) {
    this.root.replaceChildren(...(row ? this.details(row) : this.overview()));
    this.root.scrollTop = 0;
  }

  overview() {
    const { report } = this.index;
    const unchecked = Object.entries(report.census.unchecked);
    return [
      make("h2", {}, "Overview"), verdictPlot(this.index), coveragePlot(this.index), confidencePlot(this.index),
      unchecked.length ? make("section", {}, make("h3", {}, "Not checked"), make("p", { class: "dim" }, "A skipped check is not a pass."),
        make("ul", { class: "plain" }, unchecked.map(([why, count]) => make("li", {}, `${plural(count, "judgement")}: ${why.replace(/-/g, " ")}`)))) : null,
      report.unread.length ? make("section", {}, make("h3", {}, "Could not be read"), make("ul", { class: "plain" }, report.unread.map((each) => make("li", {}, visible(each.message))))) : null,
      make("section", {}, make("h3", {}, "Marks in the text"), make("ul", { class: "plain key" },
        ["supported", "partial", "contradicted", "unchecked", "unsourced"].map((name) => make("li", {}, make("span", { class: `claim ${name}` }, "claim"), ` ${name === "contradicted" ? "not supported or contradicted" : SUPPORT[name]}`)),
        ["found", "mismatched", "missing", "unchecked"].map((name) => make("li", {}, make("span", { class: `citation citation-${name}` }, "citation"), ` ${EXISTENCE[name]}`)),
        ["error", "warning"].map((name) => make("li", {}, make("span", { class: `finding finding-${name}` }, "words"), ` finding: ${name}`)))),
      make("p", { class: "dim" }, `Made by ${visible(report.tool)}${report.run.today ? ` on ${visible(report.run.today)}` : ""}.`),
    ].filter(Boolean);
  }

  details(row) {
    const own = row.finding ? [row] : row.findings;
    return [
      make("button", { class: "back", onclick: () => this.controls.choose(null) }, "← Overview"),
      ...own.map((each) => this.finding(each)),
      row.claim ? this.claim(row) : null,
      ...row.judgements.map((each) => this.judgement(row, each)),
      row.judgements.length ? null : this.unjudged(row),
    ].filter(Boolean);
  }

  finding(row) {
    const { finding } = row;
    const rule = this.index.report.rules[finding.code];
    return make("section", { class: `card ${finding.severity}` },
      make("h2", {}, badge("severity", finding.severity, finding.severity), ` ${finding.code} ${visible(finding.name)}`),
      make("p", { class: "message" }, visible(finding.message)),
      make("p", { class: "dim" }, `${visible(row.document.data.path)}, ${where(row)}${rule ? `. ${visible(rule.summary)}` : ""}`),
      finding.fix ? this.fix(row) : null,
      finding.also.map((each) => make("p", { class: "dim" }, `Also ${each.code}: ${visible(each.message)}`)),
      finding.suppressed ? make("p", { class: "dim" }, `Suppressed (${finding.suppressed})${finding.justification ? `: ${visible(finding.justification)}` : ""}`) : null,
      this.controls.reviewBox(row.key));
  }

  fix({ finding, document: { data, at } }) {
    return make("div", { class: "fix" }, make("h3", {}, `Fix (${finding.fix.safety}): ${visible(finding.fix.message)}`),
      finding.fix.edits.slice(0, 5).map((edit) => make("p", { class: "edit" },
        edit.end > edit.start ? make("del", {}, visible(data.text.slice(at(edit.start), at(edit.end)))) : null, " ",
        edit.text ? make("ins", {}, visible(edit.text)) : null)));
  }

  claim(row) {
    const differing = row.judgements.flatMap(({ judgement }) => judgement.differences.map((each) => each.claim));
    const evidence = wordsOf(row.judgements.flatMap(({ judgement }) => judgement.evidence.map((each) => each.text)).join(" "));
    const status = row.claim.status === "cited" ? row.claim.support : row.claim.status;
    return make("section", { class: "card" }, make("h2", {}, "Claim ", badge("support", status, SUPPORT[status])),
      make("p", { class: "quote" }, marked(row.claim.plain || row.claim.text, differing, evidence)),
      row.claim.why ? make("p", { class: "dim" }, `Skipped: ${visible(row.claim.why)}`) : null);
  }

  unjudged(row) {
    const { data } = row.document;
    const reference = row.finding?.reference ? row.document.reference.get(row.finding.reference) : null;
    if (reference) return this.reference(reference);
    const around = [Math.max(0, row.document.at(row.start) - 160), Math.min(data.text.length, row.document.at(row.end) + 160)];
    return row.claim ? null : make("section", { class: "card" }, make("h2", {}, "Place"),
      make("p", { class: "quote" }, "… ", visible(data.text.slice(around[0], row.document.at(row.start))),
        make("mark", {}, visible(data.text.slice(row.document.at(row.start), row.document.at(row.end)))),
        visible(data.text.slice(row.document.at(row.end), around[1])), " …"));
  }

  reference(reference) {
    return make("section", { class: "card" }, make("h2", {}, "Reference entry"), make("p", { class: "quote" }, visible(reference.text)));
  }

  judgement(row, { judgement, key, source }) {
    const citation = row.document.citation.get(judgement.citation);
    const reference = row.document.reference.get(citation?.reference);
    const isRecord = (each) => RECORD_FIELDS.includes(each.type);
    const has = source?.record || judgement.differences.some(isRecord);
    return make("section", { class: "card judgement" },
      make("h2", {}, "Citation ", make("code", {}, visible(citation?.text ?? judgement.citation))),
      make("p", { class: "badges" }, badge("existence", judgement.existence, EXISTENCE[judgement.existence] + reason(judgement.existence_reason)), " ",
        badge("support", judgement.support, SUPPORT[judgement.support] + reason(judgement.support_reason)),
        judgement.flags.map((flag) => [" ", badge("flag", flag, flag.replace(/-/g, " "))])),
      typeof judgement.confidence === "number" ? this.confidence(judgement) : null,
      judgement.note ? make("p", {}, visible(judgement.note)) : null,
      source ? this.source(source) : null,
      has ? this.record(reference, source?.record, judgement.differences) : null,
      reference ? make("details", {}, make("summary", {}, "Entry in the reference list"), make("p", { class: "quote" }, visible(reference.text))) : null,
      this.differences(judgement.differences.filter((each) => !(has && isRecord(each)))),
      judgement.evidence.map((passage) => this.passage(passage, judgement, row.claim)),
      this.controls.reviewBox(key));
  }

  confidence({ confidence, by }) {
    const percent = Math.round(confidence * 100);
    return make("p", { class: "probability" }, draw("svg", { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
      draw("rect", { class: "fill rest", width: 100, height: 6 }), draw("rect", { class: "fill bin", width: percent, height: 6 })),
    ` ${percent} % probability of support`, by ? ` (${visible(by)})` : "");
  }

  source(source) {
    const facts = [source.kind, source.scope === "full" ? null : `only its ${source.scope} available`, source.pages ? plural(source.pages, "page") : null].filter(Boolean);
    const name = source.title && source.title !== source.id ? [make("strong", {}, visible(source.title)), ` ${visible(source.id)}`] : make("strong", {}, visible(source.id));
    return make("p", { class: "source" }, name, make("br"), make("span", { class: "dim" }, `${facts.join(", ")} `, webLink(source.url) || visible(source.path)));
  }

  record(reference, record, differences) {
    const cited = reference ? { title: reference.title, authors: reference.authors.join("; "), year: reference.year } : {};
    const known = record ? { ...record, authors: record.authors.join("; "), year: record.years.join(", ") } : {};
    const byType = new Map(differences.map((each) => [each.type, each]));
    const rows = RECORD_FIELDS.filter((name) => byType.has(name) || known[name] || cited[name]).map((name) => {
      const difference = byType.get(name);
      const cell = (value) => make("td", {}, difference ? make("mark", {}, visible(value || "—")) : visible(value || "—"));
      return make("tr", { class: difference ? "differs" : null }, make("th", { scope: "row" }, name, difference ? make("span", { class: "sr" }, " (differs)") : null),
        cell(difference?.claim || cited[name]), cell(difference?.source || known[name]));
    });
    return [
      (record?.notices || []).map((each) => make("p", { class: "notice" }, `${each.kind.replace(/-/g, " ")}: ${[each.by, each.date, each.why, each.id].filter(Boolean).map(visible).join(", ")}`)),
      make("table", {}, make("caption", {}, `Record${record ? ` of ${visible(record.service)}` : ""}`),
        make("thead", {}, make("tr", {}, make("td"), make("th", { scope: "col" }, "cited"), make("th", { scope: "col" }, "record"))), make("tbody", {}, rows)),
    ];
  }

  differences(items) {
    if (!items.length) return null;
    return make("ul", { class: "plain differences" }, items.map((each) => make("li", {}, make("span", { class: "dim" }, `${each.type.replace(/-/g, " ")}: `),
      make("del", {}, visible(each.claim)), each.source ? [" → ", make("ins", {}, visible(each.source))] : null)));
  }

  passage(passage, judgement, claim) {
    const page = passage.page_label ?? passage.page;
    return make("figure", { class: "passage" },
      make("blockquote", {}, marked(passage.text, judgement.differences.map((each) => each.source), wordsOf(claim?.plain))),
      make("figcaption", {}, `${visible(passage.source)}${page ? `, page ${visible(page)}` : ""}`));
  }
}
