import SluiceSyntax

extension BuildFile: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case schema = "$schema"
    case output, fetch, lists, targets, platform, defines
    // Only `sluice lint` reads this key.
    case lint
  }

  /// Decodes a build file in Sluice's own format.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    schema = try values.decodeIfPresent(String.self, forKey: .schema)
    output = try values.decodeIfPresent(String.self, forKey: .output)
    fetching = try values.decodeIfPresent(FetchPolicy.self, forKey: .fetch) ?? FetchPolicy()
    lists = try values.decode([ListRecipe].self, forKey: .lists)
    let targets = try values.targets(forKey: .targets)
    let platform = try values.choice(ListPlatform.self, forKey: .platform)
    let defines = try values.decodeIfPresent([Definition].self, forKey: .defines) ?? []
    // A file can have thousands of definitions, and of lists.
    var known: [ListPlatform?: Set<String>] = [:]
    for index in lists.indices {
      if let targets, lists[index].usesDefaultTargets { lists[index].targets = targets }
      // Definitions of the list follow those of the file and override them.
      let own = lists[index].platform ?? platform
      var constants = known[own] ?? []
      if known[own] == nil {
        constants = ListPlatform.commonConstants.union(own?.constants ?? [])
        for definition in defines { definition.apply(to: &constants) }
        known[own] = constants
      }
      for definition in lists[index].definitions { definition.apply(to: &constants) }
      lists[index].constants = constants
    }
    try check(values.codingPath)
  }

  private func check(_ path: [any CodingKey]) throws {
    let path = path + [Key.lists]
    guard !lists.isEmpty else {
      throw RecipeMistake(
        path: path, message: "no list to build",
        advice: #"add one: {name: "ads", sources: ["my.txt"]}"#)
    }
    var names: [String: String] = [:]
    for (index, list) in lists.enumerated() {
      guard let other = names.updateValue(list.name, forKey: list.name.lowercased()) else { continue }
      let message =
        other == list.name
        ? "two lists are called '\(list.name)'"
        : "'\(list.name)' and '\(other)' differ only in case, which some file systems ignore"
      throw RecipeMistake(
        path: path + [ListIndex(index)], key: "name", message: message,
        advice: "files are named after the list: give each list its own name")
    }
    let known = Set(lists.map(\.name))
    for (index, list) in lists.enumerated() {
      for name in list.usedWith where !known.contains(name) || name == list.name {
        throw RecipeMistake(
          path: path + [ListIndex(index)], key: "usedWith",
          message: name == list.name
            ? "'\(name)' names the list itself" : "unknown list '\(name)'",
          advice: "write the names of other lists of this file that are used together with it")
      }
    }
  }
}

/// A `NAME` or `NAME=false` entry, as `--define` accepts it.
struct Definition: Decodable, Hashable, Sendable {
  let name: String
  let isTrue: Bool

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    isTrue = !text.hasSuffix("=false")
    name = isTrue ? text : String(text.dropLast("=false".count))
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      throw RecipeMistake(
        path: decoder.codingPath, message: "'\(text)' is neither NAME nor NAME=false",
        advice: "names have letters, digits and '_'")
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

  /// Decodes the policy. Missing keys keep their default values.
  package init(from decoder: any Decoder) throws {
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

extension SourceRecipe: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case url, file, directory, name, dialect, license, trusted, mayBeEmpty, optional, includes, excludes
    case transformations
  }

