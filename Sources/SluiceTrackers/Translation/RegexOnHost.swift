import SluiceAnalysis
import SluiceRules
import SluiceText

/// Combines the regex of a tracker with the tracker's host.
///
/// A rule matches a request if the host belongs to the tracker and the regex matches anywhere in the URL
/// without its port. A url-filter is a single pattern, so the regex is aligned with the host in all possible
/// ways. The match can begin inside the host or after it.
struct RegexOnHost {
  typealias Term = URLFilterPattern.Term
  typealias CharacterClass = URLFilterPattern.CharacterClass

  let host: RequestedHost

  enum Problem: Error {
    case regex(RegexFilterProblem)
    /// The regex is anchored, or has a repetition that can begin inside the host and end after it.
    case form
  }

  func urlFilters(for regex: [UInt8]) throws(Problem) -> [URLFilter] {
    var filters: [URLFilter] = []
    for pattern in try Self.patterns(of: regex) {
      if !pattern.isAnchoredAtEnd, isFoundInHost(pattern.terms) { return host.urlFilter.map { [$0] } ?? [] }
      for terms in try layings(of: pattern.terms) {
        let whole = URLFilterPattern(
          terms, isAnchoredAtStart: true, isAnchoredAtEnd: pattern.isAnchoredAtEnd)
        if let filter = URLFilter(whole), !filters.contains(filter) { filters.append(filter) }
      }
    }
    return filters
  }

  /// Returns the url-filters of the regex alone; empty if WebKit does not support the regex.
  static func unanchored(_ regex: [UInt8]) -> [URLFilter] {
    guard let patterns = try? patterns(of: regex) else { return [] }
    return patterns.compactMap { URLFilter($0) }
  }

  private static func patterns(of regex: [UInt8]) throws(Problem) -> [URLFilterPattern] {
    if let plain = PlainRegex.pattern(of: regex) { return [plain] }
    let result: RegexFilters.Result
    do throws(RegexFilterProblem) {
      result = try RegexFilters.urlFilters(for: regex.span, isCaseSensitive: false)
    } catch {
      throw .regex(error)
    }
    guard !result.isNarrowed else { throw .form }
    return try result.patterns.map { pattern throws(Problem) in
      var pattern = pattern
      guard !pattern.isAnchoredAtStart else { throw .form }
      // Remove repetitions that stand for "anywhere". Some of them exist only for WebKit's compiler.
      while let first = pattern.terms.first, first.atom == .any, first.repetition != .one,
        first.repetition != .oneOrMore
      {
        pattern.terms.removeFirst()
      }
      return pattern
    }
  }

  /// Returns all ways to align the terms with a URL of the host.
  private func layings(of terms: [Term]) throws(Problem) -> [[Term]] {
    try refuseRunsAcrossHostEnd(terms)
    var layings: [[Term]] = []
    var joinsWithPath = false
    for end in terms.indices.map({ $0 + 1 }) {
      guard let start = try start(of: terms[..<end]) else { continue }
      let rest = Array(terms[end...])
      for continuation in try atPath(rest) {
        if continuation.isEmpty {
          layings.append(start + [.hostEnd])
        } else if end <= host.known.count, continuation == rest, !joinsWithPath {
          // A match later in the URL repeats the part that matches in the host. With an optional group for
          // this part, one pattern covers both matches.
          joinsWithPath = true
          let again = Term(.group([.slash, .anyRun] + terms[..<end]), repetition: .optional)
          layings.append(start + [.port, again] + rest)
        } else {
          layings.append(start + [.port] + continuation)
        }
      }
    }
    for continuation in try atPath(terms) { layings.append(hostStart + written + [.port] + continuation) }
    if !joinsWithPath { layings.append(hostStart + written + [.port, .slash, .anyRun] + terms) }
    return layings
  }

  /// Returns whether the regex matches every URL of the host, because it only matches the end of the host.
  private func isFoundInHost(_ terms: [Term]) -> Bool {
    guard terms.count <= host.known.count else { return false }
    return zip(terms.reversed(), host.known.reversed()).allSatisfy { term, byte in
      term.repetition == .one && term.accepts(byte)
    }
  }

