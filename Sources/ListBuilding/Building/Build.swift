import Conversion
import ContentBlocker
import Platform

/// Builds the lists of a build file into a directory that can be served as it is.
///
/// Lists whose inputs, options and tool version are those of the last build keep their files. A build that
/// fails, for whatever reason and at whatever moment, leaves the directory as it was.
public struct Build {
  /// What a build needs to know besides its file.
  public struct Settings: Sendable {
    /// The folder of the build file, to which its paths are relative.
    public var root: String
    /// The directory to build.
    public var output: String
    /// The version of the tool, which is part of what decides the files.
    public var toolVersion: String
    /// How many threads convert; nil for as many as the machine has cores.
    public var threads: Int?
    /// The files besides the sources that the build comes from: the build file and its schema. Like the sources
    /// they are never overwritten.
    public var inputs: [String] = []

    /// Settings with these values.
    public init(root: String, output: String, toolVersion: String, threads: Int? = nil) {
      (self.root, self.output, self.toolVersion, self.threads) = (root, output, toolVersion, threads)
    }
  }

  /// What became of a list.
  public struct ListSummary: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Whether it was kept as it was. The counts of filters are then not known.
    public var isUnchanged: Bool
    /// Filters read.
    public var filters = 0
    /// Those that the list's scripts do in pages.
    public var inPage = 0
    /// Those that need a script which there is not, or cannot be told to WebKit.
    public var notExpressible = 0
    /// Rules written.
    public var rules = 0
    /// Bytes of their JSON.
    public var bytes = 0
    /// What its rule lists for the first target cost pages; none when it was kept as it was.
    public var pageCosts: [PageCost] = []
    /// What an update costs a client; nil when it was kept as it was, and there is none.
    public var update: UpdateCost?
  }

  /// What a build did.
  public struct Summary: Hashable, Sendable {
    /// The lists in the order of the build file.
    public var lists: [ListSummary] = []
    /// What went wrong without ending the build.
    public var warnings: [BuildProblem] = []
    /// Whether anything was written.
    public var isChanged = false
    /// Why files were replaced one by one, as the end of a sentence; nil when the directory changed as a whole.
    public var reasonOneByOne: String?
  }

  /// The manifest's name in the directory.
  public static var manifestName: String { Manifest.fileName.description }

  let file: BuildFile
  let settings: Settings
  let remote: any RemoteDocuments

  /// A build that gets lists at URLs from `remote`.
  package init(_ file: BuildFile, settings: Settings, remote: any RemoteDocuments) {
    (self.file, self.settings, self.remote) = (file, settings, remote)
  }

  /// What a build is about.
  package enum Step: Hashable, Sendable {
    /// Reads the sources and what they include.
    case collecting
    /// Makes the files of a list, of so many.
    case list(String, number: Int, of: Int)
    /// Writes what tells of the lists, and changes the directory.
    case writing
  }

  /// Builds.
  ///
  /// - Parameters:
  ///   - whenWaiting: Called before the build waits for another one of the same directory.
  ///   - whenBegun: Called at the beginning of each step.
  ///   - whenRead: Called with the files and folders that decide the result, as they were before they were
  ///     read: all that lists include too, and what was looked for and is not there.
  package func run(
    whenWaiting: () -> Void = {}, whenBegun: (Step) -> Void = { _ in },
    whenRead: ([String: FileStamp]) -> Void = { _ in }
  ) throws(BuildFailure) -> Summary {
    let folder = try OutputFolder(settings.output, whenWaiting: whenWaiting)
    defer { folder.close() }
    whenBegun(.collecting)
    let collector = SourceCollector(root: settings.root, policy: file.fetching, remote: remote)
    defer { whenRead(collector.stamps) }
    let collected = try collector.collect(file.lists)
    let previous = PreviousBuild(folder)
    let claims = OutputClaims(files: previous.files, inputs: inputs(collector.stamps))
    return try build(
      collected, collector.warnings + remote.warnings, previous, claims, in: folder, whenBegun)
  }

  /// The files that decide the result.
  private func inputs(_ stamps: [String: FileStamp]) -> [FileIdentity: String] {
    var stamps = stamps
    for path in settings.inputs { stamps[path] = FileStamp(of: path) }
    return Dictionary(stamps.compactMap { path, stamp in stamp.identity.map { ($0, path) } }) { min($0, $1) }
  }

  private func build(
    _ collected: [SourceCollector.Collected], _ warnings: [BuildProblem], _ previous: PreviousBuild,
    _ claims: OutputClaims, in folder: OutputFolder, _ whenBegun: (Step) -> Void
  ) throws(BuildFailure) -> Summary {
    var summary = Summary()
    summary.warnings = warnings
    var manifest = Manifest(tool: .init(version: settings.toolVersion), outputs: [], inputs: [])
    manifest.lists = []
    var names = TakenNames()
    var seen: Set<String> = []
    /// Of the lists that are new; nil for those that stay.
    var sections: [[[UInt8]]?] = []
    for (index, list) in collected.enumerated() {
      whenBegun(.list(list.recipe.name, number: index + 1, of: collected.count))
      let others = collected.indices.filter { $0 != index }.map { collected[$0] }
      let (inputs, found) = ListInput.inputs(of: list, besides: others)
      for warning in found where !summary.warnings.contains(warning) { summary.warnings.append(warning) }
      let fingerprint = Fingerprint.of(list, inputs, toolVersion: settings.toolVersion)
      var entry: Manifest.List
      let outputs: [Manifest.Output]
      if let kept = previous.list(list.recipe.name, fingerprint: fingerprint) {
        (entry, outputs) = (kept.entry, kept.outputs)
        if let problem = names.add(kept.files.map(\.description), of: entry.name) { throw problem }
        for name in kept.files { folder.keep(name) }
        manifest.add(kept.trackerInputs, previous.trackerRadar)
        sections.append(nil)
        summary.lists.append(ListSummary(name: entry.name, isUnchanged: true))
      } else {
        var build = ListBuild(
          recipe: list.recipe, inputs: inputs, trackers: list.trackers, surrogates: list.surrogates,
          threads: settings.threads, surrogateProblems: list.surrogateProblems)
        if list.recipe.sharding?.method == .baseAndHot { build.base = previous.base(of: list.recipe.name) }
        var result = try build.run()
        let advanced = try Self.fileName("\(list.recipe.name).advanced.json")
        var files = result.files.map(\.name) + result.maps.map(\.name) + [advanced.description]
        files += (result.pageScripts ?? []).map(\.name)
        if let problem = names.add(files, of: list.recipe.name) { throw problem }
        var fingerprints: [String: UInt64] = [:]
        let former = previous.outputs(of: list.recipe.name)
        let written = try write(result, besides: former, in: folder, &fingerprints)
        outputs = written.map(\.output)
        // Behind these stand the files that do nothing any more.
        let own = Array(written.prefix(result.files.count))
        let update = Self.updateCost(of: own, since: previous, list.recipe, result.hot)
        result.sections.append(BuildReport.section(list: list.recipe.name, own, update))
        summary.warnings += Self.splitWarnings(on: outputs, besides: former, of: list.recipe)
        summary.warnings += Self.shardWarnings(on: outputs, since: previous, of: list.recipe)
        let maps = try write(result.maps, fingerprints, in: folder)
        if let trackers = result.trackerManifest { manifest.add(trackers.inputs, trackers.trackerRadar) }
        try folder.write(result.deferred, to: advanced)
        entry = Manifest.List(
          list.recipe, inputs: inputs.map(\.source.name) + list.trackers.map(\.publicName),
          advanced: .init(name: advanced, content: result.deferred),
          fingerprint: fingerprint)
        entry.sourceMaps = maps.isEmpty ? nil : maps
        entry.pageScripts = try result.pageScripts.map { scripts throws(BuildFailure) in
          try write(scripts, in: folder)
        }
        sections.append(result.sections)
        summary.lists.append(
          ListSummary(
            name: entry.name, isUnchanged: false, filters: result.filters,
            inPage: result.inPage, notExpressible: result.notExpressible, pageCosts: result.pageCosts,
            update: update))
      }
      entry.describe(list.recipe)
      entry.outputs = outputs.map(\.name)
      summary.lists[index].rules = outputs.reduce(0) { $0 + $1.rules }
      summary.lists[index].bytes = outputs.reduce(0) { $0 + $1.bytes }
      summary.warnings += Self.sizeWarnings(on: outputs, of: list.recipe)
      manifest.outputs += outputs
      manifest.lists?.append(entry)
      addInputs(of: list, to: &manifest, &seen)
    }
    manifest.warnings = summary.warnings.map { "\($0.source): \($0.message)" }
    whenBegun(.writing)
    let change = try finish(
      collected, sections, summary.warnings, manifest, previous, claims, in: folder)
    summary.isChanged = change != .none
    if case .oneByOne(let reason) = change { summary.reasonOneByOne = reason.description }
    return summary
  }

  /// What is to be said of files that are larger than it is advised for the target that they are for.
  private static func sizeWarnings(on outputs: [Manifest.Output], of recipe: ListRecipe) -> [BuildProblem] {
    outputs.compactMap { output in
      let name = output.name.description
      guard let warning = recipe.target(ofFile: name)?.advisedSize?.warning(about: output.bytes) else {
        return nil
      }
      var remedies = ["maximumBytes with onLimit: \"shard\""]
      if recipe.split != nil, recipe.split != .action { remedies.insert("split: \"action\"", at: 0) }
      if output.form == .compile { remedies.insert("prefer: \"size\"", at: 0) }
      let help = "in 'outputs', \(remedies.joined(separator: " or ")) makes it smaller"
      return BuildProblem(name, "\(warning); \(help)")
    }
  }

  /// What is to be said where one list has become two of itself: who has subscribed to the first alone loses what it hid.
  private static func splitWarnings(
    on outputs: [Manifest.Output], besides former: [FileName], of recipe: ListRecipe
  ) -> [BuildProblem] {
    guard recipe.split == nil, recipe.sharding == nil else { return [] }
    let former = Set(former.map(\.description))
    return outputs.compactMap { output in
      let name = output.name.description
      let ending = ".\(ConvertedList.Part.cosmetic.rawValue).json"
      let first = name.dropLast(ending.count) + ".json"
      guard name.hasSuffix(ending), !former.contains(name), former.contains(String(first)) else { return nil }
      return BuildProblem(
        String(first),
        "its hiding filters are in \(name) now: who has subscribed to \(first) alone loses them; "
          + "in 'outputs', split: \"none\" keeps one list, and split: \"action\" always makes two")
    }
  }

  /// What became of the directory.
  private enum Change: Equatable {
    case none
    case whole
    case oneByOne(Piecemeal)
  }

  /// Writes what tells of the lists and changes the directory, unless all of it is there already.
  private func finish(
    _ collected: [SourceCollector.Collected], _ sections: [[[UInt8]]?], _ warnings: [BuildProblem],
    _ manifest: Manifest, _ previous: PreviousBuild, _ claims: OutputClaims, in folder: OutputFolder
  ) throws(BuildFailure) -> Change {
    var manifest = manifest
    let notice = Notice.text(collected)
    let isSameReport = sections.allSatisfy { $0 == nil } && manifest.warnings == previous.warnings
    if isSameReport {
      manifest.report = previous.report
      let isSame =
        try previous.has(encoded(manifest.sealed()), as: Manifest.fileName)
        && previous.has(notice, as: Notice.fileName)
      if isSame, manifest.report != nil { return .none }
    }
    let former = sections.contains { $0 == nil } ? previous.reportSections() : []
    var report = BuildReport()
    for (list, own) in zip(collected, sections) {
      for section in own ?? BuildReport.sections(of: list.recipe.name, in: former) { report.append(section) }
    }
    let json = report.encodedJSON(toolVersion: settings.toolVersion, warnings: warnings)
    manifest.report = Manifest.File(name: BuildReport.fileName, content: json)
    try folder.write(json, to: BuildReport.fileName)
    try folder.write(notice, to: Notice.fileName)
    try folder.write(encoded(manifest.sealed()), to: Manifest.fileName)
    let reason = try folder.commit(claims) { begun throws(BuildFailure) in
      try encoded(previous.manifest(with: begun, toolVersion: settings.toolVersion))
    }
    return reason.map { .oneByOne($0) } ?? .whole
  }

  private func addInputs(
    of list: SourceCollector.Collected, to manifest: inout Manifest, _ seen: inout Set<String>
  ) {
    for (number, tree) in list.trees {
      for document in tree.documents where seen.insert(document.name).inserted {
        manifest.inputs.append(
          Manifest.Input(document, recipe: list.recipe.sources[number], tree.metadata))
      }
    }
  }
}
