// The report as the view needs it: documents with their rows, and everything found by id.

const SUPPORT = {
  supported: "supported", partial: "partly supported", unsupported: "not supported", contradicted: "contradicted",
  unchecked: "support not checked", unsourced: "no citation", skipped: "skipped",
};
const EXISTENCE = {
  found: "source found", mismatched: "record differs", missing: "not found", ambiguous: "several candidates",
  unchecked: "existence not checked",
};
const VERDICT = { pass: "PASS", fail: "FAIL", incomplete: "INCOMPLETE", empty: "NOTHING TO CHECK" };
const SEVERITIES = ["error", "warning", "info"];

// Offsets of a report count code points; JavaScript counts UTF-16 units.
function offsetsOf(text) {
  if (!/[\ud800-\udfff]/.test(text)) return (offset) => Math.min(offset, text.length);
  const units = [0];
  for (const character of text) units.push(units.at(-1) + character.length);
  return (offset) => units[Math.min(offset, units.length - 1)];
}

// The least certain first: 1 at a probability of one half, 0 at none or one; without a probability, none.
const uncertainty = (judgement) => (judgement?.confidence === null || judgement?.confidence === undefined
  ? -1 : 1 - 2 * Math.abs(judgement.confidence - 0.5));

function indexReport(report) {
  const sources = new Map(report.sources.map((source) => [source.id, source]));
  const documents = report.documents.map((data, number) => indexDocument(data, number, sources));
  const rows = (kind) => documents.flatMap((each) => each[kind]);
  const queue = [...rows("findings").filter((row) => !row.finding.suppressed), ...rows("judged")];
  queue.sort((one, other) => other.uncertainty - one.uncertainty || rank(one) - rank(other));
  return { report, sources, documents, findings: rows("findings"), claims: rows("claims"), queue };
}

const rank = (row) => (row.finding ? SEVERITIES.indexOf(row.finding.severity) : 3);

// Returns a function from an id to the items that have it; items without an id are left out.
function group(items, idOf) {
  const groups = new Map();
  for (const item of items) {
    const id = idOf(item);
    if (id && groups.has(id)) groups.get(id).push(item);
    else if (id) groups.set(id, [item]);
  }
  return (id) => groups.get(id) || [];
}

function indexDocument(data, number, sources) {
  const byId = (items) => new Map(items.map((item) => [item.id, item]));
  const each = { data, number, at: offsetsOf(data.text), citation: byId(data.citations), claim: byId(data.claims),
    reference: byId(data.references) };
  const judgements = data.judgements.map((judgement, order) => ({
    judgement, key: `${data.path}#judgement:${judgement.claim ?? ""}:${judgement.citation}:${order}`, source: sources.get(judgement.source) }));
  const ofClaim = group(judgements, (one) => one.judgement.claim);
  const ofCitation = group(judgements, (one) => one.judgement.citation);
  const seen = new Map();
  each.findings = data.findings.map((finding) => {
    const name = `${data.path}#${finding.code}:${finding.fingerprint}`;
    const times = (seen.get(name) || 0) + 1;
    seen.set(name, times);
    const own = finding.citation
      ? ofCitation(finding.citation).filter((one) => !finding.claim || one.judgement.claim === finding.claim) : ofClaim(finding.claim);
    return { kind: "finding", document: each, finding, key: times > 1 ? `${name}:${times}` : name, judgements: own, claim: each.claim.get(finding.claim),
      start: finding.start, end: finding.end, line: finding.line, place: finding.place,
      uncertainty: Math.max(-1, ...own.map((one) => uncertainty(one.judgement))) };
  });
  const claimFindings = group(each.findings, (row) => row.finding.claim);
  const citationFindings = group(each.findings, (row) => row.finding.citation);
  each.claims = data.claims.map((claim) => ({
    kind: "claim", document: each, claim, status: claim.status === "cited" ? claim.support : claim.status,
    judgements: ofClaim(claim.id), findings: claimFindings(claim.id),
    start: claim.start, end: claim.end, line: claim.line, place: claim.place }));
  const tied = new Set(data.claims.flatMap((claim) => claim.citations));
  each.claims.push(...data.citations.filter((citation) => !tied.has(citation.id)).map((citation) => ({
    kind: "citation", document: each, citation, status: "alone",
    judgements: ofCitation(citation.id), findings: citationFindings(citation.id),
    start: citation.start, end: citation.end, line: citation.line, place: citation.place })));
  each.claims.sort((one, other) => one.start - other.start || other.end - one.end);
  each.judged = judgements.filter((one) => one.judgement.support !== "unchecked").map((one) => {
    const claim = each.claim.get(one.judgement.claim);
    const place = claim || each.citation.get(one.judgement.citation);
    return { kind: "judgement", document: each, claim, judgements: [one], key: one.key, findings: [], status: one.judgement.support,
      citation: each.citation.get(one.judgement.citation), start: place.start, end: place.end, line: place.line, place: place.place,
      uncertainty: uncertainty(one.judgement) };
  });
  each.existence = new Map();
  for (const { judgement } of judgements) {
    const worst = ["missing", "mismatched", "ambiguous", "found", "unchecked"];
    const known = each.existence.get(judgement.citation);
    if (!known || worst.indexOf(judgement.existence) < worst.indexOf(known)) each.existence.set(judgement.citation, judgement.existence);
  }
  return each;
}
