// Take files from a drop or a choice, with their folders, and send them one after the other.

import { addPaper, putFile } from "./service.js";
import { number, t } from "./words.js";

const MOST_FILES = 5000; // that are looked at in dropped folders
const NAMED = 10; // names of files that were left out
const HIDDEN_FILE = /(^|\/)(\.|__MACOSX\/|Thumbs\.db$)/;

async function readEntry(entry, folder, found) {
  if (found.length >= MOST_FILES) return;
  const path = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise((done, failed) => { entry.file(done, failed); });
    found.push({ name: path, file });
    return;
  }
  const reader = entry.createReader();
  for (;;) { // a folder is read in pieces
    const inside = await new Promise((done, failed) => { reader.readEntries(done, failed); });
    if (!inside.length) return;
    for (const each of inside) await readEntry(each, `${path}/`, found);
  }
}

async function readDrop({ items, files }) {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean); // before the first pause
  if (!entries.length) return [...files].map((file) => ({ name: file.name, file }));
  const found = [];
  for (const entry of entries) await readEntry(entry, "", found);
  return found;
}

const fromInput = (input) => [...input.files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
const isWanted = ({ name }) => !HIDDEN_FILE.test(name);

// Makes an element a place to drop files on.
export function takeDrops(element, take) {
  const over = (isOver) => (event) => {
    event.preventDefault();
    element.classList.toggle("over", isOver);
  };
  element.addEventListener("dragover", over(true));
  element.addEventListener("dragleave", over(false));
  element.addEventListener("drop", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    element.classList.remove("over");
    const found = (await readDrop(event.dataTransfer)).filter(isWanted);
    if (found.length) take(found);
  });
  return element;
}

export function fileChoice(label, take, { isFolder = false, accept = null, ...more } = {}) {
  const input = make("input", { type: "file", class: "sr", tabindex: "-1", "aria-hidden": "true", multiple: true, accept });
  input.webkitdirectory = isFolder;
  input.addEventListener("change", () => {
    const found = fromInput(input).filter(isWanted);
    input.value = "";
    if (found.length) take(found);
  });
  const open = button(label, () => input.click(), more);
  return make("span", { class: "file-choice" }, open, input);
}

function skippedNames(archive, names) {
  const more = names.length > NAMED ? ` + ${number(names.length - NAMED)}` : "";
  return t("upload.skipped", { archive, names: names.slice(0, NAMED).join(", ") + more });
}

// Sends files into a paper. What fails is named, and the others go on.
export async function sendFiles(paper, files, show) {
  const failed = [];
  for (const [done, { name, file }] of files.entries()) {
    show(t("upload.files", { done: number(done + 1), total: number(files.length) }), done, files.length);
    try {
      const skipped = await putFile(paper, name, file);
      if (skipped.length) failed.push(skippedNames(name, skipped));
    } catch (error) {
      if (error.status === 401 || error.status === 0) throw error;
      failed.push(t("upload.failed", { name, why: error.message }));
    }
  }
  return failed;
}

export async function startPaper(files, show) {
  const paper = await addPaper();
  return { paper, failed: await sendFiles(paper, files, show) };
}
