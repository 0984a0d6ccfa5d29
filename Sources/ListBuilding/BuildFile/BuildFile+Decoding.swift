import Conversion
import ContentBlocker
import FilterSyntax
import Foundation

extension BuildFile: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case schema = "$schema"
    case output, fetch, lists, targets, defines
  }

  /// Decodes the project's own form.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    schema = try values.decodeIfPresent(String.self, forKey: .schema)
    output = try values.decodeIfPresent(String.self, forKey: .output)
    fetching = try values.decodeIfPresent(FetchPolicy.self, forKey: .fetch) ?? FetchPolicy()
    lists = try values.decode([ListRecipe].self, forKey: .lists)
    let targets = try values.targets(forKey: .targets)
    let defines = try values.decodeIfPresent([Definition].self, forKey: .defines) ?? []
    for index in lists.indices {
      if let targets, lists[index].usesDefaultTargets { lists[index].targets = targets }
      // The list's own come after those of the file, and win.
      lists[index].constants = lists[index].definitions.reduce(
        into: defines.reduce(into: ConversionOptions().constants) { $1.apply(to: &$0) }
      ) { $1.apply(to: &$0) }
    }
    try check(values.codingPath)
  }

  private func check(_ path: [any CodingKey]) throws {
    let path = path + [Key.lists]
    guard !lists.isEmpty else { throw RecipeMistake(path: path, message: "there is no list to build") }
    var names: [String: String] = [:]
    for (index, list) in lists.enumerated() {
      guard let other = names.updateValue(list.name, forKey: list.name.lowercased()) else { continue }
      let message =
        other == list.name
        ? "two lists are called '\(list.name)'"
        : "'\(list.name)' and '\(other)' are one name where a file system ignores case"
      throw RecipeMistake(
        path: path + [ListIndex(index)], key: "name", message: message,
        advice: "the name is that of the list's files: give each list its own")
    }
  }
}

/// The place of an element of an array.
private struct ListIndex: CodingKey {
  let intValue: Int?
  let stringValue: String

  init(_ index: Int) { (intValue, stringValue) = (index, String(index)) }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }
}

/// `NAME` or `NAME=false`, as with `--define`.
struct Definition: Decodable, Hashable, Sendable {
  let name: String
  let isTrue: Bool

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    isTrue = !text.hasSuffix("=false")
    name = isTrue ? text : String(text.dropLast("=false".count))
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      throw RecipeMistake(path: decoder.codingPath, message: "'\(text)' is neither NAME nor NAME=false")
    }
  }

  func apply(to constants: inout Set<String>) {
    if isTrue { constants.insert(name) } else { constants.remove(name) }
  }
}

extension FetchPolicy: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case idleTimeout, totalTimeout, retries, maximumBytes, minimumShare, concurrency, maximumIncludes
  }

  /// Decodes the values that differ from the defaults.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    idleTimeout = try values.wholeNumber(forKey: .idleTimeout, in: 1...3600) ?? idleTimeout
    totalTimeout = try values.wholeNumber(forKey: .totalTimeout, in: 1...86_400) ?? totalTimeout
    retries = try values.wholeNumber(forKey: .retries, in: 0...20) ?? retries
    maximumBytes = try values.wholeNumber(forKey: .maximumBytes, in: 1...(1 << 30)) ?? maximumBytes
    minimumShare = try values.number(forKey: .minimumShare, in: 0...1) ?? minimumShare
    concurrency = try values.wholeNumber(forKey: .concurrency, in: 1...32) ?? concurrency
    maximumIncludes =
      try values.wholeNumber(forKey: .maximumIncludes, in: 0...100_000) ?? maximumIncludes
  }
}

