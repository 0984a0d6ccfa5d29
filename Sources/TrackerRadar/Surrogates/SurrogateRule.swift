import ContentBlocker

/// What is to be done in a page about scripts of some addresses. Of several rules the first that matches decides; where none
/// does, nothing is done.
public struct SurrogateRule: Hashable, Sendable {
  /// The hosts of the scripts, each with all below it; empty for any.
  public var hosts: [[UInt8]]
  /// The url-filter of WebKit's rule, whose case does not count; nil for any address of the hosts.
  public var urlFilter: URLFilter?
  /// The name of the surrogate that runs; nil where none does, because the request is let through, or only blocked.
  public var surrogate: String?
  /// The pages on which it holds.
  public var pages: Pages

  /// Pages in a window, by their hosts.
  public struct Pages: Hashable, Sendable {
    /// Hosts on whose pages, and those of hosts below them, it holds. Of all hosts in here and in ``excluded`` the nearest
    /// above a page decides.
    public var included: [[UInt8]] = []
    /// Hosts on whose pages it does not.
    public var excluded: [[UInt8]] = []
    /// Hosts on whose own pages it holds, whatever the others say.
    public var exact: [[UInt8]] = []
    /// Whether it holds on pages of all other hosts.
    public var holdsElsewhere: Bool
  }
}

extension SurrogateRule.Pages {
  init(_ pages: PageSet) {
    (included, excluded, holdsElsewhere) = (pages.named.meant, pages.named.others, pages.holdsElsewhere)
  }
}
