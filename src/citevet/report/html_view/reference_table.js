// The editor's table: papers on the left, those that need a human first, and their references on the right.

const ROWS = 200; // that are drawn at once

class ReferenceTable {
  constructor(root, table) {
    Object.assign(this, { table, paper: "", words: new Set(table.words), text: "", field: "", limit: ROWS });
    const fields = [...new Set(table.rows.flatMap((row) => row.differences.map((each) => each.field)))].sort();
    this.list = make("ol", { class: "rows" });
    this.rows = make("main", { id: "references", tabindex: 0, "aria-label": "References" });
    this.count = make("p", { class: "dim count", role: "status" });
    this.chips = make("div", { class: "chips", role: "group", "aria-label": "Words" });
    this.search = make("input", {
      type: "search",
      placeholder: "Search",
      "aria-label": "Search references",
      oninput: () => this.set({ text: this.search.value.toLowerCase() }),
    });
    const option = (value, label) => make("option", { value }, label);
    const field = make("select", { "aria-label": "Field", onchange: () => this.set({ field: field.value }) },
      option("", "All fields"), fields.map((name) => option(name, `${name} differs`)));
    const papers = plural(table.papers.length, "paper");
    root.replaceChildren(
      make("a", { class: "skip", href: "#references" }, "Skip to the references"),
      make("header", {},
        make("h1", {}, make("span", { class: "title" }, `${plural(table.rows.length, "reference")} of ${papers}`)),
        make("p", { class: "dim counts" }, this.totals()),
        make("div", { class: "tools" },
          button("Table (CSV)", () => download("references.csv", "text/csv", this.csv())),
          button("Table (JSON)", () => download("references.json", "application/json", JSON.stringify(table, null, 1))),
          button("Theme", () => this.switchTheme()))),
      make("div", { class: "columns table" },
        make("nav", { "aria-label": "Papers" }, this.list),
        make("div", { class: "references" },
          make("div", { class: "filters" }, this.chips, this.search, field), this.count, this.rows)),
      make("div", { id: "announcement", class: "sr", role: "status" }));
    this.draw();
  }

  totals() {
    const count = (word) => this.table.papers.reduce((sum, paper) => sum + (paper.words[word] ?? 0), 0);
    return this.table.words.map((word) => [count(word), word]).filter(([many]) => many)
      .map(([many, word]) => `${many} ${word}`).join(" · ");
  }

  set(change) {
    Object.assign(this, { limit: ROWS }, change);
    this.draw();
  }

  draw() {
    this.list.replaceChildren(this.paperItem(null), ...this.table.papers.map((paper) => this.paperItem(paper)));
    const inPaper = this.table.rows.filter((row) => !this.paper || row.path === this.paper);
    this.chips.replaceChildren(...this.table.words.map((word) => this.chip(word, inPaper)));
    this.shown = inPaper.filter((row) => this.matches(row)).sort((one, other) => other.need - one.need);
    this.count.textContent = `${this.shown.length} of ${plural(this.table.rows.length, "reference")}`;
    this.rows.replaceChildren(...this.shown.slice(0, this.limit).map((row) => this.item(row)));
    const more = () => this.set({ limit: this.limit + 3 * ROWS });
    if (this.shown.length > this.limit) this.rows.append(button("Show more", more, { class: "more" }));
    if (!this.shown.length) this.rows.append(make("p", { class: "dim" }, "No reference matches the filters."));
  }

  matches({ word, differences, text, note, record }) {
    if (!this.words.has(word)) return false;
    if (this.field && !differences.some((each) => each.field === this.field)) return false;
    return !this.text || `${text} ${note} ${record?.title ?? ""}`.toLowerCase().includes(this.text);
  }

  chip(word, rows) {
    const count = rows.filter((row) => row.word === word).length;
    const toggle = () => {
      if (!this.words.delete(word)) this.words.add(word);
      this.set({});
      this.chips.children[this.table.words.indexOf(word)].focus();
    };
    const label = [word, make("span", { class: "dim" }, ` ${count}`)];
    return button(label, toggle, { class: "chip", "aria-pressed": String(this.words.has(word)) });
  }

  paperItem(paper) {
    const path = paper?.path ?? "";
    const words = paper ? this.table.words.filter((word) => paper.words[word]) : [];
    const said = words.map((word) => `${paper.words[word]} ${word}`);
    const state = [...said, paper?.retracted ? `${paper.retracted} retracted` : ""].filter(Boolean).join(", ");
    const isBad = paper?.worst >= this.table.bad || paper?.unread;
    const kind = isBad ? "missing" : paper?.need ? "mismatched" : "found";
    const choose = () => {
      this.set({ paper: path });
      this.list.querySelector("[aria-current]")?.focus();
      announce(this.count.textContent);
    };
    return make("li", {}, button([
      make("span", { class: "line" }, paper ? visible(path) : "All papers"),
      make("span", { class: "dim place" }, paper ? visible(paper.unread ?? (state || "no references")) : this.totals()),
    ], choose, { class: `entry ${paper ? kind : ""}`, "aria-current": path === this.paper ? "true" : null }));
  }

  item(row) {
    const place = [this.paper ? "" : visible(row.path), row.line ? `line ${row.line}` : ""].filter(Boolean).join(", ");
    return make("section", { class: "card reference" },
      make("h2", {}, wordBadge(row), " ", visible(row.key || row.reference), make("span", { class: "dim" }, ` ${place}`)),
      make("p", { class: "quote" }, visible(row.text)),
      referenceDetails(row));
  }

  switchTheme() {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = isDark ? "light" : "dark";
    writeSetting("citevet-theme", dataset.theme);
  }

  csv() {
    // A cell that starts like a formula gets an apostrophe, so that a spreadsheet shows it as text.
    const cell = (value) => `"${String(value ?? "").replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""')}"`;
    const said = (each) => `${each.field}: "${each.cited}", ${each.record} has "${each.recorded}" (${each.certainty})`;
    const head = "paper key line word differences record link candidates note reference".split(" ");
    const line = (row) => [row.path, row.key, row.line, row.word, row.differences.map(said).join("; "),
      row.record ? `${row.record.service} ${row.record.id}` : "", row.link, row.candidates.join("; "), row.note, row.text];
    return [head, ...this.shown.map(line)].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
  }
}

const theme = readSetting("citevet-theme");
if (["dark", "light"].includes(theme)) document.documentElement.dataset.theme = theme;
new ReferenceTable(document.body, JSON.parse(document.getElementById("report-data").textContent));
