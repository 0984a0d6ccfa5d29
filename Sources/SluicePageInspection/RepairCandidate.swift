import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceText

/// An effect of filters on a page, and the exception that would undo it.
package struct RepairCandidate: Hashable, Sendable {
  /// An effect of filters.
  package enum Effect: Hashable, Sendable {
    /// Filters block a request.
    case blocks(RequestDescription)
    /// Filters hide elements in the document with this URL.
    case hides(document: [UInt8])
  }

  package let effect: Effect
  /// The filters that cause the effect.
  package let filters: [PlacedFilter]
  /// The exception that undoes the effect on this page only.
  package let exception: String
}

/// The effects of filters on a page that exceptions can undo.
package struct RepairCandidates: Sendable {
  /// The candidates, requests first, without duplicate exceptions.
  package private(set) var all: [RepairCandidate] = []
  /// The effects that no exception in a filter list can undo, such as those of rule lists.
  package private(set) var beyond: [RepairCandidate.Effect] = []
  private var known: Set<RequestDescription> = []

  /// The URLs of the evaluated requests.
  package var urls: Set<[UInt8]> { Set(known.map(\.url)) }

  private let lists: Blocklists
  private var judge: PageJudge
  private let suffixes: PublicSuffixList

  /// Creates an empty set of candidates.
  package init(_ lists: Blocklists, suffixes: PublicSuffixList) {
    (self.lists, self.suffixes) = (lists, suffixes)
    judge = PageJudge(lists, suffixes: suffixes)
  }

  package mutating func add(_ loads: [RequestDescription]) {
    let blocked = loads.filter { known.insert($0).inserted }
      .map { ($0, judge.loads.verdict(on: $0)) }.filter(\.1.isBlocked)
    for (load, verdict) in blocked {
      let rules = verdict.acting.filter { $0.rule.action == .block }
      let filters = rules.flatMap { $0.origin?.filters ?? [] }
      let trials = rules.compactMap { rule -> (converter: SingleFilterConverter, lines: [String])? in
        guard let list = lists.lists.first(where: { $0.name == rule.listName }), list.canGrow,
          let origin = rule.origin, !origin.filters.isEmpty
        else { return nil }
        return (SingleFilterConverter(list, like: rule.rule), origin.filters.map(\.text))
      }
      let line =
        trials.count < rules.count
        ? nil
        : ExceptionLine.overriding(load, others: blocked.map(\.0)) { line in
          let request = load.request(suffixes)
          return trials.allSatisfy { !$0.converter.blocks($0.lines + [line], on: request) }
        } means: { line, other in
          let request = other.request(suffixes)
          return trials.contains {
            !$0.converter.blocks([ExceptionLine.blockingAll(other.kind), line], on: request)
          }
        }
      guard let line else {
        beyond.append(.blocks(load))
        continue
      }
      add(RepairCandidate(effect: .blocks(load), filters: filters, exception: line))
    }
  }

  /// Adds the effects of hiding filters on a document.
  package mutating func add(_ document: SavedDocument) {
    let url = document.description.url
    var trial = HidingTrial(HidingOutcomes(&judge.documents, description: document.description).requests)
    let answer = InspectedDocument(document, judge: &judge).answer
    for finding in answer.findings where finding.effect.outcome == .hidden {
      let (effect, isOurs) = (finding.effect, finding.effect.list.canGrow)
      if !isOurs { addBeyond(.hides(document: url)) }
      for filter in isOurs ? effect.filters : [] {
        let line = ExceptionLine.sparing(filter, in: document.description) { line in
          !trial.hides(effect.selector, filters: [filter.text, line], of: effect.list, like: effect.rule)
        }
        guard let line else {
          addBeyond(.hides(document: url))
          continue
        }
        add(RepairCandidate(effect: .hides(document: url), filters: [filter], exception: line))
      }
    }
  }

  private mutating func addBeyond(_ effect: RepairCandidate.Effect) {
    if !beyond.contains(effect) { beyond.append(effect) }
  }

  private mutating func add(_ candidate: RepairCandidate) {
    guard !all.contains(where: { $0.exception == candidate.exception }) else { return }
    all.append(candidate)
  }
}

/// Finds a minimal set of candidates that satisfies a condition. Adding candidates must never invalidate the
/// condition.
///
/// The shortest sufficient prefix ends with a required candidate. That candidate is kept, and the next one is
/// searched among the candidates before it, until the kept ones suffice. For k of n candidates this takes
/// about k·(log₂(n) + 1) trials: log₂(n) to find each, and one to check whether the kept ones suffice.
package struct RepairSearch {
  /// The trials so far, with their results.
  package private(set) var results: [Set<Int>: Bool] = [:]

  /// - Parameter known: Results that are already known.
  package init(_ known: [Set<Int>: Bool]) { results = known }

  /// Returns the minimal set in ascending order, or `nil` if all candidates together are not sufficient. The
  /// set of all candidates is tested last.
  package mutating func smallest<Failure: Error>(
    of count: Int, _ holds: (Set<Int>) throws(Failure) -> Bool
  ) throws(Failure) -> [Int]? {
    var kept: Set<Int> = []
    var limit = count
    while try !ask(kept, holds: holds) {
      guard limit > 0 else { return nil }
      // The condition fails without the candidate at `high - 1` and holds with it.
      var (low, high) = (0, limit)
      while high - low > 1 {
        let middle = (low + high) / 2
        if try ask(kept.union(0..<middle), holds: holds) { high = middle } else { low = middle }
      }
      kept.insert(high - 1)
      limit = high - 1
    }
    return kept.sorted()
  }

  /// Returns whether all elements of a set are required.
  package mutating func isMinimal<Failure: Error>(
    _ set: [Int], holds: (Set<Int>) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    for one in set {
      if try ask(Set(set).subtracting([one]), holds: holds) { return false }
    }
    return true
  }

  private mutating func ask<Failure: Error>(
    _ set: Set<Int>, holds: (Set<Int>) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    if let known = results[set] { return known }
    let result = try holds(set)
    results[set] = result
    return result
  }
}

