import SluiceSystem

/// An error that occurs when a page is loaded in a browser.
public enum BrowserProblem: Error, Hashable, Sendable {
  /// The machine lacks a requirement, which the text describes.
  case unavailable(String)
  /// A temporary folder cannot be created; the text is the system's message.
  case noScratchFolder(String)
  /// The browser did not respond in time.
  case timeout
  /// The browser process ended without a response; the text gives details.
  case died(String)
  /// A signal requested termination.
  case interrupted
}
