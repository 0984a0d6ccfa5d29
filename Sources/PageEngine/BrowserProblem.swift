import Platform

/// Why a page could not be tried in a browser.
public enum BrowserProblem: Error, Hashable, Sendable {
  /// The machine lacks what it needs, in words.
  case unavailable(String)
  /// There can be no folder for temporary files, in the system's words.
  case noScratchFolder(String)
  /// It did not answer in time.
  case timeout
  /// It ended without an answer, in words.
  case died(String)
  /// A signal asks for the end of the work.
  case interrupted
}
