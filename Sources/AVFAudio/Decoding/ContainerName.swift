/// What people call the containers that FFmpeg has short names for.
enum ContainerName {
  private static let names = [
    "aac": "AAC", "ac3": "AC-3", "aiff": "AIFF", "amr": "AMR", "ape": "Monkey's Audio",
    "asf": "Windows Media", "au": "AU", "avi": "AVI", "caf": "CAF", "dash": "DASH",
    "dsf": "DSF", "dts": "DTS", "flac": "FLAC", "flv": "Flash Video", "gif": "GIF", "hls": "M3U",
    "image2": "pictures", "matroska": "Matroska or WebM", "mov": "MP4 or QuickTime", "mp3": "MP3",
    "mpeg": "MPEG", "mpegts": "MPEG transport stream", "ogg": "Ogg", "rm": "RealMedia",
    "sdp": "SDP", "srt": "SubRip", "tta": "True Audio", "voc": "VOC", "w64": "Wave64",
    "wav": "WAV", "wv": "WavPack",
  ]

  /// The usual name of a container.
  ///
  /// - Parameter name: FFmpeg's name, or its names with commas between them.
  static func plain(_ name: String) -> String {
    let first = name.split(separator: ",").first.map(String.init) ?? name
    return names[first] ?? first
  }
}
