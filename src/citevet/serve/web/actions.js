// What a reader can do about a finding; each action has a key.

import { fileChoice } from "./intake.js";
import { lookUpForm } from "./look_up.js";
import { changeFile, putFile, decide } from "./service.js";
import { counted, t } from "./words.js";

export const ACTION_KEYS = { apply: "a", edit: "e", dismiss: "n", accept: "c", online: "o", pdf: "p", undo: "u" };
const PERSON = "citevet-person";
const SEARCH = "https://search.crossref.org/?q=";
const WRITABLE = new Set(["markdown", "text", "latex", "html", "docx", "bibtex", "ris", "csl-json", "yaml"]); // as the server can write

// The change that the tool proposes: its own fix, or the words of the source in place of those of the text.
export function proposal({ row, judged }) {
  const { finding, document } = row;
  if (finding.fix) return finding.fix.edits;
  const difference = judged?.judgement.differences.find((each) => each.source && each.claim);
  const text = document.data.text.slice(document.at(row.start), document.at(row.end));
  return difference && squeeze(text) === squeeze(difference.claim)
    ? [{ start: row.start, end: row.end, text: difference.source }]
    : null;
}

// The text of a notebook or a PDF was put together from pieces that have names.
export const isWritable = ({ document, row }) =>
  document.number === 0 && WRITABLE.has(document.data.format) && (!row.place || document.data.format === "docx");

function entryOf({ row, judged }) {
  const { document, finding } = row;
  const citation = document.citation.get(finding.citation ?? judged?.judgement.citation);
  const id = finding.reference ?? citation?.reference;
  return { entry: document.reference.get(id), citation };
}

