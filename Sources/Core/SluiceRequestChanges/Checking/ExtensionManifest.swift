import SluiceRules

/// The part of a web extension's manifest that is about declarativeNetRequest.
public struct ExtensionManifest: Sendable {
  /// The static rulesets.
  public private(set) var rulesets: [Resource] = []
  /// Whether the extension has the right to redirect requests and to change headers.
  public private(set) var hasHostAccess = false
  private var collector = FindingCollector(limit: 10_000)
  /// The place of the rulesets.
  private var place = 0..<0

  /// A static ruleset.
  public struct Resource: Hashable, Sendable {
    /// The path of the file, relative to the folder of the manifest.
    public var path: String
    /// Whether the ruleset is enabled when the extension is installed.
    public var isEnabled: Bool
  }

  private static let maximumRulesets = 100
  private static let maximumEnabledRulesets = 50

  /// Reads a manifest. Returns nil for a text that is not a manifest with rulesets.
  public init?(decodingJSON json: some InputBytes & ~Escapable) {
    guard json.withInputBytes({ read($0) }) else { return nil }
  }

  private mutating func read(_ json: Span<UInt8>) -> Bool {
    guard let object = try? JSONValue(allOf: json), object.kind == .object else { return false }
    let members = JSONMembers(
      of: object, ["declarative_net_request", "permissions", "host_permissions"], json)
    guard let section = members[0], section.kind == .object,
      let list = JSONMembers(of: section, ["rule_resources"], json)[0], list.kind == .array
    else { return false }
    place = list.start..<list.end
    var cursor = JSONCursor(in: list)
    while let entry = cursor.nextValue(json) {
      guard entry.kind == .object else {
        collector.add(.ruleset(.rulesetPath), nil, entry.start..<entry.end)
        continue
      }
      let members = JSONMembers(of: entry, ["id", "path", "enabled"], json)
      guard members[0]?.kind == .string, let path = members[1]?.stringBytes(json) else {
        collector.add(.ruleset(.rulesetPath), nil, entry.start..<entry.end)
        continue
      }
      let relative = path.drop { $0 == ASCII.slash }
      rulesets.append(
        Resource(path: String(decoding: relative, as: UTF8.self), isEnabled: members[2]?.kind == .true))
    }
    if rulesets.count > Self.maximumRulesets { collector.add(.ruleset(.rulesetCount), nil, place) }
    if rulesets.count(where: { $0.isEnabled }) > Self.maximumEnabledRulesets {
      collector.add(.ruleset(.enabledCount), nil, place)
    }
    hasHostAccess = false
    if let permissions = members[1], let hosts = members[2], hosts.kind == .array {
      var cursor = JSONCursor(in: permissions)
      while permissions.kind == .array, let value = cursor.nextValue(json) {
        if value.isString("declarativeNetRequestWithHostAccess", json) { hasHostAccess = true }
      }
      var first = JSONCursor(in: hosts)
      if first.nextValue(json) == nil { hasHostAccess = false }
    }
    return true
  }

  /// Returns the findings about the manifest, whose rulesets are these.
  public func check(_ json: some InputBytes & ~Escapable, with rulesets: [Ruleset]) -> RuleListCheck {
    var collector = collector
    if !hasHostAccess, rulesets.contains(where: { $0.needsHostAccess }) {
      collector.add(.ruleset(.missingRight), nil, place)
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
