#include "internal.h"

#ifdef OSA_TILES_ARE_BUILT

/// Pixels of the result side by side whose kernels have the same columns inside the image.
typedef struct {
  /// Under each row of the kernel, the first pixel that is inside; zeros without one.
  const float *rows[3];
  /// From a pixel to the next one under the kernel, and to that under the next kernel.
  int64_t taps[3], steps[3];
  int64_t count;
  /// Which columns of the kernel are inside.
  int64_t first_column, column_count;
} run;

static const float zeros[OSA_TILES_MAXIMUM_DEPTHWISE_CHANNELS];

/// Sets a run that begins at a pixel of the result and returns its length, at most `most`.
static int64_t set_run(
    const osa_tiles_operation *o, const float *source, int64_t image, int64_t y, int64_t x,
    int64_t most, run *r) {
  int64_t top = y * o->stride_height - o->top, left = x * o->stride_width - o->left;
  int64_t first = left < 0 ? -left : 0, end = o->width - left < 3 ? o->width - left : 3;
  bool is_inside = first < end;
  if (!is_inside) first = 0, end = 3;
  for (int64_t i = 0; i < 3; i++) {
    bool is_there = is_inside && top + i >= 0 && top + i < o->height;
    int64_t pixel = (image * o->height + top + i) * o->width + left + first;
    r->rows[i] = is_there ? source + pixel * o->channels : zeros;
    r->taps[i] = is_there ? o->channels : 0;
    r->steps[i] = r->taps[i] * o->stride_width;
  }
  r->first_column = first;
  r->column_count = end - first;
  bool is_whole = is_inside && end - first == 3;
  int64_t whole = is_whole ? (o->width - 3 - left) / o->stride_width + 1 : 1;
  r->count = whole < most ? whole : most;
  return r->count;
}

static int64_t find_runs(
    const osa_tiles_operation *o, const float *source, int64_t first, int64_t count, run *runs) {
  int64_t x = first % o->output_width, y = first / o->output_width % o->output_height;
  int64_t image = first / o->output_width / o->output_height, run_count = 0;
  while (count > 0) {
    int64_t rest = o->output_width - x < count ? o->output_width - x : count;
    int64_t length = set_run(o, source, image, y, x, rest, &runs[run_count++]);
    count -= length;
    x += length;
    if (x < o->output_width) continue;
    x = 0;
    if (++y < o->output_height) continue;
    y = 0;
    image++;
  }
  return run_count;
}

/// One pixel of 16 channels, with the weights in registers; two sums, for they wait less.
INLINE __m512 convolve(
    const float *const *rows, const int64_t *taps, int64_t c, const __m512 *w, __m512 bias,
    int first_column, int column_count) {
  __m512 even = bias, odd = _mm512_setzero_ps();
  for (int i = 0, k = 0; i < 3; i++)
    for (int j = 0; j < column_count; j++, k++) {
      __m512 x = _mm512_loadu_ps(rows[i] + j * taps[i] + c);
      __m512 weight = w[3 * i + first_column + j];
      if (k % 2 == 0)
        even = _mm512_fmadd_ps(x, weight, even);
      else
        odd = _mm512_fmadd_ps(x, weight, odd);
    }
  return _mm512_add_ps(even, odd);
}

/// Writes 32 numbers as a row of a tile of high parts, and one of the tile of low parts after it.
///
/// `strays` becomes no number where one is not finite or too large.
INLINE void split(__m512 first, __m512 second, uint16_t *row, __m512 *strays) {
  __m512i a = rounded(first), b = rounded(second);
  first = remainder_of(first, a);
  second = remainder_of(second, b);
  *strays = _mm512_fmadd_ps(first, _mm512_setzero_ps(), *strays);
  *strays = _mm512_fmadd_ps(second, _mm512_setzero_ps(), *strays);
  _mm512_store_si512(row, upper_halves(a, b));
  _mm512_store_si512(row + TILE, upper_halves(rounded(first), rounded(second)));
}

