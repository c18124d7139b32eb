// Recordings: their upload, their job on the server, and their events.

import { ask, json, query, upload } from "./api.js";
import { read, write } from "./kept.js";

const kept = "jobs";

/** Browsers open six connections to a server; two are for uploads, however many files there are. */
const uploads = { free: 2, waiting: [] };

/** Whether the same question may be answered a little later: no connection, too many questions, a busy server. */
const isPassing = ({ status }) => status === 0 || status === 429 || status >= 500;

async function takeTurn() {
  if (uploads.free > 0) uploads.free -= 1;
  else await new Promise((resolve) => uploads.waiting.push(resolve));
}

function endTurn() {
  const next = uploads.waiting.shift();
  if (next) next();
  else uploads.free += 1;
}

/** How long to wait before a cut is asked for again that the server could not answer, in milliseconds. */
const pause = 1000;

/** One recording; tells its listeners of `change`, of `events`, and of `settling` when its events begin or end to change. */
export class Recording extends EventTarget {
  /**
   * @param start `{ file, settings }` for a new one, `{ id, name }` for one of an earlier visit,
   *   `{ origin, settings }` for another job on the recording of a job.
   */
  constructor({ file, settings, id, name, origin }) {
    super();
    this.file = file ?? null;
    this.settings = settings ?? {};
    this.id = id ?? null;
    this.origin = origin ?? null;
    this.name = name ?? file?.name ?? "recording";
    this.state = id ? "loading" : "uploading";
    this.progress = 0;
    this.job = null;
    this.problem = null;
    this.events = [];
    this.isCut = false;
    this.isWhole = false;
    this.isShown = false;
    this.cutWish = null;
    this.isCutting = false;
    this.cutTimer = null;
    this.cutCost = 0;
  }

  /** Uploads the file, or finds the job again. */
  async start() {
    try {
      if (this.id) this.take(await json(`/api/v1/jobs/${this.id}`));
      else await this.send();
      if (this.state !== "removed") this.follow();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (error.status === 404 && this.id) return this.lose();
      this.fail(error);
    }
  }

  async send() {
    if (this.origin) {
      const path = `/api/v1/jobs/${this.origin}/again${query({ name: this.name, ...this.settings })}`;
      this.origin = null;
      return this.take(await json(path, { method: "POST" }));
    }
    this.abort = new AbortController();
    this.change("uploading", 0);
    await takeTurn();
    try {
      this.abort.signal.throwIfAborted();
      const job = await upload(`/api/v1/jobs${query({ name: this.name, ...this.settings })}`, this.file, {
        signal: this.abort.signal,
        onProgress: (share) => this.change("uploading", share),
      });
      if (this.state === "removed") await this.discard(job.id);
      else this.take(job);
    } finally {
      endTurn();
    }
  }

  /** Takes what the server says of the job. */
  take(job) {
    if (this.state === "removed") return;
    this.job = job;
    this.id = job.id;
    this.name = job.name;
    this.problem = job.problem ?? null;
    const wasBusy = this.isBusy;
    this.change(job.state, job.progress);
    if (wasBusy && !this.isBusy) this.cut();
  }

  change(state, progress) {
    if (this.state === "removed") return;
    this.state = state;
    this.progress = progress;
    this.dispatchEvent(new Event("change"));
  }

  /** Says whether the recording is the one on the page; only that one holds a connection open. */
  show(isShown) {
    if (isShown === this.isShown) return;
    this.isShown = isShown;
    if (this.id && !this.isComplete) this.follow();
  }

  /** Follows the job: by events where it is shown, by a look now and then where not. */
  follow() {
    this.source?.close();
    clearTimeout(this.timer);
    if (this.isShown) this.listen();
    else this.timer = setTimeout(() => this.look(), 1000);
  }

  async look() {
    try {
      this.take(await json(`/api/v1/jobs/${this.id}`));
    } catch (error) {
      if (error.status === 404) return this.lose();
    }
    if (!this.isComplete && !this.isShown) this.follow();
  }

  /** Whether the server has nothing more to tell. */
  get isComplete() {
    return !this.isBusy && Boolean(this.job?.overview.isComplete);
  }

