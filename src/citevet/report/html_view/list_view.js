// The list of findings, claims or the review queue, with its filters.

const PAGE = 300; // rows that are drawn at once
const TABS = { findings: "Findings", claims: "Claims", queue: "Queue", references: "References" };

class ListView {
  constructor(root, index, review, controls) {
    Object.assign(this, { index, review, controls, shown: [] });
    this.state = {
      tab: "findings",
      document: "", // its number; none for all
      severities: new Set(SEVERITIES),
      choice: "", // a rule, a support or a decision, as the tab has it
      text: "",
      suppressed: false,
      limit: PAGE,
    };
    this.build(root);
    this.drawFilters();
    this.draw();
  }

  build(root) {
    this.tabs = Object.keys(TABS).map((tab) => button("", () => this.openTab(tab), { class: "tab" }));
    this.search = make("input", {
      type: "search",
      placeholder: tr("Search"),
      "aria-label": tr("Search"),
      oninput: () => this.set({ text: this.search.value }),
    });
    const { documents } = this.index;
    const names = documents.map((each) => [String(each.number), visible(each.data.path)]);
    const all = tr("All {n} documents", { n: documents.length });
    this.documents = documents.length > 1 ? this.select(tr("Document"), all, names, "document") : null;
    this.filters = make("div", { class: "filters", role: "group", "aria-label": tr("Filters") });
    this.count = make("p", { class: "dim count", role: "status" });
    this.rows = make("ol", { class: "rows" });
    const tabs = make("div", { class: "tabs", role: "group", "aria-label": tr("List") }, this.tabs);
    root.append(tabs, this.filters, this.count, this.rows);
  }

  select(label, all, options, key) {
    const entries = [["", all], ...options].map(([value, text]) => make("option", { value }, text));
    const choose = (event) => this.set({ [key]: event.target.value });
    return make("select", { "aria-label": label, onchange: choose }, entries);
  }

  drawFilters() {
    const { index, state } = this;
    const counts = {
      findings: index.open.length,
      claims: index.claims.filter((row) => row.claim).length,
      references: index.references.length,
      queue: index.queue.length,
    };
    Object.entries(TABS).forEach(([tab, name], order) => {
      this.tabs[order].setAttribute("aria-pressed", String(tab === state.tab));
      this.tabs[order].replaceChildren(tr(name), make("span", { class: "dim" }, ` ${counts[tab]}`));
    });
    this.filters.replaceChildren(...present([this.search, this.documents, ...this[`${state.tab}Filters`]()]));
  }

  findingsFilters() {
    const { findings, open } = this.index;
    const rules = new Map(findings.map(({ finding }) => [finding.code, `${finding.code} ${tr(visible(finding.name))}`]));
    const chip = (name) => {
      const count = open.filter((row) => row.finding.severity === name).length;
      const label = [tr(name), make("span", { class: "dim" }, ` ${count}`)];
      const looks = { class: `chip ${name}`, "aria-pressed": String(this.state.severities.has(name)) };
      const made = button(label, () => this.toggleSeverity(name, made), looks);
      return made;
    };
    const toggle = () => this.set({ suppressed: box.checked });
    const box = make("input", { type: "checkbox", checked: this.state.suppressed, onchange: toggle });
    return [
      make("div", { class: "chips" }, SEVERITIES.map(chip)),
      this.select(tr("Rule"), tr("All rules"), [...rules].sort(), "choice"),
      open.length < findings.length ? make("label", { class: "check" }, box, tr("suppressed")) : null,
    ];
  }

  claimsFilters() {
    const found = [...new Set(this.index.claims.map((row) => row.status))];
    const options = found.map((name) => [name, tr(SUPPORT[name] ?? "citations without a claim")]);
    return [this.select(tr("Support"), tr("All claims"), options, "choice")];
  }

  referencesFilters() {
    const found = Object.keys(WORDS).filter((word) => this.index.references.some((row) => row.status === word));
    return [this.select(tr("Word"), tr("All references"), found.map((word) => [word, tr(word)]), "choice")];
  }

  queueFilters() {
    const options = ["open", "accepted", "rejected"].map((name) => [name, tr(name)]);
    return [this.select(tr("Decision"), tr("All decisions"), options, "choice")];
  }

  set(change) {
    Object.assign(this.state, { limit: PAGE }, change);
    if (change.document) this.controls.showDocument(this.index.documents[Number(change.document)]);
    this.draw();
  }

