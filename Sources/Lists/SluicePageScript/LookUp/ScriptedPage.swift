import SluiceAnalysis
import SluiceConversion

/// A document in which the page scripts run.
public struct ScriptedPage: Sendable {
  /// The host of the document or, if it has none, of the nearest document that embeds it.
  let host: String
  /// The keys of ``PageTable/keys`` that cover the document.
  let keys: Set<String>
  /// The path and query.
  let path: String
  let url: String

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - url: Its URL.
  ///   - ancestors: The URLs of the documents that it is embedded in, the nearest first.
  public init(url: some InputBytes & ~Escapable, ancestors: [[UInt8]] = []) {
    let hosts = ancestors.map { SerializedURL($0).hostString }
    let document = SerializedURL(url)
    let own = document.hostString
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

  /// Returns the keys of a host: the host, its parent domains, and their entities (`name.*`).
  private static func keys(of host: String) -> [String] {
    // Each suffix of the host is a key. Hosts that are too long to be valid would have too many keys.
    let bytes = Array(host.utf8)
    guard HostNames.isPossible(bytes.span) else { return [] }
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
  /// Returns the part of the URL after the host and port.
  fileprivate func drop(schemeAndAuthorityOf url: SerializedURL) -> ArraySlice<UInt8> {
    guard !url.host.isEmpty, let colon = firstIndex(of: ASCII.colon), count > colon + 3 else {
      return dropFirst(prefix { $0 != ASCII.colon }.count + 1)
    }
    return self[(colon + 3)...].drop { $0 != ASCII.slash }
  }
}
