// The workplace: findings, text and evidence side by side, with versions, verdict and tabs above.

import { makeColumns } from "./columns.js";
import { downloadMenu } from "./downloads.js";
import { Evidence } from "./evidence.js";
import { FindingsList } from "./findings_list.js";
import { barParts, link, problem } from "./frame.js";
import { keysDialog, listenToKeys } from "./keys.js";
import { MarkStrip } from "./mark_strip.js";
import { OverviewTab } from "./overview_tab.js";
import { Progress } from "./progress.js";
import { ReferencesTab } from "./references_tab.js";
import { compareChecks, ReportModel, whatIsWrong } from "./report_model.js";
import { loadPaper, loadReport, startCheck } from "./service.js";
import { SourcesTab } from "./sources_tab.js";
import { TextView } from "./text_view.js";
import { verdictLine } from "./verdict.js";
import { counted, t, when } from "./words.js";

export const TABS = ["text", "references", "sources", "overview"];
const LOOK_AGAIN = 10000; // milliseconds, for what others decide meanwhile
const RUNNING = ["queued", "running"];

export async function openWorkplace(paper, place) {
  const workplace = new Workplace(paper, place);
  await workplace.open();
  return workplace;
}

class Workplace {
  constructor(paper, place) {
    this.data = paper;
    this.paperId = paper.id;
    this.wanted = place.get("finding");
    this.tab = TABS.includes(place.get("view")) ? place.get("view") : "text";
    this.check = paper.checks.find((check) => check.job === place.get("check")) ?? paper.checks.at(-1);
    this.actions = {};
  }

  get paper() { return this.data; }
  get job() { return this.check.job; }

  // ---- what is shown

  async open() {
    this.build();
    this.timer = setInterval(() => this.lookAgain(), LOOK_AGAIN);
    this.lookNow = () => this.lookAgain();
    addEventListener("focus", this.lookNow); // who comes back to the window sees at once what happened meanwhile
    this.unlisten = listenToKeys(this);
    if (RUNNING.includes(this.check.state)) this.run(); // goes on by itself
    else await this.showEnd();
  }

  build() {
    const region = (name, attributes = {}) => make(name, attributes);
    this.why = make("div", { class: "why-line" });
    this.tools = make("div", { class: "line" });
    this.progressBox = region("div", { class: "progress-box", role: "status", hidden: true });
    this.notice = region("div", { class: "notices" });
    this.findings = region("section", { class: "findings", "aria-label": t("list.title") });
    this.textBox = region("div", { class: "text-scroll", id: "text-start", tabindex: 0, role: "region", "aria-label": t("text.title") });
    const canvas = make("canvas", { class: "strip", title: t("text.strip"), "aria-hidden": "true" });
    this.documentChoice = make("div", { class: "document-choice" });
    const middle = make("div", { class: "middle" }, this.documentChoice, make("div", { class: "text-frame" }, this.textBox, canvas));
    this.side = region("section", { class: "evidence", "aria-label": t("evidence.title"), tabindex: -1 });
    this.columns = makeColumns(this.findings, middle, this.side);
    this.panels = Object.fromEntries(TABS.slice(1).map((name) => [name, make("div", { class: `panel ${name}`, tabindex: -1 })]));
    this.list = new FindingsList(this.findings, (item) => this.choose(item));
    this.text = new TextView(this.textBox, (row) => this.chooseRow(row), (row) => this.model?.isOpen(row) ?? true, () => this.strip.later());
    this.strip = new MarkStrip(canvas, this.text, (item) => this.choose(item));
    this.evidence = new Evidence(this.side, this);
    this.tabViews = { references: ReferencesTab, sources: SourcesTab, overview: OverviewTab };
    this.nav = make("nav", { class: "views", "aria-label": t("bar.views") });
    this.phoneBar = make("div", { class: "phone-bar" });
    document.body.className = "workplace-page";
    document.body.replaceChildren(
      make("a", { class: "skip", href: "#text-start", onclick: (event) => { event.preventDefault(); this.textBox.focus(); } }, t("tab.text")),
      make("header", {},
        make("div", { class: "top" }, barParts([this.title = make("h1", { class: "title grow" }), this.tools])),
        make("div", { class: "summary-bar" }, this.why, this.nav)),
      make("main", { class: "workplace" }, this.notice, this.progressBox, this.columns, Object.values(this.panels), this.phoneBar),
      make("div", { id: "announcement", class: "sr", role: "status" }));
    this.showTab(this.tab, { isQuiet: true });
  }

