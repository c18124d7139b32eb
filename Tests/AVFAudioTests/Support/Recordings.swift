/// Recordings that tests make with the ffmpeg command.
enum Recordings {
  /// A 1 kHz sine as 16-bit WAV.
  static func sine(
    _ name: String = "base.wav", seconds: Double, sampleRate: Int = 48_000,
    in folder: TemporaryFolder
  ) throws {
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "sine=f=1000:r=\(sampleRate):d=\(seconds)", "-ac", "1", name],
      in: folder)
  }

  /// White noise as 16-bit WAV, which no codec shrinks to nothing.
  static func noise(
    _ name: String = "noise.wav", seconds: Double, sampleRate: Int = 44_100,
    in folder: TemporaryFolder
  ) throws {
    try FFmpegCommand.run(
      [
        "-f", "lavfi", "-i", "anoisesrc=r=\(sampleRate):a=0.3:seed=5:d=\(seconds)", "-ac", "1",
        name,
      ], in: folder)
  }

  /// Silence with one short click, as 16-bit samples.
  static func click(atFrame frame: Int, of count: Int) -> [Int16] {
    var samples = [Int16](repeating: 0, count: count)
    for index in 0..<8 where frame + index < count { samples[frame + index] = 24_000 }
    return samples
  }

  /// The frame of the largest sample, which is the middle of a click.
  static func loudestFrame(of samples: [Float]) -> Int {
    samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
  }
}