extension ListRecipe: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case name, title, description, homepage, licence, version, sources, includes, excludes, transformations
    case targets
    case outputs, defines, affinity, trackerRadar
  }

  private enum OutputsKey: String, CodingKey, CaseIterable {
    case split, prefer, maximumRules, maximumBytes, onLimit, sourceMaps, domainScope
  }

  /// Decodes a list of the project's own form.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    let name = try values.decode(String.self, forKey: .name)
    guard Self.isName(name) else {
      throw RecipeMistake(
        path: values.codingPath + [Key.name], message: "'\(name)' cannot be the name of a list",
        advice: "use up to 64 letters, digits, '-' and '_': it becomes \(Self.name(from: name)).json")
    }
    self.init(name: name, sources: try values.decode([SourceRecipe].self, forKey: .sources))
    guard !sources.isEmpty else {
      throw RecipeMistake(path: values.codingPath + [Key.sources], message: "the list has no source")
    }
    title = try values.decodeIfPresent(String.self, forKey: .title)
    description = try values.decodeIfPresent(String.self, forKey: .description)
    homepage = try values.decodeIfPresent(String.self, forKey: .homepage)
    licence = try values.decodeIfPresent(String.self, forKey: .licence)
    version = try values.decodeIfPresent(String.self, forKey: .version)
    includes = try values.decodeIfPresent([FilterPattern].self, forKey: .includes) ?? []
    excludes = try values.decodeIfPresent([FilterPattern].self, forKey: .excludes) ?? []
    transformations = try values.transformations(forKey: .transformations)
    try checkValidations(values.codingPath + [Key.sources])
    if let targets = try values.targets(forKey: .targets) {
      self.targets = targets
      usesDefaultTargets = false
    }
    definitions = try values.decodeIfPresent([Definition].self, forKey: .defines) ?? []
    affinity = try values.decodeIfPresent(String.self, forKey: .affinity)
    trackers = try values.decodeIfPresent(Trackers.self, forKey: .trackerRadar)
    guard values.contains(.outputs) else { return }
    let outputs = try values.superDecoder(forKey: .outputs).strictContainer(keyedBy: OutputsKey.self)
    split = try outputs.choice(Split.self, forKey: .split) ?? split
    preferredForm = try outputs.choice(FormPreference.self, forKey: .prefer) ?? preferredForm
    maximumRules = try outputs.wholeNumber(forKey: .maximumRules, in: 1...RuleList.maximumRules)
    maximumBytes = try outputs.wholeNumber(forKey: .maximumBytes, in: 1...1_000_000_000)
    excess = try outputs.choice(Excess.self, forKey: .onLimit) ?? excess
    domainScope = try outputs.choice(DomainScope.self, forKey: .domainScope) ?? domainScope
    makesSourceMaps = try outputs.decodeIfPresent(Bool.self, forKey: .sourceMaps) ?? makesSourceMaps
  }

  /// Whether a text can be the name of a list's files.
  static func isName(_ text: String) -> Bool {
    text == name(from: text) && text.utf8.count <= 64 && !reservedNames.contains(text.lowercased())
  }

  /// The names of a build's other files, without extension.
  static let reservedNames: Set<String> = ["manifest", "report", "notice"]

  /// A name made of a title.
  static func name(from title: String) -> String {
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
  /// Refuses a validation of the whole list beside one of a source, which would have no effect: what the source
  /// lets through, the list would take out. `path` is that of the sources.
  func checkValidations(_ path: [any CodingKey]) throws {
    guard let own = transformations.first(where: { $0.validation != nil }) else { return }
    for (index, source) in sources.enumerated() {
      guard let other = source.transformations.first(where: { $0.validation != nil }) else { continue }
      throw RecipeMistake(
        path: path + [ListIndex(index)],
        message: "'\(other.rawValue)' of a source beside '\(own.rawValue)' of the whole list",
        advice: "validate either the sources or the list")
    }
  }
}

extension KeyedDecodingContainer {
  /// Transformations, of which at most one may be a validation; none when the key is absent.
  func transformations(forKey key: Key) throws -> Set<Transformation> {
    let transformations = try choices(Transformation.self, forKey: key) ?? []
    let validations = transformations.filter { $0.validation != nil }
    if let first = validations.first, let other = validations.first(where: { $0 != first }) {
      throw RecipeMistake(
        path: codingPath + [key], message: "'\(other.rawValue)' beside '\(first.rawValue)'",
        advice: "use one of them: what the one lets through, the other takes out")
    }
    return Set(transformations)
  }

