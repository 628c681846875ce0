// What registries say of a work.

import { shorten } from "./report_model.js";
import { either, t } from "./words.js";

// What differs from the record, and the record itself.
export function referenceFacts({ differences, record, link, candidates, note, is_retracted: isRetracted }) {
  const head = ["", t("references.cited"), t("references.recorded")].map((text) => make("th", { scope: "col" }, text || make("span", { class: "sr" }, t("references.differs"))));
  const line = (each) => make("tr", {},
    make("th", { scope: "row" }, either(`field.${each.field}`, each.field)),
    make("td", {}, make("del", {}, visible(each.cited))),
    make("td", {}, make("ins", {}, visible(each.recorded))));
  return present([
    isRetracted ? make("p", { class: "problem" }, t("references.retracted")) : null,
    differences.length ? make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, differences.map(line))) : null,
    record ? recordLine({ record, link }) : null,
    candidates.length ? make("p", { class: "dim" }, `${t("references.nearest")}: ${candidates.map((each) => shorten(visible(each))).join(" · ")}`) : null,
    note ? make("p", { class: "dim" }, visible(note)) : null,
  ]);
}
