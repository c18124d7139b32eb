#include "CTiles.h"

#if defined(__x86_64__) && defined(__linux__)

#include <cpuid.h>
#include <immintrin.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TARGET \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,amx-tile,amx-bf16")))
#define INLINE static inline __attribute__((always_inline)) TARGET

// A tile is 16 rows of 64 bytes: 32 factors on the left, 16 columns of pairs on the right, 16 sums.
// Tiles of high parts are followed by those of the low parts.
enum { TILE_ROWS = 16, DEPTH = 32, COLUMNS = 16, TILE = 512, PAIR = 2 * TILE };
// The rows and columns of the result that are in work at a time: two by two tiles.
enum { ROWS = 2 * TILE_ROWS, WIDTH = 2 * COLUMNS };

static bool available = false;

static void look(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
  bool has_vectors = (b >> 16 & 1) && (b >> 17 & 1) && (b >> 30 & 1) && (b >> 31 & 1);
  bool has_tiles = (d >> 22 & 1) && (d >> 24 & 1);
  if (!__get_cpuid_count(7, 1, &a, &b, &c, &d)) return;
  bool has_conversion = a >> 5 & 1;
  if (!has_vectors || !has_tiles || !has_conversion) return;
  // Linux keeps room for the tiles only for processes that ask for it.
  enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 };
  available = syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
}

bool osa_tiles_are_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, look);
  return available;
}

static int64_t blocks(int64_t count, int64_t size) { return (count + size - 1) / size; }

// MARK: Weights

size_t osa_tiles_weights_byte_count(int64_t outputs, int64_t inputs) {
  return (size_t)(blocks(outputs, COLUMNS) * blocks(inputs, DEPTH)) * PAIR * sizeof(uint16_t);
}

