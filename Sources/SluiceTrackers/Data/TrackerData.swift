import SluiceAnalysis
import SluiceRules
import SluiceText

/// The content of a `tds.json` file: tracking domains, their owners, and CNAME aliases.
public struct TrackerData: Hashable, Sendable {
  /// The trackers, in file order.
  public var trackers: [Tracker] = []
  /// The hosts that are CNAME aliases of trackers' hosts.
  package var cnames: [Cname] = []
  /// The entities with the domains they own. Each domain includes its subdomains.
  package var entities: [Entity] = []

  /// Whether the file states that it is from DuckDuckGo, whose blocklists are licensed under CC BY-NC-SA 4.0.
  package var isDuckDuckGos = false

  package init() {}

  /// A host that is an alias of another host.
  package struct Cname: Hashable, Sendable {
    /// The host in requests.
    package var host: [UInt8]
    /// The host that the alias resolves to.
    package var target: [UInt8]
    /// The byte range of the entry in the file; empty if unknown.
    package var span = 0..<0
    /// The location of ``span``, with line and columns, or `nil` if unknown.
    package var location: TextLocation?

    /// ``host`` as text.
    package var hostString: String { String(decoding: host, as: UTF8.self) }
  }

  /// An owner of domains.
  package struct Entity: Hashable, Sendable {
    /// The name that trackers refer to.
    package var name: String
    /// The domains of the owner.
    package var domains: [[UInt8]]
  }
}

/// A tracking domain, and the rules for requests to the domain and its subdomains.
public struct Tracker: Hashable, Sendable {
  /// The domain, in lowercase.
  package var domain: [UInt8]
  /// The action for requests that no rule decides.
  package var defaultAction: DefaultAction
  /// The name of the entity that owns the domain, or `nil` if the file names none. Requests from the owner's
  /// sites pass.
  public var owner: String?
  /// The categories, as named in the file, such as `Advertising` or `Analytics`.
  public var categories: [String] = []
  /// The rules. The first match decides.
  package var rules: [TrackerRule] = []
  /// The byte range of the domain in the file; empty if unknown.
  package var span = 0..<0
  /// The location of ``span``, with line and columns, or `nil` if unknown.
  package var location: TextLocation?

  /// The domain.
  public var domainString: String { String(decoding: domain, as: UTF8.self) }

  /// The action for requests that no rule decides.
  package enum DefaultAction: String, Hashable, Sendable {
    /// Block the request.
    case block
    /// Let the request pass.
    case ignore
  }
}

/// A rule for requests to a tracker whose URL matches a regex.
package struct TrackerRule: Hashable, Sendable {
  /// The index of the rule among the tracker's rules in the file, from 0.
  package var index = 0
  /// The byte range of the rule in the file; empty if unknown.
  package var span = 0..<0
  /// The location of ``span``, with line and columns, or `nil` if unknown.
  package var location: TextLocation?
  /// The regex. It can match anywhere in the URL, ignoring case.
  package var regex: [UInt8]
  /// The action for requests that match.
  package var action = Action.block
  /// The name of the script that replaces the requested one, or `nil` for none. Content blockers, which
  /// cannot replace scripts, block the request.
  package var surrogate: String?
  /// The scope of the rule, or `nil` if it applies everywhere.
  package var options: Scope?
  /// The scope in which matching requests pass, or `nil` if there are no exceptions.
  package var exceptions: Scope?

  /// The action for requests that match.
  package enum Action: Hashable, Sendable {
    /// Block the request, or answer it with a surrogate.
    case block
    /// Let the request pass.
    case ignore
    /// Block the request until the user clicks. The text is the name of the action, such as `block-ctl-fb` or
    /// `block-ctl-yt`.
    case clickToLoad(String)
  }

  /// A set of pages and request types. Both must match; a missing part matches everything.
  package struct Scope: Hashable, Sendable {
    /// The sites, including subdomains, or `nil` for all sites.
    package var domains: [[UInt8]]?
    /// The request types by their WebExtensions names, or `nil` for all types.
    package var types: [String]?
  }
}

/// A budget for the rules of Tracker Radar's data, in bytes of JSON.
///
/// Each request pattern repeats the condition on its pages. With n trackers of an owner with n domains, and with
/// n aliases of a tracker with n rules, a small file could take gigabytes. Parts of the data beyond the budget
/// have no rules and are reported. Real data needs a tenth of the budget.
struct TrackerBudget {
  private var budget: ExclusionBudget
  /// The bytes that the rules of the current part of the data may have without being counted.
  private(set) var free = 0

  init(size: Int, free: Int = freeBytes) { budget = ExclusionBudget(inputBytes: size, free: free) }

  static let freeBytes = 1 << 18

  /// Begins a part of the data. Its rules may have a multiple of its size without being counted.
  mutating func begin(size: Int) { free = 4 * size }

  /// Continues a part with the free bytes that were left of it.
  mutating func resume(free: Int) { self.free = free }

  mutating func spend(_ bytes: Int) -> Bool {
    let own = min(free, bytes)
    free -= own
    return own == bytes || budget.spend(bytes - own)
  }

  mutating func spend(steps: Int) -> Bool { budget.spend(steps: steps) }

  /// The size of a rule without its pattern and condition.
  static let ruleSize = 120
}

// The approximate sizes of the parts of the data in its file.

extension TrackerData {
  var size: Int {
    trackers.reduce(0) { $0 + $1.size }
      + entities.reduce(0) { $0 + $1.name.utf8.count + $1.domains.size }
      + cnames.reduce(0) { $0 + $1.size }
  }
}

extension Tracker {
  var size: Int { rules.reduce(64 + domain.count) { $0 + $1.size } }
}

extension TrackerRule {
  var size: Int { 48 + regex.count + (options?.size ?? 0) + (exceptions?.size ?? 0) }
}

extension TrackerRule.Scope {
  var size: Int { (domains?.size ?? 0) + 12 * (types?.count ?? 0) }
}

extension TrackerData.Cname {
  var size: Int { 8 + host.count + target.count }
}

extension [[UInt8]] {
  /// The size of names with their quotes and commas.
  var size: Int { reduce(0) { $0 + $1.count + 3 } }
}
