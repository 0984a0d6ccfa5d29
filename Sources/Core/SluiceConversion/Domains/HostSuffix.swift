import SluiceAnalysis
import SluiceRules

/// Functions for the ends of host names, which may be the public suffix of an entity.
package enum HostSuffix {
  /// Returns the name without its last `count` labels; empty if it has no other labels.
  static func dropping(_ count: Int, from name: [UInt8]) -> [UInt8] {
    var end = name.endIndex
    for _ in 0..<count {
      guard let dot = name[..<end].lastIndex(of: ASCII.dot) else { return [] }
      end = dot
    }
    return Array(name[..<end])
  }

  static func last(of name: [UInt8]) -> [UInt8] {
    Array(name[(name.lastIndex(of: ASCII.dot).map { $0 + 1 } ?? 0)...])
  }

  /// Returns whether a label is `co` or `com`, which can precede top-level domains.
  static func isCoOrCom(_ label: [UInt8]) -> Bool {
    label.elementsEqual("co".utf8) || label.elementsEqual("com".utf8)
  }

  /// Returns whether the last two labels of a host can follow an included entity.
  static func endsInIncludedPair(_ host: [UInt8]) -> Bool { isCoOrCom(last(of: dropping(1, from: host))) }

  /// Returns the possible names before a public suffix in an included host, for comparison with excluded
  /// entities. These are the host without its last label, and without its last two labels.
  ///
  /// An empty name matches any entity. It is in the result if the whole host may be a suffix.
  static func stems(ofIncluded host: [UInt8]) -> [[UInt8]] {
    let (one, two) = (dropping(1, from: host), dropping(2, from: host))
    return two.isEmpty && !one.isEmpty && !isKnownSuffix(host) ? [one] : [one, two]
  }

  /// Returns the possible names before a public suffix in an excluded host, for comparison with included
  /// entities. Included entities have fewer suffixes.
  static func stems(ofExcluded host: [UInt8]) -> [[UInt8]] {
    let one = dropping(1, from: host)
    return isCoOrCom(last(of: one)) ? [one, dropping(2, from: host)] : [one]
  }

  /// Returns whether a host is the name of one of the entities before a known public suffix, or below it.
  static func isHost(_ host: [UInt8], withinAnyEntity names: Set<[UInt8]>) -> Bool {
    if names.isEmpty { return false }
    if HostNames.isHost(dropping(1, from: host), withinAny: names) { return true }
    let stem = dropping(2, from: host)
    return HostNames.isHost(stem, withinAny: names) && isKnownSuffix(Array(host[(stem.count + 1)...]))
  }

  /// Returns whether two labels are a known public suffix. All others are treated as names, because few hosts
  /// in filters are suffixes.
  private static func isKnownSuffix(_ host: [UInt8]) -> Bool {
    secondLevels.contains(dropping(1, from: host))
      || PublicSuffixList.wellKnown.registrableDomain(of: Array("x.".utf8) + host).count > host.count
  }

  /// The suffixes of most sites with several, for conditions that need whole hosts.
  static let usual: [[UInt8]] = [
    "com", "net", "org", "info", "biz", "io", "co", "tv", "me", "to", "cc", "xyz", "site", "online", "top",
    "club",
    "live", "app", "fun", "pro", "vip", "ws", "is", "la", "ai", "gg", "im", "in", "it", "es", "fr", "de",
    "nl", "be",
    "pl", "cz", "ro", "gr", "ru", "eu", "at", "ch", "se", "no", "dk", "fi", "pt", "ie", "us", "ca", "uk",
    "co.uk",
    "com.br", "com.au", "co.jp", "jp", "com.tr", "com.mx", "com.ar", "lol",
  ].map { Array($0.utf8) }

  /// The labels before the top-level domain in public suffixes with two labels.
  package static let secondLevels: Set<[UInt8]> = Set(
    [
      "ac", "ad", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "lg", "ltd", "me", "mil", "ne", "net",
      "nhs", "nom", "or", "org", "plc", "sch",
    ].map { Array($0.utf8) })
}
