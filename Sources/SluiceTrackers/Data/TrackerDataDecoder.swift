import SluiceAnalysis
import SluiceRules
import SluiceText

/// Decodes a `tds.json` file: version 5, version 6, or the format for extensions. Unknown keys are ignored.
/// Malformed parts are reported and skipped.
struct TrackerDataDecoder {
  private var reader: TrackerDataReader
  private var data = TrackerData()
  private var indexOfTracker: [HostKey: Int] = [:]
  private var domainOwners: [(domain: [UInt8], owner: String)] = []
  private var hasTrackers = false
  /// The value of `trackers` if it is not an object.
  private var notTrackers: JSONValue?

  private init(reader: TrackerDataReader) { self.reader = reader }

  static func decode(
    _ json: Span<UInt8>, called name: String?
  ) throws(TrackerDataProblem) -> (data: TrackerData, problems: [TrackerDataProblem]) {
    var decoder = TrackerDataDecoder(reader: TrackerDataReader(json, called: name))
    let root = try decoder.reader.root(json)
    decoder.readRoot(root, in: json)
    guard decoder.hasTrackers else {
      if let value = decoder.notTrackers {
        var place = decoder.reader.wholeFile(value.start..<value.end, in: json)
        place.path = "trackers"
        throw TrackerDataProblem(.wrongType(expected: .object), at: place)
      }
      let start = root.start..<min(root.end, root.start + 1)
      throw TrackerDataProblem(.noTrackers, at: decoder.reader.wholeFile(start, in: json))
    }
    decoder.addOwnersOfDomains()
    return (decoder.data, decoder.reader.problems)
  }

  private mutating func readRoot(_ root: JSONValue, in json: Span<UInt8>) {
    var reader = reader
    reader.members(root, in: json) { reader, key, value in
      if key.isString("trackers", in: json) {
        guard value.kind == .object else {
          notTrackers = value
          return
        }
        hasTrackers = true
        reader.members(value, in: json) { reader, key, value in
          readTracker(key, object: value, reader: &reader, in: json)
        }
      } else if key.isString("entities", in: json) {
        reader.members(value, in: json) { reader, key, value in
          readEntity(key, object: value, reader: &reader, in: json)
        }
      } else if key.isString("domains", in: json) {
        reader.members(value, in: json) { reader, key, value in
          guard let host = reader.host(key, in: json), let owner = reader.string(value, in: json) else {
            return
          }
          domainOwners.append((host, owner))
        }
      } else if key.isString("readme", in: json) {
        let text = value.kind == .string ? JSONText(value, in: json).string : ""
        data.isDuckDuckGos = text.lowercased().contains("duckduckgo")
      } else if key.isString("cnames", in: json) {
        reader.members(value, in: json) { reader, key, value in
          guard let host = reader.host(key, in: json), let target = reader.host(value, in: json) else {
            return
          }
          var cname = TrackerData.Cname(host: host, target: target)
          cname.span = key.start..<key.end
          cname.location = reader.location(of: cname.span, json)
          data.cnames.append(cname)
        }
      }
    }
    self.reader = reader
  }

  private mutating func readTracker(
    _ key: JSONValue, object: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    var domain = reader.host(key, in: json)
    var defaultAction = Tracker.DefaultAction?.none
    var owner: String?
    var categories: [String] = []
    var rules: [TrackerRule] = []
    reader.members(object, in: json) { reader, key, value in
      if key.isString("domain", in: json) {
        if let host = reader.host(value, in: json) { domain = host }
      } else if key.isString("default", in: json) {
        guard let text = reader.string(value, in: json) else { return }
        defaultAction = Tracker.DefaultAction(rawValue: text)
        if defaultAction == nil { reader.note(.unknownValue(text), value: value, in: json) }
      } else if key.isString("owner", in: json) {
        guard value.kind != .null else { return }
        reader.members(value, in: json) { reader, key, value in
          if key.isString("name", in: json), let name = reader.string(value, in: json) { owner = name }
        }
      } else if key.isString("categories", in: json) {
        if value.kind != .null { categories += reader.strings(value, in: json) }
      } else if key.isString("rules", in: json) {
        guard value.kind != .null else { return }
        var index = 0
        reader.elements(value, in: json) { reader, value in
          if var rule = TrackerRuleDecoder.decode(value, reader: &reader, in: json) {
            rule.index = index
            rule.span = value.start..<value.end
            rule.location = reader.location(of: rule.span, json)
            rules.append(rule)
          }
          index += 1
        }
      }
    }
    guard let domain else { return }
    guard let defaultAction else {
      if object.kind == .object { reader.note(.missing("default"), value: key, in: json) }
      return
    }
    var tracker = Tracker(
      domain: domain, defaultAction: defaultAction, owner: owner, categories: categories, rules: rules)
    tracker.span = key.start..<key.end
    tracker.location = reader.location(of: tracker.span, json)
    if let index = indexOfTracker[HostKey(domain)] {
      reader.note(.repeatedTracker, value: key, in: json)
      data.trackers[index] = tracker
    } else {
      indexOfTracker[HostKey(domain)] = data.trackers.count
      data.trackers.append(tracker)
    }
  }

