import SluiceConversion

/// An error that occurs when a page is loaded in a browser.
@nonexhaustive public enum BrowserProblem: Error, Hashable, Sendable, Codable {
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

extension BrowserProblem: CustomStringConvertible, DescribedError {
  /// The message for the user.
  public var description: String {
    switch self {
    case .unavailable(let reason): "no browser is available: \(reason)"
    case .noScratchFolder(let reason): "cannot create a temporary folder: \(reason)"
    case .timeout: "the browser gave no answer in time"
    case .died(let reason): "the browser gave no answer: \(reason)"
    case .interrupted: "a signal ended the browser"
    }
  }
}