  drawBars() {
    document.title = `${visible(this.paper.name)} - citevet`;
    this.title.replaceChildren(make("span", { class: "name" }, visible(this.paper.name)), this.versions());
    const tab = (name) => button(t(`tab.${name}`), () => this.showTab(name), { class: "view-tab", "aria-current": name === this.tab ? "page" : null });
    this.nav.replaceChildren(...TABS.map(tab));
    this.tools.replaceChildren(...present([
      this.changes(),
      this.model ? downloadMenu(this) : null,
      button("?", () => keysDialog(), { class: "quiet keys-button", "aria-label": t("bar.keys"), title: t("bar.keys") }),
    ]));
    if (this.model) this.why.replaceChildren(verdictLine(this));
    const part = (name, label) => button(label, () => this.showPart(name), { "aria-pressed": String(this.columns.dataset.part === name) });
    this.columns.dataset.part ||= "text";
    this.phoneBar.replaceChildren(part("findings", t("phone.findings")), part("text", t("phone.text")));
    this.phoneBar.hidden = this.tab !== "text";
  }

  versions() {
    const { checks } = this.paper;
    const say = (check, order) => {
      const compared = order ? compareChecks(checks[order - 1], check) : null;
      const change = compared ? ` · ${t("bar.fixed", { n: compared.fixed })}, ${t("bar.new", { n: compared.added })}` : "";
      return `v${order + 1} · ${when(check.created)}${change}`;
    };
    const choose = (event) => { location.hash = link({ paper: this.paperId, check: event.target.value, view: this.tab }); };
    return make("select", { class: "versions", "aria-label": t("bar.version"), onchange: choose },
      checks.map((check, order) => make("option", { value: check.job, selected: check === this.check }, say(check, order))));
  }

  // What was changed since the last check, and the button that checks it.
  changes() {
    if (RUNNING.includes(this.check.state) || this.check !== this.paper.checks.at(-1)) return null;
    const held = this.paper.files.find((file) => file.role === "document");
    const isReplaced = held?.digest !== this.check.document; // edits are not for the new one
    const edits = isReplaced ? 0 : this.model?.items.filter((item) => item.decision === "applied").length ?? 0;
    const known = new Set(this.paper.filed.map((each) => each.digest));
    const added = this.paper.files.filter((file) => file.role === "source" && !known.has(file.digest)).length;
    const n = edits + added + Number(isReplaced) + (this.moved ?? 0);
    const again = button(n ? `${t("bar.again")} (${counted("bar.changed", n)})` : t("bar.again"), () => this.checkAgain(edits > 0), { class: n ? "primary" : "", title: n ? t("bar.changed.more") : "" });
    return again;
  }

  // ---- results

  async run() {
    this.columns.dataset.results = "";
    this.progress = new Progress(this.progressBox, this.paperId, this.job);
    this.progressBox.hidden = false;
    if (!this.model) {
      this.evidence.clear();
      this.waitFor(t("wait.first"));
    }
    try {
      const ended = await this.progress.follow(() => this.showReport());
      if (!ended) return;
      await this.reload();
      this.progressBox.hidden = true; // unless the report takes long
      await this.showEnd();
    } catch (error) {
      this.warn(error.message);
    }
  }

  // On a phone one of the two columns is seen.
  waitFor(text) {
    this.list.wait(text);
    this.textBox.replaceChildren(make("p", { class: "dim" }, text));
  }

  async showEnd() {
    if (this.check.state === "done") {
      try {
        await this.showReport();
      } catch (error) {
        if (error.status === 401) throw error;
        this.progressBox.hidden = true;
        this.evidence.clear();
        this.warn(error.message);
        this.drawBars();
      }
      return;
    }
    if (!this.model) this.waitFor(t("wait.nothing"));
    this.warn(this.check.state === "cancelled" ? t("wait.cancelled") : t("wait.failed", { why: this.check.error ?? "" }));
    this.evidence.clear();
    this.drawBars();
  }

