import ContentBlocker

/// The ends of host names, compared with what may be the public suffix of an entity.
package enum HostSuffix {
  /// The name without its last labels; empty when it has no more.
  static func dropping(_ count: Int, from name: [UInt8]) -> [UInt8] {
    var end = name.endIndex
    for _ in 0..<count {
      guard let dot = name[..<end].lastIndex(of: UInt8(ascii: ".")) else { return [] }
      end = dot
    }
    return Array(name[..<end])
  }

  /// The last label of a name.
  static func last(of name: [UInt8]) -> [UInt8] {
    Array(name[(name.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0)...])
  }

  /// Whether a label is `co` or `com`, which stand before top-level domains.
  static func isCoOrCom(_ label: [UInt8]) -> Bool {
    label.elementsEqual("co".utf8) || label.elementsEqual("com".utf8)
  }

  /// Whether the last two labels of a host are what an entity that is included may have behind it.
  static func endsInIncludedPair(_ host: [UInt8]) -> Bool { isCoOrCom(last(of: dropping(1, from: host))) }

  /// What can stand before a suffix in a host that a filter names, if others exclude entities: the host
  /// without one label, and without two. It is empty, which means any name, if all of the host may be a
  /// suffix.
  static func stems(ofIncluded host: [UInt8]) -> [[UInt8]] {
    let (one, two) = (dropping(1, from: host), dropping(2, from: host))
    return two.isEmpty && !one.isEmpty && !isKnownSuffix(host) ? [one] : [one, two]
  }

  /// The same for a host that is excluded, if others name entities: their suffixes are fewer.
  static func stems(ofExcluded host: [UInt8]) -> [[UInt8]] {
    let one = dropping(1, from: host)
    return isCoOrCom(last(of: one)) ? [one, dropping(2, from: host)] : [one]
  }

  /// Whether two labels are a public suffix. Few hosts that filters name are one, and the others are taken
  /// for none.
  private static func isKnownSuffix(_ host: [UInt8]) -> Bool {
    secondLevels.contains(dropping(1, from: host))
      || PublicSuffixList.wellKnown.registrableDomain(of: Array("x.".utf8) + host).count > host.count
  }

  /// What stands before a top-level domain in public suffixes of two labels.
  package static let secondLevels: Set<[UInt8]> = Set(
    [
      "ac", "ad", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "lg", "ltd", "me", "mil", "ne", "net",
      "nhs", "nom", "or", "org", "plc", "sch",
    ].map { Array($0.utf8) })
}