  /// Targets, each once; nil when the key is absent.
  fileprivate func targets(forKey key: Key) throws -> [Target]? {
    guard let targets = try choices(Target.self, forKey: key) else { return nil }
    guard !targets.isEmpty else {
      throw RecipeMistake(path: codingPath + [key], message: "there is no target")
    }
    for (index, target) in targets.enumerated() where targets[..<index].contains(target) {
      throw RecipeMistake(
        path: codingPath + [key, ListIndex(index)], message: "the target '\(target.rawValue)' is there twice")
    }
    return targets
  }
}

extension ListRecipe.Trackers: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case blocklist, exceptions
  }

  /// Decodes the places, each as text.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    blocklist = try SourceRecipe.place(
      of: try values.decode(String.self, forKey: .blocklist), values.codingPath + [Key.blocklist])
    exceptions = try (values.decodeIfPresent([String].self, forKey: .exceptions) ?? []).map {
      try SourceRecipe.place(of: $0, values.codingPath + [Key.exceptions])
    }
  }
}

extension FilterPattern: Decodable {
  /// Decodes an entry.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let pattern = FilterPattern(text) else {
      throw RecipeMistake(path: decoder.codingPath, message: "'\(text)' is not a regex")
    }
    self = pattern
  }
}

extension SourceRecipe: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case url, file, directory, name, dialect, licence, trusted, mayBeEmpty, includes, excludes
    case transformations
  }

  /// Decodes a source: an object, or only its place as text.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(try Self.place(of: text, decoder.codingPath))
      return
    }
    let values = try decoder.strictContainer(keyedBy: Key.self)
    let places = try [Key.url, .file, .directory].compactMap { key in
      try values.decodeIfPresent(String.self, forKey: key).map { (key, $0) }
    }
    guard places.count == 1, let (key, text) = places.first else {
      throw RecipeMistake(
        path: values.codingPath, message: "a source has one of 'url', 'file' and 'directory'")
    }
    let path = values.codingPath + [key]
    switch key {
    case .file: self.init(.file(try Self.path(text, path)))
    case .directory: self.init(.directory(try Self.path(text, path)))
    default:
      try Self.requireURL(text, path)
      self.init(.url(text))
    }
    name = try values.decodeIfPresent(String.self, forKey: .name)
    dialect = try values.choice(Dialect.self, forKey: .dialect)
    licence = try values.decodeIfPresent(String.self, forKey: .licence)
    isTrusted = try values.decodeIfPresent(Bool.self, forKey: .trusted) ?? isTrusted
    mayBeEmpty = try values.decodeIfPresent(Bool.self, forKey: .mayBeEmpty) ?? mayBeEmpty
    includes = try values.decodeIfPresent([FilterPattern].self, forKey: .includes) ?? []
    excludes = try values.decodeIfPresent([FilterPattern].self, forKey: .excludes) ?? []
    transformations = try values.transformations(forKey: .transformations)
  }

  /// The place that a text means.
  static func place(of text: String, _ path: [any CodingKey]) throws -> Place {
    if RemoteURL.isMeant(by: text) {
      try requireURL(text, path)
      return .url(text)
    }
    guard !text.contains("://"), !text.isEmpty else {
      throw RecipeMistake(path: path, message: "'\(text)' is neither an http or https URL nor a path")
    }
    return text.hasSuffix("/") ? .directory(text) : .file(text)
  }

  private static func requireURL(_ text: String, _ path: [any CodingKey]) throws {
    do throws(RemoteURL.Problem) {
      _ = try RemoteURL(text)
    } catch {
      guard RemoteURL.isMeant(by: text) else {
        throw RecipeMistake(path: path, message: "'\(text)' is not an http or https URL")
      }
      throw RecipeMistake(path: path, message: "the URL '\(text)' \(error)")
    }
  }

  /// A path, which no URL is.
  private static func path(_ text: String, _ path: [any CodingKey]) throws -> String {
    guard RemoteURL.isMeant(by: text) else { return text }
    throw RecipeMistake(
      path: path, message: "'\(text)' is a URL and no path", advice: "the key for URLs is 'url'")
  }
}
