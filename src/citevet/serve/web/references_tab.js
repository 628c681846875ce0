// The references: what became of each, what differs from its record, and where it is cited.

import { attach, lookupAddress } from "./actions.js";
import { fileChoice } from "./intake.js";
import { referenceFacts } from "./reference_facts.js";
import { counted, either, number, t } from "./words.js";

const ROWS = 100; // that are drawn at once
const ORDER = ["likely fabricated", "another work", "not found", "matches with errors", "unchecked", "matches"];

// The references of all documents, with their entries and the citations that lead to them.
// An entry of a bibliography that was checked along with the text is in both documents, and is listed once.
export function listReferences(model) {
  const rows = new Map();
  for (const document of model.documents) {
    const uses = group(document.data.citations, (citation) => citation.reference);
    for (const checked of document.data.reference_rows) {
      const entry = document.reference.get(checked.reference);
      const name = entry ? `${entry.path ?? document.data.path} ${entry.start}` : `${document.data.path} ${checked.reference}`;
      const newest = model.lookedUp.get(`${document.number} ${checked.reference}`) ?? checked;
      if (!rows.has(name)) rows.set(name, { checked: { ...checked, ...newest, key: checked.key }, document, entry, uses: uses(checked.reference) });
    }
  }
  return [...rows.values()];
}

export class ReferencesTab {
  constructor(root, place) {
    Object.assign(this, { root, place, word: "", search: "", limit: ROWS });
  }

  show() {
    this.rows = listReferences(this.place.model);
    this.chips = make("div", { class: "chips", role: "group", "aria-label": t("references.word") });
    this.body = make("div", { class: "reference-rows" });
    const field = make("input", {
      type: "search", placeholder: t("references.search"), "aria-label": t("references.search"), value: this.search,
      oninput: () => { this.search = field.value.trim().toLowerCase(); this.limit = ROWS; this.draw(); },
    });
    this.root.replaceChildren(
      make("h2", { class: "sr" }, t("references.title")),
      make("div", { class: "tab-tools" }, this.chips, field), this.body);
    this.draw();
  }

  draw() {
    const counts = new Map(ORDER.map((word) => [word, this.rows.filter((row) => row.checked.word === word).length]));
    const chip = (word, label, n) => button([label, make("span", { class: "number" }, number(n))],
      () => { this.word = word; this.limit = ROWS; this.draw(); }, { class: "chip", "aria-pressed": String(this.word === word) });
    this.chips.replaceChildren(chip("", t("references.all"), this.rows.length),
      ...ORDER.filter((word) => counts.get(word)).map((word) => chip(word, t(`word.${word}`), counts.get(word))));
    const shown = this.rows.filter((row) => this.matches(row)).sort((one, other) => other.checked.need - one.checked.need);
    this.body.replaceChildren(...shown.slice(0, this.limit).map((row) => this.row(row)));
    const more = () => { this.limit += ROWS; this.draw(); };
    if (shown.length > this.limit) this.body.append(button(t("list.page", { n: shown.length - this.limit }), more));
    if (!shown.length) this.body.append(make("p", { class: "dim" }, t(this.rows.length ? "references.nohit" : "references.none")));
  }

  matches({ checked, entry }) {
    if (this.word && checked.word !== this.word) return false;
    const text = `${checked.key} ${entry?.text ?? ""} ${checked.note} ${checked.record?.title ?? ""}`;
    return !this.search || text.toLowerCase().includes(this.search);
  }

  row({ checked, entry, uses, document }) {
    const address = lookupAddress(entry, uses[0]);
    const show = () => this.place.showRow(document, uses[0]);
    return make("article", { class: "reference-row" },
      make("div", { class: "reference-head" },
        make("span", { class: `badge existence-${WORDS[checked.word] ?? "unchecked"}` }, either(`word.${checked.word}`, checked.word)),
        make("strong", {}, visible(checked.key || entry?.authors.join(", ") || "")),
        make("span", { class: "dim small" }, uses.length ? counted("references.uses", uses.length) : t("references.never"))),
      make("p", { class: "reference-text" }, visible(entryText(entry))),
      make("div", { class: "record" }, referenceFacts(checked)),
      make("div", { class: "line" },
        uses.length ? button(t("references.show"), show, { class: "quiet small" }) : null,
        address ? make("a", { class: "small", href: address, target: "_blank", rel: "noopener noreferrer" }, t("look.self")) : null,
        entry ? fileChoice(t("act.pdf"), (files) => attach(this.place, files, entry.key), { class: "quiet small" }) : null));
  }
}

export function entryText(entry) {
  if (!entry) return "";
  const short = [entry.authors.join(", "), entry.year ? `(${entry.year})` : "", entry.title].filter(Boolean).join(" ");
  return entry.path && entry.title ? short : entry.text;
}
