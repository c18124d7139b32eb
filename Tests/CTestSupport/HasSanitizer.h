// Which of the toolchain's sanitizers C code is built with: each 1 or 0.
#pragma once

#if defined(__has_feature)
#define HAS_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#define HAS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define HAS_ADDRESS_SANITIZER 0
#define HAS_THREAD_SANITIZER 0
#endif
#define HAS_SANITIZER (HAS_ADDRESS_SANITIZER || HAS_THREAD_SANITIZER)
