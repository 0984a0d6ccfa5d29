import SluiceRules
import SluiceSyntax
import SluiceText

/// The size of a filter's rules in JSON, for the budget of a list. Each pattern repeats all conditions, so a
/// filter with many of both has rules of a multiple of its own size.
struct RuleCost {
  /// The bytes of rules that are not counted: a multiple of the size of the filter.
  private let free: Int
  private let documents: DocumentConditions
  /// The size of the rules so far, or an upper bound for it that is not larger than ``free``.
  private var size = 0

  init(_ filter: borrowing NetworkFilter, options: borrowing FilterOptions, documents: DocumentConditions) {
    self.documents = documents
    let start = filter.pattern.range.lowerBound
    let length = max(filter.pattern.range.upperBound, options.range.upperBound) - start
    let names =
      options.domains.count + options.requestDomains.count + options.allowedRequestDomains.count
    free = Self.freeFactor.multipliedClamped(by: max(length, Self.lineSize, names * Self.nameSize))
  }

  /// The multiple of the filter's size that is not counted.
  private static let freeFactor = 4
  /// The minimum sizes that a line, and a name in it, count as. SECURITY.md promises limits in these units.
  private static let (lineSize, nameSize) = (128, 48)

  /// The bytes beyond those that are not counted; 0 for nearly all filters.
  var excess: Int { max(0, size - free) }

  // MARK: - Before the rules are made

  /// The size of patterns that is cheap enough to make them before they are paid for.
  private static let cheap = 1 << 16
  /// The approximate size of a pattern up to its host.
  private static let anchorSize = 64

  /// Returns the approximate size of the patterns of a filter for certain hosts, with a pattern for each; `nil` if
  /// they are few enough to be made and measured.
  func estimate(_ pattern: Pattern, options: FilterOptions, in bytes: Span<UInt8>) -> Int? {
    var hosts = options.requestDomains.count + options.allowedRequestDomains.count
    if options.subject == .cookies { hosts += options.domains.count }
    guard hosts > 0, case .plain(let plain) = pattern else { return nil }
    let forms = 1 + PatternConverter.separatorsAtEnd(of: plain.body, in: bytes)
    let size = hosts.multipliedClamped(by: forms).multipliedClamped(by: plain.body.count + Self.anchorSize)
    return size > Self.cheap ? max(0, size - free) : nil
  }

  // MARK: - Rules

  /// Adds the size of rules with each of the patterns and each of the alternative conditions.
  mutating func add(
    _ patterns: [URLFilter], conditions: PageConditions, action: Action, isCaseSensitive: Bool,
    types: RuleTypes
  ) {
    // A rule for each condition repeats nothing but its types.
    if patterns.count <= 1, !documents.repeatsNames(of: conditions.alternatives) { return }
    let bound = bound(patterns, conditions: conditions, types: types)
    if bound.addingClamped(size) <= free {
      size += bound
      return
    }
    var (rules, bytes) = (0, 0)
    func add(_ resourceTypes: ResourceTypes, condition: Condition?) {
      let trigger = Trigger(
        urlFilter: .any, isCaseSensitive: isCaseSensitive, resourceTypes: resourceTypes,
        loadTypes: types.parties, condition: condition)
      let written = documents.written(trigger, action: action)
      (rules, bytes) = (rules + written.rules, bytes.addingClamped(written.bytes))
    }
    for condition in conditions.alternatives {
      if let requests = types.requests {
        documents.parts(of: condition, requests).forEach { add($0.types, condition: $0.condition) }
      }
      if !types.pages.isEmpty { add(types.pages, condition: condition) }
    }
    var texts = JSONSize()
    for pattern in patterns { texts.appendEscaped(pattern.bytes, from: 0) }
    size = size.addingClamped(
      patterns.count.multipliedClamped(by: bytes).addingClamped(rules.multipliedClamped(by: texts.count)))
  }

  private func bound(
    _ patterns: [URLFilter], conditions: PageConditions, types: RuleTypes
  ) -> Int {
    let texts = patterns.reduce(0) { $0 + 2 * $1.bytes.count }
    var bytes = 0
    for condition in conditions.alternatives {
      let size = Self.ruleSize + (condition?.sizeBound ?? 0) + (types.parties.isEmpty ? 0 : Self.partySize)
      if let requests = types.requests {
        let most = documents.maximum(of: condition, requests)
        let one = size + most.types * Self.typeSize
        bytes = bytes.addingClamped(
          most.rules.multipliedClamped(by: patterns.count.multipliedClamped(by: one) + texts))
      }
      if !types.pages.isEmpty {
        let one = size + types.pages.rawValue.nonzeroBitCount * Self.typeSize
        bytes = bytes.addingClamped(2 * (patterns.count.multipliedClamped(by: one) + texts))
      }
    }
    return bytes
  }

  /// Upper bounds for the size of a rule with its pattern's case sensitivity and the key of its types, of one
  /// type, and of a party.
  private static let (ruleSize, typeSize, partySize) = (140, 19, 48)

  /// Adds the size of conditions for whole pages, which are written once for each scope.
  mutating func add(_ pages: WholePageException.Pages, scopes: Int) {
    let once =
      switch pages {
      case .hosts(let hosts): hosts.reduce(0) { $0 + $1.sizeBound }
      case .urls(let filters, _): filters.reduce(0) { $0 + $1.bytes.count + $1.bytes.count / 8 + 3 }
      }
    size = size.addingClamped(once.multipliedClamped(by: scopes + 1))
  }
}

extension Domain {
  /// An upper bound for the size of the domain as a pattern for the URLs of pages.
  fileprivate var sizeBound: Int { 2 * host.count + 64 }
}

extension Condition {
  /// An upper bound for the size of the condition in JSON, with a pattern for each domain.
  fileprivate var sizeBound: Int {
    switch self {
    case .ifDomain(let domains), .unlessDomain(let domains):
      domains.elements.reduce(80) { $0 + $1.sizeBound }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements.reduce(80) { $0 + 2 * $1.bytes.count + 3 }
    }
  }
}
