import SluiceConversion
import SluiceListFiles
import SluiceRules
import SluiceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct WrittenList {
  let output: Manifest.Output
  let compileCost: CompileCost
}

extension Build {
  static func fileName(_ text: String) throws(BuildFailure) -> FileName {
    guard let name = FileName(text), name.isOfABuild else {
      throw BuildFailure(
        text, message: "cannot be the name of a file of a list",
        advice: "give lists and sources names of letters, digits, '-' and '_'")
    }
    return name
  }

  /// Writes the rule lists.
  ///
  /// Files that the list no longer has stay, as rule lists without effect, because clients may have
  /// subscribed to them.
  func write(
    _ result: ListBuild.Result, besides former: [FileName], in folder: OutputFolder,
    fingerprints: inout [String: UInt64]
  ) throws(BuildFailure) -> [WrittenList] {
    var files = result.files
    let names = Set(files.map { $0.name.lowercased() })
    for name in former where !names.contains(name.description.lowercased()) {
      files.append(ListBuild.File(name: name.description, list: RuleList(), inputs: []))
    }
    var written: [WrittenList] = []
    for file in files {
      let json = file.list.encodedJSON()
      let (name, gzipName) = (try Self.fileName(file.name), try Self.fileName("\(file.name).gz"))
      var output = Manifest.Output(
        name: name, list: file.list, json: json, inputs: file.inputs, form: file.form)
      output.shard = file.shard
      if !result.maps.isEmpty { fingerprints[file.name] = SourceMap.fingerprint(of: json) }
      try folder.write(json, as: output.file)
      output.gzip = try folder.write(Gzip.compress(json), to: gzipName)
      written.append(WrittenList(output: output, compileCost: CompileCost(of: file.list.rules)))
    }
    return written
  }

  func write(
    _ scripts: [(name: String, content: [UInt8])], in folder: OutputFolder
  ) throws(BuildFailure) -> [Manifest.File] {
    var files: [Manifest.File] = []
    for script in scripts {
      files.append(try folder.write(script.content, to: Self.fileName(script.name)))
    }
    return files
  }

  /// Writes the source maps, with the fingerprints that identify the files of each map.
  func write(
    _ maps: [ListBuild.MapFile], fingerprints: [String: UInt64], in folder: OutputFolder
  ) throws(BuildFailure) -> [Manifest.File] {
    var files: [Manifest.File] = []
    for var file in maps {
      for (index, name) in file.files.enumerated() {
        file.map.lists[index].fingerprint = fingerprints[name]
      }
      files.append(try folder.write(file.map.encodedJSON(), to: Self.fileName(file.name)))
    }
    return files
  }
}

/// The file names of a build. They must differ by more than case.
struct OutputNames {
  private var lists: [String: String] = [:]

  /// Adds the files of a list; throws if a name is taken.
  mutating func add(_ names: [String], of list: String) throws(BuildFailure) {
    for name in names {
      guard let other = lists.updateValue(list, forKey: name.lowercased()) else { continue }
      let owners = other == list ? "'\(list)' twice" : "'\(other)' and '\(list)'"
      throw BuildFailure(
        name, message: "would be written for \(owners)", advice: "rename the lists or sources")
    }
  }
}

/// The contents of `NOTICE`: the inputs of the lists and their licenses.
package enum LicenseNotice {
  package static let fileName: FileName = "NOTICE"

  static func text(_ lists: [SourceCollector.Collected]) -> [UInt8] {
    var text = """
      The rule lists in this directory were made by sluice of the filter lists below. Each filter list stays
      under the license of its authors.

      """
    for list in lists {
      text += "\n\(line(list.recipe.title ?? list.recipe.name)) (\(list.recipe.name))\n"
      if let version = list.recipe.version { text += "  Version of the whole: \(line(version))\n" }
      if let license = list.recipe.license { text += "  License of the whole: \(line(license))\n" }
      for (number, tree) in list.trees {
        guard let document = tree.documents.first else { continue }
        let recipe = list.recipe.sources[number]
        text += "\n  \(line(recipe.name ?? tree.metadata.title ?? document.publicName))\n"
        text += "    Source: \(line(document.publicName))\n"
        if let version = tree.metadata.version { text += "    Version: \(line(version))\n" }
        if let homepage = tree.metadata.homepage { text += "    Homepage: \(line(homepage))\n" }
        text += "    License: \(line(recipe.license ?? tree.metadata.license ?? "not stated"))\n"
      }
    }
    return Array(text.utf8)
  }

  /// Returns text from a list, escaped so that it cannot look like lines of this file.
  private static func line(_ text: String) -> String { DisplayText.escaping(text) }
}

/// The effects of a build on clients that have the lists of the previous build.
extension Build {
  /// Returns the cost of an update for clients. It counts only the first target, because a client uses one
  /// target.
  static func updateCost(
    of lists: [WrittenList], since previous: PreviousBuild, _ recipe: ListRecipe, hot: ListBuild.HotRules?
  ) -> UpdateCost {
    var cost = UpdateCost()
    (cost.hotRules, cost.hasNewBase) = (hot?.count, hot?.isNewBase ?? false)
    for list in lists where recipe.target(ofFile: list.output.name.description) == recipe.targets.first {
      cost.files += 1
      let former = previous.output(list.output.name)
      if former != nil { cost.isFirst = false }
      guard former?.sha256 != list.output.sha256 else { continue }
      cost.changed += 1
      cost.bytes += list.output.bytes
      cost.compressedBytes += list.output.gzip?.bytes ?? list.output.bytes
      cost.compileMilliseconds += list.compileCost.milliseconds
    }
    return cost
  }

  /// Returns a warning for each file whose rules have moved into shards. Its subscribers no longer get any
  /// rules.
  static func shardWarnings(
    on outputs: [Manifest.Output], since previous: PreviousBuild, of recipe: ListRecipe
  ) -> [BuildProblem] {
    let shards = outputs.filter { $0.shard != nil }
    let emptied = outputs.filter { output in
      output.shard == nil && output.rules == 0 && previous.output(output.name)?.hasNetworkRules ?? false
    }
    guard let first = shards.first, let last = shards.last, let name = emptied.first?.name.description else {
      return []
    }
    let others = emptied.count > 1 ? ", as \(emptied.count - 1) more have" : ""
    return [
      BuildProblem(
        name,
        message:
          "no longer has network rules\(others): they are in the \(shards.count) lists from \(first.name) to \(last.name),"
          + " and users must add all of them")
    ]
  }
}

extension Manifest.Output {
  /// Whether the list has rules for requests. Exceptions do not count: lists of hiding rules contain them
  /// too.
  fileprivate var hasNetworkRules: Bool {
    [Action.block, .blockCookies].contains { actions[$0.name, default: 0] > 0 }
  }
}

/// The cost of an update for a client that has the lists of the last build, for the first target.
package struct UpdateCost: Hashable, Sendable {
  /// The number of rule list files.
  package var files = 0
  /// The number of files to fetch and compile, because they are new or changed.
  package var changed = 0
  /// The size of these files in bytes.
  package var bytes = 0
  /// The compressed size of these files in bytes.
  package var compressedBytes = 0
  /// The estimated CPU time to compile these files, in milliseconds; see `CompileCost`.
  package var compileMilliseconds = 0
  /// Whether there was no previous list, so that all files are new.
  package var isFirst = true
  /// The number of rules in the shard of rules newer than the base; nil if the list has no such shard.
  package var hotRules: Int?
  /// Whether the shards have a new base.
  package var hasNewBase = false
}
