import AllocationCounter
import SluiceAnalysis
@testable import SluicePageInspection
import SluiceDocuments
import SluicePageScript
import SluiceRules
import SluiceSyntax
import TestSupport

@testable import SluiceConversion
@testable import SluiceLint
@testable import SluiceListFiles
@testable import SluiceLists

/// The cost of an input. The free allowance for small inputs is off.
struct ListWork {
  var input: Int
  /// The size of the input in the units of SECURITY.md: a line counts as 128 bytes at least, and a name as 48.
  var weight = 0
  /// The bytes of all outputs.
  var output = 0
  /// The bytes of the largest rule list.
  var rules = 0
  var allocated = 0

  /// Small differences, such as longer numbers.
  static let freeOutput = 4_000

  /// Returns the cost relative to the allowed cost, which is based on a smaller list: 2.3 times for twice the list.
  ///
  /// Values up to 1 are allowed.
  func excess(over smaller: ListWork) -> Double {
    let factor = 2.3 / 2 * Double(input) / Double(smaller.input)
    return max(
      Double(output) / (factor * Double(smaller.output) + Double(Self.freeOutput)),
      // Tables grow by doubling.
      Double(allocated) / (factor * Double(smaller.allocated) + 200_000))
  }

  /// Whether the largest rule list is as small as SECURITY.md promises.
  var isInProportion: Bool { rules <= 8 * weight + 1 << 15 }

  init(input: Int, weight: Int = 0) { (self.input, self.weight) = (input, weight) }
}

/// A list of lines of several kinds, which the modes use one after the other.
struct HostileList {
  private let kinds: [[String]]
  let bytes: [UInt8]
  let weight: Int
  /// The rules for a WebKit with all capabilities, which several modes need, and what they cost.
  private var converted: (conversion: Conversion, work: ListWork)?

  private typealias Conversion = (sources: [ParsedSource], result: ConversionResult)

  init(_ kinds: [HostileLine], _ count: Int) {
    self.kinds = kinds.map { $0.lines(count) }
    bytes = Self.list(self.kinds.flatMap(\.self))
    weight = self.kinds.joined().reduce(Self.weight(of: Self.header)) { $0 + Self.weight(of: $1) }
  }

  /// Uses the list.
  mutating func work(_ mode: CostMode) throws -> ListWork {
    switch mode {
    case .rules: return try rules().work
    case .combinedRules: return try convert(for: .safari17).work
    case .frames: return try convert(for: .webKitGTK2_54, in: .frame).work
    case .pageScript:
      let (conversion, work) = try rules()
      return measured(work) { work in
        let advancedFilters = conversion.result.advancedFilters()
        var problems: [PageFilterProblem] = []
        let lists = conversion.sources.map { PageScript.List($0, options: Self.options(.safari26)) }
        let script = PageScript(advancedFilters, of: lists, problems: &problems)
        work.output += advancedFilters.encodedJSON().count
        work.output += (script?.isolated?.count ?? 0) + (script?.page?.count ?? 0)
      }
    case .changes:
      let (conversion, work) = try rules()
      return measured(work) { work in
        work.output += conversion.result.requestChanges().encodedJSON().count
      }
    case .lint:
      return measured { work in
        var linter = Linter()
        linter.conversion.threads = 1
        linter.freeExclusions = 0
        work.output = 100 * linter.lint([LintSource(Source(name: "list.txt", bytes: bytes))]).findings.count
      }
    case .merged:
      // Two inputs have the same rules.
      let all = try rules()
      return try measured(all.work) { work in
        let results = try kinds.map { try Self.conversion(Self.list($0), Self.options(.safari26)).result }
        let inputs = (results + [all.conversion.result]).enumerated().map { number, result in
          MergeInput(
            name: "\(number).json", bytes: RuleList(result.lists.flatMap(\.rules.rules)).encodedJSON())
        }
        var merge = Merge()
        merge.freeSteps = 0
        work.output = try merge.run(inputs).lists.reduce(0) { $0 + $1.rules.encodedJSON().count }
      }
    case .shards:
      let (conversion, work) = try rules()
      return measured(work) { work in
        let rules = conversion.result.lists.flatMap(\.rules.rules)
        var cutter = RuleShards(limit: ListLimit(rules: 50, bytes: nil), of: rules)
        cutter.freeSteps = 0
        let cuts = try? cutter.shards(of: rules)
        let shards = try? HostShards(sharding: .init(by: .host)).shards(of: rules).map(\.positions)
        work.output = 100 * ((cuts ?? []) + (shards ?? [])).reduce(0) { $0 + $1.count }
      }
    case .elements:
      // An element for four lines.
      let elements = (0..<(kinds.reduce(0) { $0 + $1.count } + 3) / 4).map {
        "<div class='ad ad\($0) c\($0)-name'><i class=x\($0)></i></div>\n"
      }
      let page = Array("<!doctype html><body>\(elements.joined())".utf8)
      return try measured(ListWork(input: bytes.count + page.count, weight: weight)) { work in
        var lists = Blocklists()
        _ = try lists.append(
          converting: [Source(name: "list.txt", bytes: bytes)], named: "list", Self.options(.safari26))
        let matcher = SelectorMatcher(try HTMLDocument(parsing: page))
        let request = RequestDescription(url: nil, page: Array("https://site.example/p1".utf8))
        let answer = ElementAnswer(
          .page(matcher, text: page), description: request, lists: lists, suffixes: .wellKnown,
          freeFindings: 0, freeWork: 0)
        work.output = answer.findings.reduce(0) { size, finding in
          (finding.effect.filters + finding.effect.exceptions).reduce(size + 100) {
            $0 + 30 + $1.text.utf8.count
          }
        }
      }
    }
  }

