/// Says why the system gives no access to a file or a folder.
struct SystemFailure: Error {
  /// The system's number of the error.
  let code: Int32
}
