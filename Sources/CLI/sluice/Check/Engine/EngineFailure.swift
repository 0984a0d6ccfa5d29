import SluiceSystem

/// A failure of the installed WebKit.
struct EngineFailure: CommandFailure {
  let problem: InstalledEngineProblem
  /// The list that WebKit compiled.
  var list = ""

  var report: FailureReport {
    switch problem {
    case .unavailable(let reason):
      FailureReport(
        message: "WebKit is not available: \(reason)", advice: [Self.installation], exitCode: .unavailable)
    case .timeout: noAnswer("timed out")
    case .died(let reason): noAnswer(reason)
    case .system(let error): noAnswer("\(error)")
    case .noScratchFolder(let error): FileFailure.noScratchFolder("\(error)").report
    case .interrupted: OutputError.interrupted.report
    }
  }

  private func noAnswer(_ reason: String) -> FailureReport {
    .failure(
      "WebKit did not answer about \(list.quotedName): \(reason)",
      "try again; without --engine the list is checked without WebKit")
  }

  /// Instructions for installing WebKit.
  private static var installation: String {
    #if os(Linux)
      "install WebKitGTK: apt-get install libwebkit2gtk-4.1-0 (Debian, Ubuntu), dnf install webkit2gtk4.1"
        + " (Fedora); a statically linked sluice cannot load it"
    #else
      "WebKit is part of macOS"
    #endif
  }
}
