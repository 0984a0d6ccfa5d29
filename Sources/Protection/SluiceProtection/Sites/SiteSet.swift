import SluiceCodecs
import SluiceRules
import SluiceText

/// The sites on which nothing is blocked or hidden.
struct SiteSet: Hashable, Sendable {
  private(set) var sites: Set<Site> = []
  private var hosts: Set<[UInt8]> = []

  init(_ sites: some Sequence<Site> = []) {
    for site in sites { set(site, true) }
  }

  mutating func set(_ site: Site, _ isMember: Bool) {
    if isMember {
      sites.insert(site)
      hosts.insert(site.host)
    } else {
      sites.remove(site)
      hosts.remove(site.host)
    }
  }

  var isEmpty: Bool { sites.isEmpty }

  /// Returns whether a page belongs to one of the sites.
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
