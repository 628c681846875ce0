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

async function route() {
  const place = new URLSearchParams(location.hash.slice(1));
  const paper = place.get("paper");
  if (open?.follow && open.paperId === paper && place.get("view") !== "files") {
    open.follow(place);
    return;
  }
  open?.close?.();
  open = null;
  document.getElementById("report-style").disabled = !place.has("job");
  try {
    if (place.has("job")) open = await showJob(place.get("job"), () => location.hash === `#job=${place.get("job")}`);
    else if (!paper) open = await showHome();
    else {
      const loaded = await loadPaper(paper);
      open = isWorkplace(loaded, place) ? await openWorkplace(loaded, place) : await showSet(loaded);
    }
  } catch (error) {
    if (error.status === 401) askToken(route);
    else showProblem(error.message);
  }
}

const theme = readSetting("citevet-theme");
if (["dark", "light"].includes(theme)) document.documentElement.dataset.theme = theme;
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
addEventListener("hashchange", route);
addEventListener("citevet-words", () => { open?.close?.(); open = null; route(); });
await loadWords();
await route();
