// A report as the workplace needs it: one item for each finding, with its kind, its source and what was decided.

import { hasWord, kindOf, number, ruleTitle, t } from "./words.js";

export const KINDS = ["contradicted", "missing", "quotation", "reference", "uncited", "form"];
export const SEVERITY_ORDER = ["error", "warning", "info"];
const LONGEST_TEXT = 90; // characters of a place that a sentence names
const WORST_SUPPORT = ["contradicted", "unsupported", "partial", "supported", "unchecked"];

export class ReportModel {
  constructor(report, check) {
    this.report = report;
    this.check = check;
    this.index = indexReport(report);
    this.documents = this.index.documents;
    const times = new Map();
    this.items = this.index.open.map((row) => this.item(row, times));
    this.byKey = new Map(this.items.map((item) => [item.key, item]));
    this.itemOf = new Map(this.items.map((item) => [item.row, item]));
    this.lookedUp = new Map(); // rows of references that were looked up on this page
    this.decide([]);
  }

  item(row, times) {
    const { finding, document } = row;
    const name = `${finding.code}:${finding.fingerprint}`; // the same in every version
    times.set(name, (times.get(name) ?? 0) + 1);
    const judged = mainJudgement(row.judgements);
    return {
      row,
      key: times.get(name) > 1 ? `${name}:${times.get(name)}` : name,
      check: this.check.job, // whose text the offsets are for
      code: finding.code,
      kind: kindOf(finding.code),
      severity: finding.severity,
      text: this.textOf(row),
      judged,
      source: sourceName(row, judged),
      document,
    };
  }

  textOf({ document, start, end }) {
    return document.data.text.slice(document.at(start), document.at(end));
  }

  // The last word on each finding; a change that was made to an earlier version of the text is done.
  decide(decisions) {
    this.history = Map.groupBy(decisions, (each) => each.finding);
    for (const item of this.items) {
      const last = this.history.get(item.key)?.at(-1);
      const isOld = last?.decision === "applied" && last.document !== this.check.document;
      item.decision = !last || isOld ? "open" : last.decision;
    }
  }

  isOpen(row) {
    return (this.itemOf.get(row)?.decision ?? "open") === "open";
  }

  find(key) { return this.byKey.get(key) ?? null; }
}

function mainJudgement(judgements) {
  const order = (one) => WORST_SUPPORT.indexOf(one.judgement.support);
  return [...judgements].sort((one, other) => order(one) - order(other))[0] ?? null;
}

function sourceName({ document, finding, claim }, judged) {
  const citation = document.citation.get(finding.citation ?? judged?.judgement.citation ?? claim?.citations[0]);
  return judged?.source?.name ?? judged?.source?.title ?? citation?.text ?? "";
}

// One sentence in the reader's words. Where there is none: what the rule is called, and the words that it is about; in
// English the report's own message, which says more.
export function whatIsWrong(item) {
  return oneFault(item) + alike(item.row.finding.message);
}

// One finding that stands for many of its kind: the report says so in English, the page in its own words.
function alike(message) {
  const many = /; (\d+) of (\d+) [^:;]* have this fault(?:: (.*))?$/s.exec(message);
  return many ? ` ${t("what.many", { n: number(Number(many[1])), total: number(Number(many[2])), names: (many[3] ?? "…").replace(/ and others$/, " …") })}` : "";
}

function oneFault({ code, text, source, judged, row }) {
  const key = `what.${code}`;
  const values = { text: shorten(text), source, has: judged?.judgement.differences[0]?.source };
  const isComplete = hasWord(key) && Object.entries(values).every(([name, value]) => value || !t(key).includes(`{${name}}`));
  if (isComplete) return t(key, values);
  const title = ruleTitle(code);
  if (!title) return visible(row.finding.message.replace(/; \d+ of \d+ [^:;]* have this fault.*$/s, ""));
  return values.text ? t("what.other", { title, text: values.text }) : title;
}

export function shorten(text) {
  const short = squeeze(text);
  return short.length > LONGEST_TEXT ? `${short.slice(0, LONGEST_TEXT)}…` : short;
}

// "line 7", "page 3": what the report says in English, in the words of the page.
export function placeName({ place, line }) {
  if (!place) return t("place.line", { n: line });
  const page = /^page (\d+)$/.exec(place)?.[1];
  return page ? t("evidence.page", { n: page }) : visible(place);
}

export function compareItems(order) {
  const byPlace = (one, other) => one.document.number - other.document.number || one.row.start - other.row.start;
  const level = ({ severity }) => SEVERITY_ORDER.indexOf(severity);
  if (order === "severity") return (one, other) => level(one) - level(other) || byPlace(one, other);
  if (order === "source") return (one, other) => one.source.localeCompare(other.source) || byPlace(one, other);
  return byPlace;
}

// What two versions have in common, by the names of their findings.
export function compareChecks(before, after) {
  if (!before?.findings || !after?.findings) return null;
  const [old, now] = [new Set(before.findings), new Set(after.findings)];
  return {
    fixed: before.findings.filter((each) => !now.has(each)).length,
    added: after.findings.filter((each) => !old.has(each)).length,
  };
}
