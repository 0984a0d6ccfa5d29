/// Builds a ``URLFilter`` term by term; whatever is appended, the result is one that WebKit accepts.
///
/// The forms are those measured as exact and cheap for WebKit's compiler: nothing optional or repeated is
/// put round or after the text that tells one filter from the next.
public struct URLFilterBuilder: Sendable {
  private var bytes: [UInt8] = []
  /// Whether nothing but anchors was appended.
  private var hasTerm = false

  /// An empty pattern; `capacity` bytes are reserved for it.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// A pattern that begins where the URL begins.
  public static func atStart(capacity: Int = 0) -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: capacity + 1)
    builder.bytes.append(UInt8(ascii: "^"))
    return builder
  }

  /// A pattern that begins where the authority (user, host and port) of the URL begins.
  public static func atAuthority() -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: 48)
    builder.append(HostAnchor.authority.text)
    return builder
  }

  /// A pattern that begins where the host of the URL begins, behind the user if there is one.
  public static func atHost(capacity: Int = 0) -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: capacity + 24)
    builder.append(HostAnchor.host.text)
    return builder
  }

  /// A pattern that begins at the host or at any label of it: the filter syntax's `||`.
  ///
  /// `variant` gives the same meaning in another text, which WebKit compiles into an automaton of its own.
  public static func atHostLabel(capacity: Int = 0, variant: HostAnchorVariant = .hosts) -> URLFilterBuilder {
    var builder = URLFilterBuilder(capacity: capacity + 24)
    switch variant {
    case .hosts: builder.append(HostAnchor.label.text)
    case .paths: builder.append(HostAnchor.labelBeforePath.text)
    }
    return builder
  }

  /// Two texts for the same host anchor.
  public enum HostAnchorVariant: Sendable {
    /// For patterns that end with the host.
    case hosts
    /// For patterns that go on into the path.
    case paths
  }

  /// One character as itself. A byte that cannot stand in a URL, as WebKit serialises it, is
  /// percent-encoded: control characters and everything outside ASCII.
  public mutating func literal(_ byte: UInt8) {
    hasTerm = true
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      bytes.append(byte)
    case 0x00..<0x20, 0x7f...0xff:
      bytes.append(UInt8(ascii: "%"))
      bytes.append(UInt8.capitalHexDigit(byte >> 4))
      bytes.append(UInt8.capitalHexDigit(byte & 15))
    case UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "|"),
      UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    default:
      bytes.append(byte)
    }
  }

  /// Any run of characters, also none: the filter syntax's `*`.
  public mutating func anyRun() { append(".*") }

  /// One character that the filter syntax calls a separator: not a letter, a digit or one of `_ - . %`.
  /// Without regard to case, WebKit takes `a-z` for capitals too.
  public mutating func separator(isCaseSensitive: Bool) {
    append(isCaseSensitive ? "[^A-Za-z0-9_.%-]" : "[^a-z0-9_.%-]")
  }

  /// The character after a host: `/` or `:`.
  public mutating func hostEnd() { append(HostAnchor.End.request.text) }

  /// The end of the authority of a page's URL, behind its host: a port, if there is one, and the `/`.
  public mutating func pageHostEnd() { append(HostAnchor.End.page.text) }

  /// A port, if there is one.
  public mutating func optionalPort() { append("(:[0-9]+)?") }

  /// The rest of a host after `name.`, when that rest is a public suffix of one label, or of two of which
  /// the first is `co` or `com`. With an `@` in it, `https://name.x@intranet/` would be a page of `name`.
  public mutating func publicSuffix() { append(Self.publicSuffixText) }

  /// One or two labels of a host, without an `@` too.
  public mutating func oneOrTwoLabels() { append(Self.oneOrTwoLabelsText) }

  static var publicSuffixText: StaticString { #"(com?\.)?[^./:@]+"# }
  static var oneOrTwoLabelsText: StaticString { #"[^./:@]+(\.[^./:@]+)?"# }

  /// One character of the authority (user, host and port).
  public mutating func authorityCharacter() { append("[^/]") }

  /// Any run of characters of the authority (user, host and port), also none.
  public mutating func authorityRun() { append("[^/]*") }

  /// One character that is none of these. Bytes outside of ASCII stand in no URL and are skipped.
  public mutating func otherThan(_ characters: [UInt8]) {
    append("[^")
    for byte in characters where byte > 0x20 && byte < 0x7f {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: "^"), UInt8(ascii: "-"):
        bytes.append(UInt8(ascii: "\\"))
      default: break
      }
      bytes.append(byte)
    }
    append("]")
  }

  /// The beginning of a host, which does not end with one of these characters; nothing at all too if it is
  /// optional.
  public mutating func hostRun(endingOtherThan characters: [UInt8], isOptional: Bool) {
    if isOptional { append("(") }
    append("[^/:@]*")
    otherThan(characters + Array("/:@".utf8))
    if isOptional { append(")?") }
  }

  /// The pattern, or nil if nothing but an anchor was appended.
  public consuming func finish(atEnd: Bool = false) -> URLFilter? {
    guard hasTerm else { return nil }
    if atEnd { bytes.append(UInt8(ascii: "$")) }
    return URLFilter(trusted: bytes)
  }

  private mutating func append(_ text: StaticString) {
    hasTerm = true
    bytes.append(text)
  }
}