/// Creates exceptions for a single request, or for a single selector on one site, that affect as little else
/// as possible.
enum ExceptionLine {
  /// Returns an exception that unblocks a request, or `nil` if none does.
  ///
  /// Candidates are tested by converting them together with the blocking filters.
  ///
  /// - Parameters:
  ///   - load: The blocked request.
  ///   - others: Other blocked requests, which must stay blocked.
  ///   - overrides: Returns whether a filter unblocks the request.
  ///   - means: Returns whether a filter is an exception to another request.
  static func overriding(
    _ load: RequestDescription, others: [RequestDescription], overrides: (String) -> Bool,
    means: (String, RequestDescription) -> Bool
  ) -> String? {
    let lines = lines(for: load).filter { overrides($0.text) }
    let others = others.filter { $0.url != load.url }
    let narrow = lines.first { line in
      !others.contains { line.canMean($0.url) && means(line.text, $0) }
    }
    // If there is no better choice, the exception also unblocks requests whose URLs differ only in case.
    return (narrow ?? lines.first(where: \.isWhole))?.text
  }

  /// A candidate filter.
  private struct Line {
    let text: String
    /// A text that all matching URLs contain, ignoring case; `nil` if the pattern is not a literal text.
    let literal: [UInt8]?
    let isWhole: Bool

    func canMean(_ url: [UInt8]) -> Bool {
      literal.map { url.map(\.asciiLowercased).firstRange(of: $0) != nil } ?? true
    }
  }

  static func blockingAll(_ kind: Request.Kind) -> String { "*$\(option(kind))" }

  /// Returns the candidate filters, weakest first, and the most readable first among equally weak ones.
  private static func lines(for load: RequestDescription) -> [Line] {
    let url = SerializedURL(load.url)
    let address = String(decoding: url.withoutFragment, as: UTF8.self)
    guard let scheme = address.firstRange(of: "://") else { return [] }
    let rest = address[scheme.upperBound...]
    let domains = [load.page, load.frame].compactMap { page in
      page.map { ",domain=\(SerializedURL($0).hostString)" }
    }
    // A page has no other page as its context.
    let pages = load.kind == .document ? [""] : domains
    // Filters with `important` override exceptions and need exceptions that are also important.
    return ["", ",important"].flatMap { strength in
      options(load.kind).flatMap { option in
        pages.flatMap { page in
          patterns(rest, address: address, isPage: load.kind == .document).map { pattern, literal in
            Line(
              text: "@@\(pattern)$\(option)\(page)\(strength)", literal: literal,
              isWhole: pattern.hasPrefix("|\(address)"))
          }
        }
      }
    }
  }

  /// Returns patterns for a URL, each with a text that all matching URLs contain. The last pattern only
  /// matches this URL.
  ///
  /// A prefix is used for files only, because a prefix of a page or folder would match too much. It matches
  /// the same file with any query.
  private static func patterns(
    _ rest: Substring, address: String, isPage: Bool
  ) -> [(pattern: String, literal: [UInt8]?)] {
    func literal(_ text: Substring) -> [UInt8]? {
      let meaning = [ASCII.star, ASCII.caret, ASCII.pipe]
      return text.utf8.contains(where: meaning.contains) ? nil : text.utf8.map(\.asciiLowercased)
    }
    let start = rest.firstIndex(of: "?").map { rest[...$0] } ?? rest
    let whole = [("||\(rest)|", literal(rest)), ("|\(address)|", literal(address[...]))]
    return isPage || start.hasSuffix("/") ? whole : [("||\(start)", literal(start))] + whole
  }

  private static func options(_ kind: Request.Kind) -> [String] {
    switch kind {
    // WebKit does not treat beacons as pings.
    case .beacon: ["ping", "other"]
    // An exception with `document` allows all requests of the page; this one allows only the page.
    case .document: ["all"]
    case .subdocument, .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket,
      .ping, .object, .popup, .other:
      [option(kind)]
    }
  }

  private static func option(_ kind: Request.Kind) -> String {
    // The names of kinds are those of options.
    kind == .beacon ? Request.Kind.other.rawValue : kind.rawValue
  }

  /// Returns an exception for the elements that a filter hides in a document, or `nil` if none works.
  ///
  /// The exception is for the document's site. In a frame, generic filters depend on the page, so the page's
  /// site is the second choice.
  ///
  /// - Parameters:
  ///   - filter: The filter that hides the elements.
  ///   - document: The request for the document.
  ///   - excepts: Returns whether an exception works.
  static func sparing(
    _ filter: PlacedFilter, in document: RequestDescription, excepts: (String) -> Bool
  ) -> String? {
    guard let selector = HidingFilterText.selector(of: filter.text) else { return nil }
    let lines = [document.url, document.page].map { url in
      let host = SerializedURL(url).hostString
      return "\(host)#@#\(String(decoding: selector, as: UTF8.self))"
    }
    return lines.first(where: excepts)
  }
}
