import SluiceListFiles
import SluiceRules
import SluiceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The results of the last build in a directory.
///
/// All of it is untrusted: another program may have written it, or a disk error may have changed it.
struct PreviousBuild {
  private let folder: OutputFolder
  /// The manifest; nil if no build wrote one.
  private let manifest: Manifest?
  /// Whether the manifest is unmodified. If it is not, only its file names are used.
  private let isIntact: Bool
  /// The report, if it is unmodified.
  let report: Manifest.File?

  /// A list whose files can stay.
  struct Kept {
    let entry: Manifest.List
    let outputs: [Manifest.Output]
    let trackerInputs: [Manifest.Input]
    let files: [Manifest.File]
  }

  init(_ folder: OutputFolder) {
    self.folder = folder
    manifest = Manifest(in: folder.directory, of: .build)
    isIntact = manifest?.isIntact ?? false
    let report = isIntact ? manifest?.report : nil
    self.report = report.flatMap { $0.isIntact(in: folder.directory) ? $0 : nil }
  }

  func reportSections() -> [[UInt8]] {
    BuildReport.sections(of: (try? folder.directory.contents(of: BuildReport.fileName)) ?? [])
  }

  var trackerRadar: Manifest.TrackerRadarIdentifiers? { manifest?.trackerRadar }

  /// The problems that did not stop the last build.
  var warnings: [String]? { manifest?.warnings }

  /// The files that builds wrote, each with its possible contents. The array is empty if these are unknown.
  var files: [FileName: [Manifest.File]] {
    // A damaged manifest can still come from a build. The report names the lists that existed.
    let report = isIntact ? nil : try? folder.directory.contents(of: BuildReport.fileName)
    let lists = report.flatMap { BuildReport.lists(in: $0) }
    guard manifest != nil || lists != nil else { return [:] }
    var files: [FileName: [Manifest.File]] = [
      Manifest.fileName: [], BuildReport.fileName: [], LicenseNotice.fileName: [],
    ]
    if let lists {
      for name in (try? folder.directory.names()) ?? [] where name.isOfABuild {
        if lists.contains(where: { name.hasPrefix("\($0).") }) { files[name] = [] }
      }
    }
    for (name, contents) in manifest?.contents ?? [:] where name.isOfABuild { files[name] = contents }
    return files
  }

  /// Returns the rule list files of a list. Names that the list could not have are ignored.
  func outputs(of list: String) -> [FileName] {
    let outputs = manifest?.lists?.first { $0.name == list }?.outputs ?? []
    return outputs.filter { $0.isOfABuild && $0.hasPrefix("\(list).") && $0.hasSuffix(".json") }
  }

  /// Returns a list if it has this fingerprint and all of its files are unmodified.
  func list(_ name: String, fingerprint: String) -> Kept? {
    guard isIntact, let manifest, let entry = manifest.lists?.first(where: { $0.name == name }),
      entry.fingerprint == fingerprint
    else { return nil }
    let outputs = entry.outputs.compactMap { name in manifest.outputs.first { $0.name == name } }
    let compressed = outputs.compactMap(\.gzip)
    guard outputs.count == entry.outputs.count, compressed.count == outputs.count,
      outputs.allSatisfy({ 0...RuleList.maximumRules ~= $0.rules })
    else { return nil }
    let files = outputs.map(\.file) + compressed + entry.companions
    guard files.allSatisfy({ $0.name.isOfABuild && $0.isIntact(in: folder.directory) }), report != nil else {
      return nil
    }
    let inputs = manifest.inputs.filter { entry.inputs.contains($0.name) }
    let trackerInputs = inputs.filter { $0.kind != "filters" }
    return Kept(entry: entry, outputs: outputs, trackerInputs: trackerInputs, files: files)
  }

  /// Returns the rules of the base of a list's shards, by file name; empty if a file is missing or modified.
  func base(of list: String) -> [FileName: RuleList] {
    guard isIntact, let manifest, let entry = manifest.lists?.first(where: { $0.name == list }) else {
      return [:]
    }
    var base: [FileName: RuleList] = [:]
    for output in manifest.outputs
    where entry.outputs.contains(output.name) && output.shard?.isOfBase ?? false {
      guard output.name.isOfABuild, output.file.isIntact(in: folder.directory),
        let json = try? folder.directory.contents(of: output.name),
        let rules = try? RuleList(decodingJSON: json)
      else { return [:] }
      base[output.name] = rules
    }
    return base
  }