// Where a person would look the work up: its DOI or address, else a search by its title.
export function lookupAddress(entry, citation) {
  const { doi, url, arxiv, isbn } = entry?.identifiers ?? {};
  if (doi) return `https://doi.org/${encodeURI(doi)}`;
  if (arxiv) return `https://arxiv.org/abs/${encodeURI(arxiv)}`;
  if (/^https?:\/\//i.test(url ?? "")) return url;
  if (isbn) return `https://openlibrary.org/isbn/${encodeURI(isbn)}`;
  const words = entry?.title || entry?.text || citation?.text;
  return words ? SEARCH + encodeURIComponent(squeeze(words).slice(0, 300)) : null;
}

export function actionPanel(place, item) {
  const { entry, citation } = entryOf(item);
  const form = make("div", { class: "act-form" });
  const edits = isWritable(item) ? proposal(item) : null;
  const isDone = item.decision !== "open";
  const address = lookupAddress(entry, citation);
  const run = {
    apply: edits && (() => say(place, item, { decision: "applied", edits })),
    edit: isWritable(item) && (() => form.replaceChildren(editForm(place, item, form))),
    dismiss: () => form.replaceChildren(dismissForm(place, item, form)),
    accept: () => say(place, item, { decision: "accepted" }),
    online: (address || citation) && (() => lookUpForm(place, form, { document: item.document.number, citation, entry, address })),
    pdf: entry && (() => panel.querySelector(".file-choice button").click()),
    undo: isDone && (() => say(place, item, { decision: "open" })),
  };
  place.actions = run;
  const act = (name, more = {}) => run[name] && button([t(`act.${name}`), make("kbd", { "aria-hidden": "true" }, ACTION_KEYS[name])], run[name],
    { "aria-keyshortcuts": ACTION_KEYS[name], class: `act ${name}`, ...more });
  const addPdf = (files) => attach(place, files, entry?.key || "");
  const pdf = entry && fileChoice([t("act.pdf"), make("kbd", { "aria-hidden": "true" }, ACTION_KEYS.pdf)], addPdf, { class: "act pdf", "aria-keyshortcuts": "p", accept: ".pdf,.html,.docx,.epub,.txt" });
  const panel = make("section", { class: "actions", "aria-label": t("act.title") },
    edits ? preview(item, edits) : null,
    make("div", { class: "act-line" }, isDone
      ? act("undo", { class: "act primary" })
      : [act("apply", { class: "act apply primary" }), act("edit"), act("dismiss"), act("accept")], act("online"), pdf),
    form,
    item.document.number === 0 && !isWritable(item) ? make("p", { class: "dim small" }, t("act.unwritable")) : null);
  return panel;
}

function preview({ document: { data, at } }, edits) {
  const line = ({ start, end, text }) => make("p", { class: "edit-line" },
    start < end ? make("del", {}, visible(data.text.slice(at(start), at(end)))) : null,
    text ? [" ", make("ins", {}, visible(text))] : null);
  return make("div", { class: "preview" }, make("h3", { class: "sr" }, t("act.change")), edits.slice(0, 5).map(line));
}

const likes = (place, item) => place.model.items.filter((each) => each.code === item.code && each !== item && each.decision === "open");

async function say(place, item, said, others = []) {
  const person = place.paper.person || readSetting(PERSON) || "";
  try {
    let decisions = [];
    for (const each of [item, ...others]) {
      decisions = await decide(place.paper.id, { note: "", person, edits: [], ...clean(said), check: each.check, finding: each.key });
    }
    place.decided(decisions, item, said.decision);
  } catch (error) {
    announce(t("error.save", { why: error.message }));
    place.warn(t("error.save", { why: error.message }));
  }
}

const clean = ({ edits, ...said }) => (edits ? { ...said, edits: edits.map(({ start, end, text }) => ({ start, end, text })) } : said);

function personField(place) {
  if (place.paper.person) return null;
  const input = make("input", { id: "person", maxlength: 100, autocomplete: "name", value: readSetting(PERSON) ?? "" });
  input.addEventListener("change", () => writeSetting(PERSON, input.value.trim()));
  return make("label", { class: "field" }, t("act.name"), input);
}

function submitForm(form, fields, save) {
  const send = (event) => {
    event.preventDefault();
    writeSetting(PERSON, element.querySelector("#person")?.value.trim() ?? readSetting(PERSON) ?? "");
    save();
  };
  const element = make("form", { class: "stack", onsubmit: send }, fields,
    make("div", { class: "line" }, make("button", { class: "primary" }, t("act.save")), button(t("act.cancel"), () => form.replaceChildren())));
  queueMicrotask(() => element.querySelector("textarea").focus());
  return element;
}

function editForm(place, item, form) {
  const { row, document } = item;
  const span = row.claim ?? row;
  const old = document.data.text.slice(document.at(span.start), document.at(span.end));
  const text = make("textarea", { id: "new-text", rows: 5, value: old, spellcheck: "true" });
  const save = () => say(place, item, { decision: "applied", edits: [{ start: span.start, end: span.end, text: text.value }] });
  return submitForm(form, [make("label", { for: "new-text" }, t("act.text")), text, personField(place)], save);
}

function dismissForm(place, item, form) {
  const note = make("textarea", { id: "why", rows: 2, maxlength: 10000 });
  const others = likes(place, item);
  const all = make("input", { type: "checkbox" });
  const save = () => say(place, item, { decision: "dismissed", note: note.value.trim() }, all.checked ? others : []);
  return submitForm(form, [
    make("label", { for: "why" }, t("act.reason")), note,
    others.length ? make("label", { class: "check" }, all, counted("act.like", others.length)) : null,
    personField(place),
  ], save);
}

// Adds files as the source of an entry.
export async function attach(place, files, entry) {
  try {
    let listed = place.paper.files;
    for (const { name, file } of files) {
      await putFile(place.paper.id, name, file);
      listed = await changeFile(place.paper.id, entry ? { name, role: "source", entry } : { name, role: "source" });
    }
    place.filesChanged(listed);
    const text = t("act.pdfadded", { name: files[0].name });
    announce(text);
    place.tell(text);
  } catch (error) {
    place.warn(error.message);
  }
}
