// The panel beside the text: the finding, the citation, the record with its differences, and the passages.

const RECORD_FIELDS = ["title", "authors", "year", "venue", "volume", "issue", "pages"];
const CONTEXT = 160; // characters before and after a place

const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const wordsOf = (text) => new Set((text ?? "").toLowerCase().match(/\p{N}[\p{N}.,]*\p{N}|\p{N}|\p{L}{4,}/gu) ?? []);
const squeeze = (text) => text.replace(/\s+/g, " ").trim();

// Marks the differing words of a text, and underlines the words that the other side has as well.
function compared(text, differing, shared) {
  const words = [...new Set(differing.map((word) => squeeze(visible(word))).filter(Boolean))];
  words.sort((one, other) => other.length - one.length);
  const patterns = words.map((word) => escapePattern(word).replace(/ /g, "\\s+"));
  const edge = "[\\p{N}\\p{Script=Latin}]"; // the 40 of 240 is another number; Korean words take endings
  const pattern = words.length ? new RegExp(`(?<!${edge})(${patterns.join("|")})(?!${edge})`, "giu") : /(?!)/;
  const underline = (word) => {
    const isShared = shared.has(word.toLowerCase().replace(/[.,'’-]+$/, ""));
    return isShared ? make("span", { class: "shared" }, word) : word;
  };
  return visible(text).split(pattern).map((piece, order) =>
    (order % 2 ? make("mark", {}, piece) : piece.split(/([\p{L}\p{N}][\p{L}\p{N}.,'’-]*)/u).map(underline)));
}

const badge = (kind, name, text) => make("span", { class: `badge ${kind}-${name}` }, text);
const explain = (reason) => tr(REASONS[reason] ?? spaced(reason));
const because = (reason) => (reason ? ` (${explain(reason)})` : "");
const dim = (...children) => make("p", { class: "dim" }, ...children);
const quote = (...children) => make("p", { class: "quote" }, ...children);
const list = (items, name = "") => make("ul", { class: `plain ${name}` }, items.map((item) => make("li", {}, item)));

class EvidenceView {
  constructor(root, index, controls) {
    Object.assign(this, { root, index, controls });
  }

  show(row) {
    this.root.replaceChildren(...present(row ? this.details(row) : this.overview()));
    this.root.scrollTop = 0;
  }

  overview() {
    const { report } = this.index;
    const unchecked = Object.entries(report.census.unchecked);
    const reasons = unchecked.map(([why, count]) => `${plural(count, "judgement")}: ${explain(why)}`);
    const unread = report.unread.map((each) => visible(each.message));
    const section = (title, ...parts) => make("section", {}, make("h3", {}, title), parts);
    const sample = (name, word, text) => [make("span", { class: name }, word), ` ${text}`];
    return [
      make("h2", {}, tr("Overview")),
      verdictPlot(this.index),
      coveragePlot(this.index),
      confidencePlot(this.index),
      reasons.length ? section(tr("Not checked"), dim(tr("A skipped check is not a pass.")), list(reasons)) : null,
      unread.length ? section(tr("Could not be read"), list(unread)) : null,
      section(tr("Marks in the text"), list([
        sample("claim supported", tr("claim"), tr("supported")),
        sample("claim partial", tr("claim"), tr("partly supported")),
        sample("claim contradicted", tr("claim"), tr("not supported or contradicted")),
        sample("claim unchecked", tr("claim"), tr("support not checked")),
        ...["found", "mismatched", "missing", "unchecked"].map((name) =>
          sample(`citation citation-${name}`, tr("citation"), tr(EXISTENCE[name]))),
        ...SEVERITIES.map((name) => sample(`finding finding-${name}`, tr("words"), `${tr("finding")}: ${tr(name)}`)),
      ], "key")),
      dim(`${visible(report.tool)}${report.run.today ? `, ${visible(report.run.today)}` : ""}`),
    ];
  }

  details(row) {
    const findings = row.finding ? [row] : row.findings;
    return [
      button(`← ${tr("Overview")}`, () => this.controls.choose(null), { class: "back" }),
      ...findings.map((each) => this.finding(each)),
      row.checked ? this.reference(row) : null,
      row.claim ? this.claim(row) : null,
      ...row.judgements.map((each) => this.judgement(row, each)),
      row.judgements.length || row.checked ? null : this.place(row),
      this.page(row),
    ];
  }

  reference({ checked, entry }) {
    return make("section", { class: "card" },
      make("h2", {}, `${tr("Reference")} ${visible(checked.key || checked.reference)} `, wordBadge(checked)),
      entry ? quote(visible(entry.text)) : null,
      referenceDetails(checked));
  }

  finding(row) {
    const { code, name, severity, message, fix, also, suppressed, justification } = row.finding;
    const rule = this.index.report.rules[code];
    return make("section", { class: `card ${severity}` },
      make("h2", {}, badge("severity", severity, tr(severity)), ` ${code} ${tr(visible(name))}`),
      make("p", { class: "message" }, visible(message)),
      dim(`${visible(row.document.data.path)}, ${placeOf(row)}`, rule ? `. ${visible(rule.summary)}` : ""),
      fix ? this.fix(fix, row.document) : null,
      also.map((each) => dim(`${tr("Also")} ${each.code}: ${visible(each.message)}`)),
      suppressed ? dim(`${tr("Suppressed")} (${suppressed})${justification ? `: ${visible(justification)}` : ""}`) : null,
      this.controls.reviewBox(row.key));
  }

  fix({ safety, message, edits }, { data, at }) {
    const edit = ({ start, end, text }) => make("p", { class: "edit" },
      start < end ? make("del", {}, visible(data.text.slice(at(start), at(end)))) : null,
      " ",
      text ? make("ins", {}, visible(text)) : null);
    return make("div", {}, make("h3", {}, `${tr("Fix")} (${tr(SAFETY[safety])}): ${visible(message)}`), edits.slice(0, 5).map(edit));
  }

  claim({ claim, judgements }) {
    const all = judgements.map(({ judgement }) => judgement);
    const differing = all.flatMap((each) => each.differences.map((difference) => difference.claim));
    const evidence = all.flatMap((each) => each.evidence.map((passage) => passage.text)).join(" ");
    const status = claim.status === "cited" ? claim.support : claim.status;
    return make("section", { class: "card" },
      make("h2", {}, `${tr("Claim")} `, badge("support", status, tr(SUPPORT[status]))),
      quote(compared(claim.plain, differing, wordsOf(evidence))),
      claim.why ? dim(`${tr("Skipped")}: ${visible(claim.why)}`) : null);
  }

  // What a finding without a judgement is about: an entry of the reference list, or its words in their context.
  place(row) {
    const { data, at, reference } = row.document;
    const entry = reference.get(row.finding?.reference);
    if (entry) return make("section", { class: "card" }, make("h2", {}, tr("Reference entry")), quote(visible(entry.text)));
    if (row.claim) return null;
    const [start, end] = [at(row.start), at(row.end)];
    return make("section", { class: "card" },
      make("h2", {}, tr("Place")),
      quote(
        "… ", visible(data.text.slice(Math.max(0, start - CONTEXT), start)),
        make("mark", {}, visible(data.text.slice(start, end))),
        visible(data.text.slice(end, end + CONTEXT)), " …"));
  }

  // A picture of the place, where the document is a PDF and the view has a server.
  page({ document: { data, number, at }, start, end }) {
    if (data.format !== "pdf" || !this.controls.picture) return null;
    const text = data.text.slice(at(start), at(end));
    return this.controls.picture(`text?document=${number}&start=${start}&end=${end}`, text, tr("In the document"));
  }

  judgement(row, { judgement, key, source, order }) {
    const { existence, existence_reason: unfound, support, support_reason: unjudged, flags, differences } = judgement;
    const citation = row.document.citation.get(judgement.citation);
    const reference = row.document.reference.get(citation?.reference);
    const ofRecord = (each) => RECORD_FIELDS.includes(each.type);
    const hasRecord = source?.record || differences.some(ofRecord);
    return make("section", { class: "card" },
      make("h2", {}, `${tr("Citation")} `, make("code", {}, visible(citation?.text ?? judgement.citation))),
      make("p", { class: "badges" },
        badge("existence", existence, tr(EXISTENCE[existence]) + because(unfound)), " ",
        badge("support", support, tr(SUPPORT[support]) + because(unjudged)),
        flags.map((flag) => [" ", badge("flag", flag, tr(spaced(flag)))])),
      typeof judgement.confidence === "number" ? this.confidence(judgement) : null,
      judgement.note ? make("p", {}, visible(judgement.note)) : null,
      source ? this.source(citation?.kind === "corpus" ? { ...source, name: null } : source) : null,
      hasRecord ? this.record(reference, source?.record, differences) : null,
      reference
        ? make("details", {}, make("summary", {}, tr("Entry in the reference list")), quote(visible(reference.text)))
        : null,
      this.differences(differences.filter((each) => !(hasRecord && ofRecord(each)))),
      this.passages(judgement, row.claim, `evidence?document=${row.document.number}&judgement=${order}`),
      this.controls.reviewBox(key));
  }

  confidence({ confidence, by }) {
    const percent = Math.round(confidence * 100);
    return make("p", { class: "probability" },
      draw("svg", { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
        draw("rect", { class: "fill rest", width: 100, height: 6 }),
        draw("rect", { class: "fill bin", width: percent, height: 6 })),
      `${percent} % ${tr("probability of support")}${by ? ` (${visible(by)})` : ""}`);
  }

  source({ id, name, kind, title, scope, pages, url, path }) {
    const part = scope === "full" ? null : tr(`only its ${scope} available`);
    const facts = present([tr(kind), part, pages ? plural(pages, "page") : null]);
    return make("p", {},
      title && title !== id
        ? [make("strong", {}, visible(title)), ` ${visible(name ?? id)}`]
        : make("strong", {}, visible(name ?? id)),
      make("br"),
      make("span", { class: "dim" }, `${facts.join(", ")} `, url ? webLink(url) : visible(path)));
  }

  record(reference, record, differences) {
    const cited = reference ? { ...reference, authors: reference.authors.join("; ") } : {};
    const known = record ? { ...record, authors: record.authors.join("; "), year: record.years.join(", ") } : {};
    const byType = new Map(differences.map((each) => [each.type, each]));
    const line = (name) => {
      const difference = byType.get(name);
      const cell = (value) => {
        const shown = visible(value || "—");
        return make("td", {}, difference ? make("mark", {}, shown) : shown);
      };
      return make("tr", {},
        make("th", { scope: "row" }, tr(name), difference ? make("span", { class: "sr" }, ` (${tr("differs")})`) : null),
        cell(difference?.claim || cited[name]),
        cell(difference?.source || known[name]));
    };
    const notice = ({ kind, by, date, why, id }) =>
      make("p", { class: "notice" }, `${tr(spaced(kind))}: ${[by, date, why, id].filter(Boolean).map(visible).join(", ")}`);
    const head = ["cited", "record"].map((name) => make("th", { scope: "col" }, tr(name)));
    return [
      (record?.notices ?? []).map(notice),
      make("table", {},
        make("caption", {}, record ? `${tr("Record")}: ${visible(record.service)}` : tr("Record")),
        make("thead", {}, make("tr", {}, make("td"), head)),
        make("tbody", {}, RECORD_FIELDS.filter((name) => byType.has(name) || known[name] || cited[name]).map(line))),
    ];
  }

  differences(items) {
    const line = ({ type, claim, source }) => [
      make("span", { class: "dim" }, `${tr(spaced(type))}: `),
      make("del", {}, visible(claim)),
      source ? [" → ", make("ins", {}, visible(source))] : null,
    ];
    return items.length ? list(items.map(line)) : null;
  }

  // A passage that is a part of a longer one is not shown twice.
  passages({ evidence, differences }, claim, place) {
    const texts = evidence.map((passage) => squeeze(passage.text));
    const isPart = (text, order) => texts.some((other, at) =>
      at !== order && other.includes(text) && (other !== text || at < order));
    const figure = ({ text, source, page, page_label: printed }, order) => make("figure", {},
      make("blockquote", {}, compared(text, differences.map((each) => each.source), wordsOf(claim?.plain))),
      make("figcaption", {}, `${visible(source)}${printed ?? page ? `, ${tr("page")} ${visible(printed ?? page)}` : ""}`),
      page ? this.controls.picture?.(`${place}&passage=${order}`, text) : null);
    return evidence.map((passage, order) => (isPart(texts[order], order) ? null : figure(passage, order)));
  }
}
