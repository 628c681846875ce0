// The page of `citevet serve`: send a document, watch the stages run, read the report.

const MOST_JOBS = 20; // that are listed
const BIBLIOGRAPHY = /\.(bib|bbl|ris|json|ya?ml)$/i;
const INCLUDES = /\.(tex|ltx|typ|rst|adoc|asciidoc|org|qmd|rmd)$/i; // documents that may pull others in
const ONE_BY_ONE = "Drop one document at a time, with its bibliography. For many documents use `citevet batch`.";
const KINDS = { md: "Markdown", tex: "LaTeX", txt: "Plain text", html: "HTML", bib: "BibTeX" };
const ENDED = { failed: "The check failed.", cancelled: "The check was cancelled." };

// Returns the files of a drop with the main document first. The others are its companions: bibliographies and parts.
async function putMainFirst(files) {
  const documents = files.filter(({ name }) => !BIBLIOGRAPHY.test(name));
  const texts = await Promise.all(documents.map((each) => (/\.(tex|ltx)$/i.test(each.name) ? each.text() : "")));
  const main = documents[texts.findIndex((text) => text.includes("\\documentclass"))];
  if (!main && documents.filter(({ name }) => !INCLUDES.test(name)).length > 1) throw new Error(ONE_BY_ONE);
  const first = main ?? documents.find(({ name }) => INCLUDES.test(name)) ?? documents[0] ?? files[0];
  return [first, ...files.filter((each) => each !== first)];
}

class App {
  constructor(root) {
    this.root = root;
    this.service = new Service();
    addEventListener("hashchange", () => this.route());
    for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
    this.route();
  }

  // The address names the job, so that a reload or a bookmark shows the same report.
  async route() {
    this.view?.close();
    this.view = null;
    const job = /^#job=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1];
    try {
      if (job) await this.openJob(job);
      else await this.start();
    } catch (error) {
      if (error.status === 401) this.askToken();
      else this.page("Not possible", this.alert(error.message), this.homeLink());
    }
  }

  page(title, ...content) {
    document.title = `${title} - citevet`;
    this.root.replaceChildren(
      make("header", {},
        make("a", { class: "brand", href: "#" }, "citevet"),
        make("p", { class: "dim" }, "Vet every citation")),
      make("main", { class: "desk" }, make("h1", {}, title), content),
      make("div", { id: "announcement", class: "sr", role: "status" }));
  }

  alert(text) { return make("p", { class: "notice", role: "alert" }, visible(text)); }

  homeLink() { return make("p", {}, make("a", { href: "#" }, "Check another document")); }

  askToken() {
    const input = make("input", { type: "password", id: "token", autocomplete: "off", required: true });
    const save = (event) => {
      event.preventDefault();
      sessionStorage.setItem(TOKEN, input.value.trim());
      this.route();
    };
    const wasWrong = sessionStorage.getItem(TOKEN) !== null;
    this.page("Token needed",
      wasWrong ? this.alert("The server does not accept this token.") : null,
      make("form", { class: "stack", onsubmit: save },
        make("label", { for: "token" }, "This server needs a token. It is kept until you close this tab."),
        input,
        make("button", { class: "primary" }, "Continue")));
    input.focus();
  }

  async start() {
    const [health, { jobs }] = await Promise.all([this.service.get("/health"), this.service.get("/api/jobs")]);
    const problem = make("div");
    const send = async (start) => {
      try {
        location.hash = `job=${await start(this.options(health))}`;
      } catch (error) {
        if (error.status === 401) this.askToken();
        else problem.replaceChildren(this.alert(error.message));
      }
    };
    this.page("Check a document",
      make("p", { class: "dim" }, "Does each cited source exist, and does it say so?"),
      problem,
      this.optionBoxes(health),
      this.dropZone((files) => send(async (options) => this.service.checkFiles(await putMainFirst(files), options))),
      this.pasteForm((text, name) => send((options) => this.service.checkText(text, name, options))),
      this.recentJobs(jobs));
  }

