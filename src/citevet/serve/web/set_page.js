// The files of a paper, sorted by role, before the check starts.

import { link, problem, showPage } from "./frame.js";
import { fileChoice, sendFiles, takeDrops } from "./intake.js";
import { changeFile, loadPaper, removeFile, startCheck } from "./service.js";
import { t } from "./words.js";

const ROLES = ["document", "part", "bibliography", "source", "other"];
const SHOWN = 200; // files of a role
const failures = new Map(); // of the last upload, by paper

export const keepFailures = (paper, failed) => failures.set(paper, failed);

export async function showSet(paper) {
  const show = (files, failed = []) => drawSet({ ...paper, files }, failed, show);
  show(paper.files, failures.get(paper.id));
  failures.delete(paper.id);
  return null;
}

function drawSet(paper, failed, show) {
  const state = make("div", { class: "intake-state", role: "status" });
  const attempt = async (work) => {
    try {
      show(await work());
    } catch (error) {
      state.replaceChildren(problem(error.message));
    }
  };
  const add = async (files) => {
    try {
      const refused = await sendFiles(paper.id, files, (text) => state.replaceChildren(make("p", {}, text)));
      show((await loadPaper(paper.id)).files, refused);
    } catch (error) {
      state.replaceChildren(problem(error.message));
    }
  };
  const hasDocument = paper.files.some((file) => file.role === "document");
  const start = async () => {
    try {
      await startCheck(paper.id, false);
      location.hash = link({ paper: paper.id, view: "text" });
    } catch (error) {
      state.replaceChildren(problem(error.message));
    }
  };
  const groups = ROLES.map((role) => [role, paper.files.filter((file) => file.role === role)]);
  showPage(paper.name || t("set.title"),
    make("h1", {}, t("set.title")),
    make("p", { class: "lead" }, t("set.lead")),
    failed.map(problem),
    hasDocument ? null : problem(t(paper.files.length ? "set.needs" : "set.empty")),
    takeDrops(make("div", { class: "set" },
      groups.filter(([, files]) => files.length).map(([role, files]) => roleGroup(paper.id, role, files, attempt)),
      make("div", { class: "line" },
        fileChoice(t("set.add"), add),
        fileChoice(t("home.folder"), add, { isFolder: true }))), add),
    state,
    make("div", { class: "line" }, button(t("set.start"), start, { class: "primary large", disabled: !hasDocument })));
}

function roleGroup(paper, role, files, attempt) {
  const item = (file) => make("li", {},
    make("span", { class: "file-name" }, visible(file.name)),
    make("select", {
      "aria-label": t("set.role", { name: file.name }),
      onchange: (event) => attempt(() => changeFile(paper, { name: file.name, role: event.target.value })),
    }, ROLES.map((each) => make("option", { value: each, selected: each === role }, t(`role.${each}.one`)))),
    button("×", () => attempt(() => removeFile(paper, file.name)), {
      class: "quiet", "aria-label": t("set.remove", { name: file.name }), title: t("home.remove"),
    }));
  return make("section", { class: `role ${role}` },
    make("h2", {}, t(`role.${role}`), make("span", { class: "dim" }, ` ${files.length}`)),
    make("ul", {}, files.slice(0, SHOWN).map(item),
      files.length > SHOWN ? make("li", { class: "dim" }, `+ ${files.length - SHOWN}`) : null));
}
