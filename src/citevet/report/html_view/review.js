// A person's decisions on findings and judgements: {decision: accepted, rejected or open; comment}, by key.

const UNDECIDED = { decision: "open", comment: "" };

class Review {
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    this.decisions = new Map();
    this.state = "";
  }

  // What was decided here while the saved review was on its way stays.
  load() {
    this.loading ??= this.store.load().then(
      (saved) => this.replace({ decisions: { ...saved?.decisions, ...Object.fromEntries(this.decisions) } }),
      (error) => {
        this.loading = null;
        this.state = `${tr("the saved review cannot be read")}: ${error.message}`;
        this.changed();
        throw error;
      },
    );
    return this.loading;
  }

  replace(saved) {
    const entries = Object.entries(saved?.decisions ?? {}).filter(([, each]) => each && typeof each === "object");
    this.decisions = new Map(entries.map(([key, { decision, comment }]) => [key, {
      decision: ["accepted", "rejected"].includes(decision) ? decision : "open",
      comment: String(comment ?? "").slice(0, 10000),
    }]));
    this.changed();
  }

  of(key) { return this.decisions.get(key) ?? UNDECIDED; }

  decide(key, decision) {
    const old = this.of(key);
    this.set(key, { ...old, decision: old.decision === decision ? "open" : decision });
    announce(this.of(key).decision);
  }

  set(key, change) {
    const next = { ...this.of(key), ...change };
    if (next.decision === "open" && !next.comment) this.decisions.delete(key);
    else this.decisions.set(key, next);
    this.state = tr("saving …");
    this.changed();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.save(), 300);
  }

  // Saves at once what would be lost with the page.
  flush() {
    if (this.waiting) this.save();
  }

  async save() {
    clearTimeout(this.waiting);
    this.waiting = null;
    try {
      await this.load(); // never write over a review that was not read
      await this.store.save(this);
      this.state = "saved";
    } catch (error) {
      this.state = `${tr("not saved")}: ${error.message}`;
    }
    this.changed();
  }

  toJSON() {
    const sorted = [...this.decisions].sort(([one], [other]) => (one < other ? -1 : 1));
    return { decisions: Object.fromEntries(sorted) };
  }
}

// Reviews of a report that was opened from a file stay in the browser, under the digests of its documents.
function localStore(report) {
  const digests = report.documents.map((each) => `${each.path}@${each.sha256.slice(0, 16)}`);
  const name = `citevet-review:${digests.join("|").slice(0, 2000)}`;
  return {
    async load() { return JSON.parse(readSetting(name) ?? "{}"); },
    async save(review) {
      const isKept = writeSetting(name, JSON.stringify(review));
      if (!isKept) throw new Error(tr("this browser keeps nothing, download the review"));
    },
  };
}
