// The first page: what this is, where files stay, one place to drop a set of files, and the earlier checks.

import { link, problem, showPage } from "./frame.js";
import { fileChoice, startPaper, takeDrops } from "./intake.js";
import { addPaper, listJobs, listPapers, removePaper, startCheck } from "./service.js";
import { keepFailures } from "./set_page.js";
import { counted, t, when } from "./words.js";

const MOST_JOBS = 20; // that are listed

export async function showHome(isLeft = () => false) {
  const [listed, jobs] = await Promise.all([listPapers(), listJobs()]);
  if (isLeft()) return null;
  const ofPapers = new Set(listed.papers.flatMap((paper) => paper.checks.map((check) => check.job)));
  const state = make("div", { class: "intake-state", role: "status" });
  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      state.replaceChildren(problem(error.message));
    }
  };
  const take = (files) => attempt(async () => {
    const { paper, failed } = await startPaper(files, (text, done, total) => showSending(state, text, done, total));
    keepFailures(paper, failed);
    location.hash = link({ paper });
  });
  showPage("citevet",
    make("div", { class: "hero" },
      make("h1", {}, t("home.title")),
      make("p", { class: "lead" }, t("home.lead"))),
    dropArea(take),
    state,
    make("p", { class: "promise" }, lock(), t(listed.online ? "home.online" : "home.stays")),
    make("div", { class: "ways" },
      exampleCard(attempt),
      pasteForm((text) => take([{ name: "document.md", file: new Blob([text]) }]))),
    earlier(listed.papers, attempt),
    sentByPrograms(jobs.filter((job) => !ofPapers.has(job.id)), listed.person));
  return null;
}

function showSending(state, text, done, total) {
  state.replaceChildren(make("p", {}, text), make("progress", { value: done, max: total, "aria-label": text }));
}

function lock() {
  return draw("svg", { viewBox: "0 0 16 16", class: "glyph", "aria-hidden": "true" },
    draw("path", { d: "M4 7V5a4 4 0 0 1 8 0v2h1v7H3V7zm1.5 0h5V5a2.5 2.5 0 0 0-5 0z" }));
}

function dropArea(take) {
  const area = make("div", { class: "drop" },
    draw("svg", { viewBox: "0 0 48 40", class: "drop-picture", "aria-hidden": "true" },
      draw("path", { d: "M10 4h16l6 6v26H10z" }), draw("path", { d: "M26 4v6h6" }),
      draw("path", { d: "M15 17h12M15 22h12M15 27h8" }), draw("path", { d: "M32 10h6v26H16" })),
    make("p", { class: "drop-title" }, t("home.drop")),
    make("p", { class: "dim" }, t("home.drop.more")),
    make("div", { class: "line" },
      fileChoice(t("home.choose"), take, { class: "primary" }),
      fileChoice(t("home.folder"), take, { isFolder: true })));
  return takeDrops(area, take);
}

function exampleCard(attempt) {
  const open = () => attempt(async () => {
    const paper = await addPaper(true);
    await startCheck(paper, false);
    location.hash = link({ paper });
  });
  return make("div", { class: "way" }, button(t("home.example"), open), make("span", { class: "dim" }, t("home.example.more")));
}

function pasteForm(take) {
  const text = make("textarea", { id: "text", rows: 7, required: true, spellcheck: "false" });
  const submit = (event) => {
    event.preventDefault();
    take(text.value);
  };
  return make("details", { class: "paste" },
    make("summary", {}, t("home.paste")),
    make("form", { class: "stack", onsubmit: submit },
      make("label", { for: "text" }, t("home.paste.label")),
      text,
      make("div", {}, make("button", { class: "primary" }, t("home.paste.send")))));
}

function earlier(papers, attempt) {
  const list = make("ul", { class: "papers" }, papers.map((paper) => paperRow(paper, attempt)));
  return make("section", { class: "earlier" },
    make("h2", {}, t("home.earlier")),
    papers.length ? list : make("p", { class: "dim" }, t("home.none")));
}

function paperRow(paper, attempt) {
  const last = paper.checks.at(-1);
  const name = paper.name || t("home.unnamed");
  const remove = () => confirm(t("home.remove.ask", { name })) && attempt(async () => {
    await removePaper(paper.id);
    await showHome();
  });
  return make("li", {},
    make("a", { href: link({ paper: paper.id }), class: "paper" },
      make("span", { class: "paper-name" }, visible(name)),
      verdictBadge(last),
      make("span", { class: "dim" }, [...counts(last), counted("home.checks", paper.checks.length), when(paper.changed)].join(" · "))),
    button("×", remove, { class: "quiet", "aria-label": `${t("home.remove")}: ${visible(name)}`, title: t("home.remove") }));
}

const counts = (check) => ["error", "warning", "info"]
  .filter((level) => check?.levels?.[level])
  .map((level) => counted({ error: "why.errors", warning: "why.warnings", info: "why.notes" }[level], check.levels[level]));

export function verdictBadge(check) {
  const running = check && ["queued", "running"].includes(check.state);
  const verdict = check?.verdict ?? "none";
  return make("span", { class: `verdict ${verdict}` }, running ? t("wait.title") : t(`verdict.${verdict}`));
}

function sentByPrograms(jobs, person) {
  return [
    jobs.length ? make("details", { class: "programs" },
      make("summary", {}, `${t("home.api")} (${jobs.length})`),
      make("ul", { class: "papers" }, jobs.slice(0, MOST_JOBS).map((job) => make("li", {},
        make("a", { href: link({ job: job.id }), class: "paper" },
          make("span", { class: "paper-name" }, visible(job.name)),
          make("span", { class: "dim" }, `${job.state} · ${when(job.created)}`)))))) : null,
    person ? make("p", { class: "dim small" }, t("home.kept")) : null,
  ];
}
