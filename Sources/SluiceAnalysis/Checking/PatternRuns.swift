import SluiceRules
import SluiceText

/// Estimates the number of automata that WebKit's compiler builds from patterns.
///
/// The compiler groups patterns that are equal up to their last repetition. It joins adjacent groups while
/// their automaton has at most 100 states before minimization. This was determined from compiled lists.
/// Most patterns have no repetition after their host or start, and all of these share a few automata.
struct PatternRuns {
  /// The start of a pattern up to and including its last repetition.
  struct Beginning: Equatable {
    var terms: ArraySlice<URLFilterPattern.Term>
    var isAnchored: Bool

    /// A hash of bytes, because `Hasher` takes ten times the instructions for literals.
    var hash: ByteHash {
      var hash = ByteHash()
      for term in terms { Self.add(term, to: &hash) }
      return hash
    }

    private static func add(_ term: URLFilterPattern.Term, to hash: inout ByteHash) {
      switch term.atom {
      case .literal(let byte): hash.add(byte)
      case .any: hash.mix(1)
      case .characters(let characters):
        // With equal hashes, the classes of hostile patterns would make the search quadratic.
        hash.mix(characters.isNegated ? 4 : 2)
        hash.mix(characters.members.low)
        hash.mix(characters.members.high)
      case .group(let terms):
        hash.mix(3)
        for term in terms { add(term, to: &hash) }
      }
      if term.repetition != .one { hash.mix(UInt64(term.repetition.rawValue)) }
    }
  }

  struct Group {
    /// The number of patterns.
    var count: Int
    /// The first rule with each pattern; empty unless they are kept.
    var rules: [(index: Int, urlFilter: URLFilter)]
    var states: Int
    let beginning: Beginning

    var isAnchored: Bool { beginning.isAnchored }

    /// The cost that each pattern adds to a request: its share of the cost of an automaton.
    var nanosecondsOfRule: Int {
      let own = states >= joined ? joined : max(states - shared, 1)
      let whole = (isAnchored ? ofAnchored : ofOther) * own / joined
      return max(whole / count, 1)
    }

    var costs: [PageCost.RuleCost] {
      rules.map { rule in
        PageCost.RuleCost(
          ruleIndex: rule.index, urlFilter: rule.urlFilter, nanosecondsPerRequest: nanosecondsOfRule,
          nanosecondsPerDocument: 0)
      }
    }
  }

  private var patterns: [(index: Int, urlFilter: URLFilter, isCaseSensitive: Bool)] = []
  /// The total length of all other patterns in bytes.
  var plainBytes = 0

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

  /// Adds the pattern of a rule that may have a repetition after its start.
  mutating func add(_ trigger: Trigger, at index: Int) {
    patterns.append((index, trigger.urlFilter, trigger.isCaseSensitive))
  }

  /// Groups the patterns that have a repetition after their start, in the order of their first rules.
  func groups(withRules keepsRules: Bool) -> [Group] {
    var slots = HashSlots(capacity: patterns.count)
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
      if let number = slots.find(
        beginning.hash, orAdd: groups.count, where: { groups[$0].beginning == beginning })
      {
        if keepsRules { groups[number].rules.append((index, urlFilter)) }
        groups[number].count += 1
        groups[number].states += pattern.terms.count - last - 1
      } else {
        groups.append(
          Group(
            count: 1, rules: keepsRules ? [(index, urlFilter)] : [],
            states: samples[beginning.isAnchored ? 1 : 0].states(of: pattern, isCaseSensitive),
            beginning: beginning))
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
}

extension URLFilterPattern {
  fileprivate func endsAnchor(at index: Int) -> Bool {
    isAnchoredAtStart && Self.anchors.contains { $0.count == index + 1 && $0.elementsEqual(terms[...index]) }
  }

  private static let anchors: [[Term]] =
    [HostAnchor.label, .labelBeforePath, .host, .insideAuthority, .authority].map { $0.terms }
}
