#include "internal.h"

#ifdef OSA_TILES_ARE_BUILT

/// The bytes of the left factor that are in work at a time: a part of a core's cache.
enum { MOST_LEFT_BYTES = 384 << 10, MOST_BLOCKS = 96 };
// The tiles' pairs that are split ahead of their use where weights are used once.
enum { SPLIT_AHEAD = 4 };

/// How many blocks of 32 rows are in work at a time.
static int64_t block_capacity(int64_t depth) {
  int64_t count = MOST_LEFT_BYTES / (2 * depth * PAIR * (int64_t)sizeof(uint16_t));
  return count < 1 ? 1 : count > MOST_BLOCKS ? MOST_BLOCKS : count;
}

/// The scratch memory: the left factor, two tiles' columns of the right one, two blocks of sums.
typedef struct {
  size_t left, right, sums;
} parts;

static parts parts_for(int64_t depth) {
  size_t two_tiles = (size_t)(2 * depth) * PAIR * sizeof(uint16_t);
  return (parts){
      .left = (size_t)block_capacity(depth) * two_tiles,
      .right = (size_t)2 * (depth > SPLIT_AHEAD ? depth : SPLIT_AHEAD) * PAIR * sizeof(uint16_t),
      .sums = 2 * ROWS * WIDTH * sizeof(float)};
}

size_t osa_tiles_scratch_byte_count(int64_t channels) {
  parts p = parts_for(osa_tiles_blocks(channels, DEPTH));
  return p.left + p.right + p.sums;
}

/// Two tiles' columns of weights, as the unit reads them or still to be split.
typedef struct {
  /// The high parts where there are no others; then nothing is split.
  const uint16_t *high;
  /// Split; nothing where each pair of tiles is split just before it is used.
  const uint16_t *parts;
  const void *weights;
  int64_t column_tile;
  /// Where they are split.
  uint16_t *room;
} columns;

/// Adds the products of the tiles 4 and 5 on the left with 6 and 7 on the right to the sums 0 to 3.
INLINE void add_products(bool is_tall, bool is_wide) {
  _tile_dpbf16ps(0, 4, 6);
  if (is_wide) _tile_dpbf16ps(1, 4, 7);
  if (is_tall) _tile_dpbf16ps(2, 5, 6);
  if (is_tall && is_wide) _tile_dpbf16ps(3, 5, 7);
}

/// Adds products to the sums of one or two tiles of rows and of columns, which the unit holds.
///
/// From a tile to that below it or beside it are `left_step` and `right_step`; the right factor may
/// have no low parts.
INLINE void accumulate(
    const uint16_t *left, int64_t left_step, const uint16_t *right, int64_t right_step,
    int64_t depth, bool is_tall, bool is_wide, bool has_low) {
  for (int64_t k = 0; k < depth; k++, left += PAIR, right += has_low ? PAIR : TILE) {
    _tile_loadd(4, left, 64);
    if (is_tall) _tile_loadd(5, left + left_step, 64);
    if (has_low) {
      _tile_loadd(6, right + TILE, 64);
      if (is_wide) _tile_loadd(7, right + TILE + right_step, 64);
      add_products(is_tall, is_wide);
    }
    _tile_loadd(6, right, 64);
    if (is_wide) _tile_loadd(7, right + right_step, 64);
    add_products(is_tall, is_wide);
    _tile_loadd(4, left + TILE, 64);
    if (is_tall) _tile_loadd(5, left + TILE + left_step, 64);
    add_products(is_tall, is_wide);
  }
}

