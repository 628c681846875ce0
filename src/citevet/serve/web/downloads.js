// The forms in which the result can be taken away.

import { correctedPath, loadFile } from "./service.js";
import { whatIsWrong } from "./report_model.js";
import { t } from "./words.js";

function save(name, blob) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// A cell that starts like a formula gets an apostrophe, so that a spreadsheet shows it as text.
const cell = (value) => `"${String(value ?? "").replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""')}"`;

export function findingsTable(model) {
  const head = ["file", "line", "kind", "severity", "code", "what", "text", "source", "decision", "note", "person"];
  const line = (item) => {
    const said = model.history.get(item.key)?.at(-1);
    return [item.document.data.path, item.row.place ?? item.row.line, t(`kind.${item.kind}`), item.severity, item.code,
      whatIsWrong(item), squeeze(item.text), item.source, item.decision, said?.note, said?.person];
  };
  return [head, ...model.items.map(line)].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

export function downloadMenu(place) {
  const { paper, job, model } = place;
  const [main] = model.documents;
  const name = main.data.path.split("/").at(-1);
  const base = name.replace(/\.[^.]+$/, "");
  const isWord = main.data.format === "docx";
  const fetched = (file, path) => async () => {
    try {
      save(file, await loadFile(path));
    } catch (error) {
      place.warn(error.message);
    }
  };
  const report = (format) => `/api/jobs/${job}/report?format=${format}`;
  const hasEdits = model.items.some((item) => item.decision === "applied");
  const corrected = name.replace(/(\.[^.]+)?$/, ".corrected$1");
  const items = [
    ["corrected", hasEdits && (isWord ? "download.tracked" : "download.corrected"), fetched(corrected, correctedPath(paper.id, job, false))],
    ["patch", hasEdits && !isWord && "download.patch", fetched(`${base}.patch`, correctedPath(paper.id, job, true))],
    ["comments", isWord && "download.comments", fetched(`${base}.comments.docx`, report("docx-comments"))],
    ["html", "download.html", fetched(`${base}.html`, `/api/jobs/${job}/report.html`)],
    ["print", "download.print", () => place.print()],
    ["csv", "download.csv", () => save(`${base}.findings.csv`, new Blob(["\ufeff", findingsTable(model)], { type: "text/csv" }))],
    ["json", "download.json", fetched(`${base}.json`, report("json"))],
    ["sarif", "download.sarif", fetched(`${base}.sarif`, report("sarif"))],
  ].filter(([, label]) => label);
  const menu = make("details", { class: "menu" },
    make("summary", {}, t("bar.download")),
    make("div", {}, items.map(([, label, run]) => button(t(label), () => { menu.open = false; run(); })),
      hasEdits ? null : make("p", { class: "dim small" }, t("download.nothing"))));
  menu.addEventListener("focusout", (event) => { if (!menu.contains(event.relatedTarget)) menu.open = false; });
  return menu;
}