  /** Listens to the job; the browser connects again by itself where the line is cut. */
  listen() {
    const source = new EventSource(`/api/v1/jobs/${this.id}/events`);
    this.source = source;
    source.addEventListener("progress", (event) => this.take(JSON.parse(event.data)));
    source.addEventListener("windows", () => this.cutSoon());
    for (const end of ["done", "failed", "cancelled"]) {
      source.addEventListener(end, (event) => {
        source.close();
        this.take(JSON.parse(event.data));
      });
    }
    source.onerror = async () => {
      if (source.readyState !== EventSource.CLOSED) return;
      try {
        this.take(await json(`/api/v1/jobs/${this.id}`));
        setTimeout(() => this.source === source && this.follow(), 1000);
      } catch (error) {
        if (error.status === 404) this.lose();
        else setTimeout(() => this.source === source && this.follow(), 3000);
      }
    };
  }

  /** The server has forgotten the job: it was restarted, or somebody removed the recording. */
  lose() {
    this.source?.close();
    if (this.state === "removed") return;
    forget(this.id);
    this.id = null;
    if (this.file) {
      this.dispatchEvent(new Event("lost"));
      return this.start();
    }
    this.problem = {
      title: "The recording is no longer on the server",
      detail: "The server was restarted, or the recording was removed. Choose the file again to classify it.",
    };
    this.change("gone", 0);
  }

  fail(error) {
    this.problem = { title: error.title ?? "It failed", detail: error.detail ?? error.message, code: error.code };
    this.change("failed", 0);
  }

  /** Cuts for news of a job at work: the longer a cut takes, the longer the pause before the next. */
  cutSoon() {
    this.cutTimer ??= setTimeout(() => {
      this.cutTimer = null;
      if (this.isBusy) this.cut();
    }, 20 * this.cutCost);
  }

  /** Has the server cut the events anew; the latest wish wins, and is kept until it is answered. */
  async cut(profile = this.profile) {
    this.profile = profile;
    if (!this.id || !profile) return;
    this.cutWish = profile;
    if (this.isCutting) return;
    this.isCutting = true;
    this.dispatchEvent(new Event("settling"));
    while (this.cutWish && this.id) {
      const wish = this.cutWish;
      const began = performance.now();
      const isWhole = !this.isBusy;
      this.cutWish = null;
      try {
        const result = await json(`/api/v1/jobs/${this.id}/results?partial=true`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Accept: "application/json" },
          body: wish.json(this.labels),
        });
        this.events = result.recordings[0]?.events ?? [];
        this.isCut = true;
        this.isWhole = isWhole;
        this.cutCost = performance.now() - began;
        this.dispatchEvent(new Event("events"));
      } catch (error) {
        if (error.status === 404) this.lose();
        else if (error.status === 422) this.fail(error);
        else if (isPassing(error)) {
          this.cutWish ??= wish;
          await new Promise((resolve) => setTimeout(resolve, pause));
        } else this.isWhole = isWhole;
      }
    }
    this.isCutting = false;
    this.dispatchEvent(new Event("settling"));
  }

  /** Forgets the recording, here and on the server. */
  async remove() {
    this.source?.close();
    clearTimeout(this.timer);
    // A file that has been sent whole becomes a job all the same; it is discarded when its id is known.
    if (this.state !== "uploading" || this.progress < 1) this.abort?.abort();
    const id = this.id;
    forget(id);
    this.id = null;
    this.state = "removed";
    if (id) await this.discard(id);
  }

  /** Has the server forget a job. */
  async discard(id) {
    await ask(`/api/v1/jobs/${id}`, { method: "DELETE" }).catch(() => {});
  }

  /** Whether the events are all that the server has to give, cut as wished last. */
  get isSettled() {
    return !this.isBusy && !this.isCutting && (this.isWhole || !this.id);
  }

  /** Whether work is going on. */
  get isBusy() {
    return ["uploading", "queued", "running", "loading"].includes(this.state);
  }
}

/** The jobs that this browser knows from before. */
export function remembered() {
  return read(kept, []).filter((one) => typeof one?.id === "string" && typeof one.name === "string");
}

/** Keeps a job for the next visit; other tabs keep theirs in the same place. */
export function remember({ id, name }) {
  if (!id || remembered().some((one) => one.id === id)) return;
  write(kept, [...remembered(), { id, name }]);
}

/** Keeps a job no longer. */
export function forget(id) {
  if (id) write(kept, remembered().filter((one) => one.id !== id));
}
