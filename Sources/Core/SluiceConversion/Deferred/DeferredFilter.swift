import SluiceSyntax

/// A filter, or one of several actions of a filter, that needs a page script or a proxy.
public struct DeferredFilter: Hashable, Sendable {
  /// The action of the filter.
  public var action: DeferredAction
  /// Whether the filter is an exception to filters with the same action.
  public var isException: Bool
  /// The pages that the filter applies to.
  public var domains: Domains
  /// The AdGuard modifiers of a cosmetic filter. All of them must match.
  public var modifiers: [Modifier] = []
  /// The requests that the filter applies to, or `nil` for cosmetic filters.
  public var request: Request?
  /// The index of the list among the inputs.
  public var source: Int
  /// The location of the whole filter in its list.
  public var location: TextLocation
  /// The line number in the list, from 1.
  public var line: Int { location.line }

  /// A set of pages, given by hosts including their subdomains.
  ///
  /// An entry has one of these forms:
  ///
  /// - A host, in lowercase and punycode where possible.
  /// - `name.*`, for the name under any public suffix.
  /// - `*`, for any host.
  /// - `/regex/`, which is matched against the host.
  ///
  /// The suffix `>>` extends an entry to the documents embedded in these pages.
  public struct Domains: Hashable, Sendable {
    /// The hosts that the filter applies to; empty for all hosts.
    public var included: [String] = []
    /// The hosts that are excluded from ``included``.
    public var excluded: [String] = []
  }

  /// A modifier such as `path=/news`.
  public struct Modifier: Hashable, Sendable {
    /// The kind of modifier.
    public var kind: CosmeticModifier.Kind
    /// The value as written. The empty value of `path` means the path `/`.
    public var value: String
  }

  /// A set of requests, as specified by a network filter.
  public struct Request: Hashable, Sendable {
    /// The pattern as written, including anchors or the slashes of a `/regex/`; `*` if the filter has none.
    public var pattern: String
    /// The request types; empty for all types.
    public var types: [OptionKind] = []
    /// The request types that are excluded with `~`.
    public var excludedTypes: [OptionKind] = []
    /// The parties: `third-party`, `first-party`, `strict3p` or `strict1p`. A negated option is replaced with
    /// its opposite. Empty for all parties.
    public var parties: [OptionKind] = []
    /// Whether the pattern is case-sensitive.
    public var isCaseSensitive = false
    /// Whether exceptions do not apply to the filter.
    public var isImportant = false
    /// All other options as written, such as `to=ads.example` or `method=post`.
    public var otherOptions: [String] = []
  }
}
