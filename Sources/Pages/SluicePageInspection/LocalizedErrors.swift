import Foundation
import SluiceDocuments

extension HTMLProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension RequestFault: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}

extension SavedPageProblem: LocalizedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
