#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An error whose description is also its message for Foundation.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The message for the user.
  public var errorDescription: String? { description }
}
