#include "internal.h"

#ifdef OSA_TILES_ARE_BUILT

#include <string.h>

size_t osa_tiles_weights_byte_count(int64_t outputs, int64_t inputs) {
  int64_t tiles = osa_tiles_blocks(outputs, COLUMNS) * osa_tiles_blocks(inputs, DEPTH);
  return sizeof(osa_tiles_header) + (size_t)tiles * PAIR * sizeof(uint16_t);
}

/// Reads a tile of weights: of each of 16 outputs the inputs 0 to 15 and 16 to 31; zeros outside.
INLINE void read_tile(
    const float *weights, int64_t outputs, int64_t inputs, int64_t output, int64_t input,
    __m512 *first, __m512 *second) {
  int64_t left = inputs - input;
  __mmask16 low = (__mmask16)(left < 16 ? (1 << left) - 1 : 0xffff);
  __mmask16 high = (__mmask16)(left < 16 ? 0 : left < 32 ? (1 << (left - 16)) - 1 : 0xffff);
  for (int64_t n = 0; n < COLUMNS; n++) {
    bool is_there = output + n < outputs;
    const float *row = weights + (is_there ? output + n : output) * inputs + input;
    first[n] = _mm512_maskz_loadu_ps(is_there ? low : 0, row);
    second[n] = _mm512_maskz_loadu_ps(is_there ? high : 0, high ? row + 16 : row);
  }
}

/// Packs the high parts: row p of a tile is inputs p and p + 16 of each of 16 outputs.
/// False where a number has more than 8 significant bits or is not finite.
TARGET static bool pack_short(
    const float *weights, int64_t outputs, int64_t inputs, uint16_t *target) {
  const __m512 infinity = _mm512_set1_ps(__builtin_inff());
  for (int64_t output = 0; output < outputs; output += COLUMNS)
    for (int64_t input = 0; input < inputs; input += DEPTH, target += TILE) {
      __m512 first[COLUMNS], second[COLUMNS];
      read_tile(weights, outputs, inputs, output, input, first, second);
      __m512i rest = _mm512_setzero_si512();
      __mmask16 are_finite = 0xffff;
      for (int n = 0; n < COLUMNS; n++) {
        __m512i a = _mm512_castps_si512(first[n]), b = _mm512_castps_si512(second[n]);
        rest = _mm512_or_si512(rest, _mm512_or_si512(a, b));
        are_finite &= _mm512_cmp_ps_mask(_mm512_abs_ps(first[n]), infinity, _CMP_LT_OQ);
        are_finite &= _mm512_cmp_ps_mask(_mm512_abs_ps(second[n]), infinity, _CMP_LT_OQ);
        uint32_t pairs[TILE_ROWS];
        _mm512_storeu_si512(pairs, upper_halves(a, b));
        for (int p = 0; p < TILE_ROWS; p++) memcpy(target + p * DEPTH + 2 * n, &pairs[p], 4);
      }
      if (are_finite != 0xffff || _mm512_test_epi32_mask(rest, _mm512_set1_epi32(0xffff)))
        return false;
    }
  return true;
}

/// Where numbers are not finite or not those of half precision.
INLINE __mmask16 differ_from(__m512 numbers, __m256i halves) {
  __m512 known = _mm512_cvtph_ps(halves);
  return _mm512_cmp_ps_mask(known, numbers, _CMP_NEQ_UQ)
         | _mm512_cmp_ps_mask(_mm512_abs_ps(known), _mm512_set1_ps(65504), _CMP_NLE_UQ);
}

/// Packs as half precision: row p of a tile is input p of 16 outputs, then input p + 16 of them.
/// False where that does not hold a number exactly.
TARGET static bool pack_halves(
    const float *weights, int64_t outputs, int64_t inputs, uint16_t *target) {
  enum { ROUNDING = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC };
  for (int64_t output = 0; output < outputs; output += COLUMNS)
    for (int64_t input = 0; input < inputs; input += DEPTH, target += TILE) {
      __m512 first[COLUMNS], second[COLUMNS];
      read_tile(weights, outputs, inputs, output, input, first, second);
      __mmask16 differ = 0;
      for (int n = 0; n < COLUMNS; n++) {
        __m256i a = _mm512_cvtps_ph(first[n], ROUNDING), b = _mm512_cvtps_ph(second[n], ROUNDING);
        differ |= differ_from(first[n], a) | differ_from(second[n], b);
        uint16_t halves[DEPTH];
        _mm256_storeu_si256((__m256i *)halves, a);
        _mm256_storeu_si256((__m256i *)(halves + 16), b);
        for (int p = 0; p < TILE_ROWS; p++) {
          target[p * DEPTH + n] = halves[p];
          target[p * DEPTH + COLUMNS + n] = halves[p + 16];
        }
      }
      if (differ) return false;
    }
  return true;
}

