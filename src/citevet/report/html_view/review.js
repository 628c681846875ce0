// A person's decisions on findings and judgements, by key: {decision, comment}.

class Review {
  constructor(store, tool) {
    this.store = store;
    this.tool = tool;
    this.items = new Map();
    this.listeners = [];
  }

  async load() {
    try { this.replace(await this.store.load()); } catch (error) { announce(`The saved review cannot be read: ${error.message}`); }
  }

  replace(saved) {
    const items = saved && typeof saved.items === "object" && saved.items ? Object.entries(saved.items) : [];
    this.items = new Map(items.filter(([, item]) => item && typeof item === "object").map(([key, item]) => [key, {
      decision: ["accepted", "rejected"].includes(item.decision) ? item.decision : null,
      comment: String(item.comment ?? "").slice(0, 10000) }]));
    this.tell();
  }

  of(key) { return this.items.get(key) || { decision: null, comment: "" }; }

  decide(key, decision) {
    const old = this.of(key);
    this.set(key, { ...old, decision: old.decision === decision ? null : decision });
    announce(this.of(key).decision ?? "decision removed");
  }

  comment(key, comment) { this.set(key, { ...this.of(key), comment }); }

  set(key, item) {
    if (item.decision || item.comment) this.items.set(key, item);
    else this.items.delete(key);
    this.tell(key);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.save(), 300);
  }

  async save() {
    try { await this.store.save(this.toJSON()); this.state = "saved"; } catch (error) { this.state = `not saved: ${error.message}`; }
    this.tell();
  }

  tell(key) { this.listeners.forEach((listener) => listener(key)); }

  toJSON() {
    return { version: 1, tool: this.tool, items: Object.fromEntries([...this.items].sort(([one], [other]) => (one < other ? -1 : 1))) };
  }
}

// Reviews of a report that was opened from a file stay in the browser, under the digests of its documents.
function localStore(report) {
  const name = `citevet-review:${report.documents.map((each) => `${each.path}@${each.sha256.slice(0, 16)}`).join("|").slice(0, 2000)}`;
  return {
    async load() { return JSON.parse(readSetting(name) ?? "null"); },
    async save(review) {
      if (!writeSetting(name, JSON.stringify(review))) throw new Error("this browser keeps nothing for this page; download the review");
    },
  };
}
