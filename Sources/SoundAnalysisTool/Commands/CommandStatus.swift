private import Foundation

extension Console {
  /// Does a command's work, and turns what it throws into a message and a status.
  ///
  /// - Parameter command: the command as it is called; a message on wrong usage points to its help.
  func status(of command: String, _ work: () throws -> ExitStatus) -> ExitStatus {
    do {
      return try work()
    } catch let error as UsageError {
      say("\(error.message) (see '\(command) --help')")
      return .wrongUsage
    } catch let error as OutputError {
      return StandardOutput.status(after: error, console: self)
    } catch {
      say(error.localizedDescription)
      return .failure
    }
  }
}