/// The sums of one or two tiles of rows and of columns; `sums` has rows of 32 floats.
INLINE void multiply(
    const uint16_t *left, const columns *c, int64_t depth, bool is_tall, bool is_wide,
    float *sums) {
  _tile_zero(0);
  if (is_wide) _tile_zero(1);
  if (is_tall) _tile_zero(2);
  if (is_tall && is_wide) _tile_zero(3);
  if (c->high)
    accumulate(left, depth * PAIR, c->high, depth * TILE, depth, is_tall, is_wide, false);
  else if (c->parts)
    accumulate(left, depth * PAIR, c->parts, depth * PAIR, depth, is_tall, is_wide, true);
  else
    for (int64_t k = 0; k < depth; k++) {
      // Few places by turns, which stay in the nearest cache.
      uint16_t *room = c->room + k % SPLIT_AHEAD * 2 * PAIR;
      osa_tiles_split(c->weights, c->column_tile * depth + k, 1, room);
      if (is_wide) osa_tiles_split(c->weights, (c->column_tile + 1) * depth + k, 1, room + PAIR);
      accumulate(left + k * PAIR, depth * PAIR, room, PAIR, 1, is_tall, is_wide, true);
    }
  _tile_stored(0, sums, 128);
  if (is_wide) _tile_stored(1, sums + COLUMNS, 128);
  if (is_tall) _tile_stored(2, sums + TILE_ROWS * WIDTH, 128);
  if (is_tall && is_wide) _tile_stored(3, sums + TILE_ROWS * WIDTH + COLUMNS, 128);
}

/// A block of sums that waits for bias, residual and function.
typedef struct {
  const float *sums;
  int64_t row, count, column;
} block;

/// Adds bias and residual to the sums of up to 32 columns, applies the function and stores them.
INLINE void finish_columns(
    const osa_tiles_operation *o, const osa_tiles_memory *m, const block *b, bool is_hard_swish,
    bool has_residual) {
  int64_t outputs = o->outputs, columns = outputs - b->column;
  uint32_t inside = columns < WIDTH ? ((uint32_t)1 << columns) - 1 : 0xffffffff;
  __mmask16 near = (__mmask16)inside, far = (__mmask16)(inside >> COLUMNS);
  __m512 low = _mm512_set1_ps(o->end.low), high = _mm512_set1_ps(o->end.high);
  const float *bias = m->bias ? m->bias + b->column : NULL;
  __m512 first = bias ? _mm512_maskz_loadu_ps(near, bias) : _mm512_setzero_ps();
  __m512 second = bias && far ? _mm512_maskz_loadu_ps(far, bias + COLUMNS) : _mm512_setzero_ps();
  const float *sums = b->sums;
  int64_t place = b->row * outputs + b->column;
  for (int64_t row = 0; row < b->count; row++, sums += WIDTH, place += outputs) {
    __m512 x = _mm512_add_ps(_mm512_load_ps(sums), first);
    if (has_residual) x = _mm512_add_ps(x, _mm512_maskz_loadu_ps(near, m->residual + place));
    _mm512_mask_storeu_ps(m->destination + place, near, apply(x, is_hard_swish, low, high));
    if (!far) continue;
    __m512 y = _mm512_add_ps(_mm512_load_ps(sums + COLUMNS), second);
    if (has_residual)
      y = _mm512_add_ps(y, _mm512_maskz_loadu_ps(far, m->residual + place + COLUMNS));
    _mm512_mask_storeu_ps(
        m->destination + place + COLUMNS, far, apply(y, is_hard_swish, low, high));
  }
}

TARGET static void finish(
    const osa_tiles_operation *o, const osa_tiles_memory *m, const block *b) {
  bool has_residual = m->residual != NULL;
  if (o->end.is_hard_swish)
    has_residual ? finish_columns(o, m, b, true, true) : finish_columns(o, m, b, true, false);
  else
    has_residual ? finish_columns(o, m, b, false, true) : finish_columns(o, m, b, false, false);
}

/// The sums of a block of rows and up to 32 columns.
TARGET static void sum_up(
    const uint16_t *left, const columns *c, int64_t depth, int64_t count, bool is_wide,
    uint32_t strays, float *sums) {
  bool is_tall = count > TILE_ROWS;
  if (is_tall && is_wide)
    multiply(left, c, depth, true, true, sums);
  else if (is_tall)
    multiply(left, c, depth, true, false, sums);
  else if (is_wide)
    multiply(left, c, depth, false, true, sums);
  else
    multiply(left, c, depth, false, false, sums);
  for (; strays; strays &= strays - 1)
    osa_tiles_stray_row(left, c->parts, depth, __builtin_ctz(strays), is_wide, sums);
}

