import SluiceRules
import SluiceText

/// Gives url-filters automata of their own where the states of a shared automaton would multiply.
///
/// WebKit compiles all url-filters that are equal up to their last repetition into one automaton. A state is a set of
/// places in them. In `aa......x`, the url-filter can begin again at each `.`, and the automaton must remember where it
/// did. If others can begin there, too, it must also remember which: WebKit did not compile ten of these in 20 s
/// (measured). Real lists have few of them.
struct SharedAutomata {
  /// A url-filter that can begin again within its classes.
  fileprivate struct OpenFilter {
    var pattern: URLFilterPattern
    var isCaseSensitive: Bool
    var last: Int?
    /// The number of places at which the part after it can begin again. Each of them at most doubles the states.
    var places: Int
    var sharedTerms: Int { pattern.terms.count - 1 - (last ?? -1) }
  }

  /// The factor up to which the url-filters of an automaton may multiply its states. WebKit compiles such an automaton
  /// in up to 0.3 s. Real lists reach 45.
  private static let maximumGrowth = 4_096
  private static let maximumDoublings = 12
  /// The unit of a growth in whole numbers.
  private static let one = 16
  /// The maximum number of states of one url-filter. Larger ones are always separate.
  private static let maximumStates = 512

  private var filters: [OpenFilter] = []
  private var numbers: [URLFilter: Int] = [:]

  /// Adds a url-filter, and returns its number if it can begin again within its classes.
  @discardableResult
  fileprivate mutating func add(_ filter: borrowing URLFilter, isCaseSensitive: Bool) -> Int? {
    guard filter.mayHaveClassBehindRepetition else { return nil }
    let filter = copy filter
    if let number = numbers[filter] { return number }
    guard let open = Self.open(filter.pattern, isCaseSensitive: isCaseSensitive) else { return nil }
    numbers[filter] = filters.count
    filters.append(open)
    return filters.count - 1
  }

  private static func open(_ pattern: URLFilterPattern, isCaseSensitive: Bool) -> OpenFilter? {
    let last = pattern.terms.lastIndex { $0.repeats }
    let rest = pattern.terms[(last.map { $0 + 1 } ?? 0)...]
    guard let first = rest.first?.atom.matched(isCaseSensitive: isCaseSensitive) else { return nil }
    if pattern.isAnchoredAtStart {
      guard let last, pattern.terms[...last].contains(where: { $0.isUnlimited }) else { return nil }
    }
    // No state follows the last term.
    let places = rest.dropFirst().dropLast().count { term in
      if case .group = term.atom { return true }
      let matched = term.atom.matched(isCaseSensitive: isCaseSensitive)
      return term.literal == nil && !matched.intersection(first).isEmpty
    }
    if places == 0 { return nil }
    return OpenFilter(pattern: pattern, isCaseSensitive: isCaseSensitive, last: last, places: places)
  }

  /// Returns the url-filters that replace those with these numbers, in an automaton of their own.
  fileprivate func replacements() -> [Int: URLFilter] {
    if filters.reduce(0, { $0 + $1.places }) <= Self.maximumDoublings { return [:] }
    var groups: [URLFilterPattern: (places: Int, growth: Int)] = [:]
    let beginnings = filters.map {
      URLFilterPattern(
        Array($0.pattern.terms[..<($0.last.map { $0 + 1 } ?? 0)]),
        isAnchoredAtStart: $0.pattern.isAnchoredAtStart)
    }
    for (filter, beginning) in zip(filters, beginnings) {
      groups[beginning, default: (0, Self.one)].places += filter.places
    }
    var replacements: [Int: URLFilter] = [:]
    for (number, (filter, beginning)) in zip(filters, beginnings).enumerated() {
      guard var group = groups[beginning], group.places > Self.maximumDoublings else { continue }
      if let states = Self.states(of: filter) {
        group.growth = group.growth * states / filter.sharedTerms
        if group.growth <= Self.maximumGrowth * Self.one {
          groups[beginning] = group
          continue
        }
      }
      replacements[number] = URLFilter(filter.separated(replacements.count + 2))
    }
    return replacements
  }

  private static func states(of filter: OpenFilter) -> Int? {
    var pattern = filter.pattern
    pattern.terms.removeLast()
    let states = AutomatonEstimate.states(
      of: pattern, isCaseSensitive: filter.isCaseSensitive, limit: maximumStates)
    return states.map { max($0 - filter.pattern.terms.count + filter.sharedTerms, filter.sharedTerms) }
  }
}

extension SharedAutomata.OpenFilter {
  /// Returns an equivalent pattern whose last repetition no pattern with another number has.
  ///
  /// After `x*`, and `.*` is at the start of unanchored patterns, `x?` and `x*` change nothing. They stand for the bits
  /// of the number.
  fileprivate func separated(_ number: Int) -> URLFilterPattern {
    var pattern = pattern
    let loop = pattern.isAnchoredAtStart ? pattern.terms[...(last ?? 0)].lastIndex { $0.isUnlimited } : nil
    let atom = loop.map { pattern.terms[$0].atom } ?? .any
    var (terms, rest): ([URLFilterPattern.Term], Int) = ([], number)
    while rest > 0 {
      // The highest bit, which comes first, is a `x?`: a `.*` at the start would count as the implicit one.
      terms.insert(.init(atom, repetition: rest.isMultiple(of: 2) ? .zeroOrMore : .optional), at: 0)
      rest /= 2
    }
    pattern.terms.insert(contentsOf: terms, at: loop.map { $0 + 1 } ?? 0)
    return pattern
  }
}

