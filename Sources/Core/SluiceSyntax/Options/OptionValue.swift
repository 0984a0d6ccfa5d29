/// The parsed value of an option.
@nonexhaustive public enum OptionValue: Hashable, Sendable {
  /// No value: there is no `=`, or nothing after it.
  case none
  /// Domains of pages or requests, in any order.
  case domains([DomainEntry])
  /// Names other than domains, in any order: methods, applications, keys.
  case names([Name], isCaseSensitive: Bool)
  /// A header: its name, which is case-insensitive, and the text after the name.
  case header(name: ByteRange, rest: ByteRange)
  /// Text in a syntax that is specific to the option.
  case text(ByteRange)

  /// A name in a list of names, such as `get` in `method=get|post`.
  public struct Name: Hashable, Sendable {
    /// Whether a `~` precedes the name.
    public var isExcluded: Bool
    /// The name, or a `/regex/` including its slashes.
    public var text: ByteRange
    /// Whether the name is a `/regex/`.
    public var isRegex: Bool
  }
}

extension Option {
  /// Parses the value of the option. `bytes` are the bytes of the list.
  public func read(in bytes: Span<UInt8>) throws(SyntaxProblem) -> OptionValue {
    guard let value, !value.isEmpty else { return .none }
    return switch kind.row.form {
    case .domains: .domains(try [DomainEntry](parsing: bytes, value, separator: ASCII.pipe))
    case .names: .names(Self.names(bytes, value), isCaseSensitive: false)
    case .namesWithCase: .names(Self.names(bytes, value), isCaseSensitive: true)
    case .header: Self.header(bytes, value)
    case .text: .text(value)
    }
  }

  /// Returns the domains in the value of the option; nil if the value has no domains or is malformed. To
  /// report a malformed value, use ``read(in:)``, as the conversion does.
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
