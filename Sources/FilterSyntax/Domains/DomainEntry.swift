/// One entry of a list of domains: `a.com`, `~a.com`, `a.*`, `*`, `/regex/`, `a.com>>`.
public struct DomainEntry: Hashable, Sendable {
  /// What an entry can name.
  public enum Kind: Hashable, Sendable {
    /// A host and all hosts below it.
    case host
    /// `name.*`: the name under any public suffix.
    case entity
    /// `*`: any host.
    case any
    /// `/regex/` of hosts.
    case regex
  }

  /// What the entry names.
  public var kind: Kind
  /// Whether `~` stands before it: these are excluded.
  public var isExcluded: Bool
  /// The host as written; for an entity without the `.*`, for a regex without the slashes.
  public var name: ByteRange
  /// Whether `>>` stands behind it: uBlock Origin's sign for everything that is embedded in such a page,
  /// whatever its own host.
  public var includesEmbedded = false
}