/// The same for numbers that are not finite or too large: they stay what they are.
INLINE void split_strays(__m512 first, __m512 second, uint16_t *row) {
  __m512 numbers[2] = {first, second};
  __m512i high[2], low[2];
  for (int k = 0; k < 2; k++) {
    __m512i bits = _mm512_castps_si512(numbers[k]);
    __mmask16 is_none = _mm512_cmp_ps_mask(numbers[k], numbers[k], _CMP_UNORD_Q);
    high[k] = _mm512_mask_or_epi32(bits, is_none, bits, _mm512_set1_epi32(0x400000));
    __m512 size = _mm512_abs_ps(numbers[k]), infinity = _mm512_set1_ps(__builtin_inff());
    __mmask16 is_finite = _mm512_cmp_ps_mask(size, infinity, _CMP_LT_OQ);
    low[k] = _mm512_castps_si512(
        _mm512_maskz_mov_ps(is_finite, remainder_of(numbers[k], high[k])));
  }
  _mm512_store_si512(row, upper_halves(high[0], high[1]));
  _mm512_store_si512(row + TILE, upper_halves(low[0], low[1]));
}

INLINE uint16_t *row_of(uint16_t *left, int64_t depth, int64_t row, int64_t block) {
  return left + (row / TILE_ROWS * depth + block) * PAIR + row % TILE_ROWS * DEPTH;
}

/// How the numbers of a pixel are made of those under the kernel.
typedef struct {
  __m512 w[9], v[9], b, d, low, high;
  bool is_half, has_function, are_strays;
} block;

INLINE void fill_run(
    const run *r, int64_t c, const block *k, int64_t depth, int64_t row, uint16_t *left,
    int first_column, int column_count, __m512 *strays) {
  const float *rows[3] = {r->rows[0], r->rows[1], r->rows[2]};
  const int64_t taps[3] = {r->taps[0], r->taps[1], r->taps[2]};
  for (int64_t end = row + r->count; row < end; row++) {
    __m512 x = convolve(rows, taps, c, k->w, k->b, first_column, column_count);
    __m512 y = _mm512_setzero_ps();
    if (!k->is_half) y = convolve(rows, taps, c + 16, k->v, k->d, first_column, column_count);
    if (k->has_function) {
      x = apply(x, false, k->low, k->high);
      if (!k->is_half) y = apply(y, false, k->low, k->high);
    }
    uint16_t *target = row_of(left, depth, row, c / DEPTH);
    if (k->are_strays)
      split_strays(x, y, target);
    else
      split(x, y, target, strays);
    for (int i = 0; i < 3; i++) rows[i] += r->steps[i];
  }
}

/// Fills a block of channels of some rows; the kinds of blocks are compiled one by one.
INLINE __m512 fill_block(
    const osa_tiles_operation *o, const osa_tiles_memory *m, const run *runs, int64_t run_count,
    int64_t c, int64_t row, uint16_t *left, bool is_half, bool has_function, bool are_strays) {
  int64_t channels = o->channels, depth = osa_tiles_blocks(channels, DEPTH);
  __m512 zero = _mm512_setzero_ps(), strays = zero;
  block k = {.is_half = is_half, .has_function = has_function, .are_strays = are_strays};
  for (int tap = 0; tap < 9; tap++) {
    k.w[tap] = _mm512_loadu_ps(m->taps + tap * channels + c);
    k.v[tap] = is_half ? zero : _mm512_loadu_ps(m->taps + tap * channels + c + 16);
  }
  k.b = m->tap_bias ? _mm512_loadu_ps(m->tap_bias + c) : zero;
  k.d = m->tap_bias && !is_half ? _mm512_loadu_ps(m->tap_bias + c + 16) : zero;
  k.low = _mm512_set1_ps(o->between.low);
  k.high = _mm512_set1_ps(o->between.high);
  for (const run *r = runs; r < runs + run_count; row += r->count, r++) {
    int64_t kind = 4 * r->first_column + r->column_count;
    if (kind == 3)
      fill_run(r, c, &k, depth, row, left, 0, 3, &strays);
    else if (kind == 4 + 2)
      fill_run(r, c, &k, depth, row, left, 1, 2, &strays);
    else if (kind == 2)
      fill_run(r, c, &k, depth, row, left, 0, 2, &strays);
    else if (kind == 4 + 1)
      fill_run(r, c, &k, depth, row, left, 1, 1, &strays);
    else if (kind == 1)
      fill_run(r, c, &k, depth, row, left, 0, 1, &strays);
    else
      fill_run(r, c, &k, depth, row, left, 2, 1, &strays);
  }
  return strays;
}

#define FILL_BLOCKS(name, is_half, has_function, are_strays)                                 \
  TARGET static __m512 name(                                                                 \
      const osa_tiles_operation *o, const osa_tiles_memory *m, const run *runs,              \
      int64_t run_count, int64_t c, int64_t row, uint16_t *left) {                           \
    return fill_block(                                                                       \
        o, m, runs, run_count, c, row, left, is_half, has_function, are_strays);             \
  }
