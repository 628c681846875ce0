// The whole view: list of rows, document and evidence, with filters, keys, themes, export and review.

const PAGE = 300; // rows that are drawn at once
const KEYS = [["j / k", "next, previous row"], ["/", "search"], ["1 2 3", "findings, claims, review queue"], ["r", "review mode"],
  ["a / x", "accept, reject (review mode)"], ["c", "comment (review mode)"], ["m", "show markup"], ["t", "light or dark"], ["Esc", "overview"], ["?", "these keys"]];

class ReportView {
  constructor(root, report, store, extras = []) {
    this.index = indexReport(report);
    this.review = new Review(store, report.tool);
    this.state = { tab: "findings", severities: new Set(SEVERITIES), choice: "", text: "", suppressed: false, document: "", limit: PAGE, reviewing: false, row: null };
    this.build(root, extras);
    this.pages = new DocumentView(this.parts.document, (row) => this.choose(row, { focus: false }));
    this.evidence = new EvidenceView(this.parts.evidence, this.index, this.review, { choose: (row) => this.choose(row), reviewBox: (key) => this.reviewBox(key) });
    this.review.listeners.push(() => this.refreshReview());
    this.ending = new AbortController();
    const listen = (name, listener) => addEventListener(name, listener, { signal: this.ending.signal });
    listen("keydown", (event) => this.key(event));
    listen("beforeprint", () => this.startPrint());
    listen("afterprint", () => this.endPrint());
    this.showDocument(this.index.documents[0]);
    this.list();
    this.choose(null);
    this.review.load();
  }

