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

/** The colour of each value of a tile, with the loudest at `top`. */
function palette(top, scheme) {
  const colours = table(scheme);
  // 70 dB of range below the loudest; 2.55 steps a dB.
  const range = 70 * 2.55;
  return Uint32Array.from({ length: 256 }, (_, value) => {
    const share = (value - top + range) / range;
    return colours[Math.max(0, Math.min(255, Math.round(share * 255)))];
  });
}

/** The one canvas that every tile passes through on its way to the page: a picture of each would take an eighth of a megabyte. */
const sheet = document.createElement("canvas");
let image = null;

/** Paints a tile at the left of the sheet. */
function paint(tile, bands, colours) {
  const context = sheet.getContext("2d");
  if (!image || image.width < tile.columns || image.height !== bands) {
    sheet.width = tile.columns;
    sheet.height = bands;
    image = context.createImageData(tile.columns, bands);
  }
  const pixels = new Uint32Array(image.data.buffer);
  const { data, columns } = tile;
  for (let band = 0; band < bands; band += 1) {
    const row = (bands - 1 - band) * image.width;
    for (let column = 0; column < columns; column += 1) pixels[row + column] = colours[data[column * bands + band]];
  }
  context.putImageData(image, 0, 0, 0, 0, columns, bands);
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
  const colours = palette(Math.max(80, Math.ceil(tiles.brightest / 8) * 8), scheme);
  const draw = (level) => {
    const seconds = tiles.tileSeconds(level);
    const last = Math.floor(Math.min(start + span, duration) / seconds);
    for (let index = Math.max(0, Math.floor(start / seconds)); index <= last; index += 1) {
      const tile = tiles.get("spectrogram", level, index);
      if (!tile || !tile.columns) continue;
      const x = ((index * seconds - start) / span) * width;
      const wide = ((tile.columns * tiles.columnSeconds(level)) / span) * width;
      paint(tile, bands, colours);
      context.drawImage(sheet, 0, 0, tile.columns, bands, x, 0, wide, height);
    }
  };
  const fine = tiles.level("spectrogram", span / width);
  const whole = tiles.wholeLevel("spectrogram", duration);
  // The coarse picture stands in until the fine one has come.
  if (whole > fine) draw(whole);
  draw(Math.min(fine, whole));
}