  toggleSeverity(name, chip) {
    const { severities } = this.state;
    if (!severities.delete(name)) severities.add(name);
    chip.setAttribute("aria-pressed", String(severities.has(name)));
    this.set({});
  }

  openTab(tab) {
    this.search.value = "";
    this.set({ tab, choice: "", text: "" });
    this.drawFilters();
    this.controls.openedTab(tab);
  }

  draw() {
    const { tab, limit } = this.state;
    const rows = tab === "findings" && !this.state.suppressed ? this.index.open : this.index[tab];
    this.shown = rows.filter((row) => this.matches(row));
    this.rows.replaceChildren(...this.shown.slice(0, limit).map((row) => this.item(row)));
    const more = () => { this.state.limit += 3 * PAGE; this.draw(); };
    if (this.shown.length > limit) this.rows.append(make("li", {}, button(tr("Show more"), more, { class: "more" })));
    const none = tr(rows.length ? "No row matches the filters." : "Nothing here.");
    if (!this.shown.length) this.rows.append(make("li", { class: "dim empty" }, none));
    const all = tab === "queue" ? tr("Most uncertain first") : "";
    this.count.textContent = this.shown.length < rows.length ? tr("{n} of {total}", { n: this.shown.length, total: rows.length }) : all;
    this.highlight(this.current);
  }

  matches(row) {
    const { tab, choice, severities, text, document: number } = this.state;
    if (number !== "" && row.document.number !== Number(number)) return false;
    if (tab === "findings" && !severities.has(row.finding.severity)) return false;
    const chosen = { findings: row.finding?.code, claims: row.status, references: row.status, queue: this.review.of(row.key).decision }[tab];
    if (choice && choice !== chosen) return false;
    return !text || Object.values(this.describe(row)).join(" ").toLowerCase().includes(text.toLowerCase());
  }

  describe(row) {
    const { finding, claim, citation, checked, entry, status, document: { data, existence } } = row;
    const place = placeOf(row);
    const shown = this.documents ? `${visible(data.path)}, ${place}` : place;
    if (checked) {
      const text = [checked.key, entry?.text].filter(Boolean).join(" ");
      return { kind: WORDS[status], code: checked.is_retracted ? `${tr(status)}, ${tr("retracted")}` : tr(status), text: visible(text), place: shown };
    }
    return {
      kind: finding ? finding.severity : status === "alone" ? existence.get(citation.id) ?? "unchecked" : status,
      code: finding ? `${finding.code} ${tr(visible(finding.name))}` : tr(SUPPORT[status] ?? "citation"),
      text: visible(finding?.message ?? claim?.plain ?? citation.text),
      place: shown,
    };
  }

  item(row) {
    const { kind, code, text, place } = this.describe(row);
    const { decision, comment } = this.review.of(row.key);
    const percent = this.state.tab === "queue" && row.uncertainty >= 0 ? row.judgements[0].judgement.confidence : null;
    const mark = decision === "open" && comment ? "comment" : decision;
    return make("li", {}, button([
      make("span", { class: "head" },
        row.finding ? make("span", { class: "kind" }, tr(kind)) : null,
        make("span", { class: "code" }, code),
        percent === null ? null : make("span", {}, `${Math.round(percent * 100)} %`),
        row.finding?.suppressed ? make("span", { class: "code" }, tr("suppressed")) : null,
        mark === "open" ? null : make("span", { class: `decision ${decision}` }, tr(mark))),
      make("span", { class: "line" }, text),
      make("span", { class: "dim place" }, place),
    ], () => this.controls.choose(row), { class: `entry ${kind}` }));
  }

  highlight(row, { focus = false } = {}) {
    this.current = row;
    this.rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const entry = this.rows.querySelectorAll(".entry")[this.shown.indexOf(row)];
    if (!entry) return;
    entry.setAttribute("aria-current", "true");
    if (focus) entry.focus({ preventScroll: true });
    entry.scrollIntoView({ block: "nearest" });
  }

  // Returns the row after or before the current one.
  step(by) {
    const order = this.shown.indexOf(this.current);
    const last = this.shown.length - 1;
    const next = order < 0 && by < 0 ? last : Math.min(last, Math.max(0, order + by));
    if (next >= this.state.limit) this.set({ limit: next + PAGE });
    return this.shown[next];
  }
}
