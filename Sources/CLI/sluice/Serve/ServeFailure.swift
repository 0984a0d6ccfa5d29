import SluiceSystem

enum ServeFailure: CommandFailure {
  case noFolder(String)
  case noListener(address: String, HTTPServer.NoListener)

  /// The remedy if no more files can be opened.
  static let openFilesAdvice =
    "'ulimit -n' shows how many files may be open, and 'ulimit -n 1024' sets it"

  var report: FailureReport {
    switch self {
    case .noFolder(let name):
      .failure(to: "serve", name, "it is not a directory", "build it first: sluice build")
    case .noListener(let address, let failure):
      .failure(
        "cannot listen on \(address):\(failure.port): \(failure.error)", Self.advice(failure.error))
    }
  }

  private static func advice(_ error: SystemError) -> String {
    switch error {
    case .foreignAddress: "name an address of this machine with --address"
    case _ where error.isLimit: openFilesAdvice
    default: "name another port with --port, or 0 for any that is free"
    }
  }
}