  private mutating func rules() throws -> (conversion: Conversion, work: ListWork) {
    if let converted { return converted }
    let new = try convert(for: .safari26)
    converted = new
    return new
  }

  private func convert(
    for target: Target, in scope: DomainScope = .page
  ) throws -> (conversion: Conversion, work: ListWork) {
    var options = Self.options(target)
    options.domainScope = scope
    var work = ListWork(input: bytes.count, weight: weight)
    let begin = allocated_bytes()
    let conversion = try Self.conversion(bytes, options)
    work.rules = conversion.result.lists.reduce(0) { $0 + $1.rules.encodedJSON().count }
    work.output = work.rules + (conversion.result.sourceMap?.encodedJSON().count ?? 0)
    work.allocated = allocated_bytes() - begin
    return (conversion, work)
  }

  /// Returns the cost of `body` in addition to `work`.
  private func measured(
    _ work: ListWork? = nil, _ body: (inout ListWork) throws -> Void
  ) rethrows -> ListWork {
    var sum = work ?? ListWork(input: bytes.count, weight: weight)
    let begin = allocated_bytes()
    try body(&sum)
    sum.allocated += allocated_bytes() - begin
    return sum
  }

  private static let header = "[Adblock Plus 2.0]"

  private static func list(_ lines: [String]) -> [UInt8] {
    Array(([header] + lines).joined(separator: "\n").utf8)
  }

  private static func options(_ target: Target) -> ConversionOptions {
    var options = ConversionOptions()
    options.target = target
    options.threads = 1
    options.makesSourceMap = true
    options.ignoresLimit = true
    return options
  }

  private static func conversion(_ bytes: [UInt8], _ options: ConversionOptions) throws -> Conversion {
    var converter = Converter(options: options)
    converter.freeExclusions = 0
    let sources = converter.parse([Source(name: "list.txt", bytes: bytes)])
    return (sources, try converter.convert(sources))
  }

  private static func weight(of line: String) -> Int {
    let names = 1 + line.utf8.reduce(0) { $0 + ("|, \t".utf8.contains($1) ? 1 : 0) }
    return max(line.utf8.count + 1, 128, 48 * names)
  }
}

/// A way to use a list.
enum CostMode: CaseIterable {
  static let fast = [rules, combinedRules, frames, pageScript, lint]

  /// Returns the slow modes of a pair: one in three is merged, one in three becomes shards, and one in thirty is used
  /// for elements, or changes requests.
  static func slow(ofPair pair: Int) -> [CostMode] {
    switch pair % 30 {
    case 2: [elements]
    case 5: [changes]
    case let rest where rest % 3 == 0: [merged]
    case let rest where rest % 3 == 1: [shards]
    default: []
    }
  }

  /// Rule lists and their source map for a WebKit with all capabilities.
  case rules
  /// For a WebKit in which one list must hold all rules.
  case combinedRules
  /// Conditions on the document that makes a request.
  case frames
  /// Filters that need a script.
  case pageScript
  /// Rules of a web extension that change requests.
  case changes
  /// The review, which compares filters with each other.
  case lint
  /// A merge of a rule list of each kind.
  case merged
  /// Rules in lists of a limited size, and by hosts.
  case shards
  /// The question which filters hide the elements of a page with as many elements.
  case elements
}
