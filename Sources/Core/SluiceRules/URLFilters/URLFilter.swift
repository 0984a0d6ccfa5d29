/// A regular expression in the subset that WebKit's content blocker compiler accepts.
///
/// WebKit rejects the whole list if a single pattern is outside of this subset. The subset excludes `|`,
/// `\d`, `{n}`, lookaround, `^` and `$` anywhere but at the ends, non-ASCII characters, and the empty pattern
/// (measured). ``URLFilterBuilder`` cannot produce any of these, and the parser rejects them, so every value
/// of this type is valid.
public struct URLFilter: Hashable, Sendable {
  /// The pattern in ASCII, not escaped for JSON.
  public let bytes: [UInt8]

  /// Creates a filter from bytes that this module knows to be in the subset.
  init(trusted bytes: [UInt8]) { self.bytes = bytes }

  /// A filter that matches every URL.
  public static let any = URLFilter(trusted: Array(".*".utf8))

  /// A filter for the addresses of data that pages make.
  package static let blob = URLFilter(trusted: Array("^blob:".utf8))
}

extension URLFilter {
  /// Hashes the bytes of the pattern.
  public func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

extension URLFilter: CustomStringConvertible {
  /// The pattern as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
