// The whole view: list, document and evidence, with keys, themes, export and review.

const KEYS = {
  "j / k": "next, previous row",
  "/": "search",
  "1 2 3 4": "findings, claims, queue, references",
  r: "review mode",
  "a / x": "accept, reject (in review mode)",
  c: "comment (in review mode)",
  m: "show markup",
  t: "light or dark",
  Esc: "overview",
  "?": "these keys",
};

// The counts of cite-check; four of them are null where no judge was asked.
const SIX = ["supported", "partial", "unsupported", "misattributed", "unresolvable", "unsourced"];

class ReportView {
  constructor(root, report, store, extras) {
    this.index = indexReport(report);
    this.review = new Review(store, () => this.refreshReview());
    this.isReviewing = false;
    this.row = null;
    const parts = this.build(root, extras);
    this.pages = new DocumentView(parts.document, (row) => this.open(row));
    this.evidence = new EvidenceView(parts.evidence, this.index, {
      choose: (row) => this.open(row),
      reviewBox: (key) => (this.isReviewing ? this.reviewBox(key) : null),
      picture: store.picture && ((place, text, title) => this.picture(store, place, text, title)),
    });
    this.list = new ListView(parts.list, this.index, this.review, {
      choose: (row) => this.open(row),
      showDocument: (each) => this.pages.show(each),
      openedTab: (tab) => tab === "queue" && !this.isReviewing && this.toggleReview(),
    });
    this.listen();
    if (this.index.documents.length) this.pages.show(this.index.documents[0]);
    this.choose(null);
    this.review.load().catch(() => {}); // its state tells the reader
  }

  build(root, extras) {
    const { report } = this.index;
    this.parts = {
      reviewing: button(tr("Review"), () => this.toggleReview(), { "aria-pressed": "false" }),
      saved: make("span", { class: "dim", role: "status" }),
      list: make("nav", { "aria-label": tr("Findings and claims") }),
      document: make("main", { id: "document", tabindex: 0, "aria-label": tr("Document") }),
      evidence: make("aside", { id: "evidence", tabindex: 0, "aria-label": tr("Evidence") }),
      keys: make("dialog", { "aria-label": tr("Keyboard") },
        make("h2", {}, tr("Keyboard")),
        make("dl", {}, Object.entries(KEYS).map(([key, text]) => [make("dt", {}, key), make("dd", {}, tr(text))])),
        make("form", { method: "dialog" }, make("button", {}, tr("Close")))),
    };
    const { reviewing, saved, list, document: text, evidence, keys } = this.parts;
    const { documents } = this.index;
    const title = documents.length === 1 ? visible(documents[0].data.path) : plural(documents.length, "document");
    root.replaceChildren(
      make("a", { class: "skip", href: "#document" }, tr("Skip to the document")),
      make("header", {},
        make("h1", {},
          make("span", { class: `verdict ${report.verdict}` }, tr(VERDICT[report.verdict])),
          make("span", { class: "title" }, title)),
        make("p", { class: "dim counts" }, this.counts()),
        make("div", { class: "tools" }, saved, extras, reviewing, this.exportMenu(),
          button(tr("Theme"), () => this.switchTheme(), { title: `${tr("light or dark")} (t)` }),
          button(tr("Keys"), () => keys.showModal(), { title: `${tr("Keyboard")} (?)` }))),
      make("div", { class: "columns" }, list, text, evidence),
      keys,
      make("div", { id: "announcement", class: "sr", role: "status" }));
    const theme = readSetting("citevet-theme");
    if (["dark", "light"].includes(theme)) document.documentElement.dataset.theme = theme;
    return this.parts;
  }

  counts() {
    const { open, report: { census } } = this.index;
    const levels = SEVERITIES.map((name) => [name, open.filter((row) => row.finding.severity === name).length]);
    const say = ([name, n]) => (name === "info" ? tr("{n} info", { n }) : plural(n, name));
    return [
      levels.filter(([, count]) => count).map(say).join(", ") || tr("no problems"),
      `${plural(census.citations, "citation")}, ${plural(census.claims, "claim")}`,
      tr("{n} checked", { n: census.checked }),
      SIX.filter((name) => typeof census[name] === "number").map((name) => tr(`{n} ${name}`, { n: census[name] })).join(", "),
    ].join(" · ");
  }

  exportMenu() {
    const save = (name, type, text) => () => download(`citevet-${name}`, type, text());
    const json = (value) => JSON.stringify(value, null, 1);
    const file = make("input", {
      type: "file",
      accept: ".json,application/json",
      hidden: true,
      "aria-label": tr("Review file"),
      onchange: () => this.loadReview(file),
    });
    const items = {
      "Report (JSON)": save("report.json", "application/json", () => json(this.index.report)),
      "Findings (CSV)": save("findings.csv", "text/csv", () => this.csv()),
      "Review (JSON)": save("review.json", "application/json", () => json(this.review)),
      "Load a review …": () => file.click(),
      "Print …": () => print(),
    };
    const close = (act) => () => {
      menu.open = false;
      act();
    };
    const menu = make("details", { class: "menu" },
      make("summary", {}, tr("Export")),
      make("div", {}, Object.entries(items).map(([label, act]) => button(tr(label), close(act))), file));
    return menu;
  }

  listen() {
    this.ending = new AbortController();
    const on = (name, listener) => addEventListener(name, listener, { signal: this.ending.signal });
    on("pagehide", () => this.review.flush());
    on("keydown", (event) => this.press(event));
    on("beforeprint", () => { // paper has the overview, every document and every row of the list
      this.before = { row: this.row, shown: this.pages.shown };
      this.choose(null);
      this.pages.showAll(this.index.documents);
      this.list.set({ limit: Infinity });
    });
    on("afterprint", () => {
      this.list.set({});
      if (this.before.shown) this.pages.show(this.before.shown);
      this.choose(this.before.row);
    });
  }

