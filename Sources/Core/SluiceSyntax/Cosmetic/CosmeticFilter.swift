/// A filter that applies to elements of pages, or an exception to these filters.
public struct CosmeticFilter: Hashable, Sendable {
  /// The effect of a filter.
  @nonexhaustive public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// `##selector`: hides elements.
    case hiding
    /// `#?#selector`: hides elements with selectors that are not part of CSS.
    case extendedHiding = "extended-hiding"
    /// `#$#selector { style }`: applies a style to elements.
    case style
    /// `#$?#selector { style }`: applies a style, with selectors that are not part of CSS.
    case extendedStyle = "extended-style"
    /// `#$#snippet`: runs an Adblock Plus snippet.
    case snippet
    /// `##+js(...)`, `#%#//scriptlet(...)`: runs a scriptlet.
    case scriptlet
    /// `#%#script`: runs a script.
    case script
    /// `$$tag[...]`, `##^selector`: removes elements before the page is parsed.
    case html
    /// `##^responseheader(...)`: removes a header from the response of the page.
    case responseHeader = "response-header"
  }

  /// The effect of the filter.
  public var kind: Kind
  /// Whether the filter is an exception: its marker contains an `@`, and filters with the same body do not
  /// apply on its domains.
  public var isException: Bool
  /// The domains where the filter applies; empty means everywhere.
  public var domains: [DomainEntry]
  /// AdGuard's modifiers in `[$...]` before the domains.
  public var modifiers: [CosmeticModifier]
  /// The marker, such as `##`.
  public var marker: ByteRange
  /// The text after the marker; a selector for most kinds.
  public var body: ByteRange
}

/// A modifier of AdGuard before the domains of a cosmetic filter: `[$path=/news]`.
public struct CosmeticModifier: Hashable, Sendable {
  /// A kind of modifier in AdGuard.
  @nonexhaustive public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The domains of the filter, separated by `|`.
    case domain
    /// The path of the page: a pattern, or a `/regex/`.
    case path
    /// The URL of the page, as a pattern in the syntax of network filters.
    case url
    /// The applications in which the filter applies.
    case app
  }

  /// The kind of modifier.
  public var kind: Kind
  /// The value of the modifier as written. It is empty for a `path` without a value, which means the path `/`.
  public var value: ByteRange

  /// Returns the value without the escapes of modifiers.
  package func text(in bytes: Span<UInt8>) -> [UInt8] { bytes.unescapedModifier(value) }
}
