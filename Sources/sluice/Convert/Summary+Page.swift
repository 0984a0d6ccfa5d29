import PageScript

extension Summary {
  /// The scripts that were written for pages.
  struct Page: Equatable {
    /// The files; none where there is nothing to do in pages.
    let files: [PageScriptFiles.File]
    /// Filters and exceptions that are done in pages.
    let filters: Int
    /// Why others are not, most first, with an example of each.
    let reasons: [Reason]

    struct Reason: Equatable {
      let id: String
      let count: Int
      /// Where the first stands and what is meant.
      let example: String
    }
  }
}

extension Summary.Page {
  /// - Parameter names: those of the lists.
  init(
    _ script: PageScript?, _ files: [PageScriptFiles.File], _ problems: [PageFilterProblem],
    in names: [String]
  ) {
    self.init(
      files: files, filters: (script?.filters ?? 0) + (script?.exceptions ?? 0),
      reasons: Self.reasons(problems, names))
  }

  private static func reasons(_ problems: [PageFilterProblem], _ names: [String]) -> [Reason] {
    var counts: [String: (count: Int, first: PageFilterProblem)] = [:]
    for problem in problems { counts[problem.reason.id, default: (0, problem)].count += 1 }
    return counts.map { id, row in
      let text = row.first.text.isEmpty ? "" : " '\(row.first.text.prefix(40))'"
      let place = "\(names[row.first.source]):\(row.first.location.line)"
      return Reason(id: id, count: row.count, example: "\(place):\(text) \(row.first.reason.message)")
    }.sorted { ($1.count, $0.id) < ($0.count, $1.id) }
  }
}
