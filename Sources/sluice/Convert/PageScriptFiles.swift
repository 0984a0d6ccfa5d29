import Conversion
import PageScript
import Platform

/// Where `sluice convert --page-script NAME` writes the scripts for pages.
struct PageScriptFiles {
  private let isolated: Destination
  private let page: Destination
  /// Where nothing is written.
  private var unneeded: [Destination] = []

  var destinations: [Destination] { [isolated, page] }

  /// Nil when no name is given.
  init?(_ name: String?, besides others: [Destination]) throws(CommandError) {
    guard let name else { return nil }
    guard name != "-", !name.isEmpty, !name.hasSuffix("/") else {
      throw CommandError(ConvertFailure.needsOwnFile(flag: "--page-script"))
    }
    func destination(_ world: String) throws(CommandError) -> Destination {
      let destination = try Destination.named("\(name).\(world).js")
      guard !others.contains(where: { $0.isSamePlace(as: destination) }) else {
        throw CommandError(ConvertFailure.needsOwnFile(flag: "--page-script"))
      }
      guard try destination.isOurs || destination.isNew else {
        throw CommandError(ConvertFailure.foreignScript(destination.name))
      }
      return destination
    }
    isolated = try destination("isolated")
    page = try destination("page")
  }

  /// Writes the scripts that the filters need.
  mutating func write(
    _ deferred: DeferredFilters, of sources: [ParsedSource], options: ConversionOptions, in batch: OutputBatch
  ) throws(CommandError) -> Summary.Page {
    var problems: [PageFilterProblem] = []
    // Whoever names a list on the command line has not said that it is to be trusted.
    let lists = sources.map { PageScript.List($0, options: options) }
    let script = PageScript(deferred, of: lists, problems: &problems)
    var files: [Summary.Page.File] = []
    for (bytes, destination) in [(script?.isolated, isolated), (script?.page, page)] {
      guard let bytes else {
        unneeded.append(destination)
        continue
      }
      try batch.add(bytes, to: destination)
      files.append(.init(name: destination.name, bytes: bytes.count))
    }
    return Summary.Page(
      files: files, filters: (script?.filters ?? 0) + (script?.exceptions ?? 0),
      reasons: Self.reasons(problems, sources.map(\.name)))
  }

  /// Removes scripts of former filters where these need none: pages would go on running them.
  func removeFormer() throws(CommandError) {
    for destination in unneeded where try destination.isOurs {
      guard case .file(let path, _?) = destination.place, let name = FileName(Path.name(of: path)) else {
        continue
      }
      try CommandError.of { () throws(OutputError) in
        do throws(SystemError) {
          try Directory(Path.folder(of: path)).remove(name)
        } catch {
          throw OutputError.writing(destination.name, error)
        }
      }
    }
  }

  private static func reasons(_ problems: [PageFilterProblem], _ names: [String]) -> [Summary.Page.Reason] {
    var counts: [String: (count: Int, first: PageFilterProblem)] = [:]
    for problem in problems { counts[problem.reason.id, default: (0, problem)].count += 1 }
    return counts.map { id, row in
      let text = row.first.text.isEmpty ? "" : " '\(row.first.text.prefix(40))'"
      let place = "\(names[row.first.source]):\(row.first.line)"
      return Summary.Page.Reason(
        id: id, count: row.count, example: "\(place):\(text) \(row.first.reason.message)")
    }.sorted { ($1.count, $0.id) < ($0.count, $1.id) }
  }
}

extension Destination {
  /// Whether there is nothing yet that would be lost.
  fileprivate var isNew: Bool {
    switch place {
    case .stream, .special, .file(_, nil): true
    case .file(_, let existing?): existing.size == 0
    }
  }

  /// Whether there is a script that was written for pages.
  fileprivate var isOurs: Bool {
    get throws(CommandError) {
      guard case .file(let path, _?) = place else { return false }
      guard let file = FileName(Path.name(of: path)) else { return false }
      do throws(SystemError) {
        let former = try Directory(Path.folder(of: path)).contents(of: file)
        return former.starts(with: "\(PageScript.firstLine)\n".utf8)
      } catch {
        throw CommandError(FileFailure.unreadable(name, error))
      }
    }
  }
}
