import AllocationCounter
import SluicePageScript
import SluiceRules
import TestSupport

@testable import SluiceConversion
@testable import SluiceLint

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

  /// Returns the cost relative to the allowed cost, which is based on a smaller list.
  ///
  /// Values up to 1 are allowed.
  func excess(over smaller: ListWork) -> Double {
    let factor = Double(input) / Double(smaller.input)
    return max(
      Double(output) / (1.4 * factor * Double(smaller.output) + 20_000),
      // Tables grow by doubling, so allocations grow in steps.
      Double(allocated) / (1.7 * factor * Double(smaller.allocated) + 200_000))
  }

  /// Whether the largest rule list is as small as SECURITY.md promises.
  var isInProportion: Bool { rules <= 8 * weight + 1 << 15 }

  init(input: Int) { self.input = input }

  /// Converts or reviews a list.
  init(lines: [String], _ mode: CostMode) throws {
    let lines = ["[Adblock Plus 2.0]"] + lines
    let bytes = Array(lines.joined(separator: "\n").utf8)
    input = bytes.count
    weight = lines.reduce(0) { $0 + Self.weight(of: $1) }
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
    }
    allocated = allocated_bytes() - begin
  }

  private static func weight(of line: String) -> Int {
    let names = 1 + line.utf8.reduce(0) { $0 + ("|, \t".utf8.contains($1) ? 1 : 0) }
    return max(line.utf8.count + 1, 128, 48 * names)
  }

  private mutating func convert(
    _ bytes: [UInt8], for target: Target, in scope: DomainScope = .page, findsScripts: Bool
  ) throws {
    var options = ConversionOptions()
    options.target = target
    options.domainScope = scope
    options.threads = 1
    options.makesSourceMap = true
    options.ignoresLimit = true
    var converter = Converter(options: options)
    converter.freeExclusions = 0
    let sources = converter.parse([Source(name: "list.txt", bytes: bytes)])
    let result = try converter.convert(sources)
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
}
