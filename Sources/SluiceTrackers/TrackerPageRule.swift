import SluiceRules

/// A rule for a page script that determines the action for certain requests. The first matching rule decides.
/// If no rule matches, nothing happens.
public struct TrackerPageRule: Hashable, Sendable {
  /// The hosts of the requests, including subdomains; empty for all hosts.
  package var hosts: [[UInt8]]
  /// The condition on the rest of the URL.
  package var address: Address
  package var action: Action
  package var pages: Pages

  /// A condition on the URL of a request.
  package enum Address: Hashable, Sendable {
    /// Matches all URLs.
    case any
    /// Matches URLs like the `url-filter` of a WebKit rule.
    case urlFilter(URLFilter, isCaseSensitive: Bool = false)
    /// Matches URLs without their port against a regex from the data, ignoring case.
    ///
    /// If `standingFor` is given, it replaces the host of the URL before matching, and the rule applies to
    /// one host without its subdomains.
    case regex([UInt8], standingFor: [UInt8]?)
  }

  package enum Action: Hashable, Sendable {
    /// Do nothing: the request passes, or WebKit rules have blocked it.
    case nothing
    /// Run this surrogate instead of the script.
    case surrogate(String)
    /// Do not send the request.
    case block
  }

  /// A set of top-level pages, defined by their hosts.
  package struct Pages: Hashable, Sendable {
    /// The hosts whose pages are in the set, including subdomains. The nearest host above a page, in this
    /// property or in ``excluded``, decides.
    package var included: [[UInt8]] = []
    /// The hosts whose pages are not in the set.
    package var excluded: [[UInt8]] = []
    /// The hosts whose own pages are in the set, regardless of the other properties.
    package var exact: [[UInt8]] = []
    /// Whether pages of all other hosts are in the set.
    package var holdsElsewhere: Bool
  }
}

extension TrackerPageRule.Pages {
  init(_ pages: PageSet) {
    (included, excluded, holdsElsewhere) = (pages.named.meant, pages.named.others, pages.holdsElsewhere)
  }
}
