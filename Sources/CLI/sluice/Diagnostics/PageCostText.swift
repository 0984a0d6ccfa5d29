import SluiceConversion
import SluiceRules

/// The estimated cost of lists per page, as text.
enum PageCostText {
  /// The smallest cost of a document to mention.
  static let leastMicrosecondsPerDocument = 100

  /// `a document about 18.0 ms (13,344 generic selectors), a request 0.11 ms (349 automata)`; nil if the cost
  /// is too small to mention.
  ///
  /// - Parameter isBrief: Whether to leave out the numbers of selectors and automata: `about 18.0 ms a
  ///   document, 0.11 ms a request`.
  static func summary(_ costs: [PageCost], isBrief: Bool = false) -> String? {
    let document = costs.reduce(0) { $0 + $1.microsecondsPerDocument }
    let request = costs.reduce(0) { $0 + $1.microsecondsPerRequest }
    guard document >= leastMicrosecondsPerDocument || request >= 5 else { return nil }
    if isBrief { return "about \(milliseconds(document)) a document, \(milliseconds(request)) a request" }
    let selectors = Format.counted(costs.reduce(0) { $0 + $1.selectors.count }, "generic selector")
    let automata = costs.reduce(0) { $0 + $1.automata }
    return "each document about \(milliseconds(document)) (\(selectors)),"
      + " each request \(milliseconds(request)) (\(Format.grouped(automata)) automata)"
  }

  /// Returns a line like `     0.670 µs a request  easylist.txt:512: ||a.example^*b`.
  ///
  /// If the filter is unknown, the line is like `     0.670 µs a request  rule 1234  a.*b`, with the
  /// url-filter or the selector.
  static func line(_ cost: PageCost.RuleCost, of filter: PlacedFilter? = nil, width: Int) -> String {
    let (nanoseconds, what) =
      cost.nanosecondsPerDocument > 0
      ? (cost.nanosecondsPerDocument, "a document") : (cost.nanosecondsPerRequest, "a request")
    let time = Format.milliseconds(.milliseconds(nanoseconds))
    let start =
      "\(time.padded(to: 10)) µs \(what)  " + (filter == nil ? "rule \(cost.ruleIndex)  " : "")
    let text = filter.map { Array($0.words.utf8) } ?? cost.selector?.bytes ?? cost.urlFilter.bytes
    let excerpt = Excerpt(of: text[...], around: 0..<0, width: max(20, width - start.unicodeScalars.count))
    return start + excerpt.text
  }

  /// Returns a duration like `0.11 ms`.
  static func milliseconds(_ microseconds: Int) -> String {
    "\(Format.milliseconds(.milliseconds(microseconds)).dropLast(microseconds < 1000 ? 1 : 2)) ms"
  }
}
