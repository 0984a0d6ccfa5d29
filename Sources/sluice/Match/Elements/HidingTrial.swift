import ContentBlocker
import Conversion

/// Says what single filters do on a page: a list of these alone is converted, and judged like any other. So what a filter
/// means is said by nobody but the converter.
struct HidingTrial {
  private let options: ConversionOptions
  private let request: Request
  private var known: [[String]: Set<Selector>] = [:]

  init(_ options: ConversionOptions, _ request: Request) {
    var options = options
    options.makesSourceMap = false
    self.options = options
    self.request = request
  }

  /// Whether a list of these filters hides the elements of a selector on the page.
  mutating func hides(_ selector: Selector, _ filters: [String]) throws(CommandError) -> Bool {
    if let hidden = known[filters] { return Self.has(selector, hidden) }
    let source = Source(name: "", bytes: Array((filters.joined(separator: "\n") + "\n").utf8))
    let converter = Converter(options: options)
    var hidden: Set<Selector> = []
    for list in try converter.result(of: converter.parse([source])).lists {
      hidden.formUnion(RuleListEvaluator(list.rules).decide(request).hiddenSelectors)
    }
    known[filters] = hidden
    return Self.has(selector, hidden)
  }

  /// In the JSON of a list the parts of a filter's selector are selectors of their own.
  private static func has(_ selector: Selector, _ hidden: Set<Selector>) -> Bool {
    hidden.contains(selector) || hidden.contains { $0.description.contains(selector.description) }
  }
}
