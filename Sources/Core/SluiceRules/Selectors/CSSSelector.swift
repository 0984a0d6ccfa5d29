/// A CSS selector that WebKit accepts in a `css-display-none` rule.
public struct CSSSelector: Hashable, Sendable {
  /// The selector as UTF-8, not escaped for JSON.
  public let bytes: [UInt8]

  /// The features of the selector that not every WebKit version supports.
  package let needs: SelectorNeeds

  /// Creates a selector from bytes that this module knows to be valid.
  init(trusted bytes: [UInt8], _ needs: SelectorNeeds = .none) {
    self.bytes = bytes
    self.needs = needs
  }
}

extension CSSSelector {
  /// Hashes the bytes of the selector.
  public func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

extension CSSSelector: CustomStringConvertible {
  /// The selector as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