TARGET static void configure(void) {
  struct {
    uint8_t palette, start_row, reserved[14];
    uint16_t byte_counts[16];
    uint8_t row_counts[16];
  } shapes = {.palette = 1};
  for (int tile = 0; tile < 8; tile++) {
    shapes.byte_counts[tile] = 64;
    shapes.row_counts[tile] = TILE_ROWS;
  }
  _tile_loadconfig(&shapes);
}

/// All columns of some rows.
TARGET static void run_rows(
    const osa_tiles_operation *o, const osa_tiles_memory *m, int64_t first, int64_t count) {
  int64_t depth = osa_tiles_blocks(o->channels, DEPTH), block_count = osa_tiles_blocks(count, ROWS);
  parts p = parts_for(depth);
  uint16_t *left = m->scratch, *room = (uint16_t *)((char *)m->scratch + p.left);
  float *sums = (float *)((char *)room + p.right);
  const osa_tiles_header *header = m->weights;
  uint32_t strays[MOST_BLOCKS], any_stray = 0;
  for (int64_t k = 0; k < block_count; k++) {
    int64_t rest = count - k * ROWS, rows = rest < ROWS ? rest : ROWS;
    strays[k] = osa_tiles_fill(o, m, first + k * ROWS, rows, left + 2 * k * depth * PAIR);
    // Weights that are not finite make every row a stray one.
    if (!header->are_finite) strays[k] = 0xffffffffu >> (ROWS - rows);
    any_stray |= strays[k];
  }
  // A block is finished while the unit computes the next one.
  block waiting = {.count = 0};
  for (int64_t column = 0; column < o->outputs; column += WIDTH) {
    bool is_wide = o->outputs - column > COLUMNS;
    columns c = {.weights = m->weights, .column_tile = column / COLUMNS, .room = room};
    const uint16_t *numbers = osa_tiles_numbers(m->weights);
    if (header->kind == OSA_TILES_PARTS) {
      c.parts = numbers + c.column_tile * depth * PAIR;
    } else if (header->kind == OSA_TILES_SHORT && !any_stray) {
      c.high = numbers + c.column_tile * depth * TILE;
    } else if (block_count > 1 || any_stray) {
      osa_tiles_split(m->weights, c.column_tile * depth, (is_wide ? 2 : 1) * depth, room);
      c.parts = room;
    }
    for (int64_t k = 0; k < block_count; k++) {
      int64_t rest = count - k * ROWS;
      block now = {
          .sums = waiting.sums == sums ? sums + ROWS * WIDTH : sums, .row = first + k * ROWS,
          .count = rest < ROWS ? rest : ROWS, .column = column};
      sum_up(
          left + 2 * k * depth * PAIR, &c, depth, now.count, is_wide, strays[k],
          (float *)now.sums);
      if (waiting.count) finish(o, m, &waiting);
      waiting = now;
    }
  }
  finish(o, m, &waiting);
}

TARGET void osa_tiles_run(const osa_tiles_operation *o, const osa_tiles_memory *m) {
  int64_t rows = o->batch
                 * (o->is_depthwise ? o->output_height * o->output_width : o->height * o->width);
  int64_t blocks = osa_tiles_blocks(rows, ROWS);
  int64_t capacity = block_capacity(osa_tiles_blocks(o->channels, DEPTH));
  // Shares of equal size.
  int64_t share = osa_tiles_blocks(blocks, osa_tiles_blocks(blocks, capacity)) * ROWS;
  configure();
  for (int64_t first = 0; first < rows; first += share)
    run_rows(o, m, first, rows - first < share ? rows - first : share);
  _tile_release();
}

#endif
