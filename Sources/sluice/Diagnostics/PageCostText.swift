import ContentBlocker

/// What lists cost pages, in a few words.
enum PageCostText {
  /// `a document about 18.0 ms (13,344 generic selectors), a request 0.11 ms (349 automata)`; nil where it is too little
  /// to be told.
  static func summary(_ costs: [PageCost]) -> String? {
    let document = costs.reduce(0) { $0 + $1.microsecondsPerDocument }
    let request = costs.reduce(0) { $0 + $1.microsecondsPerRequest }
    guard document >= 100 || request >= 5 else { return nil }
    let selectors = Format.counted(costs.reduce(0) { $0 + $1.selectors.count }, "generic selector")
    let automata = costs.reduce(0) { $0 + $1.automata }
    return "each document about \(milliseconds(document)) (\(selectors)),"
      + " each request \(milliseconds(request)) (\(Format.grouped(automata)) automata)"
  }

  /// `     0.670 µs a request  rule 1234  a.*b`
  static func line(_ cost: PageCost.RuleCost, width: Int) -> String {
    let (nanoseconds, what) =
      cost.nanosecondsPerDocument > 0
      ? (cost.nanosecondsPerDocument, "a document") : (cost.nanosecondsPerRequest, "a request")
    let time = Format.milliseconds(.milliseconds(nanoseconds))
    let start =
      String(repeating: " ", count: max(0, 10 - time.utf8.count))
      + "\(time) µs \(what)  rule \(cost.ruleIndex)  "
    let pattern = Excerpt(
      of: cost.urlFilter.bytes[...], around: 0..<0, width: max(20, width - start.unicodeScalars.count))
    return start + pattern.text
  }

  private static func milliseconds(_ microseconds: Int) -> String {
    "\(Format.milliseconds(.milliseconds(microseconds)).dropLast(microseconds < 1000 ? 1 : 2)) ms"
  }
}
