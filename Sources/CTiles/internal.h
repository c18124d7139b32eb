// What the parts of this code share; for x86-64 under Linux only.
#pragma once

#include "CTiles.h"

#if defined(__x86_64__) && defined(__linux__)
#define OSA_TILES_ARE_BUILT

#include <immintrin.h>

#define TARGET \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,amx-tile,amx-bf16")))
#define INLINE static inline __attribute__((always_inline)) TARGET

// A tile is 16 rows of 64 bytes: 32 factors on the left, 16 columns of pairs on the right, 16 sums.
// Tiles of high parts are followed by those of the low parts. The order of the factors within 32 is
// 0, 16, 1, 17, ..., which costs least when two vectors are narrowed.
enum { TILE_ROWS = 16, DEPTH = 32, COLUMNS = 16, TILE = 512, PAIR = 2 * TILE };
// The rows and columns of the result that are in work at a time: two by two tiles.
enum { ROWS = 2 * TILE_ROWS, WIDTH = 2 * COLUMNS };

static inline int64_t osa_tiles_blocks(int64_t count, int64_t size) {
  return (count + size - 1) / size;
}

/// How packed weights are kept.
enum {
  /// Both parts: the tiles of high parts by turns with those of low parts.
  OSA_TILES_PARTS,
  /// In half precision, which holds them exactly: they are split when used.
  OSA_TILES_HALVES,
  /// The high parts alone: the low ones are zero.
  OSA_TILES_SHORT
};

/// What lies before packed weights.
typedef struct {
  int32_t kind;
  /// Whether none is infinite or not a number.
  int32_t are_finite;
  int32_t unused[14];
} osa_tiles_header;

/// The tiles of packed weights.
static inline const uint16_t *osa_tiles_numbers(const void *weights) {
  return (const uint16_t *)((const osa_tiles_header *)weights + 1);
}

/// Writes both parts of some tiles of halves or of short numbers.
void osa_tiles_split(const void *weights, int64_t first, int64_t count, uint16_t *target);

/// Fills up to 32 rows of the left factor; tells by a bit each which rows hold what is not finite
/// or too large for the unit. Those rows are only for `osa_tiles_stray_row`.
uint32_t osa_tiles_fill(
    const osa_tiles_operation *o, const osa_tiles_memory *m, int64_t first, int64_t count,
    uint16_t *left);

/// The row's products in single precision, where the unit would make too much of infinities.
void osa_tiles_stray_row(
    const uint16_t *left, const uint16_t *right, int64_t depth, int64_t row, bool is_wide,
    float *sums);

/// The functions of a vector; NaN stays NaN, which max and min hand on from their second operand.
INLINE __m512 apply(__m512 x, bool is_hard_swish, __m512 low, __m512 high) {
  if (is_hard_swish) {
    __m512 gate = _mm512_fmadd_ps(x, _mm512_set1_ps(1.0f / 6), _mm512_set1_ps(0.5f));
    gate = _mm512_min_ps(_mm512_set1_ps(1), _mm512_max_ps(_mm512_setzero_ps(), gate));
    x = _mm512_mul_ps(x, gate);
  }
  return _mm512_min_ps(high, _mm512_max_ps(low, x));
}

/// Numbers whose upper halves are the nearest of 8 significant bits.
INLINE __m512i rounded(__m512 x) {
  return _mm512_add_epi32(_mm512_castps_si512(x), _mm512_set1_epi32(0x8000));
}

/// The upper halves of two vectors, by turns.
INLINE __m512i upper_halves(__m512i first, __m512i second) {
  // a | b & c
  return _mm512_ternarylogic_epi32(
      _mm512_srli_epi32(first, 16), second, _mm512_set1_epi32((int)0xffff0000), 0xf8);
}

/// What is left of a number without the upper half of its rounded form.
INLINE __m512 remainder_of(__m512 x, __m512i rounded) {
  __m512i high = _mm512_and_si512(rounded, _mm512_set1_epi32((int)0xffff0000));
  return _mm512_sub_ps(x, _mm512_castsi512_ps(high));
}

#endif
