/// The one condition on context that WebKit allows a trigger.
///
/// WebKit rejects two conditions in a trigger and an empty array in any of them; this type holds one,
/// and its arrays are made by ``NonEmpty``.
public enum Condition: Hashable, Sendable {
  /// Only when the host of the top page is one of these. WebKit looks for them anywhere in the page's URL, so
  /// that other pages can pass themselves off as theirs; see ``URLFilter/page(_:)``.
  case ifDomain(NonEmpty<Domain>)
  /// Only when the host of the top page is none of these.
  case unlessDomain(NonEmpty<Domain>)
  /// Only when the URL of the top page matches one of these.
  case ifTopURL(NonEmpty<URLFilter>)
  /// Only when the URL of the top page matches none of these.
  case unlessTopURL(NonEmpty<URLFilter>)
  /// Only when the URL of the document that makes the request matches one of these. For the load of an
  /// iframe's document that URL is `about:blank` (measured), so this never holds there.
  case ifFrameURL(NonEmpty<URLFilter>)
  /// Only when the URL of the document that makes the request matches none of these.
  case unlessFrameURL(NonEmpty<URLFilter>)
}

/// An array with at least one element.
public struct NonEmpty<Element> {
  /// The elements, never none.
  public let elements: [Element]

  /// The elements, or nil when there are none.
  public init?(_ elements: [Element]) {
    guard !elements.isEmpty else { return nil }
    self.elements = elements
  }

  /// One element.
  public init(_ element: Element) { elements = [element] }

  private init(trusted elements: [Element]) { self.elements = elements }

  /// What a function makes of each element.
  public func map<Other>(_ transform: (Element) -> Other) -> NonEmpty<Other> {
    NonEmpty<Other>(trusted: elements.map(transform))
  }
}

extension NonEmpty: Sendable where Element: Sendable {}
extension NonEmpty: Equatable where Element: Equatable {}
extension NonEmpty: Hashable where Element: Hashable {}
