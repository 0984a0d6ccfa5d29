import ContentBlocker
import Conversion

/// Puts a tracker's regex together with the tracker's host.
///
/// A rule holds for a request when the host belongs to the tracker and the regex is found anywhere in the
/// URL without its port. A url-filter is one pattern, so both become one: the regex is laid over the host in
/// every way that is possible. It can begin in the host, or after it.
struct RegexOnHost {
  typealias Term = URLFilterPattern.Term
  typealias CharacterClass = URLFilterPattern.CharacterClass

  let host: RequestedHost

  /// Why a regex cannot be laid over the host.
  enum Problem: Error {
    /// The regex is no one that WebKit could take.
    case regex(RegexFilterProblem)
    /// It is anchored, or something repeated in it can begin in the host and end after it.
    case form
  }

  /// The url-filters which together match what belongs to the host and is matched by the regex.
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

  /// The url-filters of a regex by itself; none when it is none that WebKit could take.
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
      // What stands for "anywhere", some of it for WebKit's compiler alone.
      while let first = pattern.terms.first, first.atom == .any, first.repetition != .one,
        first.repetition != .oneOrMore
      {
        pattern.terms.removeFirst()
      }
      return pattern
    }
  }

  /// Every way to lay the terms over a URL of the host.
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
          // Where the regex is found later in the URL, its part of the host stands there once more.
          joinsWithPath = true
          let again = Term(.group([.slash, .anyRun] + terms[..<end]), .optional)
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

  /// Whether the regex is found in every URL of the host, since it is no more than the end of it.
  private func isFoundInHost(_ terms: [Term]) -> Bool {
    guard terms.count <= host.known.count else { return false }
    return zip(terms.reversed(), host.known.reversed()).allSatisfy { term, byte in
      term.repetition == .one && term.accepts(byte)
    }
  }

  /// From the start of the URL to the end of the host, where `terms` match a part that ends with it; nil when
  /// they cannot.
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
    guard case .tracker = host, before.last?.accepts(UInt8(ascii: ".")) == true else { return nil }
    var inside: [Term] = []
    for term in before {
      guard let term = term.insideHost else {
        if term.accepts(UInt8(ascii: "/")), term.repetition == .one { return nil }
        throw .form
      }
      inside.append(term)
    }
    inside[inside.count - 1] = Term(.literal(UInt8(ascii: ".")), inside[inside.count - 1].repetition)
    guard inside[inside.count - 1].repetition == .one else { throw .form }
    return .atAuthority + [.authorityRun] + inside + written
  }

  /// The terms where they begin with the slash of the path, written so that they do; empty terms match
  /// whatever follows.
  private func atPath(_ terms: [Term]) throws(Problem) -> [[Term]] {
    guard let first = terms.first else { return [[]] }
    let rest = Array(terms.dropFirst())
    let slash = UInt8(ascii: "/")
    switch (first.atom, first.repetition) {
    case (.group(let inner), .one): return try atPath(inner + rest)
    case (.group(let inner), .optional): return try atPath(rest) + atPath(inner + rest)
    case (.group, _): throw .form
    case (.literal(slash), .one): return [terms]
    case (_, .one): return first.accepts(slash) ? [[.slash] + rest] : []
    case (_, .optional): return try atPath(rest) + (first.accepts(slash) ? [[.slash] + rest] : [])
    case (let atom, .zeroOrMore):
      return try atPath(rest)
        + (first.accepts(slash) ? [[.slash, Term(atom, .zeroOrMore)] + rest] : [])
    case (let atom, .oneOrMore):
      return first.accepts(slash) ? [[.slash, Term(atom, .zeroOrMore)] + rest] : []
    }
  }

  /// Refuses what cannot be laid: a repetition before the path which could begin in the host's known part
  /// and end elsewhere. One right at the end of a host that is written out is fine.
  private func refuseRunsAcrossHostEnd(_ terms: [Term]) throws(Problem) {
    let end =
      terms.firstIndex { $0.atom == .literal(UInt8(ascii: "/")) && $0.repetition == .one } ?? terms.count
    guard let run = terms[..<end].lastIndex(where: { $0.repetition != .one || $0.isGroup }) else { return }
    let isBeforeKnownPart = end - run - 1 >= host.known.count
    guard !isBeforeKnownPart else { return }
    guard terms[..<run].allSatisfy({ $0.repetition == .one && !$0.isGroup }), run >= host.known.count,
      try start(of: terms[..<run]) != nil
    else { throw .form }
  }

  /// Up to where the host's known part begins.
  private var hostStart: [Term] {
    switch host {
    case .tracker: .atHostLabel
    case .cloaked: .atAuthority
    }
  }

  private var written: [Term] { host.written.map { Term(.literal($0)) } }
}
