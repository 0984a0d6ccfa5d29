import SluiceConversion
import SluiceLists
import SluicePageInspection

/// The effects of lists on the requests of a page, as text.
struct InspectionText {
  let style: TextStyle
  /// Whether to print all filters.
  let showsAll: Bool

  /// The maximum number of filters to print per rule, unless all are printed.
  private static let limit = 3

  func write(_ inspection: PageInspection, to console: Console) throws(CommandError) {
    var text = ""
    var page: Int?
    for request in inspection.requests {
      if request.load.page != page {
        text += page == nil ? "" : "\n"
        page = request.load.page
        text += style.bold(InspectionWords.shown(inspection.pages[request.load.page])) + "\n"
      }
      text += render(request)
      if let batch = text.takeBatch() { try console.print(batch) }
    }
    try console.print(text + "\n" + render(inspection.totals))
  }

  private func render(_ request: InspectedRequest) -> String {
    let outcome =
      switch request.outcome {
      case .blocked: style.red("blocked ")
      case .excepted: style.yellow("excepted")
      case .allowed: style.green("allowed ")
      }
    let kind = request.verdict.description.kind
    let party = kind == .document ? "page" : request.verdict.request.party == .firstParty ? "first" : "third"
    var text = "\(outcome) \(party) \(kind.rawValue) \(InspectionWords.shown(request.verdict.request.url))\n"
    for detail in InspectionWords.details(on: request) { text += "  \(style.dim(detail))\n" }
    for reason in InspectionWords.reasons(of: request) { text += render(reason) }
    return text
  }

  private func render(_ reason: InspectionWords.Reason) -> String {
    let shown = reason.lines.prefix(showsAll ? .max : Self.limit)
    var text = ""
    for line in shown { text += "  \(reason.label): \(Excerpt.beginning(of: line, unless: showsAll))\n" }
    if reason.count > shown.count {
      text += "  \(reason.label): and \(Format.counted(reason.count - shown.count, "more filter"))\n"
    }
    return text
  }

  private func render(_ totals: InspectionTotals) -> String {
    var text = style.bold(InspectionWords.summary(of: totals)) + "\n"
    for list in totals.lists {
      text +=
        "  \(DisplayText.escaping(list.name)): \(InspectionWords.effects(of: list).joined(separator: ", "))\n"
    }
    guard !totals.owners.isEmpty else { return text }
    text += style.bold("by owner") + "\n"
    for owner in totals.owners {
      text +=
        "  \(DisplayText.escaping(owner.name ?? "not known")): \(Format.counted(owner.requests, "request")), "
      text += "\(Format.grouped(owner.blocked)) blocked\n"
    }
    return text
  }
}
