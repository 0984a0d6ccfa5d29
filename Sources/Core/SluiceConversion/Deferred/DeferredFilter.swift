import SluiceSyntax

/// A filter, or one of several actions of a filter, that needs a page script or a proxy.
public struct AdvancedFilter: Hashable, Sendable {
  /// The action of the filter.
  public var action: AdvancedAction
  /// Whether the filter is an exception to filters with the same action.
  public var isException: Bool
  /// The pages that the filter applies to.
  public var domains: Domains
  /// The AdGuard modifiers of a cosmetic filter. All of them must match.
  public var modifiers: [Modifier] = []
  /// The requests that the filter applies to, or `nil` for cosmetic filters.
  public var request: Request?
  /// The list and the line of the filter.
  public var place: FilterPlace
  /// The location of the whole filter in its list.
  public var location: TextLocation
  /// The line number in the list, from 1.
  public var line: Int { location.line }

  /// A set of pages, given by their hosts.
  public struct Domains: Hashable, Sendable {
    /// The hosts that the filter applies to; empty for all hosts.
    public var included: [Domain] = []
    /// The hosts that are excluded from ``included``.
    public var excluded: [Domain] = []
  }

  /// Hosts with their subdomains.
  public struct Domain: Hashable, Sendable {
    /// The name of a domain.
    @frozen public enum Name: Hashable, Sendable {
      /// All hosts.
      case any
      /// A host, in lowercase and punycode where possible.
      case host(String)
      /// A name under any public suffix.
      case entity(String)
      /// A regex that is matched against the host.
      case regex(String)
    }

    /// The name.
    public var name: Name
    /// Whether the domain extends to the documents embedded in its pages.
    public var includesEmbedded: Bool

    /// Creates a domain with this name.
    public init(_ name: Name, includesEmbedded: Bool = false) {
      (self.name, self.includesEmbedded) = (name, includesEmbedded)
    }
  }

  /// A modifier such as `path=/news`.
  public struct Modifier: Hashable, Sendable {
    /// The kind of modifier.
    public var kind: CosmeticModifier.Kind
    /// The value without escapes. The empty value of `path` means the path `/`.
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

extension AdvancedFilter.Domain: CustomStringConvertible {
  /// The domain as a filter names it: `news.example`, `news.*`, `*` or `/regex/`, followed by `>>` if it extends
  /// to embedded documents.
  public var description: String {
    let text =
      switch name {
      case .any: "*"
      case .host(let host): host
      case .entity(let name): "\(name).*"
      case .regex(let regex): "/\(regex)/"
      }
    return includesEmbedded ? "\(text)>>" : text
  }
}
