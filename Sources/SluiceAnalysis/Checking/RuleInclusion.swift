import SluiceRules
import SluiceText

/// A test whether a rule applies to every request that another rule applies to, apart from their patterns.
extension Trigger {
  /// Returns whether the conditions of this trigger other than its pattern hold whenever those of the other
  /// trigger hold. The result `true` is certain; `false` is not.
  func includesAllButPattern(of other: Trigger) -> Bool {
    (resourceTypes.isEmpty || !other.resourceTypes.isEmpty && other.resourceTypes.isSubset(of: resourceTypes))
      && (loadTypes.isEmpty || !other.loadTypes.isEmpty && other.loadTypes.isSubset(of: loadTypes))
      && (loadContexts.isEmpty
        || !other.loadContexts.isEmpty && other.loadContexts.isSubset(of: loadContexts))
      && (requestMethod == nil || requestMethod == other.requestMethod)
      && includesCondition(of: other)
  }

  private func includesCondition(of other: Trigger) -> Bool {
    guard let condition else { return true }
    guard let otherCondition = other.condition, isConditionCaseSensitive == other.isConditionCaseSensitive
    else { return false }
    if condition == otherCondition { return true }
    guard let pages = condition.pageDomains, let others = otherCondition.pageDomains,
      pages.isNegated == others.isNegated
    else { return false }
    // An unanchored condition matches more pages than an anchored one.
    if pages.isNegated {
      return (pages.isAnchored || !others.isAnchored) && others.domains.include(pages.domains)
    }
    return (others.isAnchored || !pages.isAnchored) && pages.domains.include(others.domains)
  }

  /// Returns whether this pattern matches whatever the other one matches, if they differ in their case sensitivity alone.
  func hasWiderCase(than other: Trigger) -> Bool {
    isCaseSensitive == other.isCaseSensitive || !isCaseSensitive && isWiderWithoutCase
  }

  /// Whether the pattern matches more or the same URLs when it ignores case. This is not true for negated
  /// classes with letters.
  var isWiderWithoutCase: Bool { urlFilter.pattern.terms.allSatisfy { $0.isWiderWithoutCase } }
}

extension URLFilterPattern.Term {
  fileprivate var isWiderWithoutCase: Bool {
    switch atom {
    case .literal, .any: true
    case .characters(let characters):
      !characters.isNegated || characters.members.intersection(.letters).isEmpty
    case .group(let terms): terms.allSatisfy { $0.isWiderWithoutCase }
    }
  }
}

extension [Domain] {
  /// The maximum number of domains to compare one by one. Longer arrays are only tested for equality.
  private static var limit: Int { 64 }

  /// Returns whether each of the other domains equals one of these domains or is a subdomain of one.
  fileprivate func include(_ others: [Domain]) -> Bool {
    if self == others { return true }
    guard count <= Self.limit, others.count <= Self.limit else { return false }
    return others.allSatisfy { other in contains { $0.includes(other) } }
  }
}

extension Domain {
  fileprivate func includes(_ other: Domain) -> Bool {
    host == other.host
      ? includesSubdomains || !other.includesSubdomains
      : includesSubdomains && HostNames.isHost(other.host, within: host)
  }
}

/// A pattern that starts at the beginning of a URL and contains a host: the form in which converters write
/// `||host`.
///
/// Comparisons of these patterns hold for URLs with the schemes http, https, ws and wss. In these URLs, the
/// host is lowercase and follows exactly two slashes.
struct ComparedHostPattern {
  enum Tail {
    /// `[:/]` and nothing else.
    case end
    /// `/`, possibly with more text.
    case slash
    /// `[:/]` with more text.
    case other
  }

  let labels: HostAnchor.Labels
  /// The host in lowercase.
  let host: [UInt8]
  let tail: Tail
  let hasCapitals: Bool

  init?(_ pattern: [UInt8]) {
    let span = pattern.span
    guard span.byte(0) == ASCII.caret,
      let start = HostAnchor.ofConverters.first(where: { start in
        span.starts(with: start.text, at: 0)
          && !(start.labels == .none && span.byte(start.text.utf8CodeUnitCount) == ASCII.openParenthesis)
      })
    else { return nil }
    let written = WrittenHost(in: span, from: start.text.utf8CodeUnitCount)
    guard !written.range.isEmpty, let tail = Self.tail(span, at: written.range.upperBound) else { return nil }
    labels = start.labels
    host = written.name(in: span)
    hasCapitals = written.hasCapitals
    self.tail = tail
  }

  private static func tail(_ span: Span<UInt8>, at index: Int) -> Tail? {
    for (text, tail) in [("[:/]", Tail.other), ("[/:]", .other), ("/", .slash), (#"\/"#, .slash)]
      as [(StaticString, Tail)]
    {
      guard span.starts(with: text, at: index) else { continue }
      let end = index + text.utf8CodeUnitCount
      if end == span.count { return tail == .other ? .end : tail }
      // An optional terminator does not end the host.
      let next = span[end]
      let isOptional = next == ASCII.question || next == ASCII.star || next == ASCII.openBrace
      return isOptional ? nil : tail
    }
    return nil
  }

  /// Returns whether this pattern matches every URL that the other one matches. The host of this pattern must
  /// be the host of the other one or a parent domain of it.
  func covers(_ other: ComparedHostPattern, isCaseSensitive: Bool, otherIsCaseSensitive: Bool) -> Bool {
    guard tail == .end, labels == .wide || labels == .narrow && other.labels != .wide else { return false }
    // A case-sensitive pattern with an uppercase host never matches.
    guard !(hasCapitals && isCaseSensitive), !(other.hasCapitals && otherIsCaseSensitive) else {
      return false
    }
    // The text before a colon can be a user name with uppercase letters. The text before a slash is always
    // the host.
    return !isCaseSensitive || otherIsCaseSensitive || other.tail == .slash
  }
}

/// The exceptions before each rule, which decide whether one rule can stand in for another.
struct ExceptionCounts {
  /// For each index, the number of earlier rules that ignore previous or following rules.
  private var ignoringPrevious: [Int32] = [0]
  private var ignoringFollowing: [Int32] = [0]

  init() {}

  mutating func add(_ action: Action) {
    ignoringPrevious.append(
      ignoringPrevious[ignoringPrevious.count - 1] + (action == .ignorePreviousRules ? 1 : 0))
    ignoringFollowing.append(
      ignoringFollowing[ignoringFollowing.count - 1] + (action == .ignoreFollowingRules ? 1 : 0))
  }

  /// Returns whether the other rule can stand in for the rule. No exception may apply to only one of them,
  /// and the rule itself may not be an exception that applies to rules between them.
  func canReplace(_ rule: Int, by other: Int, in rules: [Rule]) -> Bool {
    if other > rule {
      // Fewer exceptions follow the other rule.
      return rules[rule].action != .ignoreFollowingRules
        && ignoringFollowing[other] == ignoringFollowing[rule + 1]
    }
    return rules[rule].action != .ignorePreviousRules && ignoringPrevious[rule] == ignoringPrevious[other + 1]
  }
}

extension ByteHash {
  init(_ seed: ByteHash, in bytes: some Sequence<UInt8>) {
    self = seed
    for byte in bytes { add(byte) }
  }
}
