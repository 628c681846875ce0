// The sources: which file belongs to which entry; a PDF is dropped on its entry to attach it.

import { attach } from "./actions.js";
import { fileChoice, takeDrops } from "./intake.js";
import { entryText, listReferences } from "./references_tab.js";
import { changeFile } from "./service.js";
import { number, t } from "./words.js";

const ROWS = 100; // that are drawn at once

export class SourcesTab {
  constructor(root, place) {
    Object.assign(this, { root, place, limit: ROWS, isOnlyMissing: false });
  }

  show() {
    const { paper, model } = this.place;
    const references = listReferences(model);
    const files = paper.files.filter((file) => file.role === "source");
    const filed = new Map(paper.filed.map((each) => [each.digest, each]));
    const byKey = Map.groupBy(files, (file) => file.entry || filed.get(file.digest)?.key || "");
    const keys = new Set(references.map(({ checked }) => checked.key));
    const loose = files.filter((file) => !keys.has(file.entry || filed.get(file.digest)?.key || ""));
    const isMissing = ({ checked, document, uses }) => !byKey.has(checked.key) && !this.isInCorpus(document, uses);
    const rows = references.filter((row) => !this.isOnlyMissing || isMissing(row));
    const toggle = (event) => { this.isOnlyMissing = event.target.checked; this.show(); };
    const more = () => { this.limit += ROWS; this.show(); };
    this.root.replaceChildren(...present([
      make("h2", { class: "sr" }, t("sources.title")),
      make("div", { class: "tab-tools" }, make("p", { class: "dim grow" }, t("sources.lead")),
        make("label", { class: "check" }, make("input", { type: "checkbox", checked: this.isOnlyMissing, onchange: toggle }), t("sources.onlymissing"))),
      this.dropMore(),
      loose.length ? this.looseFiles(loose, filed, references) : null,
      make("table", { class: "sources-table" },
        make("thead", {}, make("tr", {}, ["entry", "file", "registry"].map((name) => make("th", { scope: "col" }, t(`sources.${name}`))))),
        make("tbody", {}, rows.slice(0, this.limit).map((row) => this.row(row, byKey.get(row.checked.key) ?? [], filed)))),
      rows.length > this.limit ? button(t("list.page", { n: rows.length - this.limit }), more) : null,
      references.length ? null : make("p", { class: "dim" }, t("references.none")),
    ]));
  }

  dropMore() {
    const take = (files) => attach(this.place, files, "");
    return takeDrops(make("div", { class: "drop-line" }, make("span", {}, t("sources.drop")), fileChoice(t("home.choose"), take)), take);
  }

  row({ checked, entry, document, uses }, files, filed) {
    const take = (dropped) => attach(this.place, dropped.slice(0, 1), checked.key);
    const isThere = this.isInCorpus(document, uses);
    const state = files.length
      ? files.map((file) => make("p", { class: "has-file" }, visible(file.name), this.fileState(file, filed)))
      : make("p", { class: isThere ? "" : "no-file" }, t(isThere ? "sources.corpus" : "sources.none"));
    return takeDrops(make("tr", {},
      make("td", {}, make("strong", {}, visible(checked.key)), make("p", { class: "reference-text" }, visible(entryText(entry)))),
      make("td", {}, state, checked.key ? fileChoice(t("sources.attach"), take, { class: "small" }) : null),
      make("td", {}, this.registry(checked))), take);
  }

  // Whether the corpus of the project has more of the work than its title.
  isInCorpus(document, uses) {
    const judged = document.data.judgements.find((each) => each.source && uses.some((use) => use.id === each.citation));
    const source = judged && this.place.model.index.sources.get(judged.source);
    return source?.kind === "corpus" && source.scope !== "title";
  }

  fileState(file, filed) {
    const known = filed.get(file.digest);
    if (!known) return make("span", { class: "dim small" }, ` ${t("sources.waits")}`);
    if (known.status === "unreadable") return make("span", { class: "no-file small" }, ` ${t("sources.unreadable")} ${visible(known.note)}`);
    if (["second", "known"].includes(known.status)) return make("span", { class: "dim small" }, ` ${t("sources.second")}`);
    return known.work ? make("span", { class: "dim small" }, ` ${visible(known.work)}`) : null;
  }

  registry({ word, record, is_retracted: isRetracted }) {
    return present([
      record ? make("p", {}, `${t("sources.found")}: ${visible(record.service)}`) : make("p", { class: "dim" }, word === "matches" ? t("sources.notasked") : t(`word.${word}`)),
      isRetracted ? make("p", { class: "problem" }, t("references.retracted")) : null,
    ]);
  }

  looseFiles(files, filed, references) {
    const choose = (file) => async (event) => {
      try {
        this.place.filesChanged(await changeFile(this.place.paper.id, { name: file.name, role: "source", entry: event.target.value }));
      } catch (error) {
        this.place.warn(error.message);
      }
    };
    const options = () => [make("option", { value: "" }, "—"), ...references.slice(0, 500).filter(({ checked }) => checked.key)
      .map(({ checked, entry }) => make("option", { value: checked.key }, `${visible(checked.key)} · ${visible(entryText(entry).slice(0, 60))}`))];
    const line = (file) => make("li", {}, make("span", { class: "file-name" }, visible(file.name), this.fileState(file, filed)),
      make("select", { "aria-label": t("sources.choose", { name: file.name }), onchange: choose(file) }, options()));
    return make("section", { class: "loose" },
      make("h3", {}, t("sources.loose"), make("span", { class: "number" }, number(files.length))),
      make("p", { class: "dim" }, t("sources.loose.more")),
      make("ul", {}, files.slice(0, 20).map(line)));
  }
}
