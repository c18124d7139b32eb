#include "internal.h"

#ifdef OSA_TILES_ARE_BUILT

#include <cpuid.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

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
