// Whether a sanitizer of the toolchain is part of this program.
//
// Never inline: what Swift compiles of a header does not know of the sanitizer that C code is built with.
#pragma once

/// 1 where the program was built with the address or the thread sanitizer, else 0.
int sanitizer_is_active(void);

/// 1 where it was the thread sanitizer, else 0.
int sanitizer_is_for_threads(void);
