/// What stands behind the `=` of an option, read in the form that values of this option have.
public enum OptionValue: Hashable, Sendable {
  /// Nothing: there is no `=`, or nothing behind it.
  case none
  /// Domains of pages or of requests, in any order.
  case domains([DomainEntry])
  /// Names of what is no domain, in any order: methods, applications, keys.
  case names([Name], isCaseSensitive: Bool)
  /// A header: its name, which has no case, and what follows the name.
  case header(name: ByteRange, rest: ByteRange)
  /// Text that only the program which acts on it can read.
  case text(ByteRange)

  /// One of several names.
  public struct Name: Hashable, Sendable {
    /// Whether `~` stands before it.
    public var isExcluded: Bool
    /// The name, or a `/regex/` with its slashes.
    public var text: ByteRange
    /// Whether it is a `/regex/`.
    public var isRegex: Bool
  }
}

extension Option {
  /// What the option's value says. `bytes` are those of the list.
  public func read(in bytes: Span<UInt8>) throws(SyntaxProblem) -> OptionValue {
    guard let value, !value.isEmpty else { return .none }
    return switch kind.valueForm {
    case .domains: .domains(try [DomainEntry](parsing: bytes, value, separator: ASCII.pipe))
    case .names: .names(Self.names(bytes, value), isCaseSensitive: false)
    case .namesWithCase: .names(Self.names(bytes, value), isCaseSensitive: true)
    case .header: Self.header(bytes, value)
    case .text: .text(value)
    }
  }

  /// The domains that the option lists; nil for options that list none. A list that is malformed is nil too: whoever needs
  /// to say so reads it, and the conversion does.
  package func domains(in bytes: Span<UInt8>) -> [DomainEntry]? {
    guard case .domains(let entries)? = try? read(in: bytes) else { return nil }
    return entries
  }

  private static func names(_ bytes: Span<UInt8>, _ range: ByteRange) -> [OptionValue.Name] {
    var names: [OptionValue.Name] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = DomainListParser.entryEnd(bytes, start, range.upperBound, ASCII.pipe)
      let text = bytes.trimmed(ByteRange(start, end))
      if !text.isEmpty {
        let isExcluded = bytes[text.lowerBound] == ASCII.tilde
        let name = ByteRange(text.lowerBound + (isExcluded ? 1 : 0), text.upperBound)
        let isRegex = !name.isEmpty && bytes[name.lowerBound] == ASCII.slash
        names.append(OptionValue.Name(isExcluded: isExcluded, text: name, isRegex: isRegex))
      }
      start = end + 1
    }
    return names
  }

  private static func header(_ bytes: Span<UInt8>, _ range: ByteRange) -> OptionValue {
    let end = bytes.firstIndex(of: ASCII.colon, in: range) ?? range.upperBound
    return .header(name: ByteRange(range.lowerBound, end), rest: ByteRange(end, range.upperBound))
  }
}

/// How the value of an option is written.
enum OptionValueForm {
  case domains
  case names
  case namesWithCase
  case header
  case text
}

extension OptionKind {
  /// How its value is written; those that have none would have text.
  var valueForm: OptionValueForm {
    switch self {
    case .domain, .to, .denyallow, .top: .domains
    case .method, .ipaddress, .ctag, .dnstype, .stealth, .removeheader: .names
    case .app, .sitekey, .client: .namesWithCase
    case .header, .requestheader: .header
    case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
      .ping, .other, .webrtc, .webbundle, .inlineScript, .inlineFont, .document, .popup, .popunder, .all,
      .thirdParty, .firstParty, .strictThirdParty, .strictFirstParty, .matchCase, .important, .badfilter,
      .cname, .network, .noop, .elemhide, .generichide, .specifichide, .urlblock, .genericblock, .content,
      .jsinject, .empty, .mp4:
      .text
    case .reason, .extension, .redirect, .redirectRule, .rewrite, .csp, .permissions, .cookie, .removeparam,
      .replace, .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .referrerpolicy, .dnsrewrite, .unknown:
      .text
    }
  }
}
