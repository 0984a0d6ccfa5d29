import Bytes
import ContentBlocker
import Conversion

/// A site that can be unprotected: a host and all hosts below it. `www.` before it makes no difference.
public struct Site: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The host: lower-case ASCII, with punycode where it has other scripts, and without `www.` before it.
  public let host: [UInt8]

  /// The site of a host; nil for what is none.
  public init?(host: String) {
    guard let host = HostNames.ascii(Array(host.utf8)) else { return nil }
    self.init(bytes: host)
  }

  /// The site of a page of the web; nil for other pages (`about:blank`, files).
  public init?(page: String) {
    guard let host = PageAddress(page)?.host else { return nil }
    self.init(bytes: host)
  }

  private init?(bytes: [UInt8]) {
    let www = Array("www.".utf8)
    // `www.com` is a site of its own, and `com` would be all of them.
    let isWhole =
      PublicSuffixList.wellKnown.registrableDomain(of: bytes).elementsEqual(bytes)
      || Self.isPerhapsSuffix(bytes.dropFirst(www.count))
    let host = bytes.starts(with: www) && !isWhole ? Array(bytes.dropFirst(www.count)) : bytes
    guard Domain.isHost(host) else { return nil }
    self.host = host
  }

  /// Whether a host looks like one under which countries register names: all of these are nobody's site.
  private static func isPerhapsSuffix(_ host: ArraySlice<UInt8>) -> Bool {
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count == 2 && labels[1].count == 2 && secondLevels.contains(Array(labels[0]))
  }

  /// `ad.nl` and the like are sites; those that are suffixes ``PublicSuffixList/wellKnown`` has.
  private static let secondLevels = HostSuffix.secondLevels
    .subtracting(["ad", "me"].map { Array($0.utf8) }).union(["gc", "govt", "gub"].map { Array($0.utf8) })

  /// The host as text.
  public var description: String { String(decoding: host, as: UTF8.self) }

  /// By bytes.
  public static func < (first: Site, second: Site) -> Bool {
    first.host.lexicographicallyPrecedes(second.host)
  }
}

/// The address of a page of the web, as far as protection asks for it.
struct PageAddress: Hashable, Sendable {
  /// The host as a browser writes it.
  let host: [UInt8]

  /// The address; nil for pages that are not of the web.
  init?(_ page: String) {
    let url = SerializedURL(Array(page.utf8))
    let schemes = ["http://", "https://"]
    guard !url.host.isEmpty, schemes.contains(where: { url.bytes.starts(with: $0.utf8) }) else { return nil }
    host = url.host
  }
}