  /// Returns the record of a rule list file; nil if no build wrote it, or if its contents are unknown.
  func output(_ name: FileName) -> Manifest.Output? {
    isIntact ? manifest?.outputs.first { $0.name == name } : nil
  }

  func has(_ bytes: [UInt8], as name: FileName) -> Bool {
    (try? folder.directory.contents(of: name)) == bytes
  }

  /// Returns the last build's manifest with the files that the next build has begun to write, in addition to
  /// those that an earlier killed build had begun to write.
  func manifest(with begun: [Manifest.File], toolVersion: String) -> Manifest {
    var manifest = manifest ?? Manifest(tool: .init(version: toolVersion), outputs: [], inputs: [])
    manifest.lists = manifest.lists ?? []
    manifest.begun = (manifest.begun ?? []) + begun
    // A checksum states that a manifest is unmodified, so a damaged manifest does not get one.
    return isIntact || self.manifest == nil ? manifest.sealed() : manifest
  }
}

/// The fingerprint of everything that affects the files of a list. If it is unchanged, so are the files.
enum Fingerprint {
  static func of(_ list: SourceCollector.Collected, inputs: [ListInput], toolVersion: String) -> String {
    let recipe = list.recipe
    var fields: [String] = [
      "6", toolVersion, recipe.name, recipe.split?.rawValue ?? "", recipe.excess.rawValue,
      recipe.domainScope.rawValue, recipe.genericHiding.rawValue,
    ]
    fields.append(recipe.preferredForm.rawValue)
    fields.append(recipe.sharding.map { "\($0.method.rawValue) \($0.count)" } ?? "")
    fields.append(recipe.maximumRules.map(String.init) ?? "")
    fields.append(recipe.maximumBytes.map(String.init) ?? "")
    fields.append(recipe.affinity ?? "")
    fields.append(recipe.makesSourceMaps ? "map" : "")
    fields.append(recipe.makesRequestChanges ? "changes" : "")
    fields.append(recipe.makesPageScripts ? "page" : "")
    fields.append(recipe.reportsFromPages ? "reports" : "")
    fields.append(recipe.collapsesInPages ? "collapse" : "")
    if recipe.makesTextList {
      // The header of the text has these.
      let texts = [recipe.title, recipe.description, recipe.homepage, recipe.version, recipe.expires]
      append((["text", recipe.license] + texts).map { $0 ?? "" }, to: &fields)
      append(recipe.sources.map { $0.license ?? "" }, to: &fields)
    }
    append(recipe.targets.map(\.rawValue), to: &fields)
    append(recipe.constants.sorted(), to: &fields)
    append(recipe.includes.map(\.text), to: &fields)
    append(recipe.excludes.map(\.text), to: &fields)
    append(recipe.transformations.map(\.rawValue).sorted(), to: &fields)
    for source in recipe.sources {
      fields += [
        source.location.name, source.name ?? "", source.dialect?.rawValue ?? "", source.isTrusted ? "1" : "0",
      ]
      append(source.includes.map(\.text), to: &fields)
      append(source.excludes.map(\.text), to: &fields)
      append(source.transformations.map(\.rawValue).sorted(), to: &fields)
    }
    for input in inputs {
      fields += [
        input.name, input.sha256, input.dialect?.rawValue ?? "", input.detectedDialect?.rawValue ?? "",
      ]
      switch input.origin {
      case .source(let number): fields.append(String(number))
      case .foreign: fields.append("")
      // Another recipe selects these filters, so their own checksum is part of the fingerprint.
      case .usedWith: fields += [input.changedSHA256, input.isTrusted ? "1" : "0"]
      }
    }
    for document in list.trackers { fields += [document.publicName, document.sha256] }
    append(
      list.surrogates.sorted { $0.key < $1.key }.flatMap { [$0.value.publicName, $0.value.sha256] },
      to: &fields)
    // Length prefixes keep fields apart, regardless of their contents.
    return SHA256Hasher.digest(of: fields.flatMap { Array("\($0.utf8.count):\($0)".utf8) }).description
  }

  private static func append(_ values: [String], to fields: inout [String]) {
    fields.append(String(values.count))
    fields += values
  }
}