  /// Returns the terms from the start of the URL to the end of the host, with `terms` matching the end of the
  /// host. Returns `nil` if `terms` cannot match there.
  private func start(of terms: ArraySlice<Term>) throws(Problem) -> [Term]? {
    let known = host.known
    let covering = terms.suffix(known.count)
    for (term, byte) in zip(covering.reversed(), known.reversed()) {
      guard term.repetition == .one, term.accepts(byte) else { return nil }
    }
    guard terms.count > known.count else { return hostStart + written }
    let before = Array(terms.dropLast(known.count))
    if before.allSatisfy({ $0.repetition == .one }), ["/", "//", "://"].contains(before.literalText) {
      return .atAuthority + written
    }
    guard case .tracker = host, before.last?.accepts(ASCII.dot) == true else { return nil }
    var inside: [Term] = []
    for term in before {
      guard let term = term.insideHost else {
        if term.accepts(ASCII.slash), term.repetition == .one { return nil }
        throw .form
      }
      inside.append(term)
    }
    inside[inside.count - 1] = Term(.literal(ASCII.dot), repetition: inside[inside.count - 1].repetition)
    guard inside[inside.count - 1].repetition == .one else { throw .form }
    return .atAuthority + [.authorityRun] + inside + written
  }

  /// Returns the terms rewritten to begin with the slash of the path. Empty terms match any continuation.
  private func atPath(_ terms: [Term]) throws(Problem) -> [[Term]] {
    guard let first = terms.first else { return [[]] }
    let rest = Array(terms.dropFirst())
    let slash = ASCII.slash
    switch (first.atom, first.repetition) {
    case (.group(let inner), .one): return try atPath(inner + rest)
    case (.group(let inner), .optional): return try atPath(rest) + atPath(inner + rest)
    case (.group, _): throw .form
    case (.literal(slash), .one): return [terms]
    case (_, .one): return first.accepts(slash) ? [[.slash] + rest] : []
    case (_, .optional): return try atPath(rest) + (first.accepts(slash) ? [[.slash] + rest] : [])
    case (let atom, .zeroOrMore):
      return try atPath(rest)
        + (first.accepts(slash) ? [[.slash, Term(atom, repetition: .zeroOrMore)] + rest] : [])
    case (let atom, .oneOrMore):
      return first.accepts(slash) ? [[.slash, Term(atom, repetition: .zeroOrMore)] + rest] : []
    }
  }

  /// Throws if the terms cannot be aligned: a repetition before the path could begin inside the known part of
  /// the host and end elsewhere. A repetition directly after a complete host is valid.
  private func refuseRunsAcrossHostEnd(_ terms: [Term]) throws(Problem) {
    let end =
      terms.firstIndex { $0.atom == .literal(ASCII.slash) && $0.repetition == .one } ?? terms.count
    guard let run = terms[..<end].lastIndex(where: { $0.repetition != .one || $0.isGroup }) else { return }
    let isBeforeKnownPart = end - run - 1 >= host.known.count
    guard !isBeforeKnownPart else { return }
    guard terms[..<run].allSatisfy({ $0.repetition == .one && !$0.isGroup }), run >= host.known.count,
      try start(of: terms[..<run]) != nil
    else { throw .form }
  }

  private var hostStart: [Term] {
    switch host {
    case .tracker: .atHostLabel
    case .cloaked: .atAuthority
    }
  }

  private var written: [Term] { host.written.map { Term(.literal($0)) } }
}

/// Converts simple regexes, which are the majority in a `tds.json` file, without a regex parser.
///
/// They consist of characters, escaped punctuation, `.` and `.*`. WebKit supports all of these.
enum PlainRegex {
  static func pattern(of regex: [UInt8]) -> URLFilterPattern? {
    var terms: [URLFilterPattern.Term] = []
    terms.reserveCapacity(regex.count)
    var index = 0
    while index < regex.count {
      let byte = regex[index]
      index += 1
      switch byte {
      case ASCII.backslash:
        guard index < regex.count, isSign(regex[index]) else { return nil }
        terms.append(.init(.literal(regex[index])))
        index += 1
      case ASCII.dot:
        if index < regex.count, regex[index] == ASCII.star {
          index += 1
          // `.*?` matches the same URLs as `.*`.
          if index < regex.count, regex[index] == ASCII.question { index += 1 }
          terms.append(.init(.any, repetition: .zeroOrMore))
        } else {
          terms.append(.init(.any))
        }
      case ASCII.caret, ASCII.dollar, ASCII.pipe, ASCII.question, ASCII.star,
        ASCII.plus, ASCII.openParenthesis, ASCII.closeParenthesis, ASCII.openBracket, ASCII.closeBracket,
        ASCII.openBrace, ASCII.closeBrace, 0...0x20, 0x7F...0xFF:
        return nil
      default: terms.append(.init(.literal(byte)))
      }
    }
    while let first = terms.first, first.atom == .any, first.repetition == .zeroOrMore { terms.removeFirst() }
    // A trailing `.*` is redundant.
    while let last = terms.last, last.atom == .any, last.repetition == .zeroOrMore { terms.removeLast() }
    return terms.isEmpty ? nil : URLFilterPattern(terms)
  }

  /// Returns whether the byte, escaped with a backslash, is a literal in every regex dialect.
  private static func isSign(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !byte.isLetter && !byte.isDigit && byte != ASCII.underscore
  }
}
