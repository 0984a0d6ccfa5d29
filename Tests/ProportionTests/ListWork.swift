import AllocationCounter
import SluicePageScript
import SluiceRules
import TestSupport

@testable import SluiceConversion
@testable import SluiceLint

/// The cost of a list in all commands. The free allowance for small lists is off.
struct ListWork {
  var input: Int
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

  init(input: Int) { self.input = input }

  init(lines: [String], scope: DomainScope = .page) throws {
    let bytes = Array((["[Adblock Plus 2.0]"] + lines).joined(separator: "\n").utf8)
    input = bytes.count
    let begin = allocated_bytes()
    for target in [Target.safari26, .safari17] {
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
      guard target == .safari26 else { continue }
      let deferred = result.deferred
      output += deferred.encodedJSON().count
      var problems: [PageFilterProblem] = []
      let script = PageScript(
        deferred, of: sources.map { PageScript.List($0, options: options) }, problems: &problems)
      output += (script?.isolated?.count ?? 0) + (script?.page?.count ?? 0)
    }
    var linter = Linter()
    linter.conversion.threads = 1
    linter.freeExclusions = 0
    _ = linter.lint([LintSource(Source(name: "list.txt", bytes: bytes))])
    allocated = allocated_bytes() - begin
  }
}
