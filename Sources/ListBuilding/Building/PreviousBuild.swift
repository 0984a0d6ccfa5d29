import ContentBlocker
import Foundation
import Platform

/// What the last build left in a directory.
///
/// All of it is input: somebody else may have written it, or a disk may have lost a bit.
struct PreviousBuild {
  private let folder: OutputFolder
  /// What a build says that it wrote; nil when no build did.
  private let manifest: Manifest?
  /// Whether the manifest is as it was written. Of one that is not, the names are believed and nothing else.
  private let isIntact: Bool

  /// A list whose files can stay.
  struct Kept {
    let entry: Manifest.List
    let outputs: [Manifest.Output]
    /// Those of its inputs that are Tracker Radar's.
    let trackerInputs: [Manifest.Input]
    /// All files of the list.
    let files: [FileName]
  }

  init(_ folder: OutputFolder) {
    self.folder = folder
    manifest = Manifest(in: folder.directory, of: .build)
    isIntact = manifest?.isIntact ?? false
  }

  /// The report, if it is as it was written.
  var report: Manifest.File? {
    guard isIntact, let report = manifest?.report, report.isWhole(in: folder.directory) else { return nil }
    return report
  }

  /// The sections of the report.
  func reportSections() -> [[UInt8]] {
    BuildReport.sections(of: (try? folder.directory.contents(of: BuildReport.fileName)) ?? [])
  }

  /// The ids of Tracker Radar's data.
  var trackerRadar: Manifest.TrackerRadarIdentifiers? { manifest?.trackerRadar }

  /// What went wrong without ending the build.
  var warnings: [String]? { manifest?.warnings }

  /// The files that a build wrote, with what they were where that is known.
  var files: [FileName: Manifest.File?] {
    // A manifest that has been damaged may be a build's all the same: the report names the lists that were here.
    let report = isIntact ? nil : try? folder.directory.contents(of: BuildReport.fileName)
    let lists = report.flatMap { BuildReport.lists(in: $0) }
    guard manifest != nil || lists != nil else { return [:] }
    var files: [FileName: Manifest.File?] = [:]
    for name in [Manifest.fileName, BuildReport.fileName, Notice.fileName] {
      files.updateValue(nil, forKey: name)
    }
    if let lists {
      for name in (try? folder.directory.names()) ?? [] where name.isOfABuild {
        if lists.contains(where: { name.hasPrefix("\($0).") }) { files.updateValue(nil, forKey: name) }
      }
    }
    for (name, file) in manifest?.files ?? [:] where name.isOfABuild { files.updateValue(file, forKey: name) }
    return files
  }

  /// The files with rules that a list had, by names that it could have given.
  func outputs(of list: String) -> [FileName] {
    let outputs = manifest?.lists?.first { $0.name == list }?.outputs ?? []
    return outputs.filter { $0.isOfABuild && $0.hasPrefix("\(list).") && $0.hasSuffix(".json") }
  }

  /// The list if it has this fingerprint and all of its files are as they were written.
  func list(_ name: String, fingerprint: String) -> Kept? {
    guard isIntact, let manifest, let entry = manifest.lists?.first(where: { $0.name == name }),
      entry.fingerprint == fingerprint
    else { return nil }
    let outputs = entry.outputs.compactMap { name in manifest.outputs.first { $0.name == name } }
    let compressed = outputs.compactMap(\.gzip)
    guard outputs.count == entry.outputs.count, compressed.count == outputs.count,
      outputs.allSatisfy({ 0...RuleList.maximumRules ~= $0.rules })
    else { return nil }
    var files = outputs.map(\.file) + compressed + [entry.advanced]
    files += (entry.sourceMaps ?? []) + (entry.pageScripts ?? [])
    guard files.allSatisfy({ $0.name.isOfABuild && $0.isWhole(in: folder.directory) }), report != nil else {
      return nil
    }
    let inputs = manifest.inputs.filter { entry.inputs.contains($0.name) }
    let trackerInputs = inputs.filter { $0.kind != "filters" }
    return Kept(entry: entry, outputs: outputs, trackerInputs: trackerInputs, files: files.map(\.name))
  }

  /// The rules of the base of a list's shards, by the names of its files; empty when not all of them are there as they
  /// were written.
  func base(of list: String) -> [FileName: RuleList] {
    guard isIntact, let manifest, let entry = manifest.lists?.first(where: { $0.name == list }) else {
      return [:]
    }
    var base: [FileName: RuleList] = [:]
    for output in manifest.outputs
    where entry.outputs.contains(output.name) && output.shard?.isOfBase ?? false {
      guard output.name.isOfABuild, output.file.isWhole(in: folder.directory),
        let json = try? folder.directory.contents(of: output.name),
        let rules = try? RuleList(decodingJSON: json)
      else { return [:] }
      base[output.name] = rules
    }
    return base
  }

  /// What a file with rules was; nil when no build wrote it, or when it is not known what it wrote.
  func output(_ name: FileName) -> Manifest.Output? {
    isIntact ? manifest?.outputs.first { $0.name == name } : nil
  }

  /// Whether a file has exactly these bytes.
  func has(_ bytes: [UInt8], as name: FileName) -> Bool {
    (try? folder.directory.contents(of: name)) == bytes
  }

  /// The manifest of the last build with files that the next one has begun to write.
  func manifest(with begun: [Manifest.File], toolVersion: String) -> Manifest {
    var manifest = manifest ?? Manifest(tool: .init(version: toolVersion), outputs: [], inputs: [])
    manifest.lists = manifest.lists ?? []
    manifest.begun = begun
    // A seal says that a manifest is as a build wrote it, which is not said of one that was found damaged.
    return isIntact || self.manifest == nil ? manifest.sealed() : manifest
  }
}
