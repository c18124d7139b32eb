// Included once for each width of vectors: LANES frames are computed together, one in each lane.
// TARGET names the processors, NAME(x) makes a name of this width; FIRST_BY_TURNS takes the first
// halves of two vectors by turns, LAST_BY_TURNS the last ones. All are used up.

typedef float NAME(floats) __attribute__((vector_size(4 * LANES), aligned(4 * LANES)));
typedef int32_t NAME(integers) __attribute__((vector_size(4 * LANES), aligned(4 * LANES)));
#define lanes NAME(floats)
#define integers NAME(integers)
#define INLINE static inline __attribute__((always_inline)) TARGET

/// Rows and columns change places: number k of vector j becomes number j of vector k.
INLINE void NAME(transpose)(lanes *rows) {
  for (int size = 1; size < LANES; size *= 2) {
    lanes mixed[LANES];
    for (int j = 0; j < LANES / 2; j++) {
      lanes a = rows[j], b = rows[j + LANES / 2];
      mixed[2 * j] = FIRST_BY_TURNS(a, b);
      mixed[2 * j + 1] = LAST_BY_TURNS(a, b);
    }
    for (int j = 0; j < LANES; j++) rows[j] = mixed[j];
  }
}

/// Four-way butterflies of one stage, in place; blocks of `length` complex numbers.
INLINE void NAME(butterflies)(lanes *re, lanes *im, const float *turns, int length) {
  int quarter = length / 4, step = HALF / length;
  for (int start = 0; start < HALF; start += length)
    for (int k = 0; k < quarter; k++) {
      int a = start + k, b = a + quarter, c = b + quarter, d = c + quarter;
      lanes sum_re = re[a] + re[c], sum_im = im[a] + im[c];
      lanes gap_re = re[a] - re[c], gap_im = im[a] - im[c];
      lanes other_re = re[b] + re[d], other_im = im[b] + im[d];
      // -i (b - d)
      lanes turned_re = im[b] - im[d], turned_im = re[d] - re[b];
      re[a] = sum_re + other_re;
      im[a] = sum_im + other_im;
      lanes x_re = gap_re + turned_re, x_im = gap_im + turned_im;
      lanes y_re = sum_re - other_re, y_im = sum_im - other_im;
      lanes z_re = gap_re - turned_re, z_im = gap_im - turned_im;
      const float *w1 = turns + 2 * (k * step), *w2 = turns + 2 * (2 * k * step);
      const float *w3 = turns + 2 * (3 * k * step);
      re[b] = x_re * w1[0] - x_im * w1[1];
      im[b] = x_re * w1[1] + x_im * w1[0];
      re[c] = y_re * w2[0] - y_im * w2[1];
      im[c] = y_re * w2[1] + y_im * w2[0];
      re[d] = z_re * w3[0] - z_im * w3[1];
      im[d] = z_re * w3[1] + z_im * w3[0];
    }
}

/// Where the stages leave bin k: the base-4 digits of k in the opposite order.
INLINE int NAME(place)(int k) {
  return (k & 3) << 6 | (k >> 2 & 3) << 4 | (k >> 4 & 3) << 2 | (k >> 6 & 3);
}

/// The natural logarithm of normal positive numbers, to about 1e-7; NaN of what is not finite.
///
/// x = m * 2^e with m from sqrt(1/2) to sqrt(2); log m is the polynomial of Cephes' logf.
INLINE void NAME(logarithms)(lanes *x) {
  integers bits = (integers)*x;
  integers exponent = (bits >> 23) - 126;
  lanes m = (lanes)((bits & 0x007fffff) | 0x3f000000);
  integers is_small = m < 0.70710678f;
  exponent += is_small;
  m = m + (lanes)((integers)m & is_small) - 1;
  lanes e = __builtin_convertvector(exponent, lanes), z = m * m;
  lanes p = m * 7.0376836292e-2f - 1.1514610310e-1f;
  p = p * m + 1.1676998740e-1f;
  p = p * m - 1.2420140846e-1f;
  p = p * m + 1.4249322787e-1f;
  p = p * m - 1.6668057665e-1f;
  p = p * m + 2.0000714765e-1f;
  p = p * m - 2.4999993993e-1f;
  p = p * m + 3.3333331174e-1f;
  lanes y = m * z * p + e * -2.12194440e-4f - 0.5f * z;
  *x = m + y + e * 0.693359375f + 0.0f * *x;
}

