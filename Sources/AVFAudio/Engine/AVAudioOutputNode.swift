/// The loudspeaker of an engine, which plays nothing here.
public final class AVAudioOutputNode: AVAudioIONode, @unchecked Sendable {}
