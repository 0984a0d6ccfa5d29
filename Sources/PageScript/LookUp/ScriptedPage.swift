import Bytes
import ContentBlocker
import Conversion

/// A document in which the scripts for pages run.
public struct ScriptedPage: Sendable {
  /// Its host, or that of what it is embedded in where it has none.
  let host: String
  /// By what ``PageTable/keys`` has it.
  let keys: Set<String>
  /// Path and query.
  let path: String
  /// All of the URL.
  let url: String

  /// A document.
  ///
  /// - Parameters:
  ///   - url: Its URL.
  ///   - ancestors: The URLs of what it is embedded in, the nearest first.
  public init(url: some InputBytes & ~Escapable, ancestors: [[UInt8]] = []) {
    let hosts = ancestors.map { String(decoding: SerializedURL($0).host, as: UTF8.self) }
    let document = SerializedURL(url)
    let own = String(decoding: document.host, as: UTF8.self)
    host = own.isEmpty ? hosts.first { !$0.isEmpty } ?? "" : own
    self.url = String(decoding: document.bytes, as: UTF8.self)
    path = String(decoding: document.withoutFragment.drop(schemeAndAuthorityOf: document), as: UTF8.self)
    var keys: Set<String> = []
    if !host.isEmpty {
      keys.formUnion(Self.keys(of: host))
      for name in [host] + hosts where !name.isEmpty { keys.formUnion(Self.keys(of: name).map { ">" + $0 }) }
    }
    self.keys = keys
  }

  /// A host and all above it, and the same as entities (`name.*`).
  private static func keys(of host: String) -> [String] {
    // Each label is a key, with all behind it: of a longer host these would be out of proportion, and no page has one.
    guard HostNames.isPossible(Array(host.utf8)) else { return [] }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    var keys = labels.indices.map { labels[$0...].joined(separator: ".") }
    let isPair =
      labels.count > 2 && labels[labels.count - 1].count == 2
      && HostSuffix.secondLevels.contains(Array(labels[labels.count - 2].utf8))
    let names = labels.dropLast(isPair ? 2 : 1)
    keys += names.indices.map { names[$0...].joined(separator: ".") + ".*" }
    return keys
  }
}

extension [UInt8] {
  /// What is behind the host and its port.
  fileprivate func drop(schemeAndAuthorityOf url: SerializedURL) -> ArraySlice<UInt8> {
    guard !url.host.isEmpty, let colon = firstIndex(of: UInt8(ascii: ":")), count > colon + 3 else {
      return dropFirst(prefix { $0 != UInt8(ascii: ":") }.count + 1)
    }
    return self[(colon + 3)...].drop { $0 != UInt8(ascii: "/") }
  }
}
