import SluiceConversion

extension BuildFile: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case schema = "$schema"
    case output, fetch, lists, targets, platform, defines
    // Only `sluice lint` reads this key.
    case lint
  }

  /// Decodes a build file in Sluice's own format.
  public init(from decoder: any Decoder) throws {
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
        constants = ConversionOptions().constants.union(own?.constants ?? [])
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
