struct ReasonText {
  let style: TextStyle

  func render(_ reason: KnownReason) -> String {
    let id = style.bold(reason.id)
    let origin = reason.origin.map { "  \($0)\n" } ?? ""
    let instead = reason.instead.map { "\n  instead: \($0)\n" } ?? ""
    guard let definition = reason.definition else {
      return "\(id)\n\(origin)" + (reason.webKitMessage.map { "  WebKit: \($0)\n" } ?? "") + instead
    }
    let example = definition.example.split(separator: "\n").map { "    \(style.dim(String($0)))\n" }
    return "\(id)\n  \(definition.meaning)\n\n  for example\n\(example.joined())\(instead)\(origin)"
  }

  /// All identifiers by group, each with its summary, as text.
  var list: String {
    KnownReason.Group.allCases.map { group in
      let rows = KnownReason.all.filter { $0.group == group }.map { ($0.id, $0.summary) }
      return Self.title(of: group) + table(rows)
    }.joined()
  }

  private static func title(of group: KnownReason.Group) -> String {
    switch group {
    case .filters: ""
    case .lint: "\nof sluice lint alone:\n\n"
    case .pageScripts: "\nof page scripts:\n\n"
    case .check: "\nof sluice check:\n\n"
    case .trackerRadar: "\nof Tracker Radar's files:\n\n"
    }
  }

  private func table(_ rows: [(id: String, text: String)]) -> String {
    let width = rows.map(\.id.count).max() ?? 0
    return rows.map { row in
      style.bold(row.id) + String(repeating: " ", count: width - row.id.count + 2) + row.text + "\n"
    }.joined()
  }
}
