import SluiceAnalysis
import SluiceRules

/// Detects registrable domains (sites). DuckDuckGo looks up the request blocklist by site, so an entry for
/// any other domain matches nothing.
enum RegistrableSite {
  /// The second-level labels under which country registries offer domains.
  ///
  /// They replace the public suffix list, which is not part of the data. The output must not depend on the
  /// copy of that list on the machine.
  private static let registryLabels: Set<String> = [
    "ac", "biz", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "id", "info", "ltd", "mil", "ne",
    "net", "nic",
    "nom", "or", "org", "sch",
  ]

  /// Returns whether a domain, in lowercase and punycode, is a site.
  ///
  /// IP addresses and names with one label count as sites, although they cannot be registered.
  static func isSite(_ domain: [UInt8]) -> Bool {
    let labels = domain.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    let isAddress =
      domain.contains(ASCII.colon) || domain.allSatisfy { $0.isDigit || $0 == ASCII.dot }
    guard labels.count > 1, !isAddress else { return true }
    let suffixes = PublicSuffixList.wellKnown
    // A company's entry in the public suffix list is itself a domain that the company registered.
    if isSuffix(domain) { return suffixes.isPrivate(domain) }
    if suffixes.isPrivate(Array(domain[labels[1].startIndex...])) { return false }
    if suffixes.registrableDomain(of: domain).count == domain.count { return true }
    return labels.count == 3 && labels[2].count == 2
      && registryLabels.contains(String(decoding: labels[1], as: UTF8.self))
  }

  private static func isSuffix(_ domain: [UInt8]) -> Bool {
    let below = Array("x.".utf8) + domain
    return PublicSuffixList.wellKnown.registrableDomain(of: below).count == below.count
  }
}
