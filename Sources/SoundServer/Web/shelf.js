// The recordings of this visit, one below the other.

import { left } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Shelf {
  /** @param actions `select(recording)`. */
  constructor(actions) {
    this.actions = actions;
    this.items = new Map();
  }

  draw(recordings, current) {
    $("shelf").hidden = recordings.length < 2;
    for (const [recording, item] of this.items) {
      if (recordings.includes(recording)) continue;
      item.root.remove();
      this.items.delete(recording);
    }
    for (const recording of recordings) {
      const item = this.items.get(recording) ?? this.make(recording);
      item.name.textContent = recording.name;
      item.state.textContent = this.state(recording);
      item.state.classList.toggle("bad", ["failed", "gone"].includes(recording.state));
      item.bar.hidden = !recording.isBusy;
      item.bar.value = recording.progress;
      item.button.setAttribute("aria-current", String(recording === current));
    }
  }

  make(recording) {
    const root = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.onclick = () => this.actions.select(recording);
    const name = document.createElement("span");
    name.className = "name";
    const state = document.createElement("span");
    state.className = "small";
    const bar = document.createElement("progress");
    bar.max = 1;
    bar.setAttribute("aria-hidden", "true");
    button.append(name, state, bar);
    root.append(button);
    $("recordings").append(root);
    const item = { root, button, name, state, bar };
    this.items.set(recording, item);
    return item;
  }

  state(recording) {
    const share = `${Math.floor(recording.progress * 100)}%`;
    const texts = {
      loading: "Looking for it…",
      uploading: `Uploading ${share}`,
      queued: "Waiting for its turn",
      running: [`Classifying ${share}`, left(recording.job?.secondsLeft)].filter(Boolean).join(", "),
      done: recording.isCut ? `${recording.events.length} sounds` : "Classified",
      failed: recording.problem?.title ?? "Failed",
      cancelled: "Cancelled",
      gone: "No longer on the server",
    };
    return texts[recording.state] ?? "";
  }
}
