import SluiceText

extension URLFilter {
  /// Returns filters that match the URLs of a host and its subdomains that this filter matches, and no others.
  ///
  /// Returns nil if they cannot be written: this filter is anchored at another place than a label of the host, or it begins
  /// neither with a run nor with a text, or its text may begin in the host and continue after it. User names in URLs are
  /// not considered.
  package func requests(toHost host: [UInt8], isCaseSensitive: Bool) -> [URLFilter]? {
    let pattern = self.pattern
    guard let all = URLFilter.host(host.span) else { return nil }
    if pattern.isAnchoredAtStart {
      return Self.requestsAtLabel(pattern, toHost: host)?.compactMap {
        URLFilter(
          URLFilterPattern($0, isAnchoredAtStart: true, isAnchoredAtEnd: pattern.isAnchoredAtEnd))
      }
    }
    let terms = Array(pattern.terms.drop { $0.isRun })
    guard let first = terms.first else { return [all] }
    let text = terms.prefix { $0.repetition == .one && $0.literal != nil }.compactMap { $0.literal }
    guard !text.isEmpty, first.literal != ASCII.colon else { return nil }
    let atHost = HostAnchor.label.terms + host.map { .init(.literal($0)) }
    var found = [atHost + [.hostEnd, .anyRun] + terms]
    if first == .slash { found.append(atHost + [.port] + terms) }
    // URLs have hosts in lowercase.
    let comparable =
      isCaseSensitive ? text.map { $0.isCapital ? ASCII.percent : $0 } : text.map { $0.asciiLowercased }
    guard
      let before = Self.beginningInAuthority(
        terms, text: comparable, host: host, isAnchoredAtEnd: pattern.isAnchoredAtEnd)
    else { return nil }
    switch before {
    case .all: return [all]
    case .some(let patterns): found += patterns
    }
    return found.compactMap {
      URLFilter(URLFilterPattern($0, isAnchoredAtStart: true, isAnchoredAtEnd: pattern.isAnchoredAtEnd))
    }
  }

  /// Returns the patterns for URLs of a host of a pattern for a text at a label of hosts, such as `||name.*/path`; nil if
  /// they cannot be written.
  private static func requestsAtLabel(
    _ pattern: URLFilterPattern, toHost host: [UInt8]
  ) -> [[URLFilterPattern.Term]]? {
    let anchor = HostAnchor.allCases.first { anchor in
      switch anchor {
      case .label, .labelBeforePath, .labelBeforeRun, .labelBeforePortAndRun:
        pattern.terms.starts(with: anchor.terms)
      case .host, .insideAuthority, .authority: false
      }
    }
    guard let anchor else { return nil }
    let terms = pattern.terms.dropFirst(anchor.terms.count)
    let name = hostText(at: terms)
    guard !name.isEmpty else { return nil }
    let start = HostAnchor.label.terms + name.map { .init(.literal($0)) }
    let hostTerms = host.map { URLFilterPattern.Term(.literal($0)) }
    // The text may end in the host, or directly before it.
    let splits = (0...name.count).filter {
      ($0 == 0 || name[$0 - 1] == ASCII.dot) && host.starts(with: name[$0...])
    }
    var endings: [[URLFilterPattern.Term]]
    let rest = terms.dropFirst(name.count)
    switch rest.first {
    case nil: endings = pattern.isAnchoredAtEnd ? [] : [[.hostEnd]]
    case let next? where next.repetition == .one && !next.mayContinueHost:
      // The text ends where the host does, which is another one if the text is not its end.
      if HostNames.isHost(name, within: host) { return [pattern.terms] }
      let endsHost = host.count > name.count && host.suffix(name.count).elementsEqual(name)
      return endsHost && host[host.count - name.count - 1] == ASCII.dot
        ? [HostAnchor.label.terms + hostTerms + rest] : []
    case let next? where next.isRun:
      let after = rest.drop { $0.isRun }
      let remaining = Self.endings(
        of: after, host, after: splits.map { name.count - $0 }.max() ?? 0,
        isAnchoredAtEnd: pattern.isAnchoredAtEnd)
      guard let remaining else { return nil }
      endings = remaining
    default: return nil
    }
    var found = endings.map { start + [.authorityRun, .init(.literal(ASCII.dot))] + hostTerms + $0 }
    for split in splits {
      let before = name.prefix(split).map { URLFilterPattern.Term(.literal($0)) }
      found += endings.map { HostAnchor.label.terms + before + hostTerms + $0 }
    }
    return found
  }

