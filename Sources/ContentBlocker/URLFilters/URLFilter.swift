/// A regular expression in the subset that WebKit's content blocker compiler takes.
///
/// WebKit rejects the whole list for one pattern outside of that subset: `|`, `\d`, `{n}`, look-around,
/// `^` and `$` anywhere but at the ends, anything outside ASCII, and the empty pattern (measured). A value
/// of this type comes from ``URLFilterBuilder``, whose operations cannot produce any of these, or from the
/// parser, which checks.
public struct URLFilter: Hashable, Sendable {
  /// The pattern as ASCII, not escaped for JSON.
  public let bytes: [UInt8]

  /// Wraps bytes which the caller, in this module, knows to be in the subset.
  init(trusted bytes: [UInt8]) { self.bytes = bytes }

  /// Every URL.
  public static let any = URLFilter(trusted: Array(".*".utf8))
}

extension URLFilter {
  /// Feeds the bytes of the pattern.
  public func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

extension URLFilter: CustomStringConvertible {
  /// The pattern as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
