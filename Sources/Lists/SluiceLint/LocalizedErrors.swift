import Foundation

extension LintBaseline.Problem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