  /// Returns the patterns for the end of a host and terms after it, before which there is any text; nil if the terms may
  /// begin in the host.
  ///
  /// - Parameter start: The number of bytes of the host that may be before that text.
  private static func endings(
    of terms: ArraySlice<URLFilterPattern.Term>, _ host: [UInt8], after start: Int, isAnchoredAtEnd: Bool
  ) -> [[URLFilterPattern.Term]]? {
    guard let first = terms.first else { return [[.hostEnd]] }
    let text = hostText(at: terms)
    let rest = terms.dropFirst(text.count)
    // Every URL has this text of the host.
    if !text.isEmpty, let run = rest.first, run.isRun, Array(host.dropFirst(start)).contains(text: text) {
      return endings(of: rest.drop { $0.isRun }, host, after: host.count, isAnchoredAtEnd: isAnchoredAtEnd)
    }
    let next = rest.first
    guard next.map({ $0.repetition == .one && !$0.mayContinueHost }) ?? isAnchoredAtEnd else { return nil }
    if text.isEmpty {
      let canBePath = first.atom.matched(isCaseSensitive: false).contains(ASCII.slash)
      return [[.hostEnd, .anyRun] + terms] + (canBePath ? [[.port] + terms] : [])
    }
    let after: [URLFilterPattern.Term] = [.hostEnd, .anyRun] + terms
    // The text may also be the end of the host.
    let end = host.dropFirst(start)
    if end.count >= text.count {
      return end.suffix(text.count).elementsEqual(text) ? [after, Array(rest)] : [after]
    }
    return text.suffix(host.count).elementsEqual(host) ? nil : [after]
  }

  private static func hostText(at terms: ArraySlice<URLFilterPattern.Term>) -> [UInt8] {
    terms.prefix { $0.repetition == .one && ($0.literal.map { $0.isLabelByte || $0 == ASCII.dot } ?? false) }
      .compactMap { $0.literal }
  }

  private enum Beginnings {
    case all
    case some([[URLFilterPattern.Term]])
  }

  /// Returns the patterns for URLs of a host in which the terms begin before the end of the host; nil if they cannot be
  /// written.
  ///
  /// - Parameter text: The text that the terms begin with.
  private static func beginningInAuthority(
    _ terms: [URLFilterPattern.Term], text: [UInt8], host: [UInt8], isAnchoredAtEnd: Bool
  ) -> Beginnings? {
    // A text that begins with the second slash of `://` continues at the start of the authority.
    let isAtStart = text[0] == ASCII.slash
    let written = text.dropFirst(isAtStart ? 1 : 0).prefix { $0 != ASCII.slash }
    guard !written.isEmpty else { return nil }
    guard written.allSatisfy({ $0.isLabelByte || $0 == ASCII.dot }) else {
      return written.contains(ASCII.colon) ? nil : .some([])
    }
    let name = Array(written)
    let rest = Array(terms[written.endIndex...])
    let literals = name.map { URLFilterPattern.Term(.literal($0)) }
    let start = isAtStart ? HostAnchor.authority.terms : HostAnchor.insideAuthority.terms
    let hostTerms = host.map { URLFilterPattern.Term(.literal($0)) }
    if let next = rest.first {
      // Where the name cannot go on, it must end with the host.
      guard next.repetition == .one, !next.mayContinueHost, !name.allSatisfy({ $0.isDigit }) else {
        return nil
      }
      if HostNames.isHost(name, within: host) { return .some([start + literals + rest]) }
      let endsHost = !isAtStart && host.count > name.count && host.suffix(name.count).elementsEqual(name)
      return .some(endsHost ? [HostAnchor.label.terms + hostTerms + rest] : [])
    }
    // No URL ends with its host.
    if isAnchoredAtEnd { return .some([]) }
    if !isAtStart {
      let schemes = ["https", "wss"].map { Array($0.utf8) }
      guard !schemes.contains(where: { $0.contains(text: name) }) else { return nil }
      if host.contains(text: name) { return .all }
    }
    let tail = hostTerms + [.hostEnd]
    var found = [start + literals + [.authorityRun, .init(.literal(ASCII.dot))] + tail]
    // The name may end in the host, or directly before it.
    for split in 0...name.count where split == 0 || name[split - 1] == ASCII.dot {
      if host.starts(with: name[split...]) { found.append(start + literals.prefix(split) + tail) }
    }
    return .some(found)
  }
}

extension URLFilterPattern.Term {
  fileprivate static let anyRun = Self(.any, repetition: .zeroOrMore)
  fileprivate static let authorityRun = Self(
    .characters(.init(ASCIISet(ASCII.slash), isNegated: true)), repetition: .zeroOrMore)

  /// Whether the term matches any text of URLs.
  fileprivate var isRun: Bool {
    guard repetition == .zeroOrMore else { return false }
    if self == .anyRun { return true }
    // URLs never contain this character.
    return atom == .characters(.init(ASCIISet(1), isNegated: true))
  }

  fileprivate var mayContinueHost: Bool {
    if case .group = atom { return true }
    let matched = atom.matched(isCaseSensitive: false)
    return (0..<128).contains { matched.contains($0) && ($0.isLabelByte || $0 == ASCII.dot) }
  }
}

extension [UInt8] {
  fileprivate func contains(text: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: text) }
  }
}
