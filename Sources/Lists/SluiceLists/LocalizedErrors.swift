import Foundation

extension BuildFileMistake: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
  /// How to fix the problem.
  public var recoverySuggestion: String? { advice }
}

extension BuildProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
  /// How to fix the problem.
  public var recoverySuggestion: String? { advice }
}

extension BuildFailure: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension Manifest.Problem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension MergeError: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension Surrogates.Problem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
