#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceCodecs
import SluiceConversion
import SluiceRules
import SluiceSystem

/// A rule list that was written.
struct WrittenList {
  let output: Manifest.Output
  let compileCost: CompileCost
}

/// Functions that write the files of the lists.
extension Build {
  static func fileName(_ text: String) throws(BuildFailure) -> FileName {
    guard let name = FileName(text), name.isOfABuild else {
      throw BuildFailure(
        text, "cannot be the name of a file of a list",
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
    _ fingerprints: inout [String: UInt64]
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

  /// Writes the page scripts.
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
    _ maps: [ListBuild.MapFile], _ fingerprints: [String: UInt64], in folder: OutputFolder
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