TARGET static void NAME(frames)(
    const float *factors, const int32_t *bins, const float *samples, int count, float *frames) {
  const float *window = factors, *turns = window + OSA_LOG_MEL_FRAME_LENGTH;
  const float *half_turns = turns + 2 * HALF, *offset = half_turns + 2 * HALF;
  const float *weight = offset + 1;
  lanes re[HALF], im[HALF], magnitudes[HALF], bands[OSA_LOG_MEL_BAND_COUNT];
  const float *starts[LANES];
  // Lanes without a frame compute the last one again.
  for (int lane = 0; lane < LANES; lane++)
    starts[lane] = samples + (lane < count ? lane : count - 1) * OSA_LOG_MEL_HOP_LENGTH;
  // Even samples become the real, odd ones the imaginary parts of a transform of half the length.
  for (int first = 0; first < OSA_LOG_MEL_FRAME_LENGTH; first += LANES) {
    lanes x[LANES];
    for (int lane = 0; lane < LANES; lane++)
      __builtin_memcpy(&x[lane], starts[lane] + first, sizeof(lanes));
    NAME(transpose)(x);
    for (int n = 0; n < LANES; n += 2) {
      re[(first + n) / 2] = x[n] * window[first + n];
      im[(first + n) / 2] = x[n + 1] * window[first + n + 1];
    }
  }
  for (int n = OSA_LOG_MEL_FRAME_LENGTH / 2; n < HALF; n++) re[n] = im[n] = (lanes){0};
  for (int length = HALF; length > 1; length /= 4) NAME(butterflies)(re, im, turns, length);
  int last = 0;
  for (int band = 0; band < OSA_LOG_MEL_BAND_COUNT; band++)
    if (bins[OSA_LOG_MEL_BAND_COUNT + band] > last) last = bins[OSA_LOG_MEL_BAND_COUNT + band];
  for (int k = 1; k < last; k++) {
    int a = NAME(place)(k), b = NAME(place)(HALF - k);
    lanes even_re = 0.5f * (re[a] + re[b]), even_im = 0.5f * (im[a] - im[b]);
    lanes odd_re = 0.5f * (im[a] + im[b]), odd_im = 0.5f * (re[b] - re[a]);
    float cosine = half_turns[2 * k], sine = half_turns[2 * k + 1];
    lanes x = even_re + (odd_re * cosine - odd_im * sine);
    lanes y = even_im + (odd_re * sine + odd_im * cosine);
    magnitudes[k] = __builtin_elementwise_sqrt(x * x + y * y);
  }
  for (int band = 0; band < OSA_LOG_MEL_BAND_COUNT; band++) {
    lanes sum = {0};
    for (int bin = bins[band]; bin < bins[OSA_LOG_MEL_BAND_COUNT + band]; bin++)
      sum += magnitudes[bin] * *weight++;
    sum += *offset;
    NAME(logarithms)(&sum);
    bands[band] = sum;
  }
  for (int first = 0; first < OSA_LOG_MEL_BAND_COUNT; first += LANES) {
    NAME(transpose)(bands + first);
    for (int lane = 0; lane < count; lane++)
      __builtin_memcpy(
          frames + lane * OSA_LOG_MEL_BAND_COUNT + first, &bands[first + lane], sizeof(lanes));
  }
}

#undef lanes
#undef integers
#undef INLINE
#undef TARGET
#undef LANES
#undef NAME
#undef FIRST_BY_TURNS
#undef LAST_BY_TURNS
