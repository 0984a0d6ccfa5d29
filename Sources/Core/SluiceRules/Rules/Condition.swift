/// A trigger's condition on the page or frame.
///
/// WebKit rejects a trigger with two conditions or with an empty condition array. This type therefore holds
/// one condition, and ``NonEmpty`` guarantees that its array has an element.
@nonexhaustive public enum Condition: Hashable, Sendable {
  /// The host of the top page is one of these domains. WebKit searches the whole page URL for them, so
  /// another site's page can match by putting the host in its query; see ``URLFilter/page(_:)``.
  case ifDomain(NonEmpty<Domain>)
  /// The host of the top page is not one of these domains.
  case unlessDomain(NonEmpty<Domain>)
  /// The URL of the top page matches one of these patterns.
  case ifTopURL(NonEmpty<URLFilter>)
  /// The URL of the top page matches none of these patterns.
  case unlessTopURL(NonEmpty<URLFilter>)
  /// The URL of the document that makes the request matches one of these patterns. For the request that loads
  /// an iframe's document, that URL is `about:blank` (measured), so the condition never holds.
  case ifFrameURL(NonEmpty<URLFilter>)
  /// The URL of the document that makes the request matches none of these patterns.
  case unlessFrameURL(NonEmpty<URLFilter>)
}

extension Condition {
  /// Whether the rule applies if no entry matches.
  package var isNegated: Bool {
    switch self {
    case .unlessDomain, .unlessTopURL, .unlessFrameURL: true
    case .ifDomain, .ifTopURL, .ifFrameURL: false
    }
  }

  /// The hosts of the domains, or the patterns.
  package var entries: [[UInt8]] {
    switch self {
    case .ifDomain(let domains), .unlessDomain(let domains): domains.elements.map { $0.host }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements.map { $0.bytes }
    }
  }
}

/// An array with at least one element.
public struct NonEmpty<Element> {
  /// The elements; at least one.
  public let elements: [Element]

  /// Creates an array from these elements, or returns nil if there are no elements.
  public init?(_ elements: [Element]) {
    guard !elements.isEmpty else { return nil }
    self.elements = elements
  }

  /// Creates an array with one element.
  public init(_ element: Element) { elements = [element] }

  private init(trusted elements: [Element]) { self.elements = elements }

  /// Returns an array with these elements followed by others.
  public func appending(_ others: NonEmpty) -> NonEmpty { NonEmpty(trusted: elements + others.elements) }

  /// Returns an array with the results of `transform` for each element.
  public func map<Other>(_ transform: (Element) -> Other) -> NonEmpty<Other> {
    NonEmpty<Other>(trusted: elements.map(transform))
  }
}

extension NonEmpty: Sendable where Element: Sendable {}
extension NonEmpty: Equatable where Element: Equatable {}
extension NonEmpty: Hashable where Element: Hashable {}
