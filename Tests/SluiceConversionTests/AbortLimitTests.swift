import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// WebKit's compiler aborts its process when too many rules with the same pattern have conditions.
///
/// No list comes near that limit.
struct AbortLimitTests {
  private static func filters() -> [String] {
    (0..<size(50_000)).map {
      "/ad$image,domain=d\($0).example\n/ad$script,domain=s\($0).example"
    }
  }

  private static func convert(_ lines: [String], _ policy: LimitPolicy) throws -> ConversionResult {
    var options = ConversionOptions()
    options.limitPolicy = policy
    options.target = .safari26
    return try Converter(options: options).convert([
      Source(name: "list", bytes: Array(lines.joined(separator: "\n").utf8))
    ])
  }

  /// Filters with the same pattern that differ only in their domains become one rule.
  @Test(.slow(20)) func rulesWithEqualPatternsAreJoined() throws {
    #expect(try Self.convert(Self.filters(), .stop).lists[0].rules.rules.count < 10)
  }

  /// Filters that exclude domains cannot be joined.
  private static let crowd = (0..<49_152).map { "/ad$image,domain=~d\($0).example" }

  @Test(.slow) func listNearAbortLimitIsRejected() {
    #expect(throws: ConversionError.self) { try Self.convert(Self.crowd, .stop) }
  }

  @Test(.slow) func listBelowAbortLimitIsConverted() throws {
    let result = try Self.convert(Array(Self.crowd.dropLast(3)), .stop)
    #expect(result.report.converted == 49_149)
  }

  @Test(.slow) func truncationStaysBelowAbortLimit() throws {
    let result = try Self.convert(Self.crowd, .truncate)
    #expect(result.lists[0].rules.rules.count == 49_151)
    #expect(result.report.count(.unsupported) > 0)
  }
}
