import ContentBlocker

/// What is to be done in a page about requests of some addresses. Of several rules the first that matches decides; where none
/// does, nothing is done.
public struct TrackerPageRule: Hashable, Sendable {
  /// The hosts of the requests, each with all below it; empty for any.
  public var hosts: [[UInt8]]
  /// What else an address must be.
  public var address: Address
  /// What is done.
  public var deed: Deed
  /// The pages on which it holds.
  public var pages: Pages

  /// What an address must be.
  public enum Address: Hashable, Sendable {
    /// Any.
    case any
    /// It matches WebKit's rule.
    case urlFilter(URLFilter, isCaseSensitive: Bool = false)
    /// The regex of the data is found in it, whose case does not count; the address has no port then, and this host in the
    /// place of its own if one is given: the rule is about one host then, and about none below it.
    case regex([UInt8], standingFor: [UInt8]?)
  }

  /// What is done.
  public enum Deed: Hashable, Sendable {
    /// Nothing: the request is let through, or rules have blocked it.
    case nothing
    /// This surrogate runs in the place of the script.
    case surrogate(String)
    /// The request is not made.
    case block
  }

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

extension TrackerPageRule.Pages {
  init(_ pages: PageSet) {
    (included, excluded, holdsElsewhere) = (pages.named.meant, pages.named.others, pages.holdsElsewhere)
  }
}

/// Requests that a page makes by itself, of which a script in it can keep those that no rule can.
public enum PageRequest: String, Hashable, Sendable, CaseIterable {
  /// `fetch` and `XMLHttpRequest`.
  case xmlhttprequest
  /// `navigator.sendBeacon`, which WebKit has under `other` while the data calls it `beacon` or `ping`.
  case beacon

  /// The names of the data's types that mean it.
  var typeNames: Set<String> {
    switch self {
    case .xmlhttprequest: ["xmlhttprequest"]
    case .beacon: ["beacon", "ping"]
    }
  }
}
