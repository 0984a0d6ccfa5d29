import SluiceAnalysis
import SluiceSystem
import SluiceConversion
import SluiceRules
import SluiceText

/// A site that can be unprotected: a host and all of its subdomains. A leading `www.` is ignored.
public struct Site: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The host in lower-case ASCII, with punycode for international names, and without a leading `www.`.
  public let host: [UInt8]

  /// Creates a site from a host; returns nil if the host is invalid.
  public init?(host: String) {
    guard let host = HostNames.ascii(Array(host.utf8)) else { return nil }
    self.init(bytes: host)
  }

  /// Creates a site from the URL of a web page; returns nil for other pages, such as `about:blank` and files.
  public init?(page: String) {
    guard let host = PageAddress(page)?.host else { return nil }
    self.init(bytes: host)
  }

  private init?(bytes: [UInt8]) {
    let www = Array("www.".utf8)
    // `www.com` is a site. Removing `www.` would leave `com`, which covers all sites below it.
    let isWhole =
      PublicSuffixList.wellKnown.registrableDomain(of: bytes).elementsEqual(bytes)
      || Self.isPerhapsSuffix(bytes.dropFirst(www.count))
    let host = bytes.starts(with: www) && !isWhole ? Array(bytes.dropFirst(www.count)) : bytes
    guard Domain.isHost(host) else { return nil }
    self.host = host
  }

  /// Returns whether a host looks like a country's registry suffix, such as `co.uk`, which has no site owner.
  private static func isPerhapsSuffix(_ host: ArraySlice<UInt8>) -> Bool {
    let labels = host.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    return labels.count == 2 && labels[1].count == 2 && KnownSuffixes.countryLabels.contains(Array(labels[0]))
  }

  /// The host as text.
  public var description: String { String(decoding: host, as: UTF8.self) }

  /// Compares sites by the bytes of their hosts.
  public static func < (first: Site, second: Site) -> Bool {
    first.host.lexicographicallyPrecedes(second.host)
  }
}

/// The part of a web page's address that protection needs.
struct PageAddress: Hashable, Sendable {
  /// The host as browsers write it.
  let host: [UInt8]

  init(host: [UInt8]) { self.host = host }

  /// Parses an address; returns nil for pages that are not on the web.
  init?(_ page: String) {
    let url = SerializedURL(Array(page.utf8))
    guard !url.host.isEmpty, WebScheme.ofPages.contains(where: { url.bytes.starts(with: $0.prefix.utf8) })
    else { return nil }
    host = url.host
  }
}

/// The sites on which nothing is blocked or hidden.
struct SiteSet: Hashable, Sendable {
  private(set) var sites: Set<Site> = []
  private var hosts: Set<[UInt8]> = []

  init(_ sites: some Sequence<Site> = []) {
    for site in sites { set(site, isMember: true) }
  }

  mutating func set(_ site: Site, isMember: Bool) {
    if isMember {
      sites.insert(site)
      hosts.insert(site.host)
    } else {
      sites.remove(site)
      hosts.remove(site.host)
    }
  }

  var isEmpty: Bool { sites.isEmpty }

  func contains(_ page: PageAddress?) -> Bool {
    guard let page, !hosts.isEmpty else { return false }
    return HostNames.isHost(page.host, withinAny: hosts)
  }

  /// The suffix of identifiers of lists with an exception for these sites; empty for no sites.
  var suffix: String {
    guard !sites.isEmpty else { return "" }
    var hash = SHA256Hasher()
    for site in sites.sorted() { hash.update(site.host + [ASCII.lineFeed]) }
    return "-" + hash.finish().description.prefix(16)
  }

  /// Returns a list with a rule appended that overrides all earlier rules on these sites; nil if the JSON is
  /// not a rule list.
  ///
  /// An exception only affects its own list, so every list needs it. The pattern is anchored, in contrast to
  /// `if-domain`, for which WebKit searches anywhere in the page's URL: a page could pose as another site
  /// with its query.
  func appended(to json: [UInt8]) -> [UInt8]? {
    let domains = sites.sorted().compactMap { Domain($0.host, includesSubdomains: true) }
    guard let pages = NonEmpty(domains.map { URLFilter.page($0) }) else { return json }
    let exception = Rule(
      trigger: Trigger(urlFilter: .any, condition: .ifTopURL(pages)), action: .ignorePreviousRules)
    guard let end = json.lastIndex(of: ASCII.closeBracket),
      let last = json[..<end].last(where: { !$0.isJSONSpace })
    else { return nil }
    let separator: [UInt8] = last == ASCII.openBracket ? [] : [ASCII.comma, ASCII.lineFeed]
    return json[..<end] + separator + RuleList([exception]).encodedJSON().dropFirst()
  }
}
