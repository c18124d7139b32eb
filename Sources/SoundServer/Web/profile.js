// The thresholds of the page as a profile, the file that the command line reads as well.

const closeShare = 0.6;

/** Thresholds: one for all sounds, others for single ones. */
export class Profile {
  constructor(saved = {}) {
    this.open = saved.open ?? 0.5;
    this.labels = { ...(saved.labels || {}) };
  }

  /** The threshold of a label; of all sounds without one. */
  threshold(label) {
    return this.labels[label] ?? this.open;
  }

  /** Sets the threshold of a label, or of all sounds. */
  set(value, label) {
    if (label) this.labels[label] = value;
    else this.open = value;
  }

  /** Whether a label has a threshold of its own. */
  hasOwn(label) {
    return label in this.labels;
  }

  /** Gives a label a threshold of its own, or takes it away. */
  setOwn(label, isOwn) {
    if (isOwn) this.labels[label] = this.threshold(label);
    else delete this.labels[label];
  }

  /** The profile file; labels that the model lacks are left out. */
  json(known) {
    const rule = (open) => ({ open, close: Math.round(open * closeShare * 1000) / 1000 });
    const labels = {};
    for (const [label, open] of Object.entries(this.labels)) {
      if (!known || known.includes(label)) labels[label] = rule(open);
    }
    return JSON.stringify({ ...rule(this.open), labels }, null, 2);
  }

  /** What is kept between visits. */
  saved() {
    return { open: this.open, labels: this.labels };
  }
}
