import ContentBlocker
import FilterSyntax

/// Hosts, described from end to end: what an entry of a list of domains means, or what is left of that
/// without other entries, for which there may be no entry.
struct HostPattern: Hashable {
  let sequence: RegexSequence

  init(_ sequence: RegexSequence) { self.sequence = sequence }

  /// The hosts on which a filter acts that names `name`: those of ``PagePattern/upToHostEnd(of:_:_:)`` in the
  /// form that is included.
  static func included(_ name: PageName) -> HostPattern {
    switch name {
    case .host(let host): HostPattern([below] + literal(host))
    case .entity(let name):
      HostPattern(
        [below] + literal(name) + literal([UInt8(ascii: ".")]) + [optional([c, o] + [maybeM, dot]), label])
    }
  }

  /// A host, and none below it.
  static func only(_ host: [UInt8]) -> HostPattern { HostPattern(literal(host)) }

  /// The hosts on which a filter does not act that excludes `name`: the same in the form that is excluded.
  static func excluded(_ name: PageName) -> HostPattern {
    switch name {
    case .host: included(name)
    case .entity(let name):
      HostPattern(
        [below] + literal(name) + literal([UInt8(ascii: ".")]) + [label, optional([dot, labelPiece])])
    }
  }

  // MARK: - Differences

  /// The hosts that are none of `excluded`; nil if it would take too many patterns to say so.
  func without(_ excluded: [HostPattern]) -> [HostPattern]? {
    var steps = 0
    return constrained(by: excluded, isNegated: true, &steps)
  }

  /// The hosts that are among `others` too; nil if it would take too many patterns to say so. Adds the steps that it
  /// takes to find them, which cost some kilobytes each.
  func inside(_ others: [HostPattern], _ steps: inout Int) -> [HostPattern]? {
    constrained(by: others, isNegated: false, &steps)
  }

  /// How many patterns a difference may take. What real lists ask for takes up to some 60.
  static let maximumPatterns = 256
  /// How many patterns may be taken from one: the time for a difference grows with their product.
  static let maximumExclusions = 32

  /// Names are anything that ends in some way, so patterns are compared from the end of the host. Where that
  /// does not come to an end, as with a regex that begins in some way, they are from its beginning.
  private func constrained(
    by others: [HostPattern], isNegated: Bool, _ steps: inout Int
  ) -> [HostPattern]? {
    guard others.count <= Self.maximumExclusions else { return nil }
    let constraint = RegexConstraint(
      isNegated: isNegated, problem: RegexFilterProblem(.tooManyAlternatives, 0..<0),
      anything: RegexText.host.anything, maximumWays: Self.maximumPatterns,
      maximumDepth: HostNames.maximumLength + 16)
    let others = others.map(\.sequence)
    let found =
      (try? constraint.apply(others.map(\.mirrored), to: sequence.mirrored, &steps))?.map(\.mirrored)
      ?? (try? constraint.apply(others, to: sequence, &steps))
    // No host begins with a dot.
    return found?.filter { $0.first != .piece(Self.dot) }.map { HostPattern($0) }
  }

  // MARK: - Url-filters

  /// Url-filters for the URLs of pages of these hosts; nil if WebKit cannot be told.
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
    .piece(RegexPiece(.group(pieces), 0, 1))
  }

  private static let (c, o, dot) = (
    character(UInt8(ascii: "c")), character(UInt8(ascii: "o")), character(UInt8(ascii: "."))
  )
  private static let maybeM = RegexPiece(character(UInt8(ascii: "m")).body, 0, 1)
  private static let labelPiece = RegexPiece(
    .set(ASCIISet.hostCharacters.subtracting(ASCIISet(UInt8(ascii: ".")))), 1, nil)
  private static let label = RegexItem.piece(labelPiece)
  /// What can stand before the name of a host.
  private static let below = optional([RegexPiece(.set(.hostCharacters), 1, nil), dot])
}

/// A `/regex/` entry of a list of domains, which is found in host names.
struct HostRegex {
  let hosts: [HostPattern]
  /// Url-filters for the URLs of pages whose host the regex matches.
  let pages: [URLFilter]

  /// The pages of an address in brackets.
  init?(address: [UInt8]) {
    hosts = [.only(address)]
    guard let pages = HostPattern.pages(hosts), !pages.isEmpty else { return nil }
    self.pages = pages
  }

  /// Nil when WebKit cannot be told.
  init?(_ body: ByteRange, in bytes: Span<UInt8>) {
    guard
      let sequences = try? RegexText.host.sequences(
        of: bytes.extracting(body.indices), isCaseSensitive: false)
    else { return nil }
    hosts = sequences.map { HostPattern($0) }
    guard hosts.count <= RegexFilters.maximumFilters, let pages = HostPattern.pages(hosts), !pages.isEmpty
    else { return nil }
    self.pages = pages
  }
}