extension URLFilterPattern.Term {
  /// Whether the term is a character that can occur any number of times.
  fileprivate var isUnlimited: Bool {
    if case .group = atom { return false }
    return repetition == .zeroOrMore || repetition == .oneOrMore
  }
}

extension URLFilter {
  /// Whether a class, which is not the last term, follows the last repetition. This check is fast and avoids parsing most
  /// filters.
  fileprivate var mayHaveClassBehindRepetition: Bool {
    let span = bytes.span
    if span.byte(0) == ASCII.caret, !mayRepeatBehindText { return false }
    var (index, hasClass, isLast) = (0, false, false)
    while index < span.count {
      if isLast { (hasClass, isLast) = (true, false) }
      switch span[index] {
      case ASCII.backslash: index += 1
      case ASCII.dot: isLast = true
      case ASCII.openBracket:
        isLast = true
        while index < span.count, span[index] != ASCII.closeBracket {
          index += span[index] == ASCII.backslash ? 2 : 1
        }
      case ASCII.openParenthesis: hasClass = true
      case ASCII.star, ASCII.plus, ASCII.question: (hasClass, isLast) = (false, false)
      default: break
      }
      index += 1
    }
    return hasClass
  }
}

extension [Rule] {
  /// Gives the patterns of rules automata of their own where the states of a shared automaton would multiply.
  package mutating func separateAutomata() {
    var requests = SharedAutomata()
    var pages = SharedAutomata()
    var open: [(rule: Int, number: Int)] = []
    var conditions: [Int] = []
    // For a span, the compiler would copy the whole rule.
    withUnsafeBufferPointer { rules in
      for index in rules.indices {
        let isCaseSensitive = rules[index].trigger.isCaseSensitive
        if let number = requests.add(rules[index].trigger.urlFilter, isCaseSensitive: isCaseSensitive) {
          open.append((index, number))
        }
        switch rules[index].trigger.condition {
        case nil, .ifDomain, .unlessDomain: break
        case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
          .unlessFrameURL(let filters):
          var isOpen = false
          for filter in filters.elements
          where pages.add(filter, isCaseSensitive: rules[index].trigger.isConditionCaseSensitive) != nil {
            isOpen = true
          }
          if isOpen { conditions.append(index) }
        }
      }
    }
    let ofRequests = requests.replacements()
    for (rule, number) in open {
      if let filter = ofRequests[number] { self[rule].trigger.urlFilter = filter }
    }
    let ofPages = pages.replacements()
    if ofPages.isEmpty { return }
    for rule in conditions {
      self[rule].trigger.condition = self[rule].trigger.condition.map {
        pages.separated($0, replacements: ofPages)
      }
    }
  }
}

extension [WebExtensionRule] {
  /// Gives the patterns of rules automata of their own where the states of a shared automaton would multiply: WebKit
  /// makes one rule list of all rules.
  mutating func separateAutomata() {
    var requests = SharedAutomata()
    var pages = SharedAutomata()
    for rule in self {
      let (filter, isCaseSensitive) = (rule.condition.urlFilter, rule.condition.isCaseSensitive)
      if rule.action == .allowPages {
        pages.add(filter, isCaseSensitive: isCaseSensitive)
      } else {
        requests.add(filter, isCaseSensitive: isCaseSensitive)
      }
    }
    let (ofRequests, ofPages) = (requests.replacements(), pages.replacements())
    if ofRequests.isEmpty, ofPages.isEmpty { return }
    for index in indices {
      let filter = self[index].condition.urlFilter
      self[index].condition.urlFilter =
        self[index].action == .allowPages
        ? pages.separated(filter, replacements: ofPages)
        : requests.separated(filter, replacements: ofRequests)
    }
  }
}

extension SharedAutomata {
  /// Returns the url-filter that replaces one, or the same one.
  fileprivate func separated(_ filter: URLFilter, replacements: [Int: URLFilter]) -> URLFilter {
    numbers[filter].flatMap { replacements[$0] } ?? filter
  }

  fileprivate func separated(_ condition: Condition, replacements: [Int: URLFilter]) -> Condition {
    func separated(_ filters: NonEmpty<URLFilter>) -> NonEmpty<URLFilter> {
      filters.map { self.separated($0, replacements: replacements) }
    }
    return switch condition {
    case .ifDomain, .unlessDomain: condition
    case .ifTopURL(let filters): .ifTopURL(separated(filters))
    case .unlessTopURL(let filters): .unlessTopURL(separated(filters))
    case .ifFrameURL(let filters): .ifFrameURL(separated(filters))
    case .unlessFrameURL(let filters): .unlessFrameURL(separated(filters))
    }
  }
}
