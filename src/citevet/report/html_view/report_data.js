// The report as the view needs it: one row for each finding, claim and judgement.

const SUPPORT = {
  supported: "supported",
  partial: "partly supported",
  unsupported: "not supported",
  contradicted: "contradicted",
  unchecked: "support not checked",
  unsourced: "no citation",
  skipped: "skipped",
};
const EXISTENCE = {
  found: "source found",
  mismatched: "record differs",
  missing: "not found",
  ambiguous: "several candidates",
  unchecked: "existence not checked",
};
// Why something was not checked, and how a fix may be applied, in the words of the other formats.
const REASONS = {
  "not-asked": "not requested",
  "abstained": "undecided",
  "budget": "budget used up",
  "language": "language not supported",
  "listed-only": "known from a bibliography alone",
  "model-missing": "model not installed",
  "partial-scope": "partial text",
};
const SAFETY = { "safe": "safe", "ask": "needs --unsafe-fixes", "show": "by hand" };
const VERDICT = { pass: "PASS", fail: "FAIL", incomplete: "INCOMPLETE", empty: "NOTHING TO CHECK" };
const SEVERITIES = ["error", "warning", "info"];
const WORST_FIRST = ["missing", "mismatched", "ambiguous", "found", "unchecked"];

function indexReport(report) {
  const sources = new Map(report.sources.map((source) => [source.id, source]));
  const documents = report.documents.map((data, number) => indexDocument(data, number, sources));
  const rows = (kind) => documents.flatMap((each) => each[kind]);
  const findings = rows("findings");
  const open = findings.filter((row) => !row.finding.suppressed);
  const queue = [...open, ...rows("judged")];
  queue.sort((one, other) => other.uncertainty - one.uncertainty || rank(one) - rank(other));
  return { report, sources, documents, findings, open, claims: rows("claims"), references: rows("entries"), queue };
}

function indexDocument(data, number, sources) {
  const byId = (items) => new Map(items.map((item) => [item.id, item]));
  const each = {
    data,
    number,
    at: offsetsOf(data.text),
    citation: byId(data.citations),
    claim: byId(data.claims),
    reference: byId(data.references),
    existence: new Map(),
  };
  const name = data.path.slice(-100);
  const judgements = data.judgements.map((judgement, order) => ({
    judgement,
    order,
    source: sources.get(judgement.source),
    key: `${name}#${judgement.claim ?? ""}:${judgement.citation}:${order}`,
  }));
  for (const { judgement } of judgements) {
    const known = each.existence.get(judgement.citation) ?? "unchecked";
    const isWorse = WORST_FIRST.indexOf(judgement.existence) < WORST_FIRST.indexOf(known);
    each.existence.set(judgement.citation, isWorse ? judgement.existence : known);
  }
  const ofClaim = group(judgements, (one) => one.judgement.claim);
  const ofCitation = group(judgements, (one) => one.judgement.citation);
  each.findings = listFindings(each, name, ofClaim, ofCitation);
  each.claims = listClaims(each, ofClaim, ofCitation);
  each.entries = listEntries(each, ofCitation);
  each.judged = judgements.filter(({ judgement }) => judgement.support !== "unchecked").map((one) => {
    const claim = each.claim.get(one.judgement.claim);
    const citation = each.citation.get(one.judgement.citation);
    return {
      ...rowAt(each, claim ?? citation),
      claim,
      citation,
      judgements: [one],
      findings: [],
      key: one.key,
      status: one.judgement.support,
      uncertainty: uncertainty(one),
    };
  });
  return each;
}

function listFindings(each, name, ofClaim, ofCitation) {
  const citationsOf = group(each.data.citations, (citation) => citation.reference);
  const judgementsOf = ({ citation, claim, reference }) => {
    if (citation) return ofCitation(citation).filter(({ judgement }) => !claim || judgement.claim === claim);
    if (claim) return ofClaim(claim);
    const using = citationsOf(reference).flatMap(({ id }) => ofCitation(id)); // one judgement shows the record
    const isFirst = (one, order) => using.findIndex((other) => other.source === one.source) === order;
    return using.filter((one, order) => one.source && isFirst(one, order));
  };
  const times = new Map();
  return each.data.findings.map((finding) => {
    const id = `${name}#${finding.code}:${finding.fingerprint}`;
    times.set(id, (times.get(id) ?? 0) + 1);
    const judgements = judgementsOf(finding);
    return {
      ...rowAt(each, finding),
      finding,
      claim: each.claim.get(finding.claim),
      judgements,
      key: times.get(id) > 1 ? `${id}:${times.get(id)}` : id,
      uncertainty: Math.max(-1, ...judgements.map(uncertainty)),
    };
  });
}

// The references, with what became of each. An entry of another file is shown where it is cited first.
function listEntries(each, ofCitation) {
  const citationsOf = group(each.data.citations, (citation) => citation.reference);
  return each.data.reference_rows.map((checked, order) => {
    const entry = each.reference.get(checked.reference);
    const [cited] = citationsOf(checked.reference);
    const place = (entry?.path ? cited : entry) ?? { start: 0, end: 0, line: checked.line, place: null };
    return {
      ...rowAt(each, place),
      checked,
      entry,
      judgements: [],
      findings: [],
      status: checked.word,
      key: `${each.data.path.slice(-100)}#entry:${order}`,
    };
  });
}

// The claims, and the citations that back none, in the order of the text.
function listClaims(each, ofClaim, ofCitation) {
  const claimFindings = group(each.findings, (row) => row.finding.claim);
  const citationFindings = group(each.findings, (row) => row.finding.citation);
  const claims = each.data.claims.map((claim) => ({
    ...rowAt(each, claim),
    claim,
    judgements: ofClaim(claim.id),
    findings: claimFindings(claim.id),
    status: claim.status === "cited" ? claim.support : claim.status,
  }));
  const tied = new Set(each.data.claims.flatMap((claim) => claim.citations));
  const others = each.data.citations.filter((citation) => !tied.has(citation.id)).map((citation) => ({
    ...rowAt(each, citation),
    citation,
    judgements: ofCitation(citation.id),
    findings: citationFindings(citation.id),
    status: "alone",
  }));
  return [...claims, ...others].sort((one, other) => one.start - other.start || other.end - one.end);
}

const rowAt = (each, { start, end, line, place }) => ({ document: each, start, end, line, place });
const placeOf = (row) => (row.place ? visible(row.place) : tr("line {n}", { n: row.line }));
const rank = (row) => (row.finding ? SEVERITIES.indexOf(row.finding.severity) : SEVERITIES.length);

// 1 at a probability of one half, 0 at none or one, -1 without a probability.
const uncertainty = ({ judgement }) =>
  (typeof judgement.confidence === "number" ? 1 - 2 * Math.abs(judgement.confidence - 0.5) : -1);

// Returns a function from an id to the items that have it; items without an id are left out.
function group(items, idOf) {
  const groups = new Map();
  for (const item of items) {
    const id = idOf(item);
    if (groups.has(id)) groups.get(id).push(item);
    else if (id) groups.set(id, [item]);
  }
  return (id) => groups.get(id) ?? [];
}

// Offsets of a report count code points; JavaScript counts UTF-16 units.
function offsetsOf(text) {
  if (!/[\ud800-\udfff]/.test(text)) return (offset) => Math.min(offset, text.length);
  const units = [0];
  for (const character of text) units.push(units.at(-1) + character.length);
  return (offset) => units[Math.min(offset, units.length - 1)];
}
