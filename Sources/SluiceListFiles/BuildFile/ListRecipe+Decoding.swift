import SluiceRules
import SluiceSyntax

extension ListRecipe: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case name, title, description, homepage, license, version, expires, sources, includes, excludes
    case transformations, targets
    case outputs, platform, defines, usedWith, affinity, trackerRadar
  }

  private enum OutputsKey: String, CodingKey, CaseIterable {
    case split, shards, prefer, maximumRules, maximumBytes, onLimit, sourceMaps, requestChanges, pageScripts,
      pageReports,
      pageCollapse
    case domainScope, genericHiding, text
  }

  /// Decodes a list in Sluice's own format.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    let name = try values.decode(String.self, forKey: .name)
    if let owner = Self.reservedNames[name.lowercased()] {
      throw RecipeMistake(
        path: values.codingPath + [Key.name], message: "the name '\(name)' is taken by \(owner)",
        advice: "choose another name, such as \(name)-list")
    }
    guard Self.isName(name) else {
      throw RecipeMistake(
        path: values.codingPath + [Key.name], message: "'\(name)' cannot be the name of a list",
        advice: "use up to 64 letters, digits, '-' and '_': it becomes \(Self.name(from: name)).json")
    }
    self.init(name: name, sources: try values.decode([SourceRecipe].self, forKey: .sources))
    guard !sources.isEmpty else {
      throw RecipeMistake(
        path: values.codingPath + [Key.sources], message: "the list has no source",
        advice: #"name one: sources: ["my.txt"]"#)
    }
    title = try values.decodeIfPresent(String.self, forKey: .title)
    description = try values.decodeIfPresent(String.self, forKey: .description)
    homepage = try values.decodeIfPresent(String.self, forKey: .homepage)
    license = try values.decodeIfPresent(String.self, forKey: .license)
    version = try values.decodeIfPresent(String.self, forKey: .version)
    expires = try values.decodeIfPresent(String.self, forKey: .expires)
    if let expires, ExpiryText.duration(expires) == nil {
      throw RecipeMistake(
        path: values.codingPath + [Key.expires], message: "'\(expires)' is not a duration",
        advice: #"write it as in "4 days" or "12 hours""#)
    }
    includes = try values.decodeIfPresent([FilterPattern].self, forKey: .includes) ?? []
    excludes = try values.decodeIfPresent([FilterPattern].self, forKey: .excludes) ?? []
    transformations = try values.transformations(forKey: .transformations)
    try checkValidations(values.codingPath + [Key.sources])
    if let targets = try values.targets(forKey: .targets) {
      self.targets = targets
      usesDefaultTargets = false
    }
    platform = try values.choice(ListPlatform.self, forKey: .platform)
    definitions = try values.decodeIfPresent([Definition].self, forKey: .defines) ?? []
    usedWith = try values.decodeIfPresent([String].self, forKey: .usedWith) ?? []
    affinity = try values.decodeIfPresent(String.self, forKey: .affinity)
    trackers = try values.decodeIfPresent(Trackers.self, forKey: .trackerRadar)
    if values.contains(.outputs) { try decodeOutputs(values) }
    // Only page scripts run surrogates.
    guard trackers?.surrogates == nil || makesPageScripts else {
      throw RecipeMistake(
        path: values.codingPath + [Key.trackerRadar],
        message: "surrogates without page scripts do nothing",
        advice: "set 'pageScripts' in 'outputs', or leave out 'surrogates'")
    }
  }

  private mutating func decodeOutputs(_ values: KeyedDecodingContainer<Key>) throws {
    let outputs = try values.superDecoder(forKey: .outputs).strictContainer(keyedBy: OutputsKey.self)
    split = try outputs.choice(Split.self, forKey: .split)
    sharding = try outputs.decodeIfPresent(Sharding.self, forKey: .shards)
    preferredForm = try outputs.choice(FormPreference.self, forKey: .prefer) ?? preferredForm
    maximumRules = try outputs.wholeNumber(forKey: .maximumRules, in: 1...RuleList.maximumRules)
    maximumBytes = try outputs.wholeNumber(forKey: .maximumBytes, in: 1...1_000_000_000)
    excess = try outputs.choice(Excess.self, forKey: .onLimit) ?? excess
    try checkSharding(outputs.codingPath, split: OutputsKey.split, excess: OutputsKey.onLimit)
    domainScope = try outputs.choice(DomainScope.self, forKey: .domainScope) ?? domainScope
    genericHiding = try outputs.choice(GenericHiding.self, forKey: .genericHiding) ?? genericHiding
    makesSourceMaps = try outputs.decodeIfPresent(Bool.self, forKey: .sourceMaps) ?? makesSourceMaps
    makesRequestChanges =
      try outputs.decodeIfPresent(Bool.self, forKey: .requestChanges) ?? makesRequestChanges
    guard !makesRequestChanges || split != .source else {
      throw RecipeMistake(
        path: outputs.codingPath + [OutputsKey.requestChanges],
        message: "'requestChanges' with split: \"source\"",
        advice: "choose another 'split': the list of another source would block what the rules redirect")
    }
    makesPageScripts = try outputs.decodeIfPresent(Bool.self, forKey: .pageScripts) ?? makesPageScripts
    makesTextList = try outputs.decodeIfPresent(Bool.self, forKey: .text) ?? makesTextList
    reportsFromPages = try outputs.decodeIfPresent(Bool.self, forKey: .pageReports) ?? reportsFromPages
    guard makesPageScripts || !reportsFromPages else {
      throw RecipeMistake(
        path: outputs.codingPath + [OutputsKey.pageReports], message: "'pageReports' without 'pageScripts'",
        advice: "add pageScripts: true: page scripts make the reports")
    }
    collapsesInPages = try outputs.decodeIfPresent(Bool.self, forKey: .pageCollapse) ?? collapsesInPages
    guard makesPageScripts || !collapsesInPages else {
      throw RecipeMistake(
        path: outputs.codingPath + [OutputsKey.pageCollapse], message: "'pageCollapse' without 'pageScripts'",
        advice: "add pageScripts: true: page scripts hide blocked elements")
    }
  }

  /// Returns whether a text can be the base name of a list's files.
  static func isName(_ text: String) -> Bool {
    text == name(from: text) && text.utf8.count <= 64 && reservedNames[text.lowercased()] == nil
  }

  /// The base names of the build's other files, in lower case, with what has them.
  static let reservedNames = [
    "manifest": "manifest.json, the build's record of its files",
    "report": "report.json, the build's report on the filters",
    "notice": "NOTICE, the build's file of sources and licenses",
  ]

  /// Converts a title to a base name.
  package static func name(from title: String) -> String {
    let name = title.unicodeScalars.reduce(into: "") { name, scalar in
      let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isKept || scalar == "-" || scalar == "_" {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, !name.hasSuffix("-") {
        name.append("-")
      }
    }
    let trimmed = name.hasSuffix("-") ? String(name.dropLast()) : name
    return trimmed.isEmpty ? "list" : String(trimmed.prefix(64))
  }
}

extension ListRecipe {
  /// Throws if the entire list and one of its sources have different validations.
  ///
  /// The validation of the source would have no effect, because that of the list removes the additional
  /// filters. The same validation twice is only a warning. `path` is the path of the sources.
  func checkValidations(_ path: [any CodingKey]) throws {
    guard let own = transformations.first(where: { $0.validation != nil }) else { return }
    for (index, source) in sources.enumerated() {
      guard let other = source.transformations.first(where: { $0.validation != nil }), other != own else {
        continue
      }
      throw RecipeMistake(
        path: path + [ListIndex(index)],
        message: "'\(other.rawValue)' of a source conflicts with '\(own.rawValue)' of the whole list",
        advice: "validate either the sources or the list")
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes transformations; empty if the key is absent. At most one may be a validation.
  func transformations(forKey key: Key) throws -> Set<Transformation> {
    let transformations = try choices(Transformation.self, forKey: key) ?? []
    let validations = transformations.filter { $0.validation != nil }
    if let first = validations.first, let other = validations.first(where: { $0 != first }) {
      throw RecipeMistake(
        path: codingPath + [key], message: "'\(other.rawValue)' conflicts with '\(first.rawValue)'",
        advice: "use one of them: each undoes the other")
    }
    return Set(transformations)
  }

  /// Decodes targets without duplicates; nil if the key is absent.
  func targets(forKey key: Key) throws -> [Target]? {
    guard let names = try decodeIfPresent([String].self, forKey: key) else { return nil }
    let targets = try names.enumerated().map { index, name in
      // A build file must name each target exactly. Releases are not rounded to a target.
      if let read = TargetName(name), read.note == nil { return read.target }
      let meant = TargetName(name) ?? TargetName.suggestion(for: name).flatMap { TargetName($0) }
      throw RecipeMistake(
        path: codingPath + [key, ListIndex(index)], message: "unknown target '\(name)'",
        advice: meant.map { "did you mean '\($0.target.rawValue)'?" }
          ?? "known are \(Target.names.joined(separator: ", "))")
    }
    guard !targets.isEmpty else {
      throw RecipeMistake(
        path: codingPath + [key], message: "there is no target",
        advice: #"name one, or leave out the key: targets: ["any"]"#)
    }
    for (index, target) in targets.enumerated() where targets[..<index].contains(target) {
      throw RecipeMistake(
        path: codingPath + [key, ListIndex(index)], message: "duplicate target '\(target.rawValue)'",
        advice: "remove one of them")
    }
    return targets
  }
}

extension ListRecipe.Trackers: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case blocklist, exceptions, surrogates
  }

  /// Decodes the locations, each from a string.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    blocklist = try SourceRecipe.location(
      of: try values.decode(String.self, forKey: .blocklist), values.codingPath + [Key.blocklist])
    exceptions = try (values.decodeIfPresent([String].self, forKey: .exceptions) ?? []).map {
      try SourceRecipe.location(of: $0, values.codingPath + [Key.exceptions])
    }
    surrogates = try values.decodeIfPresent(String.self, forKey: .surrogates).map {
      try Self.folder($0, path: values.codingPath + [Key.surrogates])
    }
  }

  /// Decodes the location of a folder of scripts.
  ///
  /// A URL must use https, unless it is on this machine: over http, anybody could change scripts that run in
  /// pages.
  private static func folder(_ text: String, path: [any CodingKey]) throws -> SourceRecipe.Location {
    switch try SourceRecipe.location(of: text, path) {
    case .file, .directory: return .directory(text)
    case .url:
      guard text.hasSuffix("/"), !text.contains("?"), !text.contains("#") else {
        throw RecipeMistake(
          path: path, message: "the URL '\(text)' is not that of a folder",
          advice: "end it with '/': the names of the scripts follow")
      }
      let url = try? RemoteURL(text)
      guard let url, url.isEncrypted || url.isOnThisMachine else {
        throw RecipeMistake(
          path: path, message: "page scripts are not fetched over http, where anybody could change them",
          advice: "use https")
      }
      return .url(text)
    }
  }
}
