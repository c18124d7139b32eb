private import CTestSupport

/// What tests must know of the toolchain's sanitizers, which change the cost of everything.
///
/// A program built with one is slower by a factor of up to twenty, and its memory tells nothing: shadow
/// memory counts, and what was freed is kept for a while to find late uses of it. Only limits that guard
/// against hanging grow, and only figures of memory are left out; in plain builds nothing changes.
package enum Sanitizer {
  /// Whether this program, and the command beside it, were built with a sanitizer.
  package static var isActive: Bool { sanitizer_is_active() != 0 }

  /// Whether the size of a program's files can be limited; the thread sanitizer maps a file of its own before `main`.
  package static var allowsFileLimits: Bool { sanitizer_is_for_threads() == 0 }

  /// The factor by which a limit of time grows: 1 in plain builds.
  package static var patience: Int { isActive ? 20 : 1 }
}
