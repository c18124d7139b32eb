// Draws a spectrogram from its tiles.

const stops = {
  dark: [[0, 17, 17, 24], [0.25, 46, 26, 92], [0.5, 128, 37, 140], [0.75, 238, 88, 96], [0.92, 254, 188, 110], [1, 255, 250, 214]],
  light: [[0, 255, 255, 255], [0.25, 226, 224, 250], [0.5, 150, 132, 232], [0.75, 92, 54, 190], [0.92, 52, 20, 120], [1, 22, 6, 60]],
};

const tables = {};

function table(scheme) {
  tables[scheme] ??= (() => {
    const colours = new Uint32Array(256);
    for (let value = 0; value < 256; value += 1) {
      const share = value / 255;
      const next = Math.max(1, stops[scheme].findIndex(([place]) => place >= share));
      const [a, ...from] = stops[scheme][next - 1];
      const [b, ...to] = stops[scheme][next];
      const mix = (share - a) / (b - a);
      const [red, green, blue] = from.map((part, index) => Math.round(part + (to[index] - part) * mix));
      colours[value] = (255 << 24) | (blue << 16) | (green << 8) | red;
    }
    return colours;
  })();
  return tables[scheme];
}

/** The picture of a tile; made again when the loudness range or the colours change. */
function picture(tile, bands, top, scheme) {
  if (tile.image && tile.imageTop === top && tile.imageScheme === scheme) return tile.image;
  const canvas = document.createElement("canvas");
  canvas.width = tile.columns;
  canvas.height = bands;
  const context = canvas.getContext("2d");
  const image = context.createImageData(tile.columns, bands);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = table(scheme);
  // 70 dB of range below the loudest; 2.55 steps a dB.
  const range = 70 * 2.55;
  for (let column = 0; column < tile.columns; column += 1) {
    for (let band = 0; band < bands; band += 1) {
      const share = (tile.data[column * bands + band] - top + range) / range;
      pixels[(bands - 1 - band) * tile.columns + column] = colours[Math.max(0, Math.min(255, Math.round(share * 255)))];
    }
  }
  context.putImageData(image, 0, 0);
  tile.image = canvas;
  tile.imageTop = top;
  tile.imageScheme = scheme;
  return canvas;
}

/** Draws what is seen from `start` for `span` seconds. */
export function drawSpectrum(context, width, height, tiles, { start, span, duration }, isDark) {
  const scheme = isDark ? "dark" : "light";
  const [, red, green, blue] = stops[scheme][0];
  context.fillStyle = `rgb(${red} ${green} ${blue})`;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  const bands = tiles.job.overview.bands;
  const top = Math.max(80, Math.ceil(tiles.brightest / 8) * 8);
  const draw = (level) => {
    const seconds = tiles.tileSeconds(level);
    const last = Math.floor(Math.min(start + span, duration) / seconds);
    for (let index = Math.max(0, Math.floor(start / seconds)); index <= last; index += 1) {
      const tile = tiles.get("spectrogram", level, index);
      if (!tile || !tile.columns) continue;
      const x = ((index * seconds - start) / span) * width;
      const wide = ((tile.columns * tiles.columnSeconds(level)) / span) * width;
      context.drawImage(picture(tile, bands, top, scheme), x, 0, wide, height);
    }
  };
  const fine = tiles.level("spectrogram", span / width);
  const whole = tiles.wholeLevel("spectrogram", duration);
  // The coarse picture stands in until the fine one has come.
  if (whole > fine) draw(whole);
  draw(Math.min(fine, whole));
}
