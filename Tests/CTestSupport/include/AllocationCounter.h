// Counts the calls to the C allocator, so that a test can show that a hot path makes none.
#pragma once
#include <stdint.h>

/// Allocations (malloc, calloc, realloc, aligned forms) made by the calling thread so far.
uint64_t allocation_counter_this_thread(void);

/// 1 where the counter is in place; 0 under a sanitizer, which owns the allocator.
int allocation_counter_is_active(void);
