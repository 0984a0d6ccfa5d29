/// A CSS selector that WebKit accepts in a `css-display-none` rule.
public struct Selector: Hashable, Sendable {
  /// The selector as UTF-8, not escaped for JSON.
  public let bytes: [UInt8]

  /// What not every WebKit knows of it.
  package let needs: SelectorNeeds

  /// Wraps bytes which the caller, in this module, knows to be a valid selector.
  init(trusted bytes: [UInt8], _ needs: SelectorNeeds = .none) {
    self.bytes = bytes
    self.needs = needs
  }
}

extension Selector {
  /// Feeds the bytes of the selector.
  public func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

extension Selector: CustomStringConvertible {
  /// The selector as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
