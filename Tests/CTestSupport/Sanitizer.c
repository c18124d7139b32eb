#include "Sanitizer.h"

#include "HasSanitizer.h"

int sanitizer_is_active(void) { return HAS_SANITIZER; }

int sanitizer_is_for_threads(void) { return HAS_THREAD_SANITIZER; }
