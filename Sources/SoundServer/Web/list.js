// The list of sounds; only the rows that are seen exist, so that ten thousand are no trouble.

import { percent, place, words } from "./words.js";

const rowHeight = 62;
const spare = 6;

export class SoundList {
  /** @param actions `play(event)`, `colourOf(label)`. */
  constructor(actions) {
    this.actions = actions;
    this.frame = document.getElementById("list");
    this.rows = document.getElementById("rows");
    this.events = [];
    this.focused = 0;
    this.frame.addEventListener("scroll", () => this.draw(), { passive: true });
    this.rows.addEventListener("keydown", (event) => this.key(event));
    this.rows.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      this.focused = Number(button.dataset.index);
      actions.play(this.events[this.focused]);
    });
  }

  /** Shows events in this order. */
  setEvents(events) {
    this.events = events;
    this.focused = Math.min(this.focused, Math.max(0, events.length - 1));
    this.rows.style.height = `${events.length * rowHeight}px`;
    this.frame.style.height = `${Math.min(420, Math.max(1, events.length) * rowHeight + 1)}px`;
    this.draw();
  }

  /** Marks an event and shows it. */
  select(event) {
    this.current = event;
    const index = this.events.indexOf(event);
    if (index >= 0) {
      this.focused = index;
      this.reveal(index);
    }
    this.draw();
  }

  reveal(index) {
    const top = index * rowHeight;
    if (top < this.frame.scrollTop) this.frame.scrollTop = top;
    else if (top + rowHeight > this.frame.scrollTop + this.frame.clientHeight) this.frame.scrollTop = top + rowHeight - this.frame.clientHeight;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.frame.scrollTop / rowHeight) - spare);
    const last = Math.min(this.events.length, Math.ceil((this.frame.scrollTop + this.frame.clientHeight) / rowHeight) + spare);
    const hadFocus = this.rows.contains(document.activeElement);
    const rows = [];
    for (let index = first; index < last; index += 1) rows.push(this.row(index));
    this.rows.replaceChildren(...rows);
    if (hadFocus) this.rows.querySelector(`[data-index="${this.focused}"]`)?.focus({ preventScroll: true });
  }

  row(index) {
    const event = this.events[index];
    const item = document.createElement("li");
    item.style.top = `${index * rowHeight}px`;
    item.setAttribute("aria-setsize", this.events.length);
    item.setAttribute("aria-posinset", index + 1);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "event";
    button.dataset.index = index;
    button.tabIndex = index === this.focused ? 0 : -1;
    if (event === this.current) {
      button.classList.add("current");
      button.setAttribute("aria-current", "true");
    }
    const part = (name, text) => {
      const span = document.createElement("span");
      span.className = name;
      span.textContent = text;
      button.append(span);
      return span;
    };
    part("dot", "").style.background = this.actions.colourOf(event.label);
    part("label", words(event.label));
    part("length", `${(event.end - event.start).toFixed(event.end - event.start < 10 ? 1 : 0)} s`);
    part("facts", `${percent(event.peak)} confidence at ${place(event.start)}`);
    item.append(button);
    return item;
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.frame.clientHeight / rowHeight) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -1e9, End: 1e9 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.focused = Math.max(0, Math.min(this.events.length - 1, this.focused + steps[event.key]));
    this.reveal(this.focused);
    this.draw();
    this.rows.querySelector(`[data-index="${this.focused}"]`)?.focus({ preventScroll: true });
  }
}
