// Labels, times and sizes in words, and a colour for each label.

const small = new Set(["and", "of", "the", "or", "in", "on", "a"]);

/** "acoustic_guitar" becomes "Acoustic Guitar". */
export function words(label) {
  return label
    .replace(/[_]+/g, " ")
    .trim()
    .split(/\s+/)
    .map((word, index) => (index > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
}

/** Seconds as "1:02:03.45". */
export function clock(seconds, decimals = 2) {
  const unit = 10 ** decimals;
  const total = Math.max(0, Math.round(seconds * unit));
  const whole = Math.floor(total / unit);
  const h = Math.floor(whole / 3600);
  const m = Math.floor(whole / 60) % 60;
  const s = String(whole % 60).padStart(2, "0");
  const part = decimals ? "." + String(total % unit).padStart(decimals, "0") : "";
  return h ? `${h}:${String(m).padStart(2, "0")}:${s}${part}` : `${m}:${s}${part}`;
}

/** A place in time for the list: seconds below a minute, else a clock. */
export function place(seconds) {
  return seconds < 60 ? `${seconds.toFixed(2)} s` : clock(seconds, 2);
}

/** 0.9239 becomes "92.39%". */
export function percent(value, decimals = 2) {
  return `${(value * 100).toFixed(decimals)}%`;
}

/** A time that is left, in words. */
export function left(seconds) {
  if (seconds == null) return "";
  if (seconds < 1.5) return "about 1 s left";
  if (seconds < 90) return `about ${Math.round(seconds)} s left`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${(seconds / 3600).toFixed(1)} h left`;
}

/** Bytes in words. */
export function bytes(count) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  while (count >= 1000 && unit < units.length - 1) {
    count /= 1000;
    unit += 1;
  }
  return `${unit ? count.toFixed(1).replace(/\.0$/, "") : count} ${units[unit]}`;
}

const hues = [262, 12, 190, 96, 330, 42, 220, 150, 290, 0, 170, 60];

/** A colour for the n-th label, readable in both colour schemes. */
export function colour(index, isDark) {
  const hue = hues[index % hues.length];
  return isDark ? `hsl(${hue} 72% 66%)` : `hsl(${hue} 62% 48%)`;
}
