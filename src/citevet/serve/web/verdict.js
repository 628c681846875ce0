// The verdict with its reason in words, and what would settle what is open.

import { lookUpAll } from "./look_up.js";
import { counted, either, t } from "./words.js";

const LEVELS = [["error", "why.errors"], ["warning", "why.warnings"], ["info", "why.notes"]];

// Citations whose support nobody could compare, and the entries behind them that have no file.
export function findUnchecked(model) {
  const citations = new Set();
  const entries = new Map();
  const causes = new Set();
  for (const { data, citation, reference, number } of model.documents) {
    for (const judgement of data.judgements) {
      if (judgement.support !== "unchecked" || judgement.evidence.length) continue;
      const cited = citation.get(judgement.citation);
      if (judgement.support_reason) causes.add(judgement.support_reason);
      citations.add(`${data.path} ${judgement.citation}`);
      const entry = reference.get(cited?.reference);
      if (entry && !["abstained", "language"].includes(judgement.support_reason)) entries.set(entry.id, { document: number, entry });
    }
  }
  const works = [...entries.values()].filter(({ entry }) => Object.keys(entry.identifiers).length || entry.title);
  return { citations: citations.size, causes, files: entries.size, works };
}

export function verdictLine(place) {
  const { model, paper } = place;
  const { report } = model;
  const open = model.items.filter((item) => item.decision === "open");
  const parts = LEVELS.map(([level, key]) => [open.filter((item) => item.severity === level).length, key])
    .filter(([n]) => n).map(([n, key]) => counted(key, n));
  const unchecked = findUnchecked(model);
  const reasons = [];
  if (report.verdict === "pass" && !parts.length) reasons.push(t("why.pass", { n: report.census.citations }));
  if (report.verdict === "empty") reasons.push(t("why.empty"));
  if (parts.length) reasons.push(parts.join(" · "));
  if (report.unread.length) reasons.push(counted("why.unread", report.unread.length));
  if (unchecked.citations) reasons.push(make("span", {}, openQuestions(place, unchecked)));
  if (report.verdict === "incomplete" && report.census.unsourced) reasons.push(counted("why.unsourced", report.census.unsourced));
  const causes = Object.keys(report.census.unchecked).filter((each) => each !== "not-asked");
  if (report.verdict === "incomplete" && !reasons.length && causes.length) {
    reasons.push(t("why.open", { reasons: causes.map((each) => either(`reason.${each}`, each)).join(", ") }));
  }
  if (paper.judge === "none" && report.census.claims) reasons.push(t("why.nojudge"));
  const said = reasons.flatMap((reason, at) => (at ? [make("span", { class: "gap", "aria-hidden": "true" }, " — "), reason] : [reason]));
  const isRunning = ["queued", "running"].includes(place.check.state); // the last word is not spoken
  const verdict = isRunning ? "none" : report.verdict;
  const label = t(isRunning ? "why.sofar" : `verdict.${verdict}`);
  return make("p", { class: "why" }, make("span", { class: `verdict ${verdict}` }, label), " ", isRunning ? parts.join(" · ") : said);
}

function openQuestions(place, { citations, causes, files, works }) {
  const go = (tab) => button(counted("why.add", files), () => place.showTab(tab), { class: "inline" });
  const ways = present([
    files ? go("sources") : null,
    works.length ? button(counted("why.online", works.length), () => lookUpAll(place, works), { class: "inline" }) : null,
  ]);
  return [
    counted("why.unchecked", citations),
    ways.length ? `, ${t("why.since")} ` : causes.size ? ` (${[...causes].map((each) => either(`reason.${each}`, each)).join(", ")})` : "",
    ...ways.flatMap((way, at) => (at ? [" · ", way] : [way])),
  ];
}
