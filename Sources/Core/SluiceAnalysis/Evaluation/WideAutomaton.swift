/// A url-filter of any length, compiled for matching (Thompson's construction). Matching keeps a list of
/// active states and follows empty transitions. The time is at most proportional to the length of the URL
/// times the length of the pattern.
struct WideAutomaton: Sendable {
  private enum State {
    case take(ASCIISet)
    /// Continue with both the next state and this one.
    case either(Int)
    /// Continue with this state.
    case jump(Int)
    case found
  }

  private var states: [State] = []
  private let isAnchoredAtStart: Bool
  private let isAnchoredAtEnd: Bool

  init(_ pattern: URLFilterPattern, isCaseSensitive: Bool) {
    isAnchoredAtStart = pattern.isAnchoredAtStart
    isAnchoredAtEnd = pattern.isAnchoredAtEnd
    append(pattern.terms, isCaseSensitive)
    states.append(.found)
  }

  /// Appends the states of a sequence of terms. `URLFilterParser.maximumDepth` limits the recursion over
  /// groups.
  private mutating func append(_ terms: [URLFilterPattern.Term], _ isCaseSensitive: Bool) {
    for term in terms {
      let start = states.count
      let canSkip = term.repetition == .optional || term.repetition == .zeroOrMore
      if canSkip { states.append(.either(start)) }
      let body = states.count
      if case .group(let inner) = term.atom {
        append(inner, isCaseSensitive)
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

  /// Returns whether the pattern matches anywhere in the URL. See ``Automaton/matches(_:)``.
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
