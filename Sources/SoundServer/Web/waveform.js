// Draws a waveform from its tiles.

/** Draws what is seen from `start` for `span` seconds. */
export function drawWave(context, width, height, tiles, { start, span, duration }, colours) {
  context.clearRect(0, 0, width, height);
  const fine = tiles.level("peaks", span / width);
  const whole = tiles.wholeLevel("peaks", duration);
  const middle = height / 2;
  context.fillStyle = colours.line;
  context.fillRect(0, Math.round(middle), width, 1);
  const gain = loudness(tiles, whole);
  context.fillStyle = colours.accent;
  for (let x = 0; x < width; x += 1) {
    const from = start + (x / width) * span;
    if (from >= duration) break;
    const to = from + span / width;
    const peak = peaks(tiles, Math.min(fine, whole), from, to) ?? (whole > fine ? peaks(tiles, whole, from, to) : undefined);
    if (!peak) continue;
    const high = middle - peak[1] * gain * (middle - 3);
    const low = middle - peak[0] * gain * (middle - 3);
    context.fillRect(x, high, 1, Math.max(1, low - high));
  }
}

/** The factor that brings the loudest sample near the edge; quiet recordings are seen too. */
function loudness(tiles, whole) {
  const tile = tiles.get("peaks", whole, 0);
  if (!tile) return 1;
  let most = 1;
  for (const value of tile.data) if (Math.abs(value) > most) most = Math.abs(value);
  return Math.min(50, 1 / (most / 32767));
}

/** The lowest and the highest sample between two times, -1 to 1. */
function peaks(tiles, level, from, to) {
  const seconds = tiles.columnSeconds(level);
  const perTile = tiles.job.overview.columnsPerTile;
  const first = Math.floor(from / seconds);
  const last = Math.max(first, Math.ceil(to / seconds) - 1);
  let low = Infinity;
  let high = -Infinity;
  for (let column = first; column <= last; column += 1) {
    const tile = tiles.get("peaks", level, Math.floor(column / perTile));
    const place = column % perTile;
    if (!tile || place >= tile.columns) continue;
    low = Math.min(low, tile.data[2 * place]);
    high = Math.max(high, tile.data[2 * place + 1]);
  }
  return low > high ? undefined : [low / 32768, high / 32768];
}
