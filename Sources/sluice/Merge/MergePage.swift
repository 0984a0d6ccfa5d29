import Conversion
import ListBuilding
import PageScript
import Platform

/// The scripts for pages of a merge.
struct MergePage {
  /// What the names of the files begin with.
  let name: String
  /// Nil where there is nothing to do in pages.
  let script: PageScript?
  let surrogates: Int
  /// Rules of trackers by which requests are blocked in pages alone.
  let gaps: Int
  /// What was written.
  var written: [PageScriptFiles.File] = []
  private let problems: [PageFilterProblem]
  private let lists: [String]

  /// The scripts for the filters of all filter lists, surrogates and what rules cannot block; the result learns which of the filters they do.
  init(
    name: String, _ result: inout MergeResult, _ surrogates: PageSurrogates?, _ gaps: PageGaps?,
    _ options: ConversionOptions
  ) {
    self.name = name
    self.surrogates = surrogates?.count ?? 0
    self.gaps = gaps?.count ?? 0
    let deferred = result.deferred ?? (filters: DeferredFilters(), lists: [])
    lists = deferred.lists.map(\.name)
    var problems: [PageFilterProblem] = []
    // Whoever names a list on the command line has not said that it is to be trusted.
    script = PageScript(
      deferred.filters, of: deferred.lists.map { PageScript.List($0, options: options) },
      surrogates: surrogates, gaps: gaps, problems: &problems)
    self.problems = problems
    if let script { result.settleInPages(script.lines) }
  }

  /// The files as the manifest has them, where they stand beside the list.
  func files(beside list: String) throws(CommandError) -> [Manifest.File]? {
    guard Path.folder(of: name) == Path.folder(of: list) else { return nil }
    var files: [Manifest.File] = []
    for (world, content) in [(PageScript.World.isolated, script?.isolated), (.page, script?.page)] {
      guard let content else { continue }
      let path = PageScriptFiles.name(name, world)
      guard let name = FileName(Path.name(of: path)) else { throw CommandError(OutputError.isFolder(path)) }
      files.append(Manifest.File(name: name, content: content))
    }
    return files
  }

  /// What is done in pages and why other filters are not.
  var summary: Summary.Page { Summary.Page(script, written, problems, in: lists) }

  /// What is done in pages and where that was written, and why other filters are not done.
  func text(style: TextStyle) -> String {
    var text = "\(Format.counted(summary.filters, "filter")) and \(Format.counted(surrogates, "surrogate"))"
    text += " for pages  "
    text +=
      written.isEmpty
      ? "no script is needed, and none is written"
      : written.map { "\(Format.size($0.bytes))  \(DisplayText.escaping($0.name))" }.joined(separator: ", ")
    text += "\n"
    if gaps > 0 {
      text += "\(Format.counted(gaps, "rule")) of trackers in these, for requests that no list can block\n"
    }
    for reason in summary.reasons {
      text += "  \(reason.id)  \(Format.grouped(reason.count))"
      text += style.dim("  \(DisplayText.escaping(reason.example))") + "\n"
    }
    return text
  }
}