  private mutating func readEntity(
    _ key: JSONValue, object: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) {
    guard let name = reader.string(key, in: json) else { return }
    var domains: [[UInt8]] = []
    reader.members(object, in: json) { reader, key, value in
      if key.isString("domains", in: json) { domains = reader.hosts(value, in: json) }
    }
    data.entities.append(TrackerData.Entity(name: name, domains: domains))
  }

  /// Adds domains to their owners if only the member `domains` of the file lists them. If `domains`
  /// contradicts an entity, `domains` wins.
  private mutating func addOwnersOfDomains() {
    var ownerOfDomain: [HostKey: String] = [:]
    for entry in domainOwners { ownerOfDomain[HostKey(entry.domain)] = entry.owner }
    var known: Set<HostKey> = []
    var indexOfEntity: [String: Int] = [:]
    for index in data.entities.indices {
      let name = data.entities[index].name
      indexOfEntity[name] = index
      data.entities[index].domains.removeAll { ownerOfDomain[HostKey($0)] ?? name != name }
      for domain in data.entities[index].domains { known.insert(HostKey(domain)) }
    }
    for (domain, _) in domainOwners where known.insert(HostKey(domain)).inserted {
      guard let owner = ownerOfDomain[HostKey(domain)] else { continue }
      if let index = indexOfEntity[owner] {
        data.entities[index].domains.append(domain)
      } else {
        indexOfEntity[owner] = data.entities.count
        data.entities.append(TrackerData.Entity(name: owner, domains: [domain]))
      }
    }
  }
}

extension TrackerData {
  /// Reads a `tds.json` file: version 5, version 6, or the format for extensions.
  ///
  /// Unknown keys are ignored. Malformed parts are skipped and reported as problems with their paths.
  ///
  /// - Throws: A ``TrackerDataProblem`` if the file is not JSON, has no `trackers`
  ///   (``TrackerDataProblem/Reason/noTrackers``), or if `trackers` is not an object.
  public static func decodingJSON(
    _ json: some InputBytes & ~Escapable
  ) throws(TrackerDataProblem) -> (data: TrackerData, problems: [TrackerDataProblem]) {
    let name = json.inputName
    return try json.withInputBytes { (json) throws(TrackerDataProblem) in
      try TrackerDataDecoder.decode(json, called: name)
    }
  }
}

enum TrackerRuleDecoder {
  /// Returns the rule, or `nil` if it has no regex or an unknown action.
  static func decode(
    _ object: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) -> TrackerRule? {
    // In the format for extensions, some rules consist of a regex only.
    if object.kind == .string {
      return reader.text(object, in: json).map { TrackerRule(regex: $0) }
    }
    var rule = TrackerRule(regex: [])
    var isUsable = true
    reader.members(object, in: json) { reader, key, value in
      if key.isString("rule", in: json) {
        rule.regex = reader.text(value, in: json) ?? []
        if value.kind != .string { isUsable = false }
      } else if key.isString("action", in: json) {
        guard value.kind != .null else { return }
        guard let name = reader.string(value, in: json) else {
          isUsable = false
          return
        }
        switch name {
        case "block": rule.action = .block
        case "ignore": rule.action = .ignore
        case _ where name.hasPrefix("block-ctl-"): rule.action = .clickToLoad(name)
        default:
          reader.note(.unknownValue(name), value: value, in: json)
          isUsable = false
        }
      } else if key.isString("surrogate", in: json) {
        guard value.kind != .null else { return }
        rule.surrogate = reader.string(value, in: json)
      } else if key.isString("options", in: json) {
        guard value.kind != .null else { return }
        guard let scope = scope(value, reader: &reader, in: json) else {
          isUsable = false
          return
        }
        rule.options = scope
      } else if key.isString("exceptions", in: json) {
        guard value.kind != .null else { return }
        rule.exceptions = scope(value, reader: &reader, in: json)
      }
    }
    guard isUsable, object.kind == .object else { return nil }
    guard !rule.regex.isEmpty else {
      reader.note(.missing("rule"), value: object, in: json)
      return nil
    }
    return rule
  }

  /// Returns the pages and types of a scope. An empty array matches everything, as in the reference
  /// implementation.
  private static func scope(
    _ object: JSONValue, reader: inout TrackerDataReader, in json: Span<UInt8>
  ) -> TrackerRule.Scope? {
    guard object.kind == .object else {
      reader.note(.wrongType(expected: .object), value: object, in: json)
      return nil
    }
    var scope = TrackerRule.Scope()
    reader.members(object, in: json) { reader, key, value in
      guard value.kind != .null else { return }
      if key.isString("domains", in: json) {
        let domains = reader.hosts(value, in: json)
        if !domains.isEmpty || hasElements(value, in: json) { scope.domains = domains }
      } else if key.isString("types", in: json) {
        let types = reader.strings(value, in: json)
        if !types.isEmpty || hasElements(value, in: json) { scope.types = types }
      }
    }
    return scope
  }

  private static func hasElements(_ array: JSONValue, in json: Span<UInt8>) -> Bool {
    var cursor = JSONCursor(in: array)
    return array.kind == .array && cursor.nextValue(json) != nil
  }
}