  async showReport() {
    const isRunning = RUNNING.includes(this.check.state);
    if (!isRunning) { // a large report takes a while
      this.progressBox.hidden = false;
      this.progressBox.replaceChildren(make("p", {}, t("wait.opening")), make("progress", { "aria-label": t("wait.opening") }));
    }
    const report = await loadReport(this.paperId, this.job);
    if (this.isClosed) return;
    const key = this.selected?.key ?? this.wanted;
    this.progressBox.hidden = !isRunning;
    this.model = new ReportModel(report, this.check);
    this.model.decide(this.paper.decisions);
    this.selected = this.model.find(key);
    this.drawDocuments();
    this.text.show(this.selected?.document ?? this.model.documents[this.text.each?.number ?? 0] ?? this.model.documents[0]);
    this.redraw();
    if (this.selected) this.choose(this.selected, { isQuiet: !this.wanted, isKept: this.isWriting() });
    else if (!this.row) this.evidence.clear();
    this.wanted = null;
    this.showTab(this.tab, { isQuiet: true });
    this.columns.dataset.results = isRunning ? "early" : "whole";
  }

  drawDocuments() {
    const { documents } = this.model;
    const choose = (event) => { this.text.show(documents[Number(event.target.value)]); this.strip.later(); };
    const shown = documents.filter((each) => !each.number || this.model.items.some((item) => item.document === each));
    this.documentChoice.hidden = shown.length < 2;
    this.documentChoice.replaceChildren(make("select", { "aria-label": t("text.document"), onchange: choose },
      shown.map(({ data, number: order }) => make("option", { value: order }, visible(data.path)))));
  }

  redraw() {
    this.list.show(this.model, this.selected);
    this.strip.show(this.model.items.filter((item) => item.decision === "open"));
    this.drawBars();
  }

  // ---- choosing

  choose(item, { isQuiet = false, isKept = false } = {}) {
    this.selected = item;
    this.row = null;
    if (!isKept) this.actions = {};
    this.list.select(item);
    this.columns.classList.toggle("has-evidence", Boolean(item));
    if (!item) this.evidence.clear();
    else if (!isKept) {
      this.evidence.show(item, item.row);
      this.showText(item.row);
      if (!isQuiet) announce(whatIsWrong(item));
    }
    if (!isQuiet) this.keepAddress();
  }

  // A place in the text: its finding, or the claim or citation that is there.
  chooseRow(row) {
    const own = row.finding ? row : row.findings.find((each) => this.model.itemOf.has(each));
    const item = this.model.itemOf.get(own);
    if (item) { this.choose(item); return; }
    this.selected = null;
    this.row = row;
    this.actions = {};
    this.list.select(null);
    this.columns.classList.add("has-evidence");
    this.evidence.show(null, row);
    this.text.select(row);
    this.keepAddress();
  }

  showText(row) {
    if (this.text.each !== row.document) {
      this.text.show(row.document);
      this.documentChoice.firstElementChild.value = String(row.document.number);
      this.strip.later();
    }
    this.text.select(row);
  }

  showRow(document, citation) {
    this.showTab("text");
    const row = document.claims.find((each) => each.citation === citation || each.claim?.citations.includes(citation.id));
    if (row) { this.showText(row); this.chooseRow(row); }
  }

