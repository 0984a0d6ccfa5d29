import SluiceConversion
import SluiceSyntax
import SluiceText

/// The enabled rules for a list and their severities.
public struct LintSettings: Hashable, Sendable {
  /// The enabled rules, with their severities.
  public private(set) var severities: [LintRule: LintSeverity]
  /// The filters that are not allowed.
  package var policy = LintPolicy()

  /// Creates settings with the default rules.
  public init() { self.init(select: [.default], ignore: [], severities: [:]) }

  /// Creates settings with the rules that are selected and not ignored.
  ///
  /// - Parameters:
  ///   - select: The rules to enable.
  ///   - ignore: The rules to disable among these.
  ///   - severities: Severities that override those of the rules.
  public init(select: [LintSelector], ignore: [LintSelector], severities: [LintRule: LintSeverity]) {
    self.severities = [:]
    for rule in LintRule.allCases
    where select.contains(where: { $0.means(rule) }) && !ignore.contains(where: { $0.means(rule) }) {
      self.severities[rule] = severities[rule] ?? rule.severity
    }
  }

  /// The same settings, without rules that need more than one line.
  var ofSingleLines: LintSettings {
    var settings = self
    settings.severities = severities.filter { $0.key.isAboutOneLine }
    return settings
  }

  /// The same settings, without rules whose findings are never fixed, to save time.
  package var ofFixableRules: LintSettings {
    var settings = self
    settings.severities = severities.filter { $0.key.isFixable }
    return settings
  }

  /// Returns whether a rule is enabled.
  public func isOn(_ rule: LintRule) -> Bool { severities[rule] != nil }

  func isOn(_ rule: LintRule.Own) -> Bool { isOn(.own(rule)) }
}

/// A name for `--select` and `--ignore`: a rule or a group of rules.
@nonexhaustive public enum LintSelector: Hashable, Sendable {
  /// All rules.
  case all
  /// The rules that are enabled by default.
  case `default`
  /// The rules of a group.
  case group(LintGroup)
  /// A single rule.
  case rule(LintRule)

  /// Creates a selector from its name; returns nil if the name is unknown.
  public init?(_ name: String) {
    if name == "all" {
      self = .all
    } else if name == "default" {
      self = .default
    } else if let group = LintGroup(rawValue: name) {
      self = .group(group)
    } else if let rule = LintRule(id: name) {
      self = .rule(rule)
    } else {
      return nil
    }
  }

  /// All valid names.
  public static let names =
    ["all", "default"] + LintGroup.allCases.map(\.rawValue) + LintRule.allCases.map(\.id)

  func means(_ rule: LintRule) -> Bool {
    switch self {
    case .all: true
    case .default: rule.isOnByDefault
    case .group(let group): rule.group == group
    case .rule(let own): rule == own
    }
  }
}

/// The filters that the configuration does not allow in a list.
package struct LintPolicy: Hashable, Sendable {
  /// The kinds of filters that the list may contain; nil for all kinds.
  package var kinds: Set<FilterKind>?
  /// The filters that no list may contain, in any spelling.
  var filters: Set<LineIdentity> = []
  /// The hosts that no filter may name. This includes their subdomains.
  var hosts: Set<HostKey> = []

  /// Creates a policy that allows everything.
  package init() {}

  /// Adds a filter that is not allowed. Returns whether the text is a filter.
  mutating func ban(filter text: String) -> Bool {
    let list = FilterList(parsing: text)
    guard list.lines.count == 1, let line = list.lines.first,
      let identity = LineIdentity(line, in: list.bytes.span)
    else { return false }
    filters.insert(identity)
    return true
  }

  /// Adds a host that is not allowed. Returns whether the text is the name of a host.
  mutating func ban(domain text: String) -> Bool {
    guard let host = HostNames.ascii(Array(text.utf8)), !host.isEmpty else { return false }
    hosts.insert(HostKey(host))
    return true
  }
}

/// A kind of filter, to limit the filters of a file. The raw value is the name in the configuration.
package enum FilterKind: String, CaseIterable, Hashable, Sendable {
  /// Blocks a host: `||ads.example^`, or a line of a hosts file.
  case hostBlock = "host-block"
  /// Blocks requests by another pattern.
  case generalBlock = "general-block"
  /// Blocks requests of the pages that it names.
  case specificBlock = "specific-block"
  /// Blocks popups.
  case popup
  /// Does something else to requests or responses, such as `removeparam`.
  case modification
  /// An exception for requests or pages.
  case exception
  /// Hides elements on all sites.
  case generalHide = "general-hide"
  /// Hides elements on the sites that it names.
  case specificHide = "specific-hide"
  /// An exception for a filter on elements.
  case hideException = "hide-exception"
  /// Applies a style.
  case style
  /// Runs a scriptlet, a script or a snippet.
  case script
  /// Changes the HTML or the headers of a page.
  case html

  static let names = allCases.map(\.rawValue) + groups.map(\.name)

  private static let groups: [(name: String, kinds: [FilterKind])] = [
    ("block", [.hostBlock, .generalBlock, .specificBlock]), ("hide", [.generalHide, .specificHide]),
  ]

  /// Returns the kinds with a name, which can be that of a group; nil if the name is unknown.
  static func named(_ name: String) -> [FilterKind]? {
    FilterKind(rawValue: name).map { [$0] } ?? groups.first { $0.name == name }?.kinds
  }

  init?(_ line: LintedLine) {
    switch line.content {
    case .network(let filter): self.init(filter, line: line)
    case .cosmetic(let filter): self.init(filter)
    case .hosts(let hosts): self = hosts.isBlock ? .hostBlock : .exception
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation, .rejected: return nil
    }
  }

  private init(_ filter: NetworkFilter, line: LintedLine) {
    let bytes = line.bytes.span
    let roles = filter.options.map(\.kind.row.role)
    let namesPages = filter.options.contains { option in
      (option.kind == .domain || option.kind == .top)
        && option.domains(in: bytes)?.contains { !$0.isExcluded && $0.kind != .any } ?? false
    }
    if filter.isException {
      self = .exception
    } else if roles.contains(.effect) {
      self = .modification
    } else if filter.options.contains(where: { $0.kind == .popup && !$0.isNegated }) {
      self = .popup
    } else if namesPages {
      self = .specificBlock
    } else {
      self = line.hostName != nil || filter.hostAndBelow(in: bytes) != nil ? .hostBlock : .generalBlock
    }
  }

  private init(_ filter: CosmeticFilter) {
    switch filter.kind {
    case _ where filter.isException: self = .hideException
    case .hiding, .extendedHiding:
      let namesSites = filter.domains.contains { !$0.isExcluded && $0.kind != .any }
      self = namesSites ? .specificHide : .generalHide
    case .style, .extendedStyle: self = .style
    case .snippet, .scriptlet, .script: self = .script
    case .html, .responseHeader: self = .html
    }
  }
}