  /// Decodes a source: an object, or a string with its location.
  package init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(try Self.location(of: text, decoder.codingPath))
      return
    }
    let values = try decoder.strictContainer(keyedBy: Key.self)
    let places = try [Key.url, .file, .directory].compactMap { key in
      try values.decodeIfPresent(String.self, forKey: key).map { (key, $0) }
    }
    guard places.count == 1, let (key, text) = places.first else {
      throw RecipeMistake(
        path: values.codingPath, message: "a source must have one of 'url', 'file' and 'directory'",
        advice: #"name the place of the source: {file: "my.txt"}"#)
    }
    let path = values.codingPath + [key]
    switch key {
    case .file: self.init(.file(try Self.path(text, path: path)))
    case .directory: self.init(.directory(try Self.path(text, path: path)))
    default:
      try Self.requireURL(text, path: path)
      self.init(.url(text))
    }
    name = try values.decodeIfPresent(String.self, forKey: .name)
    dialect = try values.choice(Dialect.self, forKey: .dialect)
    license = try values.decodeIfPresent(String.self, forKey: .license)
    isTrusted = try values.decodeIfPresent(Bool.self, forKey: .trusted) ?? isTrusted
    mayBeEmpty = try values.decodeIfPresent(Bool.self, forKey: .mayBeEmpty) ?? mayBeEmpty
    isOptional = try values.decodeIfPresent(Bool.self, forKey: .optional) ?? isOptional
    includes = try values.decodeIfPresent([FilterPattern].self, forKey: .includes) ?? []
    excludes = try values.decodeIfPresent([FilterPattern].self, forKey: .excludes) ?? []
    transformations = try values.transformations(forKey: .transformations)
  }

  static func location(of text: String, _ path: [any CodingKey]) throws -> Location {
    if RemoteURL.matches(text) {
      try requireURL(text, path: path)
      return .url(text)
    }
    guard !text.contains("://"), !text.isEmpty else {
      throw RecipeMistake(
        path: path, message: "'\(text)' is neither an http or https URL nor a path",
        advice: "name a file next to the build file, or begin the URL with https://")
    }
    return text.hasSuffix("/") ? .directory(text) : .file(text)
  }

  private static func requireURL(_ text: String, path: [any CodingKey]) throws {
    do throws(RemoteURL.Problem) {
      _ = try RemoteURL(text)
    } catch {
      guard RemoteURL.matches(text) else {
        throw RecipeMistake(
          path: path, message: "'\(text)' is not an http or https URL",
          advice: "begin it with https://, or use 'file' for a path")
      }
      throw RecipeMistake(
        path: path, message: "the URL '\(text)' \(error)",
        advice: "write it as in https://lists.example/ads.txt")
    }
  }

  /// Returns a path, or throws if the text is a URL.
  private static func path(_ text: String, path: [any CodingKey]) throws -> String {
    guard RemoteURL.matches(text) else { return text }
    throw RecipeMistake(
      path: path, message: "'\(text)' is a URL, not a path", advice: "the key for URLs is 'url'")
  }
}

extension ListRecipe {
  /// How the network rules of a list are distributed over several lists, so that an update changes only some
  /// of them.
  ///
  /// WebKit compiles each list separately. Compiling smaller lists needs less memory at a time, and unchanged
  /// lists are not compiled again.
  package struct Sharding: Hashable, Sendable {
    /// How rules are assigned to lists.
    package enum Method: String, CaseIterable, Hashable, Sendable {
      /// By the hosts in their patterns. Equal sources give equal files.
      case host
      /// Rules of the last base by their hosts, and new rules in a separate list. The files depend on those
      /// of the previous build.
      case baseAndHot = "base+hot"
    }

    /// How rules are assigned to lists.
    package var method: Method
    /// The number of lists for rules whose patterns name a host.
    package var count = Self.usualCount

    /// Creates a distribution with the given method.
    package init(by method: Method) { self.method = method }

    /// The valid range of ``count``. Measured with up to 32 lists: each request costs as much as with one
    /// list.
    static let counts = 1...64
    private static let usualCount = 16
  }
}

extension ListRecipe.Sharding: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case by, count
  }

  /// Decodes the method, and the number of lists if it differs from the default.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    guard let method = try values.choice(Method.self, forKey: .by) else {
      let methods = Method.allCases.map { "\"\($0.rawValue)\"" }
      throw RecipeMistake(
        path: values.codingPath, message: "the key 'by' is missing",
        advice: "set it to \(methods.joined(separator: " or "))")
    }
    self.init(by: method)
    count = try values.wholeNumber(forKey: .count, in: Self.counts) ?? count
  }
}

extension ListRecipe {
  /// Throws if options cannot be combined with shards. `path` is the path of the outputs, which contain these
  /// keys.
  func checkSharding(_ path: [any CodingKey], split: any CodingKey, excess: any CodingKey) throws {
    guard sharding != nil else { return }
    switch self.split {
    case nil, .action: break
    case .some(.none), .source:
      throw RecipeMistake(
        path: path + [split], message: "'split' conflicts with 'shards'",
        advice:
          "leave it out: the shards have the network filters, and a separate list has the hiding filters")
    }
    switch self.excess {
    case .stop, .shard: break
    case .truncate:
      throw RecipeMistake(
        path: path + [excess], message: "'truncate' conflicts with 'shards'",
        advice:
          "remove it to get an error if a shard exceeds the limits, or use \"shard\" to truncate that shard")
    }
  }
}
