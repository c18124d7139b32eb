// The pictures of a recording and everything that a mouse, a finger or a key does to them.

import { drawLanes, eventAt, laneHeight, makeLanes } from "./lanes.js";
import { drawSpectrum } from "./spectrum.js";
import { Tiles } from "./tiles.js";
import { View } from "./view.js";
import { drawWave } from "./waveform.js";
import { clock, colour } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Timeline {
  /** @param actions what the page does: `seek(time)`, `play(event)`, `toggle()`, `point(time)`. */
  constructor(actions) {
    this.actions = actions;
    this.root = $("timeline");
    this.canvases = Object.fromEntries(["ruler", "wave", "spectrum", "lanes", "overview"].map((id) => [id, $(id)]));
    this.view = new View(() => this.invalidate());
    this.lanes = [];
    this.order = new Map();
    this.position = 0;
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.dark.addEventListener("change", () => this.invalidate());
    new ResizeObserver(() => this.invalidate()).observe(this.root);
    this.listen();
  }

  /** Shows a job. */
  open(job) {
    this.close();
    for (const canvas of Object.values(this.canvases)) canvas.getContext("2d").reset();
    this.tiles = new Tiles(job, () => this.invalidate());
    this.lanes = [];
    this.order = new Map();
    this.current = null;
    this.view.duration = 0;
    this.view.span = 1;
    this.setPosition(0);
    this.update(job);
  }

  /** Takes news of the job: its length, more of its pictures. */
  update(job) {
    if (!this.tiles) return;
    this.tiles.refresh(job);
    if (job.duration && job.duration !== this.view.duration) this.view.setDuration(job.duration);
    this.root.setAttribute("aria-valuemax", (job.duration || 0).toFixed(2));
    this.invalidate();
  }

  /** Takes the events; labels keep the colour that they got first. */
  setEvents(events) {
    this.lanes = makeLanes(events);
    for (const lane of this.lanes) if (!this.order.has(lane.label)) this.order.set(lane.label, this.order.size);
    this.invalidate();
  }

  /** The colour of a label. */
  colourOf(label) {
    return colour(this.order.get(label) ?? 0, this.dark.matches);
  }

  /** Marks an event. */
  select(event) {
    this.current = event;
    if (event) this.view.focus(event.start, event.end);
    this.invalidate();
  }

  /** Moves the playhead. */
  setPosition(time, follows = false) {
    this.position = time;
    this.root.setAttribute("aria-valuenow", time.toFixed(2));
    this.root.setAttribute("aria-valuetext", clock(time));
    if (follows) this.view.reveal(time);
    this.place();
  }

  close() {
    this.tiles?.close();
    this.tiles = null;
  }

  invalidate() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  context(name, height) {
    const canvas = this.canvases[name];
    if (height) canvas.style.height = `${height}px`;
    const ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const high = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(high * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(high * ratio);
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return { context, width, height: high };
  }

  draw() {
    const { tiles, view } = this;
    if (!tiles || !view.duration || !this.root.clientWidth) return;
    const style = getComputedStyle(document.documentElement);
    const look = {
      accent: style.getPropertyValue("--accent"),
      line: style.getPropertyValue("--line"),
      ink: style.getPropertyValue("--ink"),
      soft: style.getPropertyValue("--soft"),
      plate: style.getPropertyValue("--panel"),
      stripe: this.dark.matches ? "rgb(255 255 255 / 3%)" : "rgb(20 20 60 / 3%)",
      onColour: this.dark.matches ? "#14121f" : "#ffffff",
      font: getComputedStyle(document.body).fontFamily,
      colourOf: (label) => this.colourOf(label),
      current: this.current,
    };
    this.drawRuler(look);
    const wave = this.context("wave");
    drawWave(wave.context, wave.width, wave.height, tiles, view, look);
    const spectrum = this.context("spectrum");
    drawSpectrum(spectrum.context, spectrum.width, spectrum.height, tiles, view, this.dark.matches);
    this.drawLanes(look);
    this.drawOverview(look);
    this.place();
  }

  drawRuler(look) {
    const { context, width, height } = this.context("ruler");
    const { start, span } = this.view;
    context.clearRect(0, 0, width, height);
    const steps = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
    const step = steps.find((seconds) => (seconds / span) * width >= 76) ?? 14400;
    context.font = `11px ${look.font}`;
    context.textBaseline = "middle";
    for (let index = Math.ceil(start / step); index * step <= start + span; index += 1) {
      const x = ((index * step - start) / span) * width;
      context.fillStyle = look.line;
      context.fillRect(Math.round(x), height - 7, 1, 7);
      context.fillStyle = look.soft;
      const text = clock(index * step, step < 1 ? 2 : 0);
      if (x + 4 + context.measureText(text).width < width) context.fillText(text, x + 4, height / 2);
    }
  }

  /** The lanes that the frame shows; the others exist as room to scroll. */
  drawLanes(look) {
    const frame = $("lanes-frame");
    $("lanes-all").style.height = `${Math.max(1, this.lanes.length) * laneHeight}px`;
    const { context, width, height } = this.context("lanes", frame.clientHeight);
    context.clearRect(0, 0, width, height);
    context.translate(0, -frame.scrollTop);
    const first = Math.floor(frame.scrollTop / laneHeight);
    const end = Math.ceil((frame.scrollTop + height) / laneHeight);
    drawLanes(context, width, this.lanes, [first, end], this.view, look);
  }

  /** The whole recording, small, with the stretch that is seen. */
  drawOverview(look) {
    const { context, width, height } = this.context("overview");
    const { start, span, duration } = this.view;
    drawWave(context, width, height, this.tiles, { start: 0, span: duration, duration }, { ...look, accent: look.soft });
    const x = (start / duration) * width;
    const wide = Math.max(3, (span / duration) * width);
    context.globalAlpha = 0.18;
    context.fillStyle = look.accent;
    context.fillRect(x, 0, wide, height);
    context.globalAlpha = 1;
    context.strokeStyle = look.accent;
    context.lineWidth = 2;
    context.strokeRect(x + 1, 1, Math.max(1, wide - 2), height - 2);
  }

  /** Puts the playhead where it belongs. */
  place() {
    const head = $("playhead");
    const share = (this.position - this.view.start) / this.view.span;
    head.hidden = !(share >= 0 && share <= 1);
    head.style.transform = `translateX(${share * this.root.clientWidth - 1}px)`;
  }

  time(event) {
    const box = this.root.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    return Math.min(this.view.duration, this.view.start + share * this.view.span);
  }

  listen() {
    this.root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.root.addEventListener("keydown", (event) => this.key(event));
    $("lanes-frame").addEventListener("scroll", () => this.invalidate(), { passive: true });
    this.root.addEventListener("pointerleave", () => ($("pointer").hidden = true));
    this.listenToPointers();
    this.listenToOverview();
    $("zoom-in").onclick = () => this.view.zoom(0.5, this.anchor());
    $("zoom-out").onclick = () => this.view.zoom(2, this.anchor());
    $("zoom-all").onclick = () => this.view.show(0, this.view.duration);
  }

  /** The playhead where it is seen, else the middle. */
  anchor() {
    const { start, span } = this.view;
    return this.position >= start && this.position <= start + span ? this.position : start + span / 2;
  }

  wheel(event) {
    const frame = $("lanes-frame");
    if (frame.contains(event.target) && !event.ctrlKey && Math.abs(event.deltaY) > Math.abs(event.deltaX)
      && frame.scrollHeight > frame.clientHeight) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const delta = (event.deltaX || event.deltaY) * unit;
      this.view.pan((delta / this.root.clientWidth) * this.view.span);
    } else {
      this.view.zoom(Math.exp(Math.max(-300, Math.min(300, event.deltaY * unit)) * 0.0022), this.time(event));
    }
  }

  key(event) {
    const step = Math.max(0.05, this.view.span / 50);
    const keys = {
      ArrowLeft: () => (event.shiftKey ? this.view.pan(-this.view.span / 5) : this.actions.seek(this.position - step)),
      ArrowRight: () => (event.shiftKey ? this.view.pan(this.view.span / 5) : this.actions.seek(this.position + step)),
      PageUp: () => this.view.pan(-this.view.span),
      PageDown: () => this.view.pan(this.view.span),
      Home: () => this.actions.seek(0),
      End: () => this.actions.seek(this.view.duration),
      "+": () => this.view.zoom(0.5, this.anchor()),
      "=": () => this.view.zoom(0.5, this.anchor()),
      "-": () => this.view.zoom(2, this.anchor()),
      0: () => this.view.show(0, this.view.duration),
      " ": () => this.actions.toggle(),
    };
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  listenToPointers() {
    const fingers = new Map();
    let moved = 0;
    let pinch = null;
    const middle = () => [...fingers.values()].reduce((sum, x) => sum + x, 0) / fingers.size;
    this.root.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      fingers.set(event.pointerId, event.clientX);
      this.root.setPointerCapture(event.pointerId);
      if (fingers.size === 1) moved = 0;
      pinch = fingers.size === 2 ? Math.abs([...fingers.values()][0] - [...fingers.values()][1]) : null;
    });
    this.root.addEventListener("pointermove", (event) => {
      const pointer = $("pointer");
      const box = this.root.getBoundingClientRect();
      pointer.hidden = event.pointerType === "touch";
      pointer.style.transform = `translateX(${event.clientX - box.left}px)`;
      if (!fingers.has(event.pointerId)) return this.actions.point(this.time(event));
      const before = middle();
      fingers.set(event.pointerId, event.clientX);
      const delta = middle() - before;
      moved += Math.abs(delta);
      if (moved > 4 || fingers.size > 1) this.view.pan((-delta / box.width) * this.view.span);
      if (pinch && fingers.size === 2) {
        const [first, second] = [...fingers.values()];
        const apart = Math.max(10, Math.abs(first - second));
        this.view.zoom(pinch / apart, this.time({ clientX: middle() }));
        pinch = apart;
        moved = 100;
      }
    });
    const end = (event) => {
      if (!fingers.delete(event.pointerId)) return;
      pinch = null;
      if (event.type === "pointerup" && fingers.size === 0 && moved <= 4) this.click(event);
    };
    this.root.addEventListener("pointerup", end);
    this.root.addEventListener("pointercancel", end);
  }

  click(event) {
    const time = this.time(event);
    const box = this.canvases.lanes.getBoundingClientRect();
    if (event.clientY >= box.top && event.clientY <= box.bottom) {
      const row = Math.floor((event.clientY - box.top + $("lanes-frame").scrollTop) / laneHeight);
      const hit = eventAt(this.lanes, row, time, (4 / this.root.clientWidth) * this.view.span);
      if (hit) return this.actions.play(hit);
    }
    this.actions.seek(time);
  }

  /** Dragging in the small picture moves the view. */
  listenToOverview() {
    const canvas = this.canvases.overview;
    const go = (event) => {
      const box = canvas.getBoundingClientRect();
      const time = ((event.clientX - box.left) / box.width) * this.view.duration;
      this.view.show(time - this.view.span / 2, this.view.span);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    canvas.addEventListener("pointermove", (event) => canvas.hasPointerCapture(event.pointerId) && go(event));
  }
}
