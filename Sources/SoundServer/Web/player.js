// Plays a recording; where the browser cannot, the server sends it as WAV, decoded on the way.

const $ = (id) => document.getElementById(id);

export class Player {
  /** @param actions `moved(time, isPlaying)`, `failed()`. */
  constructor(actions) {
    this.actions = actions;
    this.audio = new Audio();
    this.audio.id = "audio";
    this.audio.preload = "metadata";
    document.body.append(this.audio);
    this.button = $("play");
    this.button.onclick = () => this.toggle();
    for (const name of ["play", "pause", "ended"]) this.audio.addEventListener(name, () => this.changed());
    this.audio.addEventListener("seeked", () => this.actions.moved(this.audio.currentTime, false));
    this.audio.addEventListener("error", () => this.fallBack());
    this.audio.addEventListener("loadedmetadata", () => this.resume());
  }

  /** Takes a job; the recording's own bytes are played where the browser knows their type. */
  open(job) {
    this.stop();
    this.job = job;
    this.usesWave = !(job.media.type && this.audio.canPlayType(job.media.type));
    this.source = null;
    this.wanted = null;
    this.update(job);
  }

  /** Takes news: the WAV exists once the recording's length is known. */
  update(job) {
    this.job = job;
    const source = this.usesWave ? (job.overview.isComplete ? job.media.wave : null) : job.media.url;
    this.button.disabled = !source;
    if (source && source !== this.source) {
      this.source = source;
      this.audio.src = source;
    }
  }

  /** Goes to a time. */
  seek(time) {
    this.wanted = { time, plays: this.wanted?.plays ?? false };
    this.actions.moved(time, false);
    this.resume();
  }

  /** Goes to a time and plays. */
  playFrom(time) {
    this.wanted = { time, plays: true };
    this.actions.moved(time, false);
    this.resume();
  }

  toggle() {
    if (!this.source) return;
    if (this.audio.paused) this.audio.play().catch(() => {});
    else this.audio.pause();
  }

  stop() {
    this.audio.pause();
    this.audio.removeAttribute("src");
    this.audio.load();
  }

  /** Does what was wanted, as soon as the browser knows the recording. */
  resume() {
    if (!this.wanted || this.audio.readyState < 1) return;
    const { time, plays } = this.wanted;
    this.wanted = null;
    this.audio.currentTime = time;
    if (plays) this.audio.play().catch(() => {});
  }

  fallBack() {
    if (!this.source || !this.audio.getAttribute("src")) return;
    if (this.usesWave) return this.actions.failed();
    this.usesWave = true;
    this.source = null;
    this.update(this.job);
  }

  changed() {
    const isPlaying = !this.audio.paused && !this.audio.ended;
    this.button.classList.toggle("playing", isPlaying);
    this.button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    if (isPlaying && !this.frame) this.follow();
  }

  follow() {
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      if (this.audio.paused || this.audio.ended) return;
      this.actions.moved(this.audio.currentTime, true);
      this.follow();
    });
  }
}
