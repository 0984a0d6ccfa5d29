import SluiceRules

/// A url-filter of at most 64 characters, compiled for matching. Each character is a bit of a mask.
///
/// The states are the characters of the pattern (Glushkov's construction). There are no epsilon transitions,
/// and a step takes a few instructions for each active state. Longer patterns use a ``WideAutomaton``.
struct Automaton: Sendable {
  private var sets: [ASCIISet] = []
  private var follow: [UInt64] = []
  private let first: UInt64
  private let last: UInt64
  private let isAnchoredAtStart: Bool
  private let isAnchoredAtEnd: Bool

  static let maximumStates = 64

  /// Compiles a pattern; returns nil if it has too many characters.
  init?(_ pattern: URLFilterPattern, isCaseSensitive: Bool) {
    var builder = Builder(isCaseSensitive: isCaseSensitive)
    guard let whole = builder.sequence(pattern.terms) else { return nil }
    sets = builder.sets
    follow = builder.follow
    first = whole.first
    last = whole.last
    isAnchoredAtStart = pattern.isAnchoredAtStart
    isAnchoredAtEnd = pattern.isAnchoredAtEnd
  }

  /// Returns whether the pattern matches anywhere in the URL. WebKit marks the end of the URL with a NUL
  /// byte, which a class in the pattern can match.
  func matches(_ url: Span<UInt8>) -> Bool {
    var active: UInt64 = 0
    for index in 0...url.count {
      let byte = index < url.count ? url[index] : 0
      var reached = index == 0 || !isAnchoredAtStart ? first : 0
      var states = active
      while states != 0 {
        reached |= follow[states.trailingZeroBitCount]
        states &= states - 1
      }
      active = 0
      while reached != 0 {
        let state = reached.trailingZeroBitCount
        if sets[state].contains(byte) { active |= 1 << UInt64(state) }
        reached &= reached - 1
      }
      if active & last != 0, !isAnchoredAtEnd || index + 1 >= url.count { return true }
      if active == 0, isAnchoredAtStart { return false }
    }
    return false
  }

  private struct Builder {
    var sets: [ASCIISet] = []
    var follow: [UInt64] = []
    let isCaseSensitive: Bool

    init(isCaseSensitive: Bool) { self.isCaseSensitive = isCaseSensitive }

    /// The states in which a part of the pattern can start and end, and whether the part can be empty.
    struct Part {
      var first: UInt64 = 0
      var last: UInt64 = 0
      var isOptional = true
    }

    /// Builds the part for a sequence of terms. `URLFilterParser.maximumDepth` limits the recursion over
    /// groups.
    mutating func sequence(_ terms: [URLFilterPattern.Term]) -> Part? {
      var whole = Part()
      for term in terms {
        guard let part = self.term(term) else { return nil }
        connect(whole.last, to: part.first)
        if whole.isOptional { whole.first |= part.first }
        whole.last = part.isOptional ? whole.last | part.last : part.last
        whole.isOptional = whole.isOptional && part.isOptional
      }
      return whole
    }

    private mutating func term(_ term: URLFilterPattern.Term) -> Part? {
      var part: Part
      if case .group(let terms) = term.atom {
        guard let group = sequence(terms) else { return nil }
        part = group
      } else {
        guard sets.count < Automaton.maximumStates else { return nil }
        part = Part(first: 1 << UInt64(sets.count), last: 1 << UInt64(sets.count), isOptional: false)
        sets.append(term.atom.matched(isCaseSensitive: isCaseSensitive))
        follow.append(0)
      }
      if term.repetition == .zeroOrMore || term.repetition == .oneOrMore {
        connect(part.last, to: part.first)
      }
      if term.repetition == .zeroOrMore || term.repetition == .optional { part.isOptional = true }
      return part
    }

    private mutating func connect(_ states: UInt64, to next: UInt64) {
      var states = states
      while states != 0 {
        follow[states.trailingZeroBitCount] |= next
        states &= states - 1
      }
    }
  }
}

/// A url-filter of any length, compiled for matching (Thompson's construction). Matching keeps a list of
/// active states and follows empty transitions. The time is at most proportional to the length of the URL
/// times the length of the pattern.
struct WideAutomaton: Sendable {
  private enum State {
    case take(ASCIISet)
    /// Continue with both the next state and this one.
    case either(Int)
    case jump(Int)
    case found
  }

  private var states: [State] = []
  private let isAnchoredAtStart: Bool
  private let isAnchoredAtEnd: Bool

  init(_ pattern: URLFilterPattern, isCaseSensitive: Bool) {
    isAnchoredAtStart = pattern.isAnchoredAtStart
    isAnchoredAtEnd = pattern.isAnchoredAtEnd
    append(pattern.terms, isCaseSensitive: isCaseSensitive)
    states.append(.found)
  }

  /// Appends the states of a sequence of terms. `URLFilterParser.maximumDepth` limits the recursion over
  /// groups.
  private mutating func append(_ terms: [URLFilterPattern.Term], isCaseSensitive: Bool) {
    for term in terms {
      let start = states.count
      let canSkip = term.repetition == .optional || term.repetition == .zeroOrMore
      if canSkip { states.append(.either(start)) }
      let body = states.count
      if case .group(let inner) = term.atom {
        append(inner, isCaseSensitive: isCaseSensitive)
      } else {
        states.append(.take(term.atom.matched(isCaseSensitive: isCaseSensitive)))
      }
      switch term.repetition {
      case .one, .optional: break
      case .oneOrMore: states.append(.either(body))
      case .zeroOrMore: states.append(.jump(start))
      }
      if canSkip { states[start] = .either(states.count) }
    }
  }

  func matches(_ url: Span<UInt8>) -> Bool {
    var current = ActiveStates(count: states.count)
    var next = current
    for index in 0...url.count {
      if index == 0 || !isAnchoredAtStart { add(0, to: &current) }
      // `isFound` states whether a match ends before this byte.
      if current.isFound, !isAnchoredAtEnd || index == url.count { return true }
      let byte = index < url.count ? url[index] : 0
      for state in current.list {
        if case .take(let set) = states[state], set.contains(byte) { add(state + 1, to: &next) }
      }
      swap(&current, &next)
      next.clear()
      if current.list.isEmpty, !current.isFound, isAnchoredAtStart { return false }
    }
    return current.isFound
  }

  private struct ActiveStates {
    var list: [Int] = []
    var isFound = false
    /// For each state, the round in which it was added.
    private var rounds: [UInt32]
    private var round: UInt32 = 1

    init(count: Int) { rounds = Array(repeating: 0, count: count) }

    mutating func insert(_ state: Int) -> Bool {
      if rounds[state] == round { return false }
      rounds[state] = round
      return true
    }

    mutating func clear() {
      list.removeAll(keepingCapacity: true)
      isFound = false
      round &+= 1
    }
  }

  private func add(_ state: Int, to active: inout ActiveStates) {
    var pending = [state]
    while let state = pending.popLast() {
      guard active.insert(state) else { continue }
      switch states[state] {
      case .take: active.list.append(state)
      case .either(let other):
        pending.append(other)
        pending.append(state + 1)
      case .jump(let other): pending.append(other)
      case .found: active.isFound = true
      }
    }
  }
}
