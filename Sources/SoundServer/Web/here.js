// The most likely sounds at a time: what the classifier hears there.

import { json } from "./api.js";
import { clock, percent, words } from "./words.js";

const $ = (id) => document.getElementById(id);
const mostKept = 400;

export class Here {
  constructor() {
    this.kept = new Map();
    this.isAsking = false;
    this.wanted = null;
  }

  /** Takes a job. */
  open(job) {
    this.job = job;
    this.kept.clear();
    this.shown = null;
    $("here").replaceChildren();
    $("here-time").textContent = "";
    $("here-hint").hidden = false;
  }

  /** Forgets answers, since there may be more windows now. */
  refresh() {
    this.kept.clear();
  }

  /** Shows what is heard at a time; the latest wish wins. */
  show(time) {
    this.wanted = time;
    if (!this.isAsking) this.ask();
  }

  async ask() {
    this.isAsking = true;
    while (this.wanted != null) {
      const time = this.wanted;
      this.wanted = null;
      const job = this.job;
      const step = Math.max(0.02, (job.window * (1 - job.overlap)) / 4);
      const key = Math.round(time / step);
      let window = this.kept.get(key);
      if (window === undefined) {
        try {
          const page = await json(`/api/v1/jobs/${job.id}/windows?at=${(key * step).toFixed(4)}&top=6`);
          window = page.windows[0] ?? null;
        } catch {
          continue;
        }
        if (job !== this.job && job.id !== this.job.id) continue;
        this.kept.set(key, window);
        if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value);
      }
      this.draw(time, window);
    }
    this.isAsking = false;
  }

  draw(time, window) {
    $("here-time").textContent = window ? `${clock(window.start, 1)} – ${clock(window.end, 1)}` : clock(time);
    $("here-hint").hidden = Boolean(window);
    if (window && this.shown === window.index) return;
    this.shown = window?.index ?? null;
    $("here").replaceChildren(
      ...(window?.top ?? []).map(({ label, confidence }) => {
        const item = document.createElement("li");
        const name = document.createElement("span");
        name.textContent = words(label);
        const value = document.createElement("span");
        value.className = "value";
        value.textContent = percent(confidence, 1);
        const bar = document.createElement("progress");
        bar.max = 1;
        bar.value = confidence;
        bar.setAttribute("aria-hidden", "true");
        item.append(name, value, bar);
        return item;
      }),
    );
  }
}