  dropZone(send) {
    const take = (files) => files.length && send([...files]);
    const input = make("input", { type: "file", id: "file", multiple: true, onchange: () => take(input.files) });
    const zone = make("div", { class: "drop" },
      make("label", { for: "file" }, make("strong", {}, "Drop a document here, or choose a file")),
      make("p", { class: "dim" }, "Markdown, LaTeX, Word, PDF, HTML, BibTeX … Choose its bibliography in the same step."),
      input);
    const over = (isOver) => () => zone.classList.toggle("over", isOver);
    zone.addEventListener("dragover", over(true));
    zone.addEventListener("dragleave", over(false));
    zone.addEventListener("drop", (event) => {
      over(false)();
      take(event.dataTransfer.files);
    });
    return zone;
  }

  pasteForm(send) {
    const text = make("textarea", { id: "text", rows: 7, required: true, spellcheck: "false" });
    const options = Object.entries(KINDS).map(([value, name]) => make("option", { value }, name));
    const kind = make("select", { "aria-label": "Format" }, options);
    const submit = (event) => {
      event.preventDefault();
      send(text.value, `document.${kind.value}`);
    };
    return make("form", { class: "stack", onsubmit: submit },
      make("label", { for: "text" }, "Or paste its text"),
      text,
      make("div", { class: "line-up" }, kind, make("button", { class: "primary" }, "Check")));
  }

  optionBoxes(health) {
    const hasJudge = health.judge !== "none";
    const box = (name, label, isPossible) => make("label", { class: "check" },
      make("input", { type: "checkbox", name, checked: isPossible, disabled: !isPossible }), label);
    return make("fieldset", {}, make("legend", { class: "sr" }, "What to check"),
      box("judge", `Judge support${hasJudge ? "" : " (this server has no judge)"}`, hasJudge),
      box("online", `Look up works online${health.online ? "" : " (this server is offline)"}`, health.online));
  }

  options(health) {
    const isOn = (name) => this.root.querySelector(`input[name=${name}]`)?.checked ?? false;
    const judge = health.judge === "none" ? {} : { judge: isOn("judge") }; // what a server does not offer is left out
    return health.online ? { ...judge, online: isOn("online") } : judge;
  }

  recentJobs(jobs) {
    if (!jobs.length) return null;
    const when = (job) => new Date(job.created * 1000).toLocaleString();
    const line = (job) => make("li", {},
      make("a", { href: `#job=${job.id}` }, visible(job.name)),
      make("span", { class: "dim" }, ` ${job.state}, ${when(job)}`));
    return make("section", {},
      make("h2", {}, "Earlier checks"),
      make("ul", { class: "jobs" }, jobs.slice(0, MOST_JOBS).map(line)));
  }

  async openJob(id) {
    let job = await this.service.get(`/api/jobs/${id}`);
    if (job.state === "queued" || job.state === "running") job = await this.watch(job);
    if (!location.hash.endsWith(`=${id}`)) return; // the reader went elsewhere
    const why = job.error ?? ENDED[job.state] ?? "The check did not end.";
    if (job.state === "done") await this.showReport(job);
    else this.page(visible(job.name), this.alert(why), this.homeLink());
  }

  async watch(job) {
    const bar = make("progress", { "aria-label": "Progress of the stage" });
    const stages = make("ol", { class: "stages", "aria-live": "polite" });
    const cancel = button("Cancel", () => this.service.cancel(job.id));
    this.page(visible(job.name), stages, bar, cancel);
    let current = null;
    let last = job;
    const show = (state) => {
      last = state;
      const stage = state.state === "queued" ? "waiting for a free worker" : visible(state.stage);
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
    await this.service.follow(job.id, show);
    return last;
  }

  async showReport(job) {
    const report = await this.service.get(`/api/jobs/${job.id}/report`);
    const save = async () => {
      const page = await (await this.service.send("GET", `/api/jobs/${job.id}/report.html`)).text();
      download(`${job.name}.html`, "text/html", page);
    };
    const extras = [
      make("a", { class: "button", href: "#" }, "New document"),
      button("Save page", save, { title: "One HTML file to send to a colleague" }),
    ];
    document.title = `${VERDICT[report.verdict]} ${visible(job.name)} - citevet`;
    this.view = showReport(this.root, report, this.service.jobStore(job.id), extras);
  }
}

new App(document.body);
