/// An entry of a domain list: `a.com`, `~a.com`, `a.*`, `*`, `/regex/`, `a.com>>`, `a.com/path`.
public struct DomainEntry: Hashable, Sendable {
  /// The form of an entry.
  @frozen public enum Kind: Hashable, Sendable {
    /// A host and all its subdomains.
    case host
    /// `name.*`: the name with any public suffix.
    case entity
    /// `*`: any host.
    case any
    /// `/regex/`: all hosts that match a regex.
    case regex
    /// `a.com/path`, in cosmetic filters: pages of a host, an entity or any host, with a path.
    case pages
  }

  /// The form of the entry.
  public var kind: Kind
  /// Whether a `~` precedes the entry: the filter does not apply there.
  public var isExcluded: Bool
  /// The host as written, without the `.*` of an entity or the slashes of a regex. It includes the path of
  /// ``Kind/pages``.
  public var name: ByteRange
  /// Whether `>>` follows the entry. In uBlock Origin, the entry then also applies to everything embedded in
  /// pages of the host, regardless of the host that it comes from.
  public var includesEmbedded = false
  /// Whether the entry is a regex in AdGuard's modifiers, which have escapes of their own.
  var isEscaped = false

  /// Returns the regex of an entry of the kind `regex`.
  package func regex(in bytes: Span<UInt8>) -> [UInt8] {
    isEscaped ? bytes.unescapedModifier(name) : bytes.array(name)
  }
}

extension DomainEntry {
  /// Returns the entry of the host, and the path with its `/`, if the entry has a path.
  package func parts(in bytes: Span<UInt8>) -> (site: DomainEntry, path: ByteRange)? {
    DomainListParser.parts(bytes, self)
  }
}
