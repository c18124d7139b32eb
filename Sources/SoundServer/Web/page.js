// One recording on the page: work, trouble, pictures, list, downloads.

import { ask } from "./api.js";
import { Here } from "./here.js";
import { SoundList } from "./list.js";
import { Player } from "./player.js";
import { read, write } from "./kept.js";
import { Profile } from "./profile.js";
import { Timeline } from "./timeline.js";
import { bytes, clock, left, words } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Page {
  /** @param parts `settings`, and what the program does: `again`, `remove`, `say`, `alert`. */
  constructor(parts) {
    this.parts = parts;
    this.recording = null;
    this.profile = new Profile(read("profile", {}));
    this.here = new Here();
    this.player = new Player({
      moved: (time, isPlaying) => this.moved(time, isPlaying),
      failed: () => parts.alert("The recording cannot be played", "Its sound cannot be decoded by this browser."),
    });
    this.timeline = new Timeline({
      seek: (time) => this.player.seek(Math.max(0, Math.min(time, this.timeline.view.duration))),
      play: (event) => this.playEvent(event),
      toggle: () => this.player.toggle(),
      point: (time) => this.recording?.job && this.here.show(time),
    });
    this.list = new SoundList({
      play: (event) => this.playEvent(event),
      colourOf: (label) => this.timeline.colourOf(label),
    });
    this.listen();
  }

  setCapabilities(capabilities) {
    this.capabilities = capabilities;
    this.profile.setUsual(capabilities.events);
    this.drawThreshold();
    $("empty-note").textContent =
      `Any audio or video file up to ${bytes(capabilities.mostUploadBytes)}. It goes to this server and nowhere else.`;
    $("formats").replaceChildren(
      ...capabilities.formats.map((format) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = format.title;
        button.dataset.format = format.name;
        button.onclick = () => this.download(format);
        item.append(button);
        return item;
      }),
    );
  }

  /** Shows a recording; null shows none. */
  open(recording) {
    this.recording = recording;
    this.jobShown = null;
    this.player.stop();
    $("label-filter").value = "";
    if (recording) this.update();
    else document.title = "Sound Analysis";
  }

  /** Takes news of the recording. */
  update() {
    const { recording } = this;
    const { job } = recording;
    $("recording-title").textContent = recording.name;
    document.title = `${recording.name} – Sound Analysis`;
    $("recording-facts").textContent = job ? this.facts(job) : "";
    this.drawWork();
    this.drawSettled();
    this.drawTrouble();
    this.drawNotes();
    const hasJob = Boolean(job) && recording.state !== "gone";
    $("stage").hidden = !hasJob;
    document.querySelector(".columns").hidden = !hasJob;
    $("download-menu").hidden = !hasJob;
    $("again").hidden = !hasJob || recording.isBusy;
    if (!hasJob) return;
    if (this.jobShown !== job.id) this.show(job);
    else {
      this.timeline.update(job);
      this.player.update(job);
      if (this.windowCount !== job.windowCount) this.here.refresh();
    }
    this.windowCount = job.windowCount;
    $("length").textContent = job.duration ? `of ${clock(job.duration, 0)}` : "";
  }

  async show(job) {
    this.jobShown = job.id;
    this.timeline.open(job);
    this.player.open(job);
    this.here.open(job);
    this.list.frame.scrollTop = 0;
    this.drawEvents();
    const { recording } = this;
    recording.labels = await this.parts.settings.labelsOf(job.model).catch(() => null);
    recording.cut(this.profile);
  }

  facts(job) {
    const channels = { 1: "mono", 2: "stereo" }[job.channelCount] ?? `${job.channelCount} channels`;
    return [
      job.duration ? clock(job.duration, 1) : null, `${job.sampleRate / 1000} kHz ${channels}`, job.codec,
      bytes(job.byteCount), `window ${Number(job.window.toFixed(3))} s, overlap ${Math.round(job.overlap * 100)}%`, job.modelName,
    ].filter(Boolean).join(" · ");
  }

  drawWork() {
    const { recording } = this;
    $("work").hidden = !recording.isBusy;
    const title = { uploading: "Uploading…", loading: "Looking for the recording…" };
    if (recording.progress >= 1) title.uploading = "Reading the recording…";
    $("work-title").textContent = title[recording.state] ?? "Classifying sound…";
    const share = `${Math.floor(recording.progress * 100)}%`;
    const wait = recording.state === "queued" ? "waiting for its turn" : left(recording.job?.secondsLeft);
    $("work-left").textContent = [share, wait].filter(Boolean).join(", ");
    $("work-bar").value = recording.progress;
    $("work-bar").setAttribute("aria-valuetext", share);
  }

  /** Says whether the list may still change by itself. */
  drawSettled() {
    $("sounds").setAttribute("aria-busy", String(!this.recording.isSettled));
  }

  drawTrouble() {
    const { problem, state } = this.recording;
    $("trouble").hidden = !problem;
    const hint = state === "failed" && this.recording.job?.windowCount ? " What was heard until then is shown." : "";
    const all = problem && problem.title + problem.detail + hint;
    if (!problem || $("trouble").dataset.shown === all) return;
    $("trouble").dataset.shown = all;
    const head = document.createElement("strong");
    head.textContent = problem.title;
    $("trouble").replaceChildren(head, document.createTextNode(problem.detail + hint));
  }

  /** Says what was odd about a recording that was heard all the same. */
  drawNotes() {
    const notes = this.recording.job?.notes ?? [];
    $("notes").hidden = notes.length === 0;
    $("notes").textContent = notes.length ? `About this recording: ${notes.join("; ")}.` : "";
  }

  /** Draws the events as they were cut last, filtered and sorted. */
  drawEvents() {
    const { events } = this.recording;
    const counts = new Map();
    for (const event of events) counts.set(event.label, (counts.get(event.label) ?? 0) + 1);
    const filter = $("label-filter");
    const chosen = filter.value;
    if (chosen && !counts.has(chosen)) counts.set(chosen, 0);
    const options = [["", events.length], ...[...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))];
    // The same options stay, so that a menu that is open is left alone.
    if (filter.dataset.options !== JSON.stringify(options)) {
      filter.dataset.options = JSON.stringify(options);
      filter.replaceChildren(
        ...options.map(([label, count]) => new Option(`${label ? words(label) : "All sounds"} (${count})`, label)),
      );
      filter.value = chosen;
    }
    const shown = events.filter((event) => !chosen || event.label === chosen);
    if ($("order").value === "confidence") shown.sort((a, b) => b.peak - a.peak || a.start - b.start);
    if (this.current) {
      const again = (event) => event.label === this.current.label && Math.abs(event.start - this.current.start) < 0.01;
      this.current = events.find(again) ?? null;
    }
    this.timeline.current = this.current;
    this.list.current = this.current;
    this.timeline.setEvents(events.filter((event) => !chosen || event.label === chosen));
    // A hidden frame has no height, and so no rows.
    $("list").hidden = shown.length === 0;
    this.list.setEvents(shown);
    $("count").textContent = shown.length === 1 ? "1 sound" : `${shown.length} sounds`;
    $("nothing").hidden = shown.length > 0;
    $("nothing").textContent = this.recording.isBusy
      ? "Listening…" : "No sound is this sure. Lower the confidence to see more.";
    this.drawThreshold();
  }

  drawThreshold() {
    const label = $("label-filter").value;
    const value = Math.round(this.profile.threshold(label) * 100);
    $("threshold").value = value;
    $("threshold-text").textContent = `${value}%`;
    $("own-threshold-row").hidden = !label;
    $("own-threshold").checked = Boolean(label) && this.profile.hasOwn(label);
    $("own-threshold-text").textContent = `A confidence of its own for ${words(label)}`;
  }

  recut() {
    write("profile", this.profile.saved());
    this.drawThreshold();
    this.recording?.cut(this.profile);
  }

  playEvent(event) {
    this.current = event;
    this.timeline.select(event);
    this.list.select(event);
    this.player.playFrom(event.start);
    this.parts.say(`Playing ${words(event.label)} from ${clock(event.start)}`);
  }

  moved(time, isPlaying) {
    $("clock").textContent = clock(time);
    this.timeline.setPosition(time, isPlaying);
    if (this.recording?.job) this.here.show(time);
  }

  /** Saves the events in a format, cut as they are shown. */
  async download(format) {
    $("download-menu").open = false;
    const { recording } = this;
    try {
      const response = await ask(`/api/v1/jobs/${recording.id}/results?partial=true&format=${format.name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: this.profile.json(recording.labels),
      });
      this.save(await response.blob(), `${recording.name.replace(/\.[^.]*$/, "")}.${format.fileExtension}`);
    } catch (error) {
      this.parts.alert(error.title ?? "The download failed", error.detail ?? error.message);
    }
  }

  save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  listen() {
    $("threshold").oninput = () => {
      const label = $("label-filter").value;
      this.profile.set(Number($("threshold").value) / 100, label && this.profile.hasOwn(label) ? label : "");
      this.recut();
    };
    $("own-threshold").onchange = () => {
      this.profile.setOwn($("label-filter").value, $("own-threshold").checked);
      this.recut();
    };
    $("label-filter").onchange = () => this.drawEvents();
    $("order").onchange = () => this.drawEvents();
    $("again").onclick = () => this.parts.again(this.recording);
    $("remove").onclick = () => this.parts.remove(this.recording);
    $("cancel").onclick = () => this.parts.remove(this.recording);
    $("save-profile").onclick = () => {
      this.save(new Blob([this.profile.json()], { type: "application/json" }), "profile.json");
      $("settings-note").textContent = "Saved as profile.json; the command line takes it with --profile.";
    };
    addEventListener("click", (event) => {
      if (!event.target.closest("#download-menu")) $("download-menu").open = false;
    });
    $("download-menu").addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      $("download-menu").open = false;
      $("download-menu").querySelector("summary").focus();
    });
  }
}
