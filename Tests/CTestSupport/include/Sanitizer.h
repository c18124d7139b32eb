// Whether a sanitizer of the toolchain is part of this program.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifndef HAS_SANITIZER
#define HAS_SANITIZER 0
#endif

/// 1 where the program was built with the address or the thread sanitizer, else 0.
static inline int sanitizer_is_active(void) { return HAS_SANITIZER; }
