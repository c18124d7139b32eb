/// Takes the sound of a tapped node: a buffer, and when its first frame was.
///
/// The buffer may be kept; the engine does not touch it while anybody holds it.
public typealias AVAudioNodeTapBlock = (_ buffer: AVAudioPCMBuffer, _ when: AVAudioTime) -> Void
