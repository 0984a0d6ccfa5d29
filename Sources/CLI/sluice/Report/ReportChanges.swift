import SluiceConversion

/// The differences between a list and its previous state.
struct ReportChanges {
  /// A number, before and now.
  struct Number: Hashable {
    let label: String
    let before: Int
    let now: Int
    /// The unit of the number.
    var unit = Unit.count

    enum Unit { case count, bytes, microseconds }

    var difference: Int { now - before }
  }

  /// The numbers of the list, changed or not.
  let numbers: [Number]
  /// The reasons whose number of filters changed, largest change first.
  let reasons: [Number]

  init(from before: ReportContent.List, to now: ReportContent.List) {
    var numbers = [Number(label: "filters", before: before.filters, now: now.filters)]
    numbers += Outcome.allCases.map {
      Number(label: $0.words(1), before: before.outcomes[$0], now: now.outcomes[$0])
    }
    numbers += [
      Number(label: "rules", before: before.rules, now: now.rules),
      Number(label: "size", before: before.bytes, now: now.bytes, unit: .bytes),
      Number(
        label: "a document", before: before.microsecondsPerDocument, now: now.microsecondsPerDocument,
        unit: .microseconds),
      Number(
        label: "a request", before: before.microsecondsPerRequest, now: now.microsecondsPerRequest,
        unit: .microseconds),
    ]
    self.numbers = numbers
    let (old, new) = (Self.counts(before.reasons), Self.counts(now.reasons))
    reasons = Set(old.keys).union(new.keys)
      .map { Number(label: $0, before: old[$0] ?? 0, now: new[$0] ?? 0) }
      .filter { $0.difference != 0 }
      .sorted { ($1.difference.magnitude, $0.label) < ($0.difference.magnitude, $1.label) }
  }

  private static func counts(_ reasons: [ReportContent.Reason]) -> [String: Int] {
    Dictionary(reasons.map { ($0.id, $0.filters) }, uniquingKeysWith: +)
  }
}

extension ReportContent {
  /// Returns the previous state of a list: the list of the same name or, if both reports have only one list,
  /// that list.
  func list(before list: List, of now: ReportContent) -> List? {
    lists.first { $0.name == list.name } ?? (lists.count == 1 && now.lists.count == 1 ? lists.first : nil)
  }
}
