import FilterSyntax

/// A filter, or one action of a filter with several, that needs a script in the page or a proxy.
public struct DeferredFilter: Hashable, Sendable {
  /// What it does.
  public var action: DeferredAction
  /// Whether it switches off filters with the same action instead.
  public var isException: Bool
  /// The pages on which it acts.
  public var domains: Domains
  /// AdGuard's modifiers before a cosmetic filter, all of which must hold.
  public var modifiers: [Modifier] = []
  /// The requests on which it acts; nil for cosmetic filters.
  public var request: Request?
  /// Index of the list among the inputs.
  public var source: Int
  /// Where it is in its list: all of the filter.
  public var location: TextLocation
  /// Number of the line in its list, from 1.
  public var line: Int { location.line }

  /// Pages by their hosts, each with all hosts below it.
  ///
  /// A host is in lower case and punycode where it can be, `name.*` is the name under any public suffix, `*`
  /// any host, `/regex/` a regex of hosts, and `>>` behind one of these is what is embedded in such pages.
  public struct Domains: Hashable, Sendable {
    /// Where the filter acts; empty for everywhere.
    public var included: [String] = []
    /// Where it does not, though they are included.
    public var excluded: [String] = []
  }

  /// A modifier such as `path=/news`.
  public struct Modifier: Hashable, Sendable {
    /// Which modifier.
    public var kind: CosmeticModifier.Kind
    /// Its value as written; empty for a `path` without one, which is the path `/`.
    public var value: String
  }

  /// Which requests, as the filter says it.
  public struct Request: Hashable, Sendable {
    /// The pattern as written, with its anchors or as `/regex/`; `*` when there is none.
    public var pattern: String
    /// Types of requests; empty for any.
    public var types: [OptionKind] = []
    /// Types behind a `~`.
    public var excludedTypes: [OptionKind] = []
    /// `third-party`, `first-party`, `strict3p` or `strict1p`, negated ones as their opposite; empty for any.
    public var parties: [OptionKind] = []
    /// Whether the pattern heeds upper and lower case.
    public var isCaseSensitive = false
    /// Whether exceptions do not hold for it.
    public var isImportant = false
    /// All other options as written, such as `to=ads.example` or `method=post`.
    public var otherOptions: [String] = []
  }
}
