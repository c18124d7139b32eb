// The thresholds of the page as a profile, the file that the command line reads as well.

const isShare = (value) => typeof value === "number" && value >= 0 && value <= 1;

/** Thresholds: one for all sounds, others for single ones; what nobody has set is left to the server. */
export class Profile {
  constructor(saved = {}) {
    this.open = isShare(saved.open) ? saved.open : null;
    this.labels = Object.fromEntries(Object.entries(saved.labels ?? {}).filter(([, open]) => isShare(open)));
    this.usual = null;
  }

  /** Takes the server's usual thresholds: `open`, and `close` that goes with it. */
  setUsual(usual) {
    this.usual = usual;
  }

  /** The threshold of a label; of all sounds without one. */
  threshold(label) {
    return this.labels[label] ?? this.open ?? this.usual?.open ?? 0;
  }

  /** Sets the threshold of a label, or of all sounds. */
  set(value, label) {
    if (label) this.labels[label] = value;
    else this.open = value;
  }

  /** Whether a label has a threshold of its own. */
  hasOwn(label) {
    return Object.hasOwn(this.labels, label);
  }

  /** Gives a label a threshold of its own, or takes it away. */
  setOwn(label, isOwn) {
    if (isOwn) this.labels[label] = this.threshold(label);
    else delete this.labels[label];
  }

  /** The profile file; labels that the model lacks are left out. */
  json(known) {
    const share = this.usual.close / this.usual.open;
    const rule = (open) => ({ open, close: Math.round(open * share * 1000) / 1000 });
    const labels = {};
    for (const [label, open] of Object.entries(this.labels)) {
      if (!known || known.includes(label)) labels[label] = rule(open);
    }
    return JSON.stringify({ ...(this.open === null ? {} : rule(this.open)), labels }, null, 2);
  }

  /** What is kept between visits. */
  saved() {
    return { open: this.open, labels: this.labels };
  }
}
