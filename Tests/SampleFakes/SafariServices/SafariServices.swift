// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation
@_exported import FoundationNetworking

/// The domain of Safari's own errors.
public let SFErrorDomain = "SFErrorDomain"

/// Stands in for Safari: it takes every list but those that have the word `reject`.
public enum SFContentBlockerManager {
  /// The list of each extension, as the extension would hand it over.
  nonisolated(unsafe) public static var files: [String: URL] = [:]
  /// The extensions that are switched on.
  nonisolated(unsafe) public static var enabled: Set<String> = []
  /// The extensions that were asked to reload, in order.
  nonisolated(unsafe) public static var reloads: [String] = []

  /// Whether a reload is interrupted, whatever the list.
  nonisolated(unsafe) public static var isInterrupted = false

  /// Why an extension was not reloaded.
  public struct Interruption: CustomNSError {
    public static let errorDomain = SFErrorDomain
    public let errorCode = 3
  }

  /// Whether an extension is switched on.
  public struct State: Sendable {
    public let isEnabled: Bool
  }

  /// Why a list is not taken.
  public struct Rejection: Error {}

  /// As Safari's.
  public static func stateOfContentBlocker(withIdentifier identifier: String) async throws -> State {
    State(isEnabled: enabled.contains(identifier))
  }

  /// As Safari's.
  public static func reloadContentBlocker(withIdentifier identifier: String) async throws {
    reloads.append(identifier)
    if isInterrupted { throw Interruption() }
    guard let file = files[identifier], let data = try? Data(contentsOf: file) else { return }
    if String(decoding: data, as: UTF8.self).contains("reject") { throw Rejection() }
  }
}

extension FileManager {
  /// The folders of app groups.
  nonisolated(unsafe) public static var groups: [String: URL] = [:]

  /// As Apple's.
  public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { Self.groups[group] }
}
