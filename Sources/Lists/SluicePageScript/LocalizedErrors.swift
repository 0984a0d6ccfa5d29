import Foundation

extension PageReportProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension SurrogateScript.Problem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
