/// What the user said when asked for a device.
public enum AVAuthorizationStatus: Int, Sendable {
  /// Nobody asked.
  case notDetermined = 0
  /// Nobody may say yes.
  case restricted = 1
  /// The user said no.
  case denied = 2
  /// The user said yes.
  case authorized = 3
}
