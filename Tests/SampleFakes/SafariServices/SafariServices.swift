// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation
@_exported import FoundationNetworking

/// The domain of Safari's own errors.
public let SFErrorDomain = "SFErrorDomain"

/// Replaces Safari.
///
/// It accepts every list that does not contain the word `reject`.
public enum SFContentBlockerManager {
  /// The list of each extension, as the extension would return it.
  nonisolated(unsafe) public static var files: [String: URL] = [:]
  /// The enabled extensions.
  nonisolated(unsafe) public static var enabled: Set<String> = []
  /// The extensions that were asked to reload, in order.
  nonisolated(unsafe) public static var reloads: [String] = []

  /// The error of every reload: domain and code.
  nonisolated(unsafe) public static var failure: (domain: String, code: Int)?
  /// Whether no reload is ever answered.
  nonisolated(unsafe) public static var isSilent = false
  /// The maximum size of a list in bytes.
  nonisolated(unsafe) public static var memory = Int.max

  /// The state of an extension.
  public struct State: Sendable {
    public let isEnabled: Bool
  }

  /// Returns the state of an extension, as Safari does.
  public static func stateOfContentBlocker(withIdentifier identifier: String) async throws -> State {
    State(isEnabled: enabled.contains(identifier))
  }

  /// Reloads an extension, as Safari does.
  public static func reloadContentBlocker(withIdentifier identifier: String) async throws {
    reloads.append(identifier)
    while isSilent { try? await Task.sleep(for: .milliseconds(5)) }
    if let failure { throw NSError(domain: failure.domain, code: failure.code) }
    guard let file = files[identifier], let data = try? Data(contentsOf: file) else { return }
    if data.count > memory { throw NSError(domain: SFErrorDomain, code: 3) }
    if String(decoding: data, as: UTF8.self).contains("reject") {
      throw NSError(domain: "WKErrorDomain", code: 6)
    }
  }
}

extension FileManager {
  /// The folders of app groups.
  nonisolated(unsafe) public static var groups: [String: URL] = [:]

  /// Returns the folder of an app group, as Apple's Foundation does.
  public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { Self.groups[group] }
}
