#include "internal.h"

#ifdef OSA_TILES_ARE_BUILT

#include <string.h>

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

#endif