  step(by, { isFocused = false } = {}) {
    const shown = this.list.visibleItems();
    if (!shown.length) return;
    const at = shown.indexOf(this.selected);
    this.choose(shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + by))]);
    if (isFocused) this.findings.querySelector("[aria-current]")?.focus();
  }

  showPart(name) {
    this.columns.dataset.part = name;
    this.drawBars();
  }

  showTab(name, { isQuiet = false } = {}) {
    this.tab = name;
    this.columns.hidden = name !== "text";
    for (const [each, panel] of Object.entries(this.panels)) panel.hidden = each !== name;
    if (this.model && name !== "text") new this.tabViews[name](this.panels[name], this).show();
    else this.strip.later();
    this.drawBars();
    if (!isQuiet) this.keepAddress();
  }

  // ---- what changed

  decided(decisions, item, decision) {
    this.data.decisions = decisions;
    this.model.decide(decisions);
    const shown = this.list.visibleItems();
    const next = shown.slice(shown.indexOf(item) + 1).find((each) => each.decision === "open");
    announce(t(`decision.${decision}`));
    if (decision === "applied") this.tell(t("act.applied"));
    this.text.refresh();
    this.redraw();
    this.choose(decision === "open" || !next ? item : next);
  }

  filesChanged(files) {
    this.moved = (this.moved ?? 0) + (files.some((file, at) => file.entry !== this.data.files[at]?.entry) && files.length === this.data.files.length ? 1 : 0);
    this.data.files = files;
    this.drawBars();
    if (this.tab === "sources") this.showTab("sources");
  }

  async checkAgain(hasEdits) {
    try {
      const check = await startCheck(this.paperId, hasEdits);
      location.hash = link({ paper: this.paperId, check, view: this.tab });
    } catch (error) {
      if (error.status === 409) this.data.files = (await loadPaper(this.paperId).catch(() => this.data)).files;
      this.drawBars();
      this.warn(error.message);
    }
  }

  async reload() {
    this.data = await loadPaper(this.paperId);
    this.check = this.data.checks.find((check) => check.job === this.job) ?? this.data.checks.at(-1);
    if (this.model) this.model.check = this.check;
  }

  // What colleagues decided meanwhile, in other browsers.
  async lookAgain() {
    if (document.hidden || !this.model || RUNNING.includes(this.check.state)) return;
    const known = this.data.decisions.length;
    const fresh = await loadPaper(this.paperId).catch(() => null);
    if (!fresh) return;
    if (fresh.checks.at(-1).job !== this.data.checks.at(-1).job) this.tellOfNewer(fresh.checks.at(-1));
    if (fresh.decisions.length === known) return;
    this.data.decisions = fresh.decisions;
    this.model.decide(fresh.decisions);
    this.text.refresh();
    this.redraw();
    const isBusy = this.isWriting() || this.side.contains(document.activeElement);
    if (this.selected && !isBusy) this.evidence.show(this.selected, this.selected.row);
  }

  // A form that somebody fills in stays, whatever else arrives.
  isWriting() {
    return Boolean(this.side.querySelector(".act-form form"));
  }

  async follow(place) {
    this.wanted = place.get("finding");
    const check = this.paper.checks.find((each) => each.job === place.get("check"));
    if (TABS.includes(place.get("view"))) this.tab = place.get("view");
    if (place.get("check") && check !== this.check) {
      this.progress?.close();
      await this.reload();
      this.check = this.data.checks.find((each) => each.job === place.get("check")) ?? this.data.checks.at(-1);
      this.moved = 0;
      this.columns.dataset.results = "";
      this.selected = null;
      this.actions = {};
      this.notice.replaceChildren();
      this.drawBars();
      if (RUNNING.includes(this.check.state)) this.run();
      else await this.showEnd();
      return;
    }
    const item = this.model?.find(this.wanted);
    this.showTab(this.tab, { isQuiet: true });
    if (item && item !== this.selected) this.choose(item, { isQuiet: true });
  }

  keepAddress() {
    const isLast = this.check === this.paper.checks.at(-1);
    const place = { paper: this.paperId, check: isLast && !this.selected ? "" : this.job, view: this.tab, finding: this.selected?.key };
    history.replaceState(null, "", link(place));
  }

  warn(text) { this.notice.replaceChildren(problem(text)); }

  tellOfNewer({ job }) {
    const show = make("a", { href: link({ paper: this.paperId, check: job, view: this.tab }) }, t("bar.newer.show"));
    this.notice.replaceChildren(make("p", { class: "told" }, t("bar.newer"), " ", show));
  }

  tell(text) { this.notice.replaceChildren(make("p", { class: "told" }, text)); }

  print() {
    this.showTab("text");
    print(); // the notes in the margin are added before, and removed after
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
    removeEventListener("focus", this.lookNow);
    this.progress?.close();
    this.unlisten();
    this.text.close();
    this.strip.close();
  }
}
