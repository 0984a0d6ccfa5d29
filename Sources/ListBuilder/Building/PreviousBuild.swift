import Foundation

/// What the last build left in a directory.
struct PreviousBuild {
  private let folder: OutputFolder
  private let manifest: Manifest?
  private let manifestTime: Int64

  /// A list whose files can stay.
  struct Kept {
    let entry: Manifest.List
    let outputs: [Manifest.Output]
    /// Those of its inputs that are Tracker Radar's.
    let trackerInputs: [Manifest.Input]
    /// All files of the list.
    let files: [String]
  }

  init(_ folder: OutputFolder) {
    self.folder = folder
    let path = folder.path(of: Build.manifestName)
    manifestTime = (try? FileStatus.of(path).modified) ?? 0
    let bytes = (try? FileDescriptor.contents(of: path)) ?? []
    let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes))
    self.manifest = manifest?.schema == Manifest.currentSchema ? manifest : nil
  }

  /// The report, if it is as it was written.
  var report: Manifest.File? {
    guard let report = manifest?.report, isWhole(report) else { return nil }
    return report
  }

  /// The sections of the report.
  func reportSections() -> [[UInt8]] {
    BuildReport.sections(of: (try? FileDescriptor.contents(of: folder.path(of: BuildReport.fileName))) ?? [])
  }

  /// The ids of Tracker Radar's data.
  var trackerRadar: Manifest.TrackerRadarIdentifiers? { manifest?.trackerRadar }

  /// What went wrong without ending the build.
  var warnings: [String]? { manifest?.warnings }

  /// The files that a build wrote.
  var files: Set<String> {
    guard let manifest else { return [] }
    var files: Set<String> = [Build.manifestName, BuildReport.fileName, Notice.fileName]
    for output in manifest.outputs {
      files.insert(output.name)
      if let gzip = output.gzip { files.insert(gzip.name) }
    }
    for list in manifest.lists ?? [] {
      files.insert(list.advanced.name)
      files.formUnion((list.sourceMaps ?? []).map(\.name))
    }
    return files
  }

  /// The files with rules that a list had.
  func outputs(of name: String) -> [String] {
    manifest?.lists?.first { $0.name == name }?.outputs ?? []
  }

  /// The list if it has this fingerprint and all of its files are as they were written.
  func list(_ name: String, fingerprint: String) -> Kept? {
    guard let entry = manifest?.lists?.first(where: { $0.name == name }), entry.fingerprint == fingerprint
    else { return nil }
    let outputs = entry.outputs.compactMap { name in manifest?.outputs.first { $0.name == name } }
    guard outputs.count == entry.outputs.count else { return nil }
    var files: [String] = []
    for output in outputs {
      guard isWhole(output.name, output.bytes, output.sha256), let gzip = output.gzip, isWhole(gzip)
      else { return nil }
      files += [output.name, gzip.name]
    }
    let maps = entry.sourceMaps ?? []
    guard isWhole(entry.advanced), maps.allSatisfy(isWhole), report != nil else { return nil }
    files += [entry.advanced.name] + maps.map(\.name)
    let inputs = (manifest?.inputs ?? []).filter { entry.inputs.contains($0.name) }
    let trackerInputs = inputs.filter { $0.kind != "filters" }
    return Kept(entry: entry, outputs: outputs, trackerInputs: trackerInputs, files: files)
  }

  /// Whether a file has exactly these bytes.
  func has(_ bytes: [UInt8], as name: String) -> Bool {
    (try? FileDescriptor.contents(of: folder.path(of: name))) == bytes
  }

  private func isWhole(_ file: Manifest.File) -> Bool { isWhole(file.name, file.bytes, file.sha256) }

  /// A file that is as old as the manifest and has its size was written with it. Another may have been copied
  /// or changed: its bytes tell.
  private func isWhole(_ name: String, _ size: Int, _ digest: String) -> Bool {
    let path = folder.path(of: name)
    guard !name.contains("/"), let status = try? FileStatus.of(path, followingLinks: false),
      status.kind == .regular, status.size == size
    else { return false }
    if status.modified <= manifestTime { return true }
    guard let bytes = try? FileDescriptor.contents(of: path) else { return false }
    return SHA256.digest(of: bytes).description == digest
  }
}