  build(root, extras) {
    const { report, documents } = this.index;
    const parts = this.parts = {};
    const button = (name, label, onclick, more = {}) => (parts[name] = make("button", { type: "button", onclick, ...more }, label));
    const menu = (label, ...items) => make("details", { class: "menu" }, make("summary", {}, label), make("div", {}, items));
    parts.load = make("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "Review file", onchange: () => this.loadReview() });
    const header = make("header", {},
      make("h1", {}, make("span", { class: `verdict ${report.verdict}` }, VERDICT[report.verdict] ?? report.verdict), make("span", {}, this.title())),
      make("p", { class: "dim counts" }, this.counts()),
      make("div", { class: "tools" }, extras,
        button("reviewing", "Review", () => this.toggleReview(), { "aria-pressed": "false" }),
        menu("Export",
          button("json", "Report (JSON)", () => download("citevet-report.json", "application/json", JSON.stringify(report, null, 1))),
          button("csv", "Findings (CSV)", () => download("citevet-findings.csv", "text/csv", this.csv())),
          button("download", "Review (JSON)", () => download("citevet-review.json", "application/json", JSON.stringify(this.review, null, 1))),
          button("upload", "Load a review …", () => parts.load.click()),
          button("print", "Print …", () => print()), parts.load),
        button("theme", "Theme", () => this.switchTheme(), { title: "Light or dark (t)" }),
        button("help", "Keys", () => parts.keys.showModal(), { title: "Keyboard (?)" })));
    parts.tabs = ["findings", "claims", "queue"].map((name) => make("button", { type: "button", class: "tab", "aria-pressed": "false", onclick: () => this.openTab(name) }));
    parts.filters = make("div", { class: "filters", role: "group", "aria-label": "Filters" });
    parts.rows = make("ol", { class: "rows" });
    parts.count = make("p", { class: "dim count", role: "status" });
    const list = make("nav", { "aria-label": "Findings and claims" }, make("div", { class: "tabs", role: "group", "aria-label": "List" }, parts.tabs),
      parts.filters, parts.count, parts.rows);
    parts.document = make("main", { id: "document", tabindex: 0, "aria-label": "Document" });
    parts.evidence = make("aside", { id: "evidence", tabindex: 0, "aria-label": "Evidence" });
    parts.keys = make("dialog", { "aria-label": "Keyboard" }, make("h2", {}, "Keyboard"),
      make("dl", {}, KEYS.map(([key, text]) => [make("dt", {}, key), make("dd", {}, text)])),
      make("form", { method: "dialog" }, make("button", {}, "Close")));
    parts.saved = make("span", { class: "dim", role: "status" });
    header.querySelector(".tools").prepend(parts.saved);
    parts.documents = documents.length > 1 ? make("select", { "aria-label": "Document", onchange: () => this.set({ document: parts.documents.value }) },
      make("option", { value: "" }, `All ${documents.length} documents`), documents.map((each) => make("option", { value: each.number }, visible(each.data.path)))) : null;
    parts.search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search", oninput: () => this.set({ text: parts.search.value }) });
    const theme = readSetting("citevet-theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
    root.replaceChildren(make("a", { class: "skip", href: "#document" }, "Skip to the document"), header, make("div", { class: "columns" }, list, parts.document, parts.evidence),
      parts.keys, make("div", { id: "announcement", class: "sr", role: "status" }));
    this.filters();
  }

  title() {
    const { documents } = this.index;
    return documents.length === 1 ? visible(documents[0].data.path) : plural(documents.length, "document");
  }

  counts() {
    const open = this.index.findings.filter((row) => !row.finding.suppressed);
    const by = SEVERITIES.map((name) => [name, open.filter((row) => row.finding.severity === name).length]);
    const { census } = this.index.report;
    return [by.filter(([, count]) => count).map(([name, count]) => (name === "info" ? `${count} info` : plural(count, name))).join(", ") || "no problems",
      `${plural(census.citations, "citation")}, ${plural(census.claims, "claim")}`, `${census.checked} checked, ${census.supported} supported`].join(" · ");
  }

  // Filters of the current list: severities and rules for findings, support for claims.
  filters() {
    const { state, parts, index } = this;
    const select = (label, all, options) => make("select", { "aria-label": label, onchange: (event) => this.set({ choice: event.target.value }) },
      make("option", { value: "" }, all), options.map(([value, text]) => make("option", { value, selected: value === state.choice }, text)));
    const shown = { findings: () => [
      make("div", { class: "chips" }, SEVERITIES.map((name) => make("button", { type: "button", class: `chip ${name}`, "aria-pressed": String(state.severities.has(name)),
        onclick: () => this.toggleSeverity(name) }, name, make("span", { class: "dim" }, ` ${index.findings.filter((row) => row.finding.severity === name && !row.finding.suppressed).length}`)))),
      select("Rule", "All rules", [...new Map(index.findings.map(({ finding }) => [finding.code, `${finding.code} ${visible(finding.name)}`]))].sort()),
      index.findings.some((row) => row.finding.suppressed) ? make("label", { class: "check" }, make("input", { type: "checkbox", checked: state.suppressed,
        onchange: (event) => this.set({ suppressed: event.target.checked }) }), "suppressed") : null],
    claims: () => [select("Support", "Every claim", [...new Set(index.claims.map((row) => row.status))].map((name) => [name, SUPPORT[name] ?? "citations without a claim"]))],
    queue: () => [select("Decision", "Every decision", [["open", "undecided"], ["accepted", "accepted"], ["rejected", "rejected"]])] };
    parts.filters.replaceChildren(...[parts.search, parts.documents, ...shown[state.tab]()].filter(Boolean));
    parts.tabs.forEach((tab, order) => {
      const name = ["findings", "claims", "queue"][order];
      tab.setAttribute("aria-pressed", String(name === state.tab));
      const count = { findings: index.findings.filter((row) => !row.finding.suppressed).length, claims: index.claims.length, queue: index.queue.length }[name];
      tab.replaceChildren({ findings: "Findings", claims: "Claims", queue: "Queue" }[name], make("span", { class: "dim" }, ` ${count}`));
    });
  }

  set(change) {
    Object.assign(this.state, { limit: PAGE }, change);
    if (change.document) this.showDocument(this.index.documents[Number(change.document)]);
    this.list();
  }

  toggleSeverity(name) {
    const severities = new Set(this.state.severities);
    if (!severities.delete(name)) severities.add(name);
    this.set({ severities });
    this.filters();
    this.parts.filters.querySelector(`.chip.${name}`).focus();
  }

  openTab(tab) {
    this.parts.search.value = "";
    this.set({ tab, choice: "", text: "" });
    this.filters();
    if (tab === "queue" && !this.state.reviewing) this.toggleReview();
  }

  matches(row) {
    const { state } = this;
    if (state.document !== "" && row.document.number !== Number(state.document)) return false;
    if (row.finding && state.tab === "findings" && (!state.severities.has(row.finding.severity) || (row.finding.suppressed && !state.suppressed))) return false;
    if (state.choice && state.choice !== { findings: () => row.finding.code, claims: () => row.status, queue: () => this.review.of(row.key).decision ?? "open" }[state.tab]()) return false;
    return !state.text || this.label(row).join(" ").toLowerCase().includes(state.text.toLowerCase());
  }

  label(row) {
    const text = row.finding?.message ?? row.claim?.plain ?? row.claim?.text ?? row.citation.text;
    return [row.finding ? row.finding.code : SUPPORT[row.status] ?? EXISTENCE[row.document.existence.get(row.citation.id) ?? "unchecked"], visible(text),
      `${visible(row.document.data.path)}${row.place ? `, ${visible(row.place)}` : `:${row.line}`}`, row.finding ? visible(row.finding.name) : ""];
  }

  list() {
    this.shown = this.index[this.state.tab].filter((row) => this.matches(row));
    const { rows, count } = this.parts;
    rows.replaceChildren(...this.shown.slice(0, this.state.limit).map((row) => this.item(row)));
    if (this.shown.length > this.state.limit) rows.append(make("li", {}, make("button", { type: "button", class: "more", onclick: () => { this.state.limit += PAGE * 3; this.list(); } }, "Show more")));
    const total = this.index[this.state.tab].length;
    count.textContent = this.shown.length === total ? (this.state.tab === "queue" ? "Most uncertain first" : "") : `${this.shown.length} of ${total}`;
    this.highlight();
  }

  item(row) {
    const [code, text, place] = this.label(row);
    const kind = row.finding ? row.finding.severity : row.status === "alone" ? row.document.existence.get(row.citation.id) ?? "unchecked" : row.status;
    const { decision, comment } = this.review.of(row.key);
    const percent = row.uncertainty >= 0 && row.judgements[0] ? ` ${Math.round(row.judgements[0].judgement.confidence * 100)} %` : "";
    return make("li", {}, make("button", { type: "button", class: `entry ${kind}`, onclick: () => this.choose(row, { focus: false }) },
      make("span", { class: "head" }, make("span", { class: "kind" }, row.finding ? row.finding.severity : ""), make("span", { class: "code" }, code),
        this.state.tab === "queue" ? make("span", {}, percent) : null, row.finding?.suppressed ? " suppressed" : null,
        decision || comment ? make("span", { class: `decision ${decision}` }, decision ?? "comment") : null),
      make("span", { class: "line" }, text), make("span", { class: "dim place" }, place)));
  }

  highlight({ focus = false } = {}) {
    const order = this.shown.indexOf(this.state.row);
    [...this.parts.rows.querySelectorAll(".entry")].forEach((button, at) => {
      if (at === order) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      if (at === order && focus) button.focus({ preventScroll: true });
      if (at === order) button.scrollIntoView({ block: "nearest" });
    });
  }

  showDocument(each) { if (each) this.pages.show(each, each.claims); }

  choose(row, { focus = false } = {}) {
    this.state.row = row;
    if (row) this.showDocument(row.document);
    this.evidence.show(row);
    this.pages.select(row);
    this.highlight({ focus });
    if (row) announce(this.label(row).slice(0, 2).join(": "));
  }

  step(by) {
    if (!this.shown.length) return;
    const order = this.shown.indexOf(this.state.row);
    const next = order < 0 ? (by > 0 ? 0 : this.shown.length - 1) : Math.min(this.shown.length - 1, Math.max(0, order + by));
    if (next >= this.state.limit) { this.state.limit = next + PAGE; this.list(); }
    this.choose(this.shown[next], { focus: true });
  }

  key(event) {
    const { parts } = this;
    if (event.ctrlKey || event.metaKey || event.altKey || parts.keys.open || !parts.rows.isConnected) return;
    if (/^(input|textarea|select)$/i.test(event.target.tagName) && event.target.type !== "checkbox") {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const act = { j: () => this.step(1), k: () => this.step(-1), "/": () => parts.search.focus(), "?": () => parts.keys.showModal(), t: () => this.switchTheme(),
      r: () => this.toggleReview(), m: () => parts.document.classList.toggle("markup-shown"), Escape: () => this.choose(null), 1: () => this.openTab("findings"),
      2: () => this.openTab("claims"), 3: () => this.openTab("queue"), a: () => this.decide("accepted"), x: () => this.decide("rejected"),
      c: () => this.state.reviewing && parts.evidence.querySelector("textarea")?.focus() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  switchTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    writeSetting("citevet-theme", root.dataset.theme);
  }

  toggleReview() {
    this.state.reviewing = !this.state.reviewing;
    this.parts.reviewing.setAttribute("aria-pressed", String(this.state.reviewing));
    this.evidence.show(this.state.row);
    this.refreshReview();
  }

  decide(decision) {
    const { row } = this.state;
    const key = row?.key ?? row?.judgements[0]?.key;
    if (this.state.reviewing && key) this.review.decide(key, decision);
  }

  reviewBox(key) {
    if (!this.state.reviewing) return null;
    const box = make("div", { class: "review", "data-key": key, role: "group", "aria-label": "Review" },
      [["accepted", "Accept"], ["rejected", "Reject"]].map(([name, label]) => make("button", { type: "button", class: name, onclick: () => this.review.decide(key, name) }, label)),
      make("textarea", { rows: 1, "aria-label": "Comment", placeholder: "Comment", oninput: (event) => this.review.comment(key, event.target.value) }));
    this.refreshBox(box);
    return box;
  }

  refreshBox(box) {
    const { decision, comment } = this.review.of(box.dataset.key);
    box.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button.className === decision)));
    const area = box.querySelector("textarea");
    if (area !== document.activeElement) area.value = comment;
  }

  refreshReview() {
    this.parts.evidence.querySelectorAll(".review").forEach((box) => this.refreshBox(box));
    const decided = this.index.queue.filter((row) => this.review.of(row.key).decision).length;
    this.parts.saved.textContent = this.state.reviewing ? `${decided} of ${this.index.queue.length} decided${this.review.state ? `, ${this.review.state}` : ""}` : "";
    const focused = this.parts.rows.contains(document.activeElement);
    this.list();
    if (focused) this.highlight({ focus: true });
  }

  async loadReview() {
    const [file] = this.parts.load.files;
    try {
      this.review.replace(JSON.parse(await file.text()));
      await this.review.save();
      if (!this.state.reviewing) this.toggleReview();
    } catch { announce("This file is not a review"); this.parts.saved.textContent = "This file is not a review"; }
    this.parts.load.value = "";
  }

  csv() {
    // A cell that starts like a formula gets an apostrophe, so that a spreadsheet shows it as text.
    const cell = (value) => `"${String(value ?? "").replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""')}"`;
    const head = "document,line,place,code,name,severity,message,claim,suppressed,decision,comment".split(",");
    const rows = this.index.findings.map((row) => [row.document.data.path, row.line, row.place, row.finding.code, row.finding.name, row.finding.severity, row.finding.message,
      row.claim?.plain, row.finding.suppressed, this.review.of(row.key).decision, this.review.of(row.key).comment]);
    return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  }

  // Paper has the overview, the document and every row of the list.
  startPrint() {
    this.printed = this.state.row;
    this.state.limit = Infinity;
    this.list();
    this.choose(null);
  }

  endPrint() {
    this.state.limit = PAGE;
    this.list();
    this.choose(this.printed);
  }

  close() { this.ending.abort(); }
}

// A report file carries its data; the page of `citevet serve` calls this with the data of a job.
const showReport = (root, report, store = localStore(report), extras = []) => new ReportView(root, report, store, extras);

const embedded = document.getElementById("report-data");
if (embedded) showReport(document.body, JSON.parse(embedded.textContent));
