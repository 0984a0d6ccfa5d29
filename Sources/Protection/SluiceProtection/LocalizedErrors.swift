import Foundation

extension EngineProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension ListSourceProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension Protection.UpdateProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension StoreProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