FILL_BLOCKS(fill_half, true, false, false)
FILL_BLOCKS(fill_whole, false, false, false)
FILL_BLOCKS(fill_half_function, true, true, false)
FILL_BLOCKS(fill_whole_function, false, true, false)
FILL_BLOCKS(fill_half_strays, true, true, true)
FILL_BLOCKS(fill_whole_strays, false, true, true)

/// Fills rows of the left factor with a depthwise convolution; `row` is the first one's place.
TARGET static bool fill_depthwise(
    const osa_tiles_operation *o, const osa_tiles_memory *m, int64_t first, int64_t count,
    int64_t row, uint16_t *left, bool are_strays) {
  run runs[ROWS];
  int64_t run_count = find_runs(o, m->source, first, count, runs);
  bool has_function = o->between.low > -__builtin_inff() || o->between.high < __builtin_inff();
  __m512 strays = _mm512_setzero_ps();
  for (int64_t c = 0; c < o->channels; c += DEPTH) {
    bool is_half = o->channels - c < DEPTH;
    __m512 (*fill)(
        const osa_tiles_operation *, const osa_tiles_memory *, const run *, int64_t, int64_t,
        int64_t, uint16_t *) =
        are_strays     ? is_half ? fill_half_strays : fill_whole_strays
        : has_function ? is_half ? fill_half_function : fill_whole_function
        : is_half      ? fill_half
                       : fill_whole;
    strays = _mm512_add_ps(strays, fill(o, m, runs, run_count, c, row, left));
  }
  return _mm512_cmp_ps_mask(strays, strays, _CMP_UNORD_Q) != 0;
}

/// Fills rows of the left factor with pixels as they are; `row` is the first one's place.
TARGET static bool fill_pixels(
    const osa_tiles_operation *o, const osa_tiles_memory *m, int64_t first, int64_t count,
    int64_t row, uint16_t *left, bool are_strays) {
  int64_t channels = o->channels, depth = osa_tiles_blocks(channels, DEPTH);
  const float *pixel = m->source + first * channels;
  __m512 strays = _mm512_setzero_ps();
  for (int64_t end = row + count; row < end; row++, pixel += channels)
    for (int64_t c = 0; c < channels; c += DEPTH) {
      __m512 x = _mm512_loadu_ps(pixel + c);
      __m512 y = channels - c < DEPTH ? _mm512_setzero_ps() : _mm512_loadu_ps(pixel + c + 16);
      uint16_t *target = row_of(left, depth, row, c / DEPTH);
      if (are_strays)
        split_strays(x, y, target);
      else
        split(x, y, target, &strays);
    }
  return _mm512_cmp_ps_mask(strays, strays, _CMP_UNORD_Q) != 0;
}

TARGET uint32_t osa_tiles_fill(
    const osa_tiles_operation *o, const osa_tiles_memory *m, int64_t first, int64_t count,
    uint16_t *left) {
  bool (*fill)(
      const osa_tiles_operation *, const osa_tiles_memory *, int64_t, int64_t, int64_t,
      uint16_t *, bool) = o->is_depthwise ? fill_depthwise : fill_pixels;
  if (!fill(o, m, first, count, 0, left, false)) return 0;
  uint32_t strays = 0;
  for (int64_t row = 0; row < count; row++) {
    if (!fill(o, m, first + row, 1, row, left, false)) continue;
    fill(o, m, first + row, 1, row, left, true);
    strays |= (uint32_t)1 << row;
  }
  return strays;
}

static float widened(uint16_t x) {
  uint32_t bits = (uint32_t)x << 16;
  float result;
  __builtin_memcpy(&result, &bits, sizeof result);
  return result;
}

TARGET void osa_tiles_stray_row(
    const uint16_t *left, const uint16_t *right, int64_t depth, int64_t row, bool is_wide,
    float *sums) {
  for (int64_t n = 0; n < (is_wide ? WIDTH : COLUMNS); n++) {
    double sum = 0;
    for (int64_t j = 0; j < depth * DEPTH; j++) {
      const uint16_t *x = row_of((uint16_t *)left, depth, row, j / DEPTH) + j % DEPTH;
      const uint16_t *w = right + (n / COLUMNS * depth + j / DEPTH) * PAIR
                          + j % DEPTH / 2 * DEPTH + n % COLUMNS * 2 + j % 2;
      sum += (widened(x[0]) + widened(x[TILE])) * (widened(w[0]) + widened(w[TILE]));
    }
    sums[row * WIDTH + n] = (float)sum;
  }
}

#endif
