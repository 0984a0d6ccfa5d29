import Foundation
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// A list that is built with shards repeatedly.
struct ShardedSite {
  let temporary: TemporaryFolder
  var recipe = ListRecipe(name: "ads", sources: [SourceRecipe(.file("ads.txt"))])
  /// The name of the directory.
  var output = "public"

  init(by method: ListRecipe.Sharding.Method, count: Int) throws {
    temporary = try TemporaryFolder(inMemory: true)
    recipe.sharding = ListRecipe.Sharding(by: method)
    recipe.sharding?.count = count
  }

  func build(_ filters: [String]) throws -> Build.Summary {
    try temporary.write(filters.joined(separator: "\n") + "\n", to: "ads.txt")
    let settings = Build.Settings(
      root: temporary.path, output: temporary.path(output), toolVersion: "1", threads: 1)
    return try Build(BuildFile(lists: [recipe]), settings: settings, remote: NoRemoteDocuments()).run()
  }

  var manifest: Manifest {
    get throws {
      try Manifest(decodingJSON: #require(temporary.text(of: "\(output)/manifest.json")))
    }
  }

  /// The files with rules, with their digests.
  var digests: [String: String] {
    get throws {
      Dictionary(uniqueKeysWithValues: try manifest.outputs.map { ($0.name.description, $0.sha256) })
    }
  }

  /// The texts of all files, by name.
  var files: [String: String] {
    (try? FileManager.default.contentsOfDirectory(atPath: temporary.path(output)))?
      .reduce(into: [:]) { $0[$1] = temporary.text(of: "\(output)/\($1)") } ?? [:]
  }

  func rules(_ name: String) throws -> RuleList {
    try RuleList(decodingJSON: try #require(temporary.text(of: "\(output)/\(name)")))
  }

  /// The lists that a client adds.
  var lists: [RuleList] {
    get throws { try manifest.outputs.map { try rules($0.name.description) } }
  }

  /// Returns the two lists that contain all filters without sharding.
  static func whole(_ filters: [String]) throws -> [RuleList] {
    var options = ConversionOptions()
    options.split = .action
    let source = Source(name: "ads.txt", bytes: Array((filters.joined(separator: "\n") + "\n").utf8))
    return try Converter(options: options).convert([source]).lists.map(\.rules)
  }

  /// Returns the names whose digests differ.
  static func changed(_ old: [String: String], _ new: [String: String]) -> Set<String> {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
  }
}
