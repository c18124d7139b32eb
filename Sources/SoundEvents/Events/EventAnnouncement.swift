/// What a detector says while it listens.
package enum EventAnnouncement: Sendable, Equatable {
  /// An event began and is long enough to be one; its end is not known yet.
  case opened(SoundEvent)
  /// An event that was announced has ended; label and start are as they were announced.
  case closed(SoundEvent)
}
