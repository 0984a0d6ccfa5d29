/// A CSS selector that WebKit accepts in a `css-display-none` rule.
public struct Selector: Hashable, Sendable {
  /// The selector as UTF-8, not escaped for JSON.
  public let bytes: [UInt8]

  /// Where one of these is missing, WebKit leaves out the rule.
  package let features: SelectorFeatures
  /// Where one of these is missing, WebKit ignores what `:is()` or `:where()` has of it.
  package let forgivenFeatures: SelectorFeatures

  /// Wraps bytes which the caller, in this module, knows to be a valid selector.
  init(trusted bytes: [UInt8], _ features: SelectorFeatures = [], forgiven: SelectorFeatures = []) {
    self.bytes = bytes
    self.features = features
    forgivenFeatures = forgiven
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
