import SluiceAnalysis
import SluiceRules
import SluiceText

// Rules of web extensions (declarativeNetRequest). `RulesetReader` reads them with WebKit's checks, and
// `RulesetTranslation` makes the rule list that WebKit compiles of them; `Ruleset` uses both to check and to evaluate
// rulesets. `WebExtensionRule` is a rule to write: SluiceConversion makes these of filters.

/// A declarativeNetRequest ruleset of a web extension, as WebKit reads it.
package struct Ruleset: Sendable {
  let rules: [DeclarativeRule]
  /// The ids of the rules, including those that WebKit leaves out.
  private let ids: [Int: Int]
  let collector: FindingCollector
  /// The number of rules in the JSON, including those that WebKit leaves out.
  package let ruleCount: Int

  /// Reads the JSON of a ruleset.
  package init(decodingJSON json: some InputBytes & ~Escapable, limit: Int = 10_000) {
    self = json.withInputBytes { Ruleset($0, limit: limit) }
  }

  private init(_ json: Span<UInt8>, limit: Int) {
    var reader = RulesetReader(limit: limit)
    reader.read(json)
    (rules, ids) = (reader.rules, reader.ids)
    (collector, ruleCount) = (reader.collector, reader.ruleCount)
  }

  /// Returns whether a text looks like a ruleset: an array whose first element is an object with a `condition`.
  package static func isRuleset(_ text: some InputBytes & ~Escapable) -> Bool {
    text.withInputBytes { json in
      var outermost = JSONCursor()
      guard let list = outermost.nextValue(json), list.kind == .array else { return false }
      var cursor = JSONCursor(in: list)
      guard let first = cursor.nextValue(json), first.kind == .object else { return false }
      let members = JSONMembers(of: first, ["trigger", "condition", "id"], in: json)
      return members.keys[0] == nil && (members.keys[1] != nil || members.keys[2] != nil)
    }
  }

  /// The rule list that WebKit makes of the rulesets of an extension; rules that it rejects match no request.
  package static func translation(of rulesets: [Ruleset]) -> TranslatedRulesets {
    let rules = rulesets.enumerated().flatMap { number, ruleset in ruleset.rules.map { (number, $0) } }
    let translation = RulesetTranslation(rules.map { $0.1 })
    var reader = RuleListReader(
      keepsRules: true, isForExtensions: true, stopsAtFailure: false, limit: rules.count)
    // WebKit compiles nothing if the rulesets have no rules.
    if !rules.isEmpty { reader.read(translation.json.span) }
    return TranslatedRulesets(
      list: RuleList(reader.rules),
      origins: translation.origins.map {
        TranslatedRulesets.Origin(ruleset: rules[$0].0, rule: rules[$0].1.index, id: rules[$0].1.id)
      }, json: translation.json, findings: reader.collector.found)
  }
}

/// The rule list that WebKit makes of the rulesets of an extension.
package struct TranslatedRulesets: Sendable {
  /// The list.
  package let list: RuleList
  /// The origin of each rule of the list.
  package let origins: [Origin]
  /// The JSON that WebKit compiles.
  package let json: [UInt8]
  /// The findings of the compiler in the list.
  let findings: [FindingCollector.Found]

  /// The rule of a ruleset that a rule of the list is made of.
  package struct Origin: Hashable, Sendable {
    /// The index of the ruleset.
    package let ruleset: Int
    /// The index of the rule in the ruleset.
    package let rule: Int
    /// The id of the rule.
    package let id: Int
  }

  /// The findings about the rules of a ruleset that make WebKit reject all rules, or that never apply.
  func findings(about ruleset: Int) -> [(rule: Int, reason: RuleListFinding.Reason)] {
    var found: [(rule: Int, reason: RuleListFinding.Reason)] = []
    for finding in findings {
      guard let index = finding.ruleIndex, origins.indices.contains(index), origins[index].ruleset == ruleset
      else { continue }
      switch finding.reason {
      case .domainIsNotHost, .domainIsPattern: break
      case _ where finding.reason.severity == .error: found.append((origins[index].rule, .ruleset(.allRules)))
      case _: continue
      }
      found.append((origins[index].rule, finding.reason))
    }
    return found
  }
}

extension Ruleset {
  /// The number of dynamic rules above which an update fails, because it counts the old rules too.
  private static let replaceableRules = 15_000

  /// Returns the findings about a ruleset.
  ///
  /// - Parameters:
  ///   - json: The JSON of the ruleset.
  ///   - translation: The list of the whole extension.
  ///   - number: The index of the ruleset in the extension.
  ///   - isStatic: Whether the manifest of an extension names the ruleset, so that it is not an update of dynamic rules.
  package func check(
    _ json: some InputBytes & ~Escapable, in translation: TranslatedRulesets, number: Int = 0,
    isStatic: Bool = false
  ) -> RuleListCheck {
    var collector = collector
    let places = Dictionary(rules.map { ($0.index, $0.place) }) { first, _ in first }
    for (rule, reason) in translation.findings(about: number) {
      collector.add(reason, rule: rule, at: places[rule] ?? 0..<0)
    }
    if translation.list.rules.count > RuleList.maximumRules
      || translation.origins.count > RuleList.maximumRules,
      number == 0
    {
      collector.add(.ruleset(.tooManyRules), rule: nil, at: 0..<0)
    }
    if !isStatic, ruleCount > Self.replaceableRules {
      collector.add(.ruleset(.dynamicLimit), rule: nil, at: 0..<0)
    }
    let file = json.inputName
    var check = json.withInputBytes { RuleListCheck(collector, ruleCount: ruleCount, in: $0, file: file) }
    check.ruleIDs = ids
    return check
  }
}

