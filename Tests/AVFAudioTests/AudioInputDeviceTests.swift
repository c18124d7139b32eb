import Foundation
import Testing

@testable import AVFAudio

@Suite struct AudioInputDeviceTests {
  @Test(arguments: [
    ("alsa:hw:1,0", AudioInputDevice.System.alsa, "hw:1,0"),
    ("pulse", .pulseAudio, "default"),
    ("pulse:alsa_input.usb.monitor", .pulseAudio, "alsa_input.usb.monitor"),
  ])
  func identifierNamesSystemAndDevice(
    text: String, system: AudioInputDevice.System, name: String
  ) throws {
    let device = try #require(AudioInputDevice(identifier: text))
    #expect(device.system == system)
    #expect(device.name == name)
  }

  @Test(arguments: ["", "hw:1", "jack:x", "alsa:", ":", "pulse:a\nb", "Pulse"])
  func otherTextIsNoIdentifier(text: String) {
    #expect(AudioInputDevice(identifier: text) == nil)
  }

  @Test func anIdentifierNeedsNoDeviceAndAnythingElseDoes() throws {
    #expect(try AudioInputDevice.named("alsa:plughw:9").name == "plughw:9")
    let error = try #require(throws: NSError.self) {
      try AudioInputDevice.named("no microphone of this name")
    }
    #expect(error.domain == "com.apple.coreaudio.avfaudio")
  }

  @Test func deviceIsFoundByNameTitleOrIdentifier() throws {
    let device = AudioInputDevice(
      system: .pulseAudio, name: "usb", title: "USB microphone", isDefault: false)
    for text in ["usb", "USB microphone", "pulse:usb"] {
      #expect(try AudioInputDevice.find(text, among: [device]).name == "usb")
    }
    #expect(try AudioInputDevice.find("alsa:plughw:9", among: [device]).name == "plughw:9")
    let error = try #require(throws: CaptureError.self) {
      try AudioInputDevice.find("usp", among: [device])
    }
    #expect(
      error.description
        == "'usp': there is no such microphone: expected one of pulse:usb")
    let lonely = try #require(throws: CaptureError.self) {
      try AudioInputDevice.find("usp", among: [])
    }
    #expect(lonely.description.contains("no sound system lists any"))
  }

  @Test func absentDeviceSaysSo() throws {
    let device = try #require(AudioInputDevice(identifier: "alsa:hw:31,7"))
    let error = try #require(throws: CaptureError.self) { try DeviceSource(device) }
    #expect(error.reason == .notFound)
    #expect(error.description == "alsa:hw:31,7: there is no such microphone")
  }
}
