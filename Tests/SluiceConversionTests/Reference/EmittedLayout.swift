import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// The layouts of rules.
enum EmittedLayout: CaseIterable {
  /// One list for targets that can only ignore previous rules.
  case combined
  /// One list for targets that can also ignore following rules.
  case mirrored
  /// A network list and a cosmetic list.
  case split

  var options: ConversionOptions {
    var options = ConversionOptions()
    options.target =
      switch self {
      case .combined: .any
      case .mirrored: .webKitGTK2_50
      case .split: .safari26
      }
    options.split = self == .split ? .action : .none
    options.threads = 1
    return options
  }
}

/// A filter list converted to one layout, ready to evaluate requests.
struct Emitted {
  let layout: EmittedLayout
  let report: ConversionReport
  private let evaluators: [RuleListEvaluator]

  init(_ source: ParsedSource, _ layout: EmittedLayout) throws {
    self.layout = layout
    let result = try Converter(options: layout.options).convert([source])
    report = result.report
    evaluators = result.lists.map { RuleListEvaluator($0.rules) }
  }

  /// Decides a request.
  ///
  /// Each list acts independently, as in WebKit.
  func decide(_ request: Request) -> (isBlocked: Bool, blocksCookies: Bool, hidden: Set<[UInt8]>) {
    let decisions = evaluators.map { $0.decide(request) }
    return (
      decisions.contains(where: \.isBlocked), decisions.contains(where: \.blocksCookies),
      Set(decisions.flatMap { $0.hiddenSelectors.map(\.bytes) })
    )
  }
}
