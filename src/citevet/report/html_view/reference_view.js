// One reference: its word, what differs from the record, and the record. The report and the editor's table show it.

const WORDS = {
  "likely fabricated": "contradicted",
  "another work": "missing",
  "not found": "mismatched",
  "matches with errors": "mismatched",
  "unchecked": "unchecked",
  "matches": "found",
};

// A work that the authority does not have is as bad as another work.
const wordKind = (row) => (row.existence === "missing" ? "missing" : WORDS[row.word]);
const wordBadge = (row) => make("span", { class: `badge existence-${wordKind(row)}` }, tr(row.word));

// Both sides of each field, which record says so, and how sure that is.
function differenceTable({ differences }) {
  if (!differences.length) return null;
  const head = ["field", "cited", "record", "how sure"].map((name) => make("th", { scope: "col" }, tr(name)));
  const line = (each) => make("tr", {},
    make("th", { scope: "row" }, tr(each.field)),
    make("td", {}, make("del", {}, visible(each.cited))),
    make("td", {}, make("ins", {}, visible(each.recorded)), make("span", { class: "dim" }, ` ${visible(each.record)}`)),
    make("td", {}, tr(each.certainty)));
  return make("table", { class: "differences" },
    make("caption", { class: "sr" }, tr("Differences")),
    make("thead", {}, make("tr", {}, head)),
    make("tbody", {}, differences.map(line)));
}

function recordLine({ record, link }) {
  if (!record) return null;
  const { authors, years, title, venue, volume, pages } = record;
  const people = authors.length > 3 ? `${authors.slice(0, 3).join("; ")} et al.` : authors.join("; ");
  const place = [[venue, volume].filter(Boolean).join(" "), pages].filter(Boolean).join(", ");
  const head = [people, years.length ? `(${years[0]})` : ""].filter(Boolean).join(" ");
  const parts = [head, title, place].filter(Boolean).map((part) => visible(part).replace(/\.$/, ""));
  return make("p", {}, make("span", { class: "dim" }, `${visible(record.service)}: `), `${parts.join(". ")}. `,
    link ? webLink(link) : null);
}

function referenceDetails(row) {
  return present([
    row.is_retracted ? make("p", { class: "notice" }, tr("retracted")) : null,
    differenceTable(row),
    recordLine(row),
    row.candidates.length
      ? make("div", {}, make("h3", {}, tr("Nearest works")),
        make("ul", { class: "plain" }, row.candidates.map((each) => make("li", {}, visible(each)))))
      : null,
    row.note ? make("p", { class: "dim" }, visible(row.note)) : null,
    row.reason ? make("p", { class: "dim" }, `${tr("Unchecked")}: ${visible(row.reason)}`) : null,
  ]);
}
