import SluiceConversion
import SluicePageInspection
import SluiceRules
import SluiceSyntax

/// The lists of a call of `match`: rule lists in JSON, each on its own, and filter lists, which are converted together.
struct MatchedLists {
  private(set) var lists = Blocklists()

  init(_ options: CallOptions, _ texts: [[UInt8]]) throws(CallFailure) {
    var sources: [Source] = []
    for (number, text) in texts.enumerated() {
      guard Self.isRuleList(text) else {
        sources.append(options.source(number, text))
        continue
      }
      let (list, report) = RuleList.decodingJSON(text)
      if let problem = report.findings.first(where: { $0.reason.severity == .error }) {
        var location = problem.location
        location.file = options.name(number)
        throw CallFailure(code: .rejectedList, message: problem.reason.message, location: location)
      }
      lists.append(Blocklist(name: options.name(number), rules: list, filters: nil))
    }
    guard let first = sources.first else { return }
    do throws(ConversionError) {
      var grown = lists
      _ = try grown.append(
        converting: sources,
        named: sources.count == 1 ? first.name : "\(first.name) and \(sources.count - 1) more",
        options.conversion)
      lists = grown
    } catch {
      throw CallFailure(error)
    }
  }

  private static func isRuleList(_ text: [UInt8]) -> Bool {
    switch InputShape(of: text) {
    case .rules: true
    case .object, .names, .filters: false
    }
  }
}
