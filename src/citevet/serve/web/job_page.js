// A check that a program has sent: watch its stages, then read the report as `--format html` shows it.

import { problem, showPage } from "./frame.js";
import { jobs } from "./service.js";
import { t } from "./words.js";

const home = () => make("p", {}, make("a", { href: "#" }, t("error.home")));

export async function showJob(id, isLeft) {
  let job = await jobs.get(`/api/jobs/${id}`);
  if (isLeft()) return null;
  if (job.state === "queued" || job.state === "running") job = await watch(job);
  if (isLeft()) return null;
  const why = job.error ?? t("wait.cancelled");
  if (job.state === "done") return showDone(job, isLeft);
  showPage(visible(job.name), make("h1", {}, visible(job.name)), problem(why), home());
  return null;
}

async function watch(job) {
  const bar = make("progress", { "aria-label": t("wait.title") });
  const stages = make("ol", { class: "stages", "aria-live": "polite" });
  showPage(visible(job.name), make("h1", {}, visible(job.name)), stages, bar, button(t("wait.stop"), () => jobs.cancel(job.id)));
  let current = null;
  let last = job;
  const show = (state) => {
    last = state;
    const stage = state.state === "queued" ? t("wait.queued") : visible(state.stage);
    const [name, detail = ""] = stage.split(/: (.*)/);
    if (name && current?.dataset.name !== name) {
      current?.classList.add("past");
      current = make("li", { "data-name": name }, name, make("span", { class: "dim" }));
      stages.append(current);
    }
    if (current) current.lastChild.textContent = detail ? ` ${detail}` : "";
    const { done, total } = state.progress;
    if (done && total) Object.assign(bar, { value: done, max: total });
    else bar.removeAttribute("value");
  };
  show(job);
  await jobs.follow(job.id, show);
  return last;
}

async function showDone(job, isLeft) {
  const report = await jobs.get(`/api/jobs/${job.id}/report`);
  if (isLeft()) return null;
  const save = async () => {
    const page = await (await jobs.send("GET", `/api/jobs/${job.id}/report.html`)).text();
    download(`${job.name}.html`, "text/html", page);
  };
  const extras = [
    make("a", { class: "button", href: "#" }, t("bar.home")),
    button(t("download.html"), save),
  ];
  document.title = `${VERDICT[report.verdict]} ${visible(job.name)} - citevet`;
  document.body.className = "report-page";
  return showReport(document.body, report, jobs.store(job.id), extras);
}
