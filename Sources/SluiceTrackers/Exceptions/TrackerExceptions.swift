import SluiceAnalysis
import SluiceText

/// The settings of a privacy configuration and of the user that complement the trackers' own rules: allowed
/// requests, additional blocked requests, click to load, and hidden elements.
public struct TrackerExceptions: Hashable, Sendable {
  /// The temporarily unprotected sites, including subdomains.
  package var temporary: [[UInt8]] = []
  /// The sites on which nothing is blocked, including subdomains.
  package var contentBlocking: [[UInt8]] = []
  /// Whether content blocking is off on all sites.
  package var isContentBlockingOff = false
  /// The sites that the user has unprotected: exactly these hosts, with and without `www.`.
  public var userSites: [[UInt8]] = []
  /// The requests that are allowed on some or all sites.
  package var allowlist: [AllowlistEntry] = []
  /// The requests that are blocked on some or all sites, whether they go to a tracker or not. The exceptions
  /// above take precedence.
  package var requestBlocklist: [RequestRule] = []
  /// The content that is blocked until the user clicks, if the options enable click to load.
  ///
  /// Without this setting, all content that the trackers' rules mark for click to load is blocked.
  package var clickToLoad: ClickToLoad?
  /// The elements that are hidden or changed; nil without this feature.
  package var elementHiding: ElementHiding?

  /// Creates an empty set of exceptions.
  public init() {}

  /// The hosts of ``userSites``, each with and without `www.`.
  var userHosts: [[UInt8]] {
    let www = Array("www.".utf8)
    return userSites.flatMap { site in
      let bare = site.starts(with: www) ? Array(site.dropFirst(4)) : site
      return [bare, www + bare]
    }
  }

  /// Whether there are no exceptions and no other settings.
  public var isEmpty: Bool { self == TrackerExceptions() }

  /// The approximate size of the allowlist and the blocklist in their files.
  var size: Int {
    // The sites on which a list is off are the same for all its rules.
    let off = allowlist.first?.rules.first?.excludedDomains.size ?? 0
    let offInBlocklist = requestBlocklist.first?.excludedDomains.size ?? 0
    return allowlist.reduce(off) { $1.rules.reduce($0) { $0 + $1.size } }
      + requestBlocklist.reduce(offInBlocklist) { $0 + $1.size }
  }

  /// Appends other exceptions.
  public mutating func append(_ other: TrackerExceptions) {
    temporary += other.temporary
    contentBlocking += other.contentBlocking
    isContentBlockingOff = isContentBlockingOff || other.isContentBlockingOff
    userSites += other.userSites
    var indices: [HostKey: Int] = [:]
    for (index, entry) in allowlist.enumerated().reversed() { indices[HostKey(entry.tracker)] = index }
    for entry in other.allowlist {
      if let index = indices[HostKey(entry.tracker)] {
        allowlist[index].rules += entry.rules
      } else {
        indices[HostKey(entry.tracker)] = allowlist.count
        allowlist.append(entry)
      }
    }
    requestBlocklist += other.requestBlocklist
    if let others = other.clickToLoad {
      clickToLoad = clickToLoad.map { $0.appending(others) } ?? others
    }
    if let others = other.elementHiding {
      if elementHiding == nil { elementHiding = others } else { elementHiding?.append(others) }
    }
  }

  /// The allowlist of a tracker.
  package struct AllowlistEntry: Hashable, Sendable {
    /// The domain of the tracker.
    package var tracker: [UInt8]
    /// The rules. The first match decides.
    package var rules: [RequestRule]
  }

  /// A rule of the allowlist or the request blocklist, for requests on some sites. The blocklist includes requests to
  /// the page's own site.
  package struct RequestRule: Hashable, Sendable {
    /// The host, including subdomains.
    package var host: [UInt8]
    /// Whether the rule applies only to subdomains of the host.
    package var isBelowHost = false
    /// The start of the path, from its slash on; empty for all paths.
    ///
    /// In the allowlist, `.*` matches any text, and the query is ignored. In the blocklist, `*` matches any text, the
    /// path can begin with the colon of a port and include the query, and matching is case-sensitive.
    package var path: [UInt8]
    /// The sites, including subdomains, or `nil` for all sites (`<all>`).
    package var domains: [[UInt8]]?
    /// The sites on which the whole list is off, including subdomains.
    package var excludedDomains: [[UInt8]] = []
    /// The place of the rule, or `nil` if unknown.
    package var place: TrackerDataPlace?

    /// The size without the sites on which the whole list is off, which are in the file once.
    var size: Int { 48 + host.count + path.count + (domains?.size ?? 0) }
  }

  /// The trackers' rules that block until the user clicks, and the sites they apply to.
  package struct ClickToLoad: Hashable, Sendable {
    /// The entities that own the content. Each has the actions of the rules that block its content. The
    /// actions do not apply on the entity's own pages.
    package var entities: [Entity] = []
    /// The sites on which click to load is off, including subdomains.
    package var exceptions: [[UInt8]] = []
    /// The place of the setting, or `nil` if unknown.
    package var place: TrackerDataPlace?

    /// Returns whether rules with this action block on any page.
    package func blocks(_ action: String) -> Bool {
      entities.contains { $0.isEnabled && $0.ruleActions.contains(action) }
    }

    /// The actions that block on any page.
    var enabledActions: Set<String> { Set(entities.lazy.filter(\.isEnabled).flatMap(\.ruleActions)) }

    fileprivate func appending(_ other: ClickToLoad) -> ClickToLoad {
      ClickToLoad(
        entities: entities + other.entities, exceptions: exceptions + other.exceptions,
        place: place ?? other.place)
    }

    /// The owner of content.
    package struct Entity: Hashable, Sendable {
      /// The name of the owner in the entities of the `tds.json` file.
      package var name: String
      /// Whether click to load is on for the content.
      package var isEnabled = true
      /// The actions of the rules that block the content, such as `block-ctl-fb`.
      package var ruleActions: [String]
    }
  }
}
