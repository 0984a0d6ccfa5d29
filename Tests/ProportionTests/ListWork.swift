import AllocationCounter
import SluiceAnalysis
import SluiceDocuments
import SluicePageScript
import SluiceRules
import TestSupport

@testable import SluiceConversion
@testable import SluiceLint
@testable import SluiceLists
@testable import SluicePageInspection

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

  /// Returns the cost relative to the allowed cost, which is based on a smaller list: 2.3 times for twice the list.
  ///
  /// Values up to 1 are allowed.
  func excess(over smaller: ListWork) -> Double {
    let factor = 2.3 / 2 * Double(input) / Double(smaller.input)
    // Small differences, such as longer numbers, and tables that grow by doubling.
    return max(
      Double(output) / (factor * Double(smaller.output) + 4_000),
      Double(allocated) / (factor * Double(smaller.allocated) + 200_000))
  }

  /// Whether the largest rule list is as small as SECURITY.md promises.
  var isInProportion: Bool { rules <= 8 * weight + 1 << 15 }

  init(input: Int) { self.input = input }

  /// Uses a list of lines of two kinds.
  init(_ first: [String], _ second: [String], _ mode: CostMode) throws {
    let lines = ["[Adblock Plus 2.0]"] + first + second
    let bytes = Self.list(first + second)
    input = bytes.count
    weight = lines.reduce(0) { $0 + Self.weight(of: $1) }
    var page: [UInt8] = []
    if mode == .elements {
      // An element for four lines.
      let elements = (0..<(first.count + second.count + 3) / 4).map {
        "<div class='ad ad\($0) c\($0)-name'><i class=x\($0)></i></div>\n"
      }
      page = Array("<!doctype html><body>\(elements.joined())".utf8)
      input += page.count
    }
    let begin = allocated_bytes()
    switch mode {
    case .rules: try convert(bytes, for: .safari26, findsScripts: false)
    case .combinedRules: try convert(bytes, for: .safari17, findsScripts: false)
    case .frames: try convert(bytes, for: .webKitGTK2_54, in: .frame, findsScripts: false)
    case .pageScript: try convert(bytes, for: .safari26, findsScripts: true)
    case .lint:
      var linter = Linter()
      linter.conversion.threads = 1
      linter.freeExclusions = 0
      output = 100 * linter.lint([LintSource(Source(name: "list.txt", bytes: bytes))]).findings.count
    case .merged:
      // Two inputs have the same rules.
      let inputs = try [first, second, first + second].enumerated().map { number, lines in
        let rules = try Self.conversion(Self.list(lines), Self.options(.safari26)).result.lists.flatMap(
          \.rules.rules)
        return MergeInput(name: "\(number).json", bytes: RuleList(rules).encodedJSON())
      }
      var merge = Merge()
      merge.freeSteps = 0
      output = try merge.run(inputs).lists.reduce(0) { $0 + $1.rules.encodedJSON().count }
    case .shards:
      let rules = try Self.conversion(bytes, Self.options(.safari26)).result.lists.flatMap(\.rules.rules)
      let limit = ListLimit(rules: 50, bytes: nil)
      var cutter = RuleShards(limit: limit, of: rules)
      cutter.freeSteps = 0
      let cuts = try? cutter.shards(of: rules)
      let shards = try? HostShards(sharding: .init(by: .host)).shards(of: rules).map(\.positions)
      output = 100 * ((cuts ?? []) + (shards ?? [])).reduce(0) { $0 + $1.count }
    case .elements:
      var lists = Blocklists()
      _ = try lists.append(
        converting: [Source(name: "list.txt", bytes: bytes)], named: "list", Self.options(.safari26))
      let matcher = SelectorMatcher(try HTMLDocument(parsing: page))
      let request = RequestDescription(url: nil, page: Array("https://site.example/p1".utf8))
      let answer = ElementAnswer(
        .page(matcher, text: page), request, lists, .wellKnown, freeFindings: 0, freeWork: 0)
      output = answer.findings.reduce(0) { size, finding in
        (finding.effect.filters + finding.effect.exceptions).reduce(size + 100) {
          $0 + 30 + $1.text.utf8.count
        }
      }
    }
    allocated = allocated_bytes() - begin
  }

  private static func list(_ lines: [String]) -> [UInt8] {
    Array((["[Adblock Plus 2.0]"] + lines).joined(separator: "\n").utf8)
  }

  private static func options(_ target: Target) -> ConversionOptions {
    var options = ConversionOptions()
    options.target = target
    options.threads = 1
    options.makesSourceMap = true
    options.ignoresLimit = true
    return options
  }

  private static func conversion(
    _ bytes: [UInt8], _ options: ConversionOptions
  ) throws -> (sources: [ParsedSource], result: ConversionResult) {
    var converter = Converter(options: options)
    converter.freeExclusions = 0
    let sources = converter.parse([Source(name: "list.txt", bytes: bytes)])
    return (sources, try converter.convert(sources))
  }

  private static func weight(of line: String) -> Int {
    let names = 1 + line.utf8.reduce(0) { $0 + ("|, \t".utf8.contains($1) ? 1 : 0) }
    return max(line.utf8.count + 1, 128, 48 * names)
  }

  private mutating func convert(
    _ bytes: [UInt8], for target: Target, in scope: DomainScope = .page, findsScripts: Bool
  ) throws {
    var options = Self.options(target)
    options.domainScope = scope
    let (sources, result) = try Self.conversion(bytes, options)
    let size = result.lists.reduce(0) { $0 + $1.rules.encodedJSON().count }
    rules = max(rules, size)
    output += size + (result.sourceMap?.encodedJSON().count ?? 0)
    guard findsScripts else { return }
    let deferred = result.deferred
    output += deferred.encodedJSON().count
    var problems: [PageFilterProblem] = []
    let script = PageScript(
      deferred, of: sources.map { PageScript.List($0, options: options) }, problems: &problems)
    output += (script?.isolated?.count ?? 0) + (script?.page?.count ?? 0)
  }
}

/// A way to use a list.
enum CostMode: CaseIterable {
  static let fast = [rules, combinedRules, frames, pageScript, lint]

  /// Returns the slow modes of a pair: one in three is merged, one in three becomes shards, and one in thirty is used
  /// for elements.
  static func slow(ofPair pair: Int) -> [CostMode] {
    switch pair % 30 {
    case 2: [elements]
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
  /// The review, which compares filters with each other.
  case lint
  /// A merge of a rule list of each kind.
  case merged
  /// Rules in lists of a limited size, and by hosts.
  case shards
  /// The question which filters hide the elements of a page with as many elements.
  case elements
}
