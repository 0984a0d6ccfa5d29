import SluicePageScript

extension Summary {
  /// The page scripts that were written.
  struct Page: Equatable {
    /// The script files; empty if no filter needs a page script.
    let files: [PageScriptFiles.File]
    /// The number of filters and exceptions that the scripts apply.
    let filters: Int
    /// The reasons why the scripts do not apply other filters, most frequent first, each with an example.
    let reasons: [Reason]

    struct Reason: Equatable {
      let id: String
      let count: Int
      /// The location and text of the first filter.
      let example: String
    }
  }
}

extension Summary.Page {
  /// Creates a summary of the page scripts.
  ///
  /// - Parameter names: The names of the lists.
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
      let place = "\(names[row.first.place.source]):\(row.first.location.line)"
      return Reason(id: id, count: row.count, example: "\(place):\(text) \(row.first.reason.message)")
    }.sorted { ($1.count, $0.id) < ($0.count, $1.id) }
  }
}
