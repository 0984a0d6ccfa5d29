import Foundation

extension BrowserProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
