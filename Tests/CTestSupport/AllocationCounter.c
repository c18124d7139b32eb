#include "AllocationCounter.h"
#include "HasSanitizer.h"

#include <errno.h>
#include <stddef.h>

static __thread uint64_t count = 0;

uint64_t allocation_counter_this_thread(void) { return count; }

int allocation_counter_is_active(void) { return !HAS_SANITIZER; }

#if !HAS_SANITIZER
// glibc's own names for its allocator: the public names below replace it in the test program.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  count++;
  return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  count++;
  void *block = __libc_memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *pointer = block;
  return 0;
}
#endif
