/// Estimates how many automata WebKit's compiler makes of patterns.
///
/// It makes one of all patterns that are alike up to their last repetition, and joins those that stand side by side
/// while they have no more than 100 states before they are minimised (read off what it compiles; `.ci/automata` counts
/// them). The many patterns that have no repetition behind their host or their beginning share a few.
struct PatternRuns {
  /// What stands before the last repetition of a pattern, that included.
  private struct Beginning: Hashable {
    var terms: ArraySlice<URLFilterPattern.Term>
    var isAnchored: Bool
  }

  /// The patterns with one beginning.
  struct Group {
    /// The first rule of each pattern.
    var rules: [(index: Int, urlFilter: URLFilter)]
    var states: Int
    var isAnchored: Bool
  }

  private var patterns: [(index: Int, urlFilter: URLFilter, isCaseSensitive: Bool)] = []
  /// The bytes of all other patterns.
  private var plainBytes = 0

  /// As many states WebKit lets an automaton have to which it joins others.
  private static let joined = 100
  /// The states of `||`, which joined automata share.
  private static let shared = 8
  /// 97,000 hosts make eight automata.
  private static let plainBytesOfOne = 1 << 18
  // Nanoseconds a request of an automaton: steps of WebKit's interpreter, of 5 ns each. What is anchored at a host
  // ends early (61 steps of URLs of 50 characters), what may begin anywhere does not (133).
  private static let ofAnchored = 300
  private static let ofOther = 670

  mutating func add(_ urlFilter: URLFilter, _ isCaseSensitive: Bool, _ index: Int) {
    if urlFilter.mayRepeatBehindText {
      patterns.append((index, urlFilter, isCaseSensitive))
    } else {
      plainBytes += urlFilter.bytes.count
    }
  }

  /// The patterns with a repetition behind their text, in the order of the first rules.
  func groups() -> [Group] {
    var numbers: [Beginning: Int] = [:]
    var seen: Set<URLFilter> = []
    var groups: [Group] = []
    var samples = [Sample(), Sample()]
    for (index, urlFilter, isCaseSensitive) in patterns where seen.insert(urlFilter).inserted {
      var pattern = urlFilter.pattern
      // What stands at the end and may be missing is left out by WebKit.
      if !pattern.isAnchoredAtEnd {
        pattern.terms.removeLast(pattern.terms.count - 1 - (pattern.terms.lastIndex { $0.isMandatory } ?? -1))
      }
      guard let last = pattern.terms.lastIndex(where: \.repeats), !pattern.endsAnchor(at: last) else {
        continue
      }
      let beginning = Beginning(terms: pattern.terms[...last], isAnchored: pattern.isAnchoredAtStart)
      if let number = numbers[beginning] {
        groups[number].rules.append((index, urlFilter))
        groups[number].states += pattern.terms.count - last - 1
      } else {
        let kind = pattern.isAnchoredAtStart ? 1 : 0
        numbers[beginning] = groups.count
        groups.append(
          Group(
            rules: [(index, urlFilter)], states: samples[kind].states(of: pattern, isCaseSensitive),
            isAnchored: pattern.isAnchoredAtStart))
      }
    }
    return groups
  }

  /// Counts the states of the first patterns and of one in 24 of those that follow; the others have as many for
  /// their length as these. To count all takes a sixth of what a conversion takes.
  private struct Sample {
    private var patterns = 0
    private var terms = 0
    private var states = 0

    mutating func states(of pattern: URLFilterPattern, _ isCaseSensitive: Bool) -> Int {
      patterns += 1
      guard patterns <= 12 || patterns.isMultiple(of: 24) else {
        return min(pattern.terms.count * states / terms, PatternRuns.joined)
      }
      let own =
        AutomatonEstimate.states(of: pattern, isCaseSensitive: isCaseSensitive, limit: PatternRuns.joined)
        ?? PatternRuns.joined
      terms += pattern.terms.count
      states += own
      return own
    }
  }

  /// How many automata the compiler makes of these and of all other patterns.
  func automata(of groups: [Group]) -> Int {
    var count = (plainBytes + Self.plainBytesOfOne - 1) / Self.plainBytesOfOne
    for isAnchored in [true, false] {
      var states = 0
      for group in groups where group.isAnchored == isAnchored {
        states += states == 0 ? group.states : max(group.states - Self.shared, 1)
        if states >= Self.joined {
          count += 1
          states = 0
        }
      }
      if states > 0 { count += 1 }
    }
    return count
  }

  /// What each pattern adds to a request: its part of an automaton.
  func costs(of groups: [Group]) -> [PageCost.RuleCost] {
    groups.flatMap { group in
      let own = group.states >= Self.joined ? Self.joined : max(group.states - Self.shared, 1)
      let whole = (group.isAnchored ? Self.ofAnchored : Self.ofOther) * own / Self.joined
      return group.rules.map { rule in
        PageCost.RuleCost(
          ruleIndex: rule.index, urlFilter: rule.urlFilter,
          nanosecondsPerRequest: max(whole / group.rules.count, 1), nanosecondsPerDocument: 0)
      }
    }
  }
}

extension URLFilter {
  /// Whether a repetition may stand behind the pattern's beginning: asked of every filter, so that few are parsed.
  fileprivate var mayRepeatBehindText: Bool {
    let span = bytes.span
    var index = HostAnchor.lengthOfBeginning(in: span)
    // Most have none of these bytes at all.
    guard span.hasRepetition(from: index) else { return false }
    while index < span.count {
      switch span[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"): return true
      default: index += 1
      }
    }
    return false
  }
}

extension HostAnchor {
  /// How long the host's anchor is with which a pattern begins; 0 if it begins otherwise.
  fileprivate static func lengthOfBeginning(in span: Span<UInt8>) -> Int {
    guard span.byte(0) == UInt8(ascii: "^") else { return 0 }
    // Sluice's own, which are most.
    for anchor in labelAnchors where span.hasLongText(anchor.text, at: 0) {
      return anchor.text.utf8CodeUnitCount
    }
    var length = 0
    for (text, _) in ofConverters where span.starts(with: text, at: 0) {
      length = max(length, text.utf8CodeUnitCount)
    }
    return length
  }
}

extension URLFilterPattern {
  /// Whether the terms up to this one are the anchor of a host, whatever stands behind it.
  fileprivate func endsAnchor(at index: Int) -> Bool {
    isAnchoredAtStart && Self.anchors.contains { $0.elementsEqual(terms[...index]) }
  }

  private static let anchors: [[Term]] =
    [HostAnchor.label, .labelBeforePath, .host, .insideAuthority, .authority].map(\.terms)
}
