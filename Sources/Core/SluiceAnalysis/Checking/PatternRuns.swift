/// Estimates the number of automata that WebKit's compiler builds from patterns.
///
/// The compiler groups patterns that are equal up to their last repetition. It joins adjacent groups while
/// their automaton has at most 100 states before minimization. This was determined from compiled lists.
/// Most patterns have no repetition after their host or start, and all of these share a few automata.
struct PatternRuns {
  /// The start of a pattern up to and including its last repetition.
  private struct Beginning: Hashable {
    var terms: ArraySlice<URLFilterPattern.Term>
    var isAnchored: Bool

    // `Hasher` takes ten times the instructions for literals.
    func hash(into hasher: inout Hasher) {
      var text = ByteHash()
      for term in terms { Self.add(term, to: &text, &hasher) }
      hasher.combine(text.value)
    }

    private static func add(_ term: URLFilterPattern.Term, to text: inout ByteHash, _ hasher: inout Hasher) {
      switch term.atom {
      case .literal(let byte): text.add(byte)
      case .any: text.mix(1)
      case .characters(let characters):
        text.mix(2)
        hasher.combine(characters)
      case .group(let terms):
        text.mix(3)
        for term in terms { add(term, to: &text, &hasher) }
      }
      if term.repetition != .one { text.mix(UInt64(term.repetition.rawValue)) }
    }
  }

  /// The patterns with the same start.
  struct Group {
    /// The first rule with each pattern.
    var rules: [(index: Int, urlFilter: URLFilter)]
    var states: Int
    var isAnchored: Bool
  }

  private var patterns: [(index: Int, urlFilter: URLFilter, isCaseSensitive: Bool)] = []
  /// The total length of all other patterns in bytes.
  private var plainBytes = 0

  /// The number of states up to which WebKit joins an automaton with others.
  private static let joined = 100
  /// The number of states for `||`, which joined automata share.
  private static let shared = 8
  /// The number of bytes of plain patterns in one automaton: 97,000 hosts result in eight automata.
  private static let plainBytesOfOne = 1 << 18
  // Nanoseconds per request for an automaton: the steps of WebKit's interpreter, at 5 ns each. For URLs of 50
  // characters, the interpreter takes 61 steps for patterns with a host anchor and 133 for unanchored ones.
  private static let ofAnchored = 300
  private static let ofOther = 670

  mutating func add(_ urlFilter: URLFilter, _ isCaseSensitive: Bool, _ index: Int) {
    if urlFilter.mayRepeatBehindText {
      patterns.append((index, urlFilter, isCaseSensitive))
    } else {
      plainBytes += urlFilter.bytes.count
    }
  }

  /// Groups the patterns that have a repetition after their start, in the order of their first rules.
  func groups() -> [Group] {
    var numbers: [Beginning: Int] = [:]
    var seen = HashSlots(capacity: patterns.count)
    var groups: [Group] = []
    var samples = [Sample(), Sample()]
    for (number, (index, urlFilter, isCaseSensitive)) in patterns.enumerated() {
      var hash = ByteHash()
      hash.mix(urlFilter.bytes)
      guard seen.find(hash, orAdd: number, where: { patterns[$0].urlFilter == urlFilter }) == nil else {
        continue
      }
      var pattern = urlFilter.pattern
      // WebKit omits optional terms at the end.
      if !pattern.isAnchoredAtEnd {
        pattern.terms.removeLast(pattern.terms.count - 1 - (pattern.terms.lastIndex { $0.isMandatory } ?? -1))
      }
      guard let last = pattern.terms.lastIndex(where: { $0.repeats }), !pattern.endsAnchor(at: last) else {
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

  /// Counts the states of the first patterns and of every 24th pattern after them, and estimates the others
  /// from their length. Counting all would take a sixth of the time of a conversion.
  private struct Sample {
    private var patterns = 0
    private var terms = 0
    private var states = 0

    mutating func states(of pattern: URLFilterPattern, _ isCaseSensitive: Bool) -> Int {
      patterns += 1
      guard patterns <= 12 || patterns.isMultiple(of: 24) else {
        let estimate = Int64(pattern.terms.count) * Int64(states) / Int64(terms)
        return Int(min(estimate, Int64(PatternRuns.joined)))
      }
      let own =
        AutomatonEstimate.states(of: pattern, isCaseSensitive: isCaseSensitive, limit: PatternRuns.joined)
        ?? PatternRuns.joined
      terms += pattern.terms.count
      states += own
      return own
    }
  }

  /// Returns the number of automata for these groups and all other patterns.
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

  /// Returns the cost that each pattern adds to a request: its share of the cost of an automaton.
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

extension URLFilterPattern {
  /// Returns whether the terms up to this index are a host anchor.
  fileprivate func endsAnchor(at index: Int) -> Bool {
    isAnchoredAtStart && Self.anchors.contains { $0.elementsEqual(terms[...index]) }
  }

  private static let anchors: [[Term]] =
    [HostAnchor.label, .labelBeforePath, .host, .insideAuthority, .authority].map { $0.terms }
}