/// The high part of a number, and what is left as low part; of what the unit cannot hold, nothing.
static void split_number(float x, uint16_t *high, uint16_t *low) {
  uint32_t bits, rest;
  memcpy(&bits, &x, sizeof bits);
  bool is_finite = (bits & 0x7f800000) != 0x7f800000;
  bool overflows = (bits & 0x7fffffff) >= 0x7f7f8000;
  if (is_finite && !overflows) bits += 0x8000;
  if (!is_finite && (bits & 0x7fffff)) bits |= 0x400000;
  *high = (uint16_t)(bits >> 16);
  bits &= 0xffff0000;
  float known;
  memcpy(&known, &bits, sizeof known);
  known = x - known;
  memcpy(&rest, &known, sizeof rest);
  *low = is_finite ? (uint16_t)((rest + 0x8000) >> 16) : 0;
}

/// Packs both parts; false where a number is not finite or too large for the unit.
static bool pack_parts(const float *weights, int64_t outputs, int64_t inputs, uint16_t *target) {
  int64_t depth = osa_tiles_blocks(inputs, DEPTH);
  memset(target, 0, (size_t)(osa_tiles_blocks(outputs, COLUMNS) * depth) * PAIR * sizeof *target);
  bool are_finite = true;
  for (int64_t output = 0; output < outputs; output++)
    for (int64_t input = 0; input < inputs; input++) {
      float x = weights[output * inputs + input];
      int64_t tile = output / COLUMNS * depth + input / DEPTH, p = input % DEPTH;
      int64_t place = p % TILE_ROWS * DEPTH + output % COLUMNS * 2 + p / TILE_ROWS;
      uint16_t *number = target + tile * PAIR + place;
      split_number(x, number, number + TILE);
      if ((number[0] & 0x7f80) == 0x7f80) are_finite = false;
    }
  return are_finite;
}

void osa_tiles_pack(const float *weights, int64_t outputs, int64_t inputs, void *packed) {
  osa_tiles_header *header = packed;
  uint16_t *numbers = (uint16_t *)(header + 1);
  header->are_finite = true;
  if (pack_short(weights, outputs, inputs, numbers)) {
    header->kind = OSA_TILES_SHORT;
  } else if (pack_halves(weights, outputs, inputs, numbers)) {
    header->kind = OSA_TILES_HALVES;
  } else {
    header->kind = OSA_TILES_PARTS;
    header->are_finite = pack_parts(weights, outputs, inputs, numbers);
  }
}

TARGET static void split_halves(const uint16_t *halves, uint16_t *target) {
  for (int row = 0; row < TILE_ROWS; row++) {
    const uint16_t *place = halves + row * DEPTH;
    __m512 a = _mm512_cvtph_ps(_mm256_load_si256((const __m256i *)place));
    __m512 b = _mm512_cvtph_ps(_mm256_load_si256((const __m256i *)(place + COLUMNS)));
    __m512i x = rounded(a), y = rounded(b);
    _mm512_store_si512(target + row * DEPTH, upper_halves(x, y));
    // Eleven bits less the upper eight are few enough to be exact.
    x = _mm512_castps_si512(remainder_of(a, x));
    y = _mm512_castps_si512(remainder_of(b, y));
    _mm512_store_si512(target + TILE + row * DEPTH, upper_halves(x, y));
  }
}

TARGET void osa_tiles_split(
    const void *weights, int64_t first, int64_t count, uint16_t *target) {
  bool are_short = ((const osa_tiles_header *)weights)->kind == OSA_TILES_SHORT;
  const uint16_t *numbers = osa_tiles_numbers(weights) + first * TILE;
  for (; count > 0; count--, target += PAIR, numbers += TILE)
    if (are_short) {
      memcpy(target, numbers, TILE * sizeof *numbers);
      memset(target + TILE, 0, TILE * sizeof *numbers);
    } else {
      split_halves(numbers, target);
    }
}

#endif
