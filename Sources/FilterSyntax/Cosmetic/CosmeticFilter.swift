/// A filter on the elements of pages, or an exception to such filters.
public struct CosmeticFilter: Hashable, Sendable {
  /// What the filter does.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// `##selector`: hides elements.
    case hiding
    /// `#?#selector`: hides elements by selectors that CSS does not have.
    case extendedHiding = "extended-hiding"
    /// `#$#selector { style }`: gives elements a style.
    case style
    /// `#$?#selector { style }`: the same by selectors that CSS does not have.
    case extendedStyle = "extended-style"
    /// `#$#snippet`: runs one of Adblock Plus's snippets.
    case snippet
    /// `##+js(...)`, `#%#//scriptlet(...)`: runs a scriptlet.
    case scriptlet
    /// `#%#script`: runs a script.
    case script
    /// `$$tag[...]`, `##^selector`: removes elements before the page is parsed.
    case html
    /// `##^responseheader(...)`: removes a header of the page's response.
    case responseHeader = "response-header"
  }

  /// What the filter does.
  public var kind: Kind
  /// Whether the marker has an `@`: filters with the same body do not act on these domains.
  public var isException: Bool
  /// Where the filter acts; empty for everywhere.
  public var domains: [DomainEntry]
  /// AdGuard's `[$...]` before the domains.
  public var modifiers: [CosmeticModifier]
  /// The marker: `##` and the like.
  public var marker: ByteRange
  /// What follows the marker: a selector, for most kinds.
  public var body: ByteRange
}

/// A modifier of AdGuard's before the domains of a cosmetic filter: `[$path=/news]`.
public struct CosmeticModifier: Hashable, Sendable {
  /// The modifiers of AdGuard.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The domains of the filter, with `|` between them.
    case domain
    /// The path of the page: a pattern, or a `/regex/`.
    case path
    /// The URL of the page as a pattern of network filters.
    case url
    /// Only in these applications.
    case app
  }

  /// Which modifier.
  public var kind: Kind
  /// The modifier's value; empty for a `path` without one, which is the path `/`.
  public var value: ByteRange
}
