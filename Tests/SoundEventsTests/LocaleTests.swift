import Foundation
import SoundEvents
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Decimal points stay points where the locale writes commas.
struct LocaleTests {
  private static let hasLocaleSources =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/localedef")
    && FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/de_DE")

  @Test(.enabled(if: hasLocaleSources, "needs localedef and the sources of de_DE"))
  func outputsAreTheSameInGerman() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.path + "/locales-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let plain = EventFormat.allCases.map { WriterSamples.file($0) }
      let maker = Process()
      maker.executableURL = URL(filePath: "/usr/bin/localedef")
      maker.arguments = ["-i", "de_DE", "-f", "UTF-8", folder + "/de_DE.UTF-8"]
      try maker.run()
      maker.waitUntilExit()
      unsafe setenv("LOCPATH", folder, 1)
      unsafe setenv("LC_ALL", "de_DE.UTF-8", 1)
      precondition(unsafe setlocale(LC_ALL, "de_DE.UTF-8") != nil, "The locale was not made.")
      let half = String(format: "%.1f", locale: Locale(identifier: "de_DE"), 0.5)
      precondition(half == "0,5", "The locale has no decimal comma.")
      precondition(EventFormat.allCases.map { WriterSamples.file($0) } == plain)
    }
  }
}