  close() {
    this.review.flush();
    this.ending.abort();
  }

  choose(row, { focus = false } = {}) {
    this.row = row;
    if (row) this.pages.show(row.document);
    this.evidence.show(row);
    this.pages.select(row);
    this.list.highlight(row, { focus });
    if (row) announce(Object.values(this.list.describe(row)).join(", "));
  }

  // On a narrow screen the columns are below each other: go where the choice is shown.
  open(row) {
    this.choose(row);
    const { evidence, list } = this.parts;
    if (matchMedia("(max-width: 1000px)").matches) (row ? evidence : list).scrollIntoView();
  }

  // The frame of a picture that a server makes; it stays empty where there is none.
  picture(store, place, text, title) {
    const frame = make("div", { class: "crop" });
    const show = (address) => {
      if (!address) return;
      const image = make("img", { src: address, alt: `${tr("On the page")}: ${visible(text)}` });
      image.addEventListener("load", () => URL.revokeObjectURL(address));
      frame.append(...present([title ? make("h2", {}, title) : null, image]));
    };
    store.picture(place).then(show, () => {}); // the text is there without it
    return frame;
  }

  press(event) {
    const { parts } = this;
    if (event.ctrlKey || event.metaKey || event.altKey || parts.keys.open) return;
    if (event.target.matches?.("input:not([type=checkbox]), textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const step = (by) => this.list.shown.length && this.choose(this.list.step(by), { focus: true });
    const act = {
      j: () => step(1),
      k: () => step(-1),
      1: () => this.list.openTab("findings"),
      2: () => this.list.openTab("claims"),
      3: () => this.list.openTab("queue"),
      4: () => this.list.openTab("references"),
      a: () => this.decide("accepted"),
      x: () => this.decide("rejected"),
      c: () => parts.evidence.querySelector("textarea")?.focus(),
      m: () => parts.document.classList.toggle("markup-shown"),
      r: () => this.toggleReview(),
      t: () => this.switchTheme(),
      "/": () => this.list.search.focus(),
      "?": () => parts.keys.showModal(),
      Escape: () => this.choose(null),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  switchTheme() {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = isDark ? "light" : "dark";
    writeSetting("citevet-theme", dataset.theme);
  }

  toggleReview() {
    this.isReviewing = !this.isReviewing;
    this.parts.reviewing.setAttribute("aria-pressed", String(this.isReviewing));
    this.evidence.show(this.row);
    this.refreshReview();
  }

  decide(decision) {
    const key = this.row?.key ?? this.row?.judgements[0]?.key;
    if (this.isReviewing && key) this.review.decide(key, decision);
  }

  reviewBox(key) {
    const choice = (name, label) => button(label, () => this.review.decide(key, name), { class: name });
    const area = make("textarea", {
      rows: 1,
      maxlength: 10000,
      "aria-label": tr("Comment"),
      placeholder: tr("Comment"),
      oninput: () => this.review.set(key, { comment: area.value }),
    });
    const box = make("div", { class: "review", "data-key": key, role: "group", "aria-label": tr("Review") },
      choice("accepted", tr("Accept")),
      choice("rejected", tr("Reject")),
      area);
    this.refreshBox(box);
    return box;
  }

  refreshBox(box) {
    const { decision, comment } = this.review.of(box.dataset.key);
    for (const each of box.querySelectorAll("button")) {
      each.setAttribute("aria-pressed", String(each.className === decision));
    }
    const area = box.querySelector("textarea");
    if (area !== document.activeElement) area.value = comment;
  }

  refreshReview() {
    this.parts.evidence.querySelectorAll(".review").forEach((box) => this.refreshBox(box));
    const { queue } = this.index;
    const decided = queue.filter((row) => this.review.of(row.key).decision !== "open").length;
    const state = present([tr("{n} of {total} decided", { n: decided, total: queue.length }), this.review.state || null]).join(", ");
    this.parts.saved.textContent = this.isReviewing ? state : "";
    const hadFocus = this.list.rows.contains(document.activeElement);
    this.list.draw();
    if (hadFocus) this.list.highlight(this.row, { focus: true });
  }

  async loadReview(input) {
    try {
      this.review.replace(JSON.parse(await input.files[0].text()));
      await this.review.save();
      if (!this.isReviewing) this.toggleReview();
    } catch {
      this.parts.saved.textContent = tr("This file is not a review");
    }
    input.value = "";
  }

  csv() {
    // A cell that starts like a formula gets an apostrophe, so that a spreadsheet shows it as text.
    const cell = (value) => `"${String(value ?? "").replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""')}"`;
    const head = "document line place code name severity message claim suppressed decision comment".split(" ");
    const line = ({ document: { data }, finding, claim, key }) => {
      const { decision, comment } = this.review.of(key);
      const { line: number, place, code, name, severity, message, suppressed } = finding;
      return [data.path, number, place, code, name, severity, message, claim?.plain, suppressed, decision, comment];
    };
    return [head, ...this.index.findings.map(line)].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
  }
}

// A report file carries its data; the page of `citevet serve` calls this with the data of a job.
const showReport = (root, report, store = localStore(report), extras = []) =>
  new ReportView(root, report, store, extras);

const embedded = document.getElementById("report-data");
if (embedded) showReport(document.body, JSON.parse(embedded.textContent));
