// The stretch of a recording that is seen: a start and a span in seconds.

const shortest = 0.25;

export class View {
  constructor(onChange) {
    this.onChange = onChange;
    this.duration = 0;
    this.start = 0;
    this.span = 1;
  }

  /** Sets the length of the recording; the whole is seen unless somebody has zoomed. */
  setDuration(duration) {
    const sawAll = this.span >= this.duration * 0.999;
    this.duration = duration;
    if (sawAll) this.show(0, duration);
    else this.show(this.start, this.span);
  }

  /** Shows a stretch, as far as there is one. */
  show(start, span) {
    this.span = Math.max(Math.min(span, this.duration), Math.min(shortest, this.duration));
    this.start = Math.max(0, Math.min(start, this.duration - this.span));
    this.onChange();
  }

  /** Zooms by a factor about a time that stays where it is. */
  zoom(factor, time = this.start + this.span / 2) {
    const share = (time - this.start) / this.span;
    const span = Math.max(Math.min(this.span * factor, this.duration), Math.min(shortest, this.duration));
    this.show(time - share * span, span);
  }

  /** Moves by seconds. */
  pan(seconds) {
    this.show(this.start + seconds, this.span);
  }

  /** Moves so that a time is seen. */
  reveal(time) {
    if (time < this.start || time > this.start + this.span * 0.98) this.show(time - this.span * 0.1, this.span);
  }

  /** Shows a stretch with some room around it, unless it is seen well already. */
  focus(start, end) {
    const length = end - start;
    if (length > this.span * 0.9) this.show(start - length * 0.25, length * 1.5);
    else if (start < this.start || end > this.start + this.span) this.show((start + end) / 2 - this.span / 2, this.span);
  }
}
