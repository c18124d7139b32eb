// Peaks and spectrogram, fetched tile by tile; memory stays the same however long the recording is.

import { ask } from "./api.js";

/** Tiles that are kept: several times what a wide screen shows. */
const most = { peaks: 120, spectrogram: 48 };
const parallel = 6;

export class Tiles {
  /** @param job the job as the server describes it; `onTile` is called when a tile has come. */
  constructor(job, onTile) {
    this.job = job;
    this.onTile = onTile;
    this.cache = { peaks: new Map(), spectrogram: new Map() };
    this.waiting = [];
    this.running = 0;
    this.isClosed = false;
    this.brightest = 0;
  }

  /** The seconds of a column. */
  columnSeconds(level) {
    return (this.job.overview.framesPerColumn * this.job.overview.factor ** level) / this.job.sampleRate;
  }

  /** The seconds of a tile. */
  tileSeconds(level) {
    return this.columnSeconds(level) * this.job.overview.columnsPerTile;
  }

  /** The coarsest level whose columns are no wider than a pixel. */
  level(kind, secondsPerPixel) {
    const lowest = kind === "peaks" ? 0 : 1;
    let level = lowest;
    while (level < this.job.overview.levels - 1 && this.columnSeconds(level + 1) <= secondsPerPixel) level += 1;
    return level;
  }

  /** The lowest level that holds the whole recording in one tile. */
  wholeLevel(kind, duration) {
    let level = kind === "peaks" ? 0 : 1;
    while (level < this.job.overview.levels - 1 && this.tileSeconds(level) < duration) level += 1;
    return level;
  }

  /** A tile, or undefined while it is on its way. */
  get(kind, level, index) {
    const key = `${level}/${index}`;
    const cache = this.cache[kind];
    const tile = cache.get(key);
    if (tile) {
      cache.delete(key);
      cache.set(key, tile);
      if (tile.isStale) this.request(kind, key);
      return tile.data ? tile : undefined;
    }
    cache.set(key, { data: null, isStale: false });
    this.request(kind, key);
    return undefined;
  }

  /** Has tiles that were not complete fetched again. */
  refresh(job) {
    this.job = job;
    for (const cache of Object.values(this.cache)) {
      for (const [key, tile] of cache) {
        if (tile.isMissing) cache.delete(key);
        else if (tile.data && !tile.isWhole) tile.isStale = true;
      }
    }
  }

  /** Stops everything. */
  close() {
    this.isClosed = true;
    this.waiting = [];
    this.cache = { peaks: new Map(), spectrogram: new Map() };
  }

  request(kind, key) {
    const tile = this.cache[kind].get(key);
    if (tile) tile.isStale = false;
    // The latest wish is served first; wishes of a view that has long gone are dropped.
    this.waiting.push([kind, key]);
    if (this.waiting.length > 60) {
      const [oldKind, oldKey] = this.waiting.shift();
      if (!this.cache[oldKind].get(oldKey)?.data) this.cache[oldKind].delete(oldKey);
    }
    this.pump();
  }

  pump() {
    while (this.running < parallel && this.waiting.length && !this.isClosed) {
      const [kind, key] = this.waiting.pop();
      this.running += 1;
      this.load(kind, key).finally(() => {
        this.running -= 1;
        this.pump();
      });
    }
  }

  async load(kind, key) {
    const cache = this.cache[kind];
    const wasComplete = this.job.overview.isComplete;
    try {
      const response = await ask(`/api/v1/jobs/${this.job.id}/${kind}/${key}`);
      const buffer = await response.arrayBuffer();
      if (this.isClosed) return;
      // Nothing is drawn there yet.
      if (response.status === 204) {
        cache.set(key, { data: null, isMissing: true });
        return;
      }
      const data = kind === "peaks" ? new Int16Array(buffer) : new Uint8Array(buffer);
      const columns = kind === "peaks" ? data.length / 2 : data.length / this.job.overview.bands;
      const isWhole = columns === this.job.overview.columnsPerTile || wasComplete;
      if (kind === "spectrogram") for (const value of data) if (value > this.brightest) this.brightest = value;
      cache.delete(key);
      cache.set(key, { data, columns, isWhole, isStale: !isWhole && this.job.overview.isComplete });
      for (const old of cache.keys()) {
        if (cache.size <= most[kind]) break;
        cache.delete(old);
      }
      this.onTile();
    } catch {
      if (!cache.get(key)?.data) cache.set(key, { data: null, isMissing: true });
    }
  }
}