/// The part of a web extension's manifest that is about declarativeNetRequest.
package struct ExtensionManifest: Sendable {
  /// The static rulesets, up to the maximum. Those with the same file are one.
  package private(set) var rulesets: [Resource] = []
  /// Whether the extension has the right to redirect requests and to change headers.
  package private(set) var hasHostAccess = false
  private var collector = FindingCollector(limit: 10_000)
  private var place = 0..<0

  /// A static ruleset.
  package struct Resource: Hashable, Sendable {
    /// The path of the file, relative to the folder of the manifest.
    package var path: String
    /// Whether one of the rulesets with this file is enabled when the extension is installed.
    package var isEnabled: Bool
  }

  private static let maximumRulesets = 100
  private static let maximumEnabledRulesets = 50

  /// Reads a manifest. Returns nil for a text that is not a manifest with rulesets.
  package init?(decodingJSON json: some InputBytes & ~Escapable) {
    guard json.withInputBytes({ read($0) }) else { return nil }
  }

  private mutating func read(_ json: Span<UInt8>) -> Bool {
    guard let object = try? JSONValue(allOf: json), object.kind == .object else { return false }
    let members = JSONMembers(
      of: object,
      [
        "declarative_net_request", "permissions", "host_permissions", "optional_permissions",
        "manifest_version",
      ],
      in: json)
    guard let section = members[0] else { return members[4] != nil }
    let list = section.kind == .object ? JSONMembers(of: section, ["rule_resources"], in: json)[0] : nil
    place = list.map { $0.start..<$0.end } ?? section.start..<section.end
    guard let list, list.kind == .array else {
      collector.add(.ruleset(.wrongType), rule: nil, at: place)
      return true
    }
    let (count, enabledCount) = readResources(list, in: json)
    if count > Self.maximumRulesets { collector.add(.ruleset(.count), rule: nil, at: place) }
    if enabledCount > Self.maximumEnabledRulesets {
      collector.add(.ruleset(.enabledCount), rule: nil, at: place)
    }
    let rights = [members[1], members[3]].map { Self.rights($0, in: json) }
    if !rulesets.isEmpty, rights.allSatisfy({ $0.isEmpty }) {
      collector.add(.ruleset(.missingPermission), rule: nil, at: place)
    }
    hasHostAccess = rights[0].contains(.hostAccess)
    var first = members[2].map { JSONCursor(in: $0) }
    if members[2]?.kind != .array || first?.nextValue(json) == nil { hasHostAccess = false }
    return true
  }

  /// Adds the rulesets of a list. Returns how many there are, and how many are enabled.
  private mutating func readResources(
    _ list: JSONValue, in json: Span<UInt8>
  ) -> (count: Int, enabledCount: Int) {
    var (count, enabledCount) = (0, 0)
    var known: Set<[UInt8]> = []
    var numbers: [String: Int] = [:]
    var cursor = JSONCursor(in: list)
    while let entry = cursor.nextValue(json) {
      let members =
        entry.kind == .object ? JSONMembers(of: entry, ["id", "path", "enabled"], in: json) : nil
      let flag = members?[2]?.kind
      guard let id = members?[0]?.stringBytes(json), let path = members?[1]?.stringBytes(json), !id.isEmpty,
        !path.isEmpty, flag == .true || flag == .false
      else {
        collector.add(.ruleset(.resource), rule: nil, at: entry.start..<entry.end)
        continue
      }
      let isDuplicate = !known.insert(id).inserted
      if isDuplicate { collector.add(.ruleset(.duplicateResource), rule: nil, at: entry.start..<entry.end) }
      let relative = String(decoding: path.drop { $0 == ASCII.slash }, as: UTF8.self)
      let isEnabled = flag == .true && !isDuplicate
      count += 1
      if isEnabled { enabledCount += 1 }
      if let number = numbers[relative] {
        if isEnabled { rulesets[number].isEnabled = true }
      } else if rulesets.count < Self.maximumRulesets {
        numbers[relative] = rulesets.count
        rulesets.append(Resource(path: relative, isEnabled: isEnabled))
      }
    }
    return (count, enabledCount)
  }

  /// The permissions for rulesets.
  private struct Rights: OptionSet {
    let rawValue: Int
    static let rules = Self(rawValue: 1)
    /// The permission with which rules redirect and change headers on the sites of the extension.
    static let hostAccess = Self(rawValue: 2)
  }

  private static func rights(_ permissions: JSONValue?, in json: Span<UInt8>) -> Rights {
    var rights: Rights = []
    guard let permissions, permissions.kind == .array else { return rights }
    var cursor = JSONCursor(in: permissions)
    while let value = cursor.nextValue(json) {
      if value.isString("declarativeNetRequest", in: json) { rights.insert(.rules) }
      if value.isString("declarativeNetRequestWithHostAccess", in: json) { rights.insert(.hostAccess) }
    }
    return rights
  }

  /// Returns the findings about the manifest, whose rulesets are these.
  package func check(_ json: some InputBytes & ~Escapable, with rulesets: [Ruleset]) -> RuleListCheck {
    var collector = collector
    if !hasHostAccess, rulesets.contains(where: { $0.needsHostAccess }) {
      collector.add(.ruleset(.missingRight), rule: nil, at: place)
    }
    let file = json.inputName
    let count = rulesets.reduce(0) { $0 + $1.ruleCount }
    return json.withInputBytes { RuleListCheck(collector, ruleCount: count, in: $0, file: file) }
  }
}

extension Ruleset {
  /// Whether a rule acts only on sites that the user granted the extension.
  fileprivate var needsHostAccess: Bool { rules.contains { $0.action.needsHostAccess } }
}
