// How far a check is: each stage with its counts and the time that is left. A lost connection is tried again.

import { loadCheck, stopCheck } from "./service.js";
import { duration, either, number, t } from "./words.js";

const PAUSE = 500; // milliseconds between two looks
const LONG_PAUSE = 3000;
const STAGE_NAMES = [[/^loading/i, "loading"]];

const stageName = (name) => {
  const known = STAGE_NAMES.find(([pattern]) => pattern.test(name))?.[1];
  return either(`stage.${known ?? name}`, name);
};

export class Progress {
  constructor(root, paper, job) {
    Object.assign(this, { root, paper, job, parts: 0 });
  }

  // Calls back whenever more results are there; returns the check once it ended, or null when it was left.
  async follow(moreResults) {
    for (;;) {
      if (this.isClosed) return null;
      try {
        const check = await loadCheck(this.paper, this.job);
        if (this.isClosed) return null;
        if (!["queued", "running"].includes(check.state)) return check;
        this.show(check);
        if (check.parts > this.parts) {
          this.parts = check.parts;
          await moreResults();
        }
        await this.rest(PAUSE);
      } catch (error) {
        if (error.status === 401 || error.status === 404) throw error;
        this.root.replaceChildren(make("p", { class: "problem", role: "alert" }, t("wait.lost")));
        await this.rest(LONG_PAUSE);
      }
    }
  }

  rest(milliseconds) { return new Promise((done) => { setTimeout(done, milliseconds); }); }

  show({ state, stages }) {
    this.root.hidden = false;
    const early = this.parts ? make("span", { class: "early" }, t("wait.early")) : null;
    if (state === "queued" || !stages.length) {
      this.root.replaceChildren(make("p", {}, t(state === "queued" ? "wait.queued" : "stage.starting")), make("progress", { "aria-label": t("wait.title") }), this.stop());
      return;
    }
    const current = stages.at(-1);
    const isCounted = current.total > 1;
    const counts = isCounted ? ` ${number(current.done)} / ${number(current.total)}` : "";
    const left = current.seconds_left ? ` · ${t("wait.left", { time: duration(current.seconds_left) })}` : "";
    const bar = make("progress", { "aria-label": stageName(current.name) });
    if (isCounted) Object.assign(bar, { value: current.done, max: current.total });
    const past = stages.slice(0, -1).map((stage) => make("li", {}, stageName(stage.name), stage.total > 1 ? ` ${number(stage.total)}` : ""));
    this.root.replaceChildren(
      make("ol", { class: "past-stages" }, past),
      make("p", {}, make("strong", {}, stageName(current.name)), `${counts}${left}`),
      bar, this.stop(), ...present([early]));
  }

  stop() { return button(t("wait.stop"), () => stopCheck(this.paper, this.job)); }

  close() { this.isClosed = true; }
}
