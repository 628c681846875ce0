// The findings on the left: grouped by kind, folded where many are alike, searched and sorted.

import { compareItems, KINDS, placeName, shorten, whatIsWrong } from "./report_model.js";
import { counted, number, t } from "./words.js";

const ALIKE = 2; // of one rule that are shown before the others are folded
const PAGE = 100; // that are added at once
const SORTS = ["place", "severity", "source"];

export class FindingsList {
  constructor(root, choose) {
    this.choose = choose;
    this.search = "";
    this.order = SORTS.includes(readSetting("citevet-order")) ? readSetting("citevet-order") : "place";
    this.closed = new Set(["accepted", "dismissed"]); // groups
    this.unfolded = new Map(); // of a rule in a group, how many
    this.count = make("p", { class: "sr", role: "status" });
    this.body = make("div", { class: "groups" });
    this.field = make("input", {
      type: "search", placeholder: t("list.search"), "aria-label": t("list.search"),
      oninput: () => { this.search = this.field.value.trim().toLowerCase(); this.draw(); },
    });
    const sort = make("select", { "aria-label": t("list.sort"), onchange: () => this.sort(sort.value) },
      SORTS.map((name) => make("option", { value: name, selected: name === this.order }, t(`list.sort.${name}`))));
    root.replaceChildren(
      make("h2", { class: "sr" }, t("list.title")),
      make("div", { class: "list-tools" }, this.field, sort),
      this.count, this.body);
  }

  sort(order) {
    this.order = order;
    writeSetting("citevet-order", order);
    this.draw();
  }

  // Before there are results.
  wait(text) { this.body.replaceChildren(make("p", { class: "empty dim" }, text)); }

  show(model, selected) {
    this.model = model;
    this.selected = selected;
    this.draw();
  }

  // The items that are shown, in their order: the keys step through them.
  visibleItems() { return this.shown ?? []; }

  matches(item) {
    if (!this.search) return true;
    const text = `${whatIsWrong(item)} ${item.row.finding.message} ${item.text} ${item.source} ${item.code}`;
    return text.toLowerCase().includes(this.search);
  }

  draw() {
    const focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const items = this.model.items.filter((item) => this.matches(item)).sort(compareItems(this.order));
    const open = items.filter((item) => item.decision === "open");
    const decided = (...names) => items.filter((item) => names.includes(item.decision));
    const groups = [
      ...KINDS.map((kind) => [kind, t(`kind.${kind}`), open.filter((item) => item.kind === kind)]),
      ["accepted", t("list.accepted"), decided("accepted", "applied")],
      ["dismissed", t("list.dismissed"), decided("dismissed")],
    ].filter(([, , members]) => members.length);
    this.shown = [];
    this.body.replaceChildren(...groups.map((group) => this.group(...group)));
    if (!groups.length) this.body.append(make("p", { class: "empty dim" }, t(this.search ? "list.nohit" : "list.none")));
    else if (!open.length && !this.search) this.body.prepend(make("p", { class: "empty dim" }, t("list.done")));
    this.count.textContent = this.search ? `${open.length}` : "";
    if (focused) this.body.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
  }

  group(kind, label, items) {
    const isOpen = !this.closed.has(kind) || Boolean(this.search);
    const toggle = () => {
      if (!this.closed.delete(kind)) this.closed.add(kind);
      this.draw();
    };
    const head = make("h3", {},
      make("button", { type: "button", "aria-expanded": String(isOpen), onclick: toggle, "data-name": `group ${kind}` },
        make("span", { class: "twist", "aria-hidden": "true" }), make("span", { class: `dot ${kind}` }),
        make("span", { class: "grow" }, label), make("span", { class: "number" }, number(items.length))));
    return make("section", { class: `group ${kind}` }, head, isOpen ? this.rows(kind, items) : null);
  }

  // Of each rule the first ones, in the order of the list, and one line that unfolds the others.
  rows(kind, items) {
    const most = new Map();
    const rest = new Map();
    const list = make("ul", {});
    const isFolded = !this.search && items.length > ALIKE + 2;
    const lines = [];
    for (const item of items) {
      const seen = most.get(item.code) ?? 0;
      const limit = isFolded ? ALIKE + (this.unfolded.get(`${kind} ${item.code}`) ?? 0) : PAGE * 3;
      if (seen < limit || item === this.selected) {
        most.set(item.code, seen + 1);
        lines.push(item);
      } else rest.set(item.code, (rest.get(item.code) ?? 0) + 1);
    }
    const last = new Map(lines.map((item) => [item.code, item]));
    this.shown.push(...items); // the keys step through folded ones as well
    for (const item of lines) {
      list.append(this.row(item));
      if (last.get(item.code) === item && rest.has(item.code)) list.append(this.more(kind, item.code, rest.get(item.code)));
      else if (last.get(item.code) === item && this.unfolded.has(`${kind} ${item.code}`)) list.append(this.fewer(kind, item.code));
    }
    return list;
  }

  more(kind, code, n) {
    const unfold = () => {
      const name = `${kind} ${code}`;
      this.unfolded.set(name, (this.unfolded.get(name) ?? 0) + PAGE);
      this.draw();
    };
    return make("li", {}, button(counted("list.more", n), unfold, { class: "more", "data-name": `more ${kind} ${code}` }));
  }

  fewer(kind, code) {
    const fold = () => {
      this.unfolded.delete(`${kind} ${code}`);
      this.draw();
    };
    return make("li", {}, button(t("list.fewer"), fold, { class: "more", "data-name": `more ${kind} ${code}` }));
  }

  row(item) {
    const { row, severity, source, document } = item;
    const said = whatIsWrong(item);
    const other = document.number ? `${visible(document.data.path)}, ` : "";
    return make("li", {}, make("button", {
      type: "button",
      class: `entry ${severity} ${item.decision}`,
      "data-name": item.key,
      "aria-current": item === this.selected ? "true" : null,
      onclick: () => this.choose(item),
    },
      make("span", { class: "line" }, said),
      said.includes(shorten(item.text)) ? null : make("span", { class: "words" }, visible(shorten(item.text))),
      make("span", { class: "place" }, make("span", { class: `level ${severity}` }, t(`severity.${severity}`)),
        ` · ${other}${placeName(row)}${source ? ` · ${visible(source)}` : ""}`)));
  }

  select(item) {
    this.selected = item;
    this.draw();
    const row = item && this.body.querySelector(`[data-name="${CSS.escape(item.key)}"]`);
    row?.scrollIntoView({ block: "nearest" });
  }
}
