import SluiceConversion
import SluiceListFiles
import SluiceRules
import SluiceSystem

// Whole lists. `Build` collects the sources of all lists, `PreviousBuild` tells which have changed, `ListBuild` converts
// these, and `OutputFolder` replaces the directory, whose files and inputs are in the `Manifest`. `Merging` joins lists
// that were converted before.

/// A build of the lists in a build file, into a directory that can be served directly.
///
/// A list keeps its files if its inputs, options and the tool version have not changed since the last build.
/// A build that fails for any reason, at any time, leaves the directory unchanged.
///
/// ```swift
/// let file = try BuildFile(parsing: FileText(contentsOf: URL(fileURLWithPath: "lists/sluice.json")))
/// let summary = try Build(file, settings: Build.Settings(root: "lists")).run()
/// ```
package struct Build {
  /// The settings of a build that are not in the build file.
  package struct Settings: Sendable {
    /// The folder of the build file, which relative paths refer to.
    package var root: String
    /// The output directory; nil for the one in the build file, or `public` next to it if it names none.
    package var output: String?
    /// The version of the program that builds, for the manifest. A new version builds all lists again.
    package var toolVersion: String
    /// The maximum number of threads for conversion; nil for one per core.
    package var threads: Int?
    /// Other inputs of the build: the build file and its schema. Like the sources, they are never
    /// overwritten.
    package var inputs: [String] = []

    /// Creates settings. Without arguments, the build file is in the current folder, and the version is that
    /// of Sluice.
    package init(
      root: String = ".", output: String? = nil, toolVersion: String = Build.version, threads: Int? = nil
    ) {
      (self.root, self.output, self.toolVersion, self.threads) = (root, output, toolVersion, threads)
    }
  }

  /// The result for one list.
  package struct ListSummary: Hashable, Sendable {
    /// The name of the list.
    package var name: String
    /// Whether the previous files were kept. Filter counts are then unknown.
    package var isUnchanged: Bool
    /// The number of filters read.
    package var filters = 0
    /// The number of filters that the page scripts apply.
    package var inPage = 0
    /// The number of filters that need a script that no page script provides, or that are unsupported.
    package var notConverted = 0
    /// The number of rules written.
    package var rules = 0
    /// The size of the rule lists in bytes.
    package var bytes = 0
    /// The estimated cost per page of the rule lists for the first target; empty if the files were kept.
    package var pageCosts: [PageCost] = []
    /// The cost of an update for a client; nil if the files were kept, because then nothing changes.
    package var update: UpdateCost?
  }

  /// The result of a build.
  package struct Summary: Hashable, Sendable {
    /// The lists, in the order of the build file.
    package var lists: [ListSummary] = []
    /// Problems that did not stop the build.
    package var warnings: [BuildProblem] = []
    /// Whether the build wrote anything.
    package var isChanged = false
    /// The reason why files were replaced one by one, worded as the end of a sentence; nil if the directory
    /// was replaced atomically.
    package var reasonOneByOne: String?
  }

  let file: BuildFile
  let settings: Settings
  let remote: any RemoteDocuments

  /// Creates a build.
  ///
  /// - Parameters:
  ///   - file: The lists and their sources.
  ///   - settings: The folders of the build, and other settings that are not in the build file.
  ///   - fetch: Returns the content of a source at a URL. A URL is fetched once in a build, and error pages are
  ///     recognized. Without it, a source at a URL fails the build.
  package init(
    _ file: BuildFile, settings: Settings = Settings(),
    fetch: ((_ url: String) throws(BuildProblem) -> [UInt8])? = nil
  ) {
    self.init(file, settings: settings, remote: FetchedDocuments(fetch))
  }

  /// Creates a build that fetches lists from URLs through `remote`.
  package init(_ file: BuildFile, settings: Settings, remote: any RemoteDocuments) {
    (self.file, self.settings, self.remote) = (file, settings, remote)
  }

  package enum Step: Hashable, Sendable {
    /// Reads the sources and the files that they include.
    case collecting
    /// Creates the files of one list.
    case list(String, number: Int, of: Int)
    /// Writes the report, the notice and the manifest, and replaces the directory.
    case writing
  }

  /// Runs the build and waits for another build of the same directory.
  ///
  /// - Throws: A `BuildFailure` with all problems of sources that were found. The directory is then unchanged.
  package func run() throws(BuildFailure) -> Summary { try run(whenWaiting: {}) }

  /// Runs the build.
  ///
  /// - Parameters:
  ///   - whenWaiting: Called before the build waits for another build of the same directory.
  ///   - whenBegun: Called at the beginning of each step.
  ///   - whenRead: Called with all files and folders that affect the result, each with its state before it
  ///     was read. They include included lists, and paths where nothing was found.
  package func run(
    whenWaiting: () -> Void, whenBegun: (Step) -> Void = { _ in },
    whenRead: ([String: FileStamp]) -> Void = { _ in }
  ) throws(BuildFailure) -> Summary {
    let folder = try OutputFolder(
      settings.output ?? file.outputFolder(from: settings.root), whenWaiting: whenWaiting)
    defer { folder.close() }
    whenBegun(.collecting)
    let collector = SourceCollector(root: settings.root, policy: file.fetching, remote: remote)
    defer { whenRead(collector.stamps) }
    let collected = try collector.collect(file.lists)
    let previous = PreviousBuild(folder)
    let claims = OutputClaims(files: previous.files, inputs: inputs(collector.stamps))
    return try build(
      collected, warnings: collector.warnings + remote.warnings, previous: previous, claims: claims,
      in: folder, whenBegun: whenBegun)
  }

  /// Returns the files that affect the result, by identity.
  private func inputs(_ stamps: [String: FileStamp]) -> [FileIdentity: String] {
    var stamps = stamps
    for path in settings.inputs { stamps[path] = FileStamp(of: path) }
    return Dictionary(stamps.compactMap { path, stamp in stamp.identity.map { ($0, path) } }) { min($0, $1) }
  }

  private func build(
    _ collected: [SourceCollector.Collected], warnings: [BuildProblem], previous: PreviousBuild,
    claims: OutputClaims, in folder: OutputFolder, whenBegun: (Step) -> Void
  ) throws(BuildFailure) -> Summary {
    var summary = Summary()
    summary.warnings = warnings
    var known = Set(warnings)
    var manifest = Manifest(tool: .init(version: settings.toolVersion), outputs: [], inputs: [])
    manifest.lists = []
    var listInputs = ListInputs(collected)
    var names = OutputNames()
    var seen: Set<ListDocument.Key> = []
    /// Warnings that a build of unchanged lists does not repeat. The manifest does not have them.
    var textWarnings: [BuildProblem] = []
    /// The report sections of rebuilt lists; nil for lists that keep their files.
    var sections: [[[UInt8]]?] = []
    for (index, list) in collected.enumerated() {
      whenBegun(.list(list.recipe.name, number: index + 1, of: collected.count))
      let (inputs, found) = try listInputs.inputs(of: index)
      for warning in found where known.insert(warning).inserted { summary.warnings.append(warning) }
      let fingerprint = Fingerprint.of(list, inputs: inputs, toolVersion: settings.toolVersion)
      var entry: Manifest.List
      let outputs: [Manifest.Output]
      if let kept = previous.list(list.recipe.name, fingerprint: fingerprint) {
        (entry, outputs) = (kept.entry, kept.outputs)
        try names.add(kept.files.map(\.name.description), of: entry.name)
        for file in kept.files { folder.keep(file) }
        manifest.add(kept.trackerInputs, identifiers: previous.trackerRadar)
        sections.append(nil)
        summary.lists.append(ListSummary(name: entry.name, isUnchanged: true))
      } else {
        var build = ListBuild(
          recipe: list.recipe, inputs: inputs, trackers: list.trackers, surrogates: list.surrogates,
          threads: settings.threads, headers: list.trees.map(\.tree.metadata),
          surrogateProblems: list.surrogateProblems)
        if list.recipe.sharding?.method == .baseAndHot { build.base = previous.base(of: list.recipe.name) }
        var result = try build.run()
        let advanced = try Self.fileName("\(list.recipe.name).advanced.json")
        var files = result.files.map(\.name) + result.maps.map(\.name) + [advanced.description]
        files += ((result.requestChanges ?? []) + (result.pageScripts ?? [])).map(\.name)
        if result.text != nil { files.append("\(list.recipe.name).txt") }
        try names.add(files, of: list.recipe.name)
        var fingerprints: [String: UInt64] = [:]
        let former = previous.outputs(of: list.recipe.name)
        let written = try write(result, besides: former, in: folder, fingerprints: &fingerprints)
        outputs = written.map(\.output)
        // The entries after these are former files that now have no effect.
        let own = Array(written.prefix(result.files.count))
        let update = Self.updateCost(of: own, since: previous, list.recipe, hot: result.hot)
        result.sections.append(BuildReport.section(list: list.recipe.name, own, update: update))
        summary.warnings += Self.splitWarnings(on: outputs, besides: former, of: list.recipe)
        summary.warnings += Self.shardWarnings(on: outputs, since: previous, of: list.recipe)
        let maps = try write(result.maps, fingerprints: fingerprints, in: folder)
        if let trackers = result.trackerManifest {
          manifest.add(trackers.inputs, identifiers: trackers.trackerRadar)
        }
        entry = Manifest.List(
          list.recipe, inputs: inputs.map(\.source.name) + list.trackers.map(\.publicName),
          advanced: try folder.write(result.advancedFilters, to: advanced),
          fingerprint: fingerprint)
        entry.text = try result.text.map { text throws(BuildFailure) in
          try folder.write(text, to: Self.fileName("\(list.recipe.name).txt"))
        }
        if let warning = result.textWarning { textWarnings.append(warning) }
        entry.sourceMaps = maps.isEmpty ? nil : maps
        entry.requestChanges = try result.requestChanges.map { files throws(BuildFailure) in
          try write(files, in: folder)
        }
        entry.pageScripts = try result.pageScripts.map { scripts throws(BuildFailure) in
          try write(scripts, in: folder)
        }
        sections.append(result.sections)
        summary.lists.append(
          ListSummary(
            name: entry.name, isUnchanged: false, filters: result.filters,
            inPage: result.inPage, notConverted: result.notConverted, pageCosts: result.pageCosts,
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
    let reason: NonAtomicReason?
    (summary.isChanged, reason) = try finish(
      collected, sections: sections, warnings: summary.warnings, manifest: manifest, previous: previous,
      claims: claims, in: folder)
    summary.reasonOneByOne = reason?.description
    summary.warnings += textWarnings
    return summary
  }

  /// Returns a warning for each file that exceeds the recommended size for its target.
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
      return BuildProblem(name, message: "\(warning); \(help)")
    }
  }

  /// Returns a warning if the list was split in two. Clients that subscribe only to the first file lose its
  /// hiding rules.
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
        message: "its hiding filters are in \(name) now: subscribers of \(first) alone lose them; "
          + "in 'outputs', split: \"none\" keeps one list, and split: \"action\" always makes two")
    }
  }

  /// Writes the report, the notice and the manifest, and replaces the directory, unless nothing changed. Returns
  /// whether it changed, and the reason if its files were replaced one by one.
  private func finish(
    _ collected: [SourceCollector.Collected], sections: [[[UInt8]]?], warnings: [BuildProblem],
    manifest: Manifest, previous: PreviousBuild, claims: OutputClaims, in folder: OutputFolder
  ) throws(BuildFailure) -> (isChanged: Bool, reason: NonAtomicReason?) {
    var manifest = manifest
    let notice = LicenseNotice.text(collected)
    let isSameReport = sections.allSatisfy { $0 == nil } && manifest.warnings == previous.warnings
    if isSameReport {
      manifest.report = previous.report
      let isSame =
        try previous.has(manifest.sealed().encoded(), as: Manifest.fileName)
        && previous.has(notice, as: LicenseNotice.fileName)
      if isSame, manifest.report != nil { return (false, nil) }
    }
    let former = sections.contains { $0 == nil } ? previous.reportSections() : []
    var report = BuildReport()
    for (list, own) in zip(collected, sections) {
      for section in own ?? BuildReport.sections(of: list.recipe.name, in: former) { report.append(section) }
    }
    let json = report.encodedJSON(toolVersion: settings.toolVersion, warnings: warnings)
    manifest.report = try folder.write(json, to: BuildReport.fileName)
    try folder.write(notice, to: LicenseNotice.fileName)
    try folder.write(manifest.sealed().encoded(), to: Manifest.fileName)
    let reason = try folder.commit(claims) { begun throws(BuildFailure) in
      try previous.manifest(with: begun, toolVersion: settings.toolVersion).encoded()
    }
    return (true, reason)
  }

  private func addInputs(
    of list: SourceCollector.Collected, to manifest: inout Manifest, _ seen: inout Set<ListDocument.Key>
  ) {
    for (number, tree) in list.trees {
      for document in tree.documents where seen.insert(document.key).inserted {
        manifest.inputs.append(
          Manifest.Input(document, recipe: list.recipe.sources[number], metadata: tree.metadata))
      }
    }
  }
}

extension Build {
  /// The version of Sluice, for manifests.
  package static let version = "0.2.0"
}
