import Foundation

extension TrackerDataProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
