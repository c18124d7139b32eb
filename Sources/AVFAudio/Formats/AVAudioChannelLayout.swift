public import Foundation

/// A number that stands for an arrangement of loudspeakers; its low 16 bits count the channels.
public typealias AudioChannelLayoutTag = UInt32

/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left, right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
/// Left, right, left surround, right surround.
public let kAudioChannelLayoutTag_Quadraphonic: AudioChannelLayoutTag = 108 << 16 | 4
/// Left, right, centre, low frequencies, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
/// Eight channels: 5.1 and left and right in front of the centre.
public let kAudioChannelLayoutTag_MPEG_7_1_A: AudioChannelLayoutTag = 126 << 16 | 8
/// Channels in order, without places; add the number of channels.
public let kAudioChannelLayoutTag_DiscreteInOrder: AudioChannelLayoutTag = 147 << 16
/// An unknown arrangement; add the number of channels.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xFFFF_0000

/// Says which loudspeaker each channel is meant for.
public final class AVAudioChannelLayout: NSObject, Sendable {
  /// The arrangement.
  public let layoutTag: AudioChannelLayoutTag

  /// The channels of the arrangement.
  public var channelCount: AVAudioChannelCount { layoutTag & 0xFFFF }

  /// Makes a layout; nil for a tag that counts no channels.
  public init?(layoutTag: AudioChannelLayoutTag) {
    guard layoutTag & 0xFFFF > 0 else { return nil }
    self.layoutTag = layoutTag
  }

  /// Layouts are equal if their tags are.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioChannelLayout)?.layoutTag == layoutTag
  }

  /// The tag's hash.
  public override var hash: Int { layoutTag.hashValue }
}
