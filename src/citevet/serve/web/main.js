// The page of `citevet serve`: the address says what is shown, so that a reload or a link shows the same.

import { showHome } from "./home.js";
import { showJob } from "./job_page.js";
import { askToken, showProblem } from "./frame.js";
import { showSet } from "./set_page.js";
import { openWorkplace } from "./workplace.js";
import { loadWords } from "./words.js";
import { loadPaper } from "./service.js";

let open = null; // what has to be closed before something else is shown

const isWorkplace = (paper, place) => place.get("view") !== "files" && paper.checks.length > 0;

// Answers of the server come in any order: only what the latest address asks for is shown.
let latest = 0;

async function route() {
  latest += 1;
  const turn = latest;
  const isLeft = () => turn !== latest;
  const place = new URLSearchParams(location.hash.slice(1));
  if (open?.follow && open.paperId === place.get("paper") && place.get("view") !== "files") {
    open.follow(place);
    return;
  }
  open?.close?.();
  open = null;
  document.getElementById("report-style").disabled = !place.has("job");
  try {
    const shown = await show(place, isLeft);
    if (isLeft()) shown?.close?.();
    else open = shown;
  } catch (error) {
    if (isLeft()) return;
    if (error.status === 401) askToken(route);
    else showProblem(error.message);
  }
}

async function show(place, isLeft) {
  if (place.has("job")) return showJob(place.get("job"), isLeft);
  if (!place.has("paper")) return showHome(isLeft);
  const paper = await loadPaper(place.get("paper"));
  if (isLeft()) return null;
  return isWorkplace(paper, place) ? openWorkplace(paper, place) : showSet(paper);
}

const theme = readSetting("citevet-theme");
if (["dark", "light"].includes(theme)) document.documentElement.dataset.theme = theme;
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
addEventListener("hashchange", route);
addEventListener("citevet-words", () => { open?.close?.(); open = null; route(); });
await loadWords();
await route();
