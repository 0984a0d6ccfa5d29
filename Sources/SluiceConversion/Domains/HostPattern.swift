import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// A pattern that matches complete hosts. It represents an entry in a list of domains, possibly reduced by
/// exclusions.
struct HostPattern: Hashable {
  let sequence: RegexSequence

  init(_ sequence: RegexSequence) { self.sequence = sequence }

  /// Returns the hosts on which a filter that includes `name` applies. ``PagePattern/upToHostEnd(of:_:_:)``
  /// matches the same hosts in its included form.
  static func included(_ name: PageName) -> HostPattern {
    switch name {
    case .host(let host): HostPattern([below] + literal(host))
    case .entity(let name):
      HostPattern(
        [below] + literal(name) + literal([ASCII.dot]) + [optional([c, o] + [maybeM, dot]), label])
    }
  }

  static func only(_ host: [UInt8]) -> HostPattern { HostPattern(literal(host)) }

  /// Returns the hosts on which a filter that excludes `name` does not apply.
  /// ``PagePattern/upToHostEnd(of:_:_:)`` matches the same hosts in its excluded form.
  static func excluded(_ name: PageName) -> HostPattern {
    switch name {
    case .host: included(name)
    case .entity(let name):
      HostPattern(
        [below] + literal(name) + literal([ASCII.dot]) + [label, optional([dot, labelPiece])])
    }
  }

  // MARK: - Differences

  /// Returns the hosts of this pattern that `excluded` does not contain, or `nil` if this would take too many
  /// patterns.
  func without(_ excluded: [HostPattern]) -> [HostPattern]? {
    var steps = 0
    return constrained(by: excluded, isNegated: true, &steps)
  }

  /// Returns the hosts of this pattern that are also in `others`, or `nil` if this would take too many
  /// patterns. Adds the number of steps to `steps`. Each step needs some kilobytes of memory.
  func inside(_ others: [HostPattern], steps: inout Int) -> [HostPattern]? {
    constrained(by: others, isNegated: false, &steps)
  }

  /// The maximum number of patterns in a difference. Real lists need up to about 60.
  static let maximumPatterns = 256
  /// The maximum number of exclusions from a pattern. The time for a difference grows with the product of
  /// both numbers.
  static let maximumExclusions = 32

  /// Returns the intersection with other patterns or, if `isNegated` is true, the difference.
  ///
  /// Most patterns are anchored at the end of the host, so they are compared from the end. If this fails, as
  /// for a regex that is anchored at the start, they are compared from the start.
  private func constrained(
    by others: [HostPattern], isNegated: Bool, _ steps: inout Int
  ) -> [HostPattern]? {
    guard others.count <= Self.maximumExclusions else { return nil }
    let constraint = RegexConstraint(
      isNegated: isNegated, problem: RegexFilterProblem(.tooManyAlternatives, at: 0..<0),
      anything: RegexText.host.anything, maximumWays: Self.maximumPatterns,
      maximumDepth: HostNames.maximumLength + 16)
    let others = others.map { $0.sequence }
    let found =
      (try? constraint.apply(others.map { $0.mirrored }, to: sequence.mirrored, allSteps: &steps))?.map {
        $0.mirrored
      }
      ?? (try? constraint.apply(others, to: sequence, allSteps: &steps))
    // A host never begins with a dot.
    return found?.filter { $0.first != .piece(Self.dot) }.map { HostPattern($0) }
  }

  // MARK: - Url-filters

  /// Returns url-filters for the URLs of pages of these hosts, or `nil` if WebKit cannot express them.
  static func pages(_ hosts: [HostPattern]) -> [URLFilter]? {
    if hosts.isEmpty { return [] }
    let sequences = hosts.map { start + $0.sequence + end + [.piece(.anything)] }
    return (try? RegexFilters.urlFilters(for: sequences, limit: maximumPatterns))?.urlFilters
  }

  private static let start = RegexSequence(HostAnchor.authority.terms)
  private static let end = RegexSequence(HostAnchor.End.page.terms)

  // MARK: - Pieces

  private static func literal(_ text: [UInt8]) -> RegexSequence { text.map { .piece(character($0)) } }

  private static func character(_ byte: UInt8) -> RegexPiece {
    RegexPiece(.set(ASCIISet(byte).caseFolded))
  }

  private static func optional(_ pieces: [RegexPiece]) -> RegexItem {
    .piece(RegexPiece(.group(pieces), minimum: 0, maximum: 1))
  }

  private static let (c, o, dot) = (
    character(UInt8(ascii: "c")), character(UInt8(ascii: "o")), character(ASCII.dot)
  )
  private static let maybeM = RegexPiece(character(UInt8(ascii: "m")).body, minimum: 0, maximum: 1)
  private static let labelPiece = RegexPiece(
    .set(ASCIISet.hostCharacters.subtracting(ASCIISet(ASCII.dot))), minimum: 1, maximum: nil)
  private static let label = RegexItem.piece(labelPiece)
  /// The text that can precede the name in a host: any subdomain.
  private static let below = optional([RegexPiece(.set(.hostCharacters), minimum: 1, maximum: nil), dot])
}

/// A `/regex/` entry in a list of domains. The regex is searched for in host names.
struct HostRegex {
  let hosts: [HostPattern]
  let pages: [URLFilter]

  init?(address: [UInt8]) {
    hosts = [.only(address)]
    guard let pages = HostPattern.pages(hosts), !pages.isEmpty else { return nil }
    self.pages = pages
  }

  /// Converts a regex. Returns `nil` if WebKit cannot express it.
  init?(_ regex: Span<UInt8>) {
    guard let sequences = try? RegexText.host.sequences(of: regex, isCaseSensitive: false) else {
      return nil
    }
    hosts = sequences.map { HostPattern($0) }
    guard hosts.count <= RegexFilters.maximumFilters, let pages = HostPattern.pages(hosts), !pages.isEmpty
    else { return nil }
    self.pages = pages
  }
}

/// Functions for the ends of host names, which may be the public suffix of an entity.
enum HostSuffix {
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
    KnownSuffixes.secondLevels.contains(dropping(1, from: host)) || PublicSuffixList.wellKnown.isSuffix(host)
  }
}