static uint16_t narrowed(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  if ((bits & 0x7fffffff) > 0x7f800000) return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static float widened(uint16_t x) {
  uint32_t bits = (uint32_t)x << 16;
  float result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

void osa_tiles_pack(const float *weights, int64_t outputs, int64_t inputs, void *packed) {
  memset(packed, 0, osa_tiles_weights_byte_count(outputs, inputs));
  int64_t depth = blocks(inputs, DEPTH);
  for (int64_t output = 0; output < outputs; output++)
    for (int64_t input = 0; input < inputs; input++) {
      float x = weights[output * inputs + input];
      uint16_t high = narrowed(x);
      int64_t tile = output / COLUMNS * depth + input / DEPTH;
      int64_t place = input % DEPTH / 2 * DEPTH + output % COLUMNS * 2 + input % 2;
      uint16_t *target = (uint16_t *)packed + tile * PAIR + place;
      target[0] = high;
      target[TILE] = narrowed(x - widened(high));
    }
}

// MARK: The left factor

static size_t left_byte_count(int64_t channels) {
  return (size_t)(2 * blocks(channels, DEPTH)) * PAIR * sizeof(uint16_t);
}

size_t osa_tiles_scratch_byte_count(int64_t channels) {
  return left_byte_count(channels) + ROWS * WIDTH * sizeof(float);
}

/// The functions of a vector; NaN stays NaN, which max and min hand on from their second operand.
INLINE __m512 apply(__m512 x, bool is_hard_swish, __m512 low, __m512 high) {
  if (is_hard_swish) {
    __m512 gate = _mm512_fmadd_ps(x, _mm512_set1_ps(1.0f / 6), _mm512_set1_ps(0.5f));
    gate = _mm512_min_ps(_mm512_set1_ps(1), _mm512_max_ps(_mm512_setzero_ps(), gate));
    x = _mm512_mul_ps(x, gate);
  }
  return _mm512_min_ps(high, _mm512_max_ps(low, x));
}

INLINE __m512 widen(__m256i halves) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
}

/// Writes 32 numbers as a row of a tile of high parts, and one of the tile of low parts after it.
INLINE void split(__m512 first, __m512 second, uint16_t *row) {
  __m512i high = (__m512i)_mm512_cvtne2ps_pbh(second, first);
  first = _mm512_sub_ps(first, widen(_mm512_castsi512_si256(high)));
  second = _mm512_sub_ps(second, widen(_mm512_extracti64x4_epi64(high, 1)));
  _mm512_store_si512(row, high);
  _mm512_store_si512(row + TILE, (__m512i)_mm512_cvtne2ps_pbh(second, first));
}

INLINE uint16_t *row_of(uint16_t *left, int64_t depth, int64_t row, int64_t block) {
  return left + (row / TILE_ROWS * depth + block) * PAIR + row % TILE_ROWS * DEPTH;
}

TARGET static void fill_pixels(
    const osa_tiles_operation *o, const float *pixel, int64_t count, uint16_t *left) {
  int64_t channels = o->channels, depth = blocks(channels, DEPTH);
  for (int64_t row = 0; row < count; row++, pixel += channels)
    for (int64_t c = 0; c < channels; c += DEPTH) {
      bool is_half = channels - c < DEPTH;
      split(
          _mm512_loadu_ps(pixel + c),
          is_half ? _mm512_setzero_ps() : _mm512_loadu_ps(pixel + c + 16),
          row_of(left, depth, row, c / DEPTH));
    }
}

/// Where the nine pixels under a kernel lie; outside the image, at zeros.
typedef const float *taps9[9];

static const float zeros[OSA_TILES_MAXIMUM_DEPTHWISE_CHANNELS];

static void find_taps(
    const osa_tiles_operation *o, const float *source, int64_t first, int64_t count,
    taps9 *places) {
  int64_t x = first % o->output_width, y = first / o->output_width % o->output_height;
  int64_t image = first / o->output_width / o->output_height;
  for (int64_t row = 0; row < count; row++) {
    int64_t top = y * o->stride_height - o->top, left = x * o->stride_width - o->left;
    for (int64_t i = 0; i < 3; i++)
      for (int64_t j = 0; j < 3; j++) {
        bool is_inside = top + i >= 0 && top + i < o->height && left + j >= 0
                         && left + j < o->width;
        int64_t pixel = (image * o->height + top + i) * o->width + left + j;
        places[row][3 * i + j] = is_inside ? source + pixel * o->channels : zeros;
      }
    if (++x < o->output_width) continue;
    x = 0;
    if (++y < o->output_height) continue;
    y = 0;
    image++;
  }
}

INLINE __m512 convolve(const float *const *place, int64_t c, const __m512 *w, __m512 bias) {
  __m512 even = _mm512_fmadd_ps(_mm512_loadu_ps(place[0] + c), w[0], bias);
  __m512 odd = _mm512_mul_ps(_mm512_loadu_ps(place[1] + c), w[1]);
  even = _mm512_fmadd_ps(_mm512_loadu_ps(place[2] + c), w[2], even);
  odd = _mm512_fmadd_ps(_mm512_loadu_ps(place[3] + c), w[3], odd);
  even = _mm512_fmadd_ps(_mm512_loadu_ps(place[4] + c), w[4], even);
  odd = _mm512_fmadd_ps(_mm512_loadu_ps(place[5] + c), w[5], odd);
  even = _mm512_fmadd_ps(_mm512_loadu_ps(place[6] + c), w[6], even);
  odd = _mm512_fmadd_ps(_mm512_loadu_ps(place[7] + c), w[7], odd);
  even = _mm512_fmadd_ps(_mm512_loadu_ps(place[8] + c), w[8], even);
  return _mm512_add_ps(even, odd);
}

TARGET static void fill_depthwise(
    const osa_tiles_operation *o, const osa_tiles_memory *m, int64_t first, int64_t count,
    uint16_t *left) {
  int64_t channels = o->channels, depth = blocks(channels, DEPTH);
  __m512 low = _mm512_set1_ps(o->between.low), high = _mm512_set1_ps(o->between.high);
  taps9 places[ROWS];
  find_taps(o, m->source, first, count, places);
  for (int64_t c = 0; c < channels; c += DEPTH) {
    bool is_half = channels - c < DEPTH;
    __m512 w[9], v[9], zero = _mm512_setzero_ps();
    for (int k = 0; k < 9; k++) {
      w[k] = _mm512_loadu_ps(m->taps + k * channels + c);
      v[k] = is_half ? zero : _mm512_loadu_ps(m->taps + k * channels + c + 16);
    }
    __m512 b = m->tap_bias ? _mm512_loadu_ps(m->tap_bias + c) : zero;
    __m512 d = m->tap_bias && !is_half ? _mm512_loadu_ps(m->tap_bias + c + 16) : zero;
    for (int64_t row = 0; row < count; row++) {
      __m512 x = apply(convolve(places[row], c, w, b), false, low, high), y = zero;
      if (!is_half) y = apply(convolve(places[row], c + 16, v, d), false, low, high);
      split(x, y, row_of(left, depth, row, c / DEPTH));
    }
  }
}

// MARK: Products

/// The sums of one or two tiles of rows and of columns; `result` has rows of 32 floats.
INLINE void multiply(
    const uint16_t *left, const uint16_t *right, int64_t depth, bool is_tall, bool is_wide,
    float *result) {
  int64_t next = depth * PAIR;
  _tile_zero(0);
  if (is_wide) _tile_zero(1);
  if (is_tall) _tile_zero(2);
  if (is_tall && is_wide) _tile_zero(3);
  for (int64_t k = 0; k < depth; k++, left += PAIR, right += PAIR) {
    _tile_loadd(4, left, 64);
    _tile_loadd(6, right + TILE, 64);
    if (is_tall) _tile_loadd(5, left + next, 64);
    if (is_wide) _tile_loadd(7, right + TILE + next, 64);
    _tile_dpbf16ps(0, 4, 6);
    if (is_wide) _tile_dpbf16ps(1, 4, 7);
    if (is_tall) _tile_dpbf16ps(2, 5, 6);
    if (is_tall && is_wide) _tile_dpbf16ps(3, 5, 7);
    _tile_loadd(6, right, 64);
    if (is_wide) _tile_loadd(7, right + next, 64);
    _tile_dpbf16ps(0, 4, 6);
    if (is_wide) _tile_dpbf16ps(1, 4, 7);
    if (is_tall) _tile_dpbf16ps(2, 5, 6);
    if (is_tall && is_wide) _tile_dpbf16ps(3, 5, 7);
    _tile_loadd(4, left + TILE, 64);
    if (is_tall) _tile_loadd(5, left + TILE + next, 64);
    _tile_dpbf16ps(0, 4, 6);
    if (is_wide) _tile_dpbf16ps(1, 4, 7);
    if (is_tall) _tile_dpbf16ps(2, 5, 6);
    if (is_tall && is_wide) _tile_dpbf16ps(3, 5, 7);
  }
  _tile_stored(0, result, 128);
  if (is_wide) _tile_stored(1, result + COLUMNS, 128);
  if (is_tall) _tile_stored(2, result + TILE_ROWS * WIDTH, 128);
  if (is_tall && is_wide) _tile_stored(3, result + TILE_ROWS * WIDTH + COLUMNS, 128);
}

/// Adds bias and residual to 16 columns of sums, applies the last function and stores them.
INLINE void finish(
    const float *result, int64_t count, const float *bias, const float *residual, float *target,
    int64_t outputs, int64_t columns, bool is_hard_swish, __m512 low, __m512 high) {
  __mmask16 mask = (__mmask16)(columns < COLUMNS ? (1 << columns) - 1 : 0xffff);
  __m512 b = bias ? _mm512_maskz_loadu_ps(mask, bias) : _mm512_setzero_ps();
  for (int64_t row = 0; row < count; row++, result += WIDTH, target += outputs) {
    __m512 x = _mm512_add_ps(_mm512_loadu_ps(result), b);
    if (residual) {
      x = _mm512_add_ps(x, _mm512_maskz_loadu_ps(mask, residual));
      residual += outputs;
    }
    _mm512_mask_storeu_ps(target, mask, apply(x, is_hard_swish, low, high));
  }
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

TARGET void osa_tiles_run(const osa_tiles_operation *o, const osa_tiles_memory *m) {
  int64_t depth = blocks(o->channels, DEPTH), outputs = o->outputs;
  int64_t rows = o->batch
                 * (o->is_depthwise ? o->output_height * o->output_width : o->height * o->width);
  uint16_t *left = m->scratch;
  float *result = (float *)((char *)m->scratch + left_byte_count(o->channels));
  __m512 low = _mm512_set1_ps(o->end.low), high = _mm512_set1_ps(o->end.high);
  configure();
  for (int64_t first = 0; first < rows; first += ROWS) {
    int64_t count = rows - first < ROWS ? rows - first : ROWS;
    if (o->is_depthwise)
      fill_depthwise(o, m, first, count, left);
    else
      fill_pixels(o, m->source + first * o->channels, count, left);
    for (int64_t column = 0; column < outputs; column += WIDTH) {
      const uint16_t *right = (const uint16_t *)m->weights + column / COLUMNS * depth * PAIR;
      bool is_tall = count > TILE_ROWS, is_wide = outputs - column > COLUMNS;
      if (is_tall && is_wide)
        multiply(left, right, depth, true, true, result);
      else if (is_tall)
        multiply(left, right, depth, true, false, result);
      else if (is_wide)
        multiply(left, right, depth, false, true, result);
      else
        multiply(left, right, depth, false, false, result);
      for (int64_t c = column; c < outputs && c < column + WIDTH; c += COLUMNS) {
        const float *bias = m->bias ? m->bias + c : NULL;
        const float *residual = m->residual ? m->residual + first * outputs + c : NULL;
        float *target = m->destination + first * outputs + c;
        const float *sums = result + c - column;
        int64_t columns = outputs - c;
        if (o->end.is_hard_swish)
          finish(sums, count, bias, residual, target, outputs, columns, true, low, high);
        else if (residual)
          finish(sums, count, bias, residual, target, outputs, columns, false, low, high);
        else
          finish(sums, count, bias, NULL, target, outputs, columns, false, low, high);
      }
    }
  }
  _tile_release();
}

// MARK: The first layer

static int64_t padded_width(const osa_tiles_stem *s) {
  int64_t needed = (s->output_width - 1) * s->stride_width + 3, given = s->left + s->width;
  return needed > given ? needed : given;
}

static int64_t padded_height(const osa_tiles_stem *s) {
  int64_t needed = (s->output_height - 1) * s->stride_height + 3, given = s->top + s->height;
  return needed > given ? needed : given;
}

size_t osa_tiles_stem_scratch_byte_count(const osa_tiles_stem *stem) {
  return (size_t)(padded_width(stem) * padded_height(stem)) * sizeof(float);
}

TARGET void osa_tiles_stem_run(const osa_tiles_stem *s, const osa_tiles_stem_memory *m) {
  int64_t width = padded_width(s);
  __m512 low = _mm512_set1_ps(s->end.low), high = _mm512_set1_ps(s->end.high);
  memset(m->scratch, 0, osa_tiles_stem_scratch_byte_count(s));
  for (int64_t image = 0; image < s->batch; image++) {
    for (int64_t y = 0; y < s->height; y++)
      memcpy(
          m->scratch + (s->top + y) * width + s->left,
          m->source + (image * s->height + y) * s->width, (size_t)s->width * sizeof(float));
    for (int64_t c = 0; c < s->outputs; c += 16) {
      __m512 w[9], bias = m->bias ? _mm512_loadu_ps(m->bias + c) : _mm512_setzero_ps();
      for (int k = 0; k < 9; k++) w[k] = _mm512_loadu_ps(m->taps + k * s->outputs + c);
      for (int64_t y = 0; y < s->output_height; y++) {
        const float *pixel = m->scratch + y * s->stride_height * width;
        float *target =
            m->destination
            + (image * s->output_height + y) * s->output_width * s->outputs + c;
        for (int64_t x = 0; x < s->output_width; x++, target += s->outputs) {
          __m512 sum = bias;
          for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
              sum = _mm512_fmadd_ps(_mm512_set1_ps(pixel[i * width + j]), w[3 * i + j], sum);
          _mm512_storeu_ps(target, apply(sum, s->end.is_hard_swish, low, high));
          pixel += s->stride_width;
        }
      }
    }
  }
}

#else

// Where there is no such unit, nothing asks for more than whether there is.

bool osa_tiles_are_available(void) { return false; }
size_t osa_tiles_weights_byte_count(int64_t outputs, int64_t inputs) { return 0; }
void osa_tiles_pack(const float *weights, int64_t outputs, int64_t inputs, void *packed) {}
size_t osa_tiles_scratch_byte_count(int64_t channels) { return 0; }
void osa_tiles_run(const osa_tiles_operation *operation, const osa_tiles_memory *memory) {}
size_t osa_tiles_stem_scratch_byte_count(const osa_tiles_stem *stem) { return 0; }
void osa_tiles_stem_run(const osa_tiles_stem *stem, const osa_tiles_stem_memory *memory) {}

#endif
