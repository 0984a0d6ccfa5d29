/// Builds a ``URLFilter`` term by term. WebKit accepts every result.
///
/// Measurements have shown that the forms are exact, and cheap for WebKit's compiler. The builder places
/// nothing optional or repeated around or after the text that distinguishes one filter from the next.
public struct URLFilterBuilder: Sendable {
  private var bytes: [UInt8] = []
  /// Whether anything other than a `^` was appended.
  private var hasTerm = false

  /// Creates an empty pattern and reserves `capacity` bytes.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// Creates a pattern that is anchored at the start of the URL.
  public static func atStart(capacity: Int = 0) -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: capacity + 1)
    builder.bytes.append(ASCII.caret)
    return builder
  }

  /// Creates a pattern that is anchored at the start of the authority (user, host and port).
  public static func atAuthority() -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: 48)
    builder.append(HostAnchor.authority.text)
    return builder
  }

  /// Creates a pattern that is anchored at the start of the host, after an optional user name.
  public static func atHost(capacity: Int = 0) -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: capacity + 24)
    builder.append(HostAnchor.host.text)
    return builder
  }

  /// Creates a pattern that is anchored at the start of the host or of any label: `||` in filter syntax.
  ///
  /// `variant` selects one of two equivalent texts, which WebKit compiles into separate automata.
  public static func atHostLabel(capacity: Int = 0, variant: HostAnchorVariant = .hosts) -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: capacity + 24)
    switch variant {
    case .hosts: builder.append(HostAnchor.label.text)
    case .paths: builder.append(HostAnchor.labelBeforePath.text)
    }
    return builder
  }

  /// The two texts for the same host anchor.
  @frozen public enum HostAnchorVariant: Sendable {
    /// For patterns that end after the host.
    case hosts
    /// For patterns that continue into the path.
    case paths
  }

  /// Appends a literal character. Control characters and non-ASCII bytes are percent-encoded, as in WebKit's
  /// serialized URLs.
  public mutating func literal(_ byte: UInt8) {
    hasTerm = true
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      ASCII.zero...ASCII.nine:
      bytes.append(byte)
    case 0x00..<0x20, 0x7f...0xff:
      bytes.append(ASCII.percent)
      bytes.append(UInt8.capitalHexDigit(byte >> 4))
      bytes.append(UInt8.capitalHexDigit(byte & 15))
    case ASCII.backslash, ASCII.caret, ASCII.dollar, ASCII.dot, ASCII.pipe,
      ASCII.question, ASCII.star, ASCII.plus, ASCII.openParenthesis, ASCII.closeParenthesis,
      ASCII.openBracket, ASCII.closeBracket, ASCII.openBrace, ASCII.closeBrace:
      bytes.append(ASCII.backslash)
      bytes.append(byte)
    default:
      bytes.append(byte)
    }
  }

  /// Appends any number of characters: `*` in filter syntax.
  public mutating func anyRun() { append(".*") }

  /// Appends a literal character, which is not a control character, that may occur several times.
  public mutating func oneOrMore(_ byte: UInt8) {
    literal(byte)
    append("+")
  }

  /// Appends a separator: any character other than letters, digits and `_ - . %`. In a case-insensitive
  /// pattern, WebKit applies `a-z` to uppercase letters too.
  public mutating func separator(isCaseSensitive: Bool) {
    append(isCaseSensitive ? "[^A-Za-z0-9_.%-]" : "[^a-z0-9_.%-]")
  }

  /// Appends the character after a host: `/` or `:`.
  public mutating func hostEnd() { append(HostAnchor.End.request.text) }

  /// Appends the end of the authority in a page URL: an optional port and the `/`.
  public mutating func pageHostEnd() { append(HostAnchor.End.page.text) }

  /// Appends an optional port.
  public mutating func optionalPort() { append("(:[0-9]+)?") }

  /// Appends a public suffix, the rest of a host after `name.`: one label, or two if the first is `co` or
  /// `com`. The labels exclude `@`, because otherwise `https://name.x@intranet/` would be a page of `name`.
  public mutating func publicSuffix() { append(Self.publicSuffixText) }

  /// Appends one or two labels of a host, which exclude `@` too.
  public mutating func oneOrTwoLabels() { append(Self.oneOrTwoLabelsText) }

  static var publicSuffixText: StaticString { #"(com?\.)?[^./:@]+"# }
  static var oneOrTwoLabelsText: StaticString { #"[^./:@]+(\.[^./:@]+)?"# }

  /// Appends one character of the authority (user, host and port).
  public mutating func authorityCharacter() { append("[^/]") }

  /// Appends any number of characters of the authority (user, host and port).
  public mutating func authorityRun() { append("[^/]*") }

  /// Appends one character other than these. Non-ASCII bytes never occur in URLs and are skipped.
  public mutating func otherThan(_ characters: [UInt8]) {
    append("[^")
    for byte in characters where byte > 0x20 && byte < 0x7f {
      switch byte {
      case ASCII.backslash, ASCII.closeBracket, ASCII.openBracket, ASCII.caret, ASCII.dash:
        bytes.append(ASCII.backslash)
      default: break
      }
      bytes.append(byte)
    }
    append("]")
  }

  /// Appends a part of a host that does not end with one of these characters. If `isOptional` is true, the
  /// part can be missing.
  public mutating func hostRun(endingOtherThan characters: [UInt8], isOptional: Bool) {
    if isOptional { append("(") }
    append("[^/:@]*")
    otherThan(characters + Array("/:@".utf8))
    if isOptional { append(")?") }
  }

  /// Returns the pattern; nil if nothing but a `^` was appended.
  public consuming func finish(atEnd: Bool = false) -> URLFilter? {
    guard hasTerm else { return nil }
    if atEnd { bytes.append(ASCII.dollar) }
    return URLFilter(trusted: bytes)
  }

  private mutating func append(_ text: StaticString) {
    hasTerm = true
    bytes.append(text)
  }
}
