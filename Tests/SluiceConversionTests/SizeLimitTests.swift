import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// A limit in bytes is exact.
@Suite struct SizeLimitTests {
  private static let filters = """
    ||a.example^
    ||b.example/path$image
    @@||a.example^$script
    ||c.example^$important
    ##.ad
    news.example##.x:is(.ü, .y)
    """

  private func result(_ configure: (inout ConversionOptions) -> Void) throws -> ConversionResult {
    var options = ConversionOptions()
    options.preferredForm = .compile
    configure(&options)
    return try Converter(options: options)
      .convert([Source(name: "list", bytes: Array(Self.filters.utf8))])
  }

  private func sizes(_ result: ConversionResult) -> [Int] {
    result.lists.map { $0.rules.encodedJSON().count }
  }

  @Test(arguments: Target.allCases) func exactByteLimitIsAllowed(target: Target) throws {
    let size = try sizes(result { $0.target = target })[0]
    #expect(
      try sizes(
        result {
          $0.target = target
          $0.maximumBytes = size
        }) == [size])
    let error = #expect(throws: ConversionError.self) {
      try result {
        $0.target = target
        $0.maximumBytes = size - 1
      }
    }
    #expect(
      error
        == .tooManyBytes(
          part: .all, bytes: size, limit: size - 1, remedies: [.split, .truncation, .smallerForm]))
  }

  @Test func byteLimitAppliesToEachPartOfSplit() throws {
    let split = try sizes(result { $0.split = .action })
    let largest = try #require(split.max())
    #expect(
      try sizes(
        result {
          $0.split = .action
          $0.maximumBytes = largest
        }) == split)
    #expect(
      throws: ConversionError.tooManyBytes(
        part: .network, bytes: largest, limit: largest - 1, remedies: [.truncation, .smallerForm])
    ) {
      try result {
        $0.split = .action
        $0.maximumBytes = largest - 1
      }
    }
  }

  /// For every limit, the list keeps as many rules as fit, and all exceptions.
  @Test(.slow(3)) func truncationKeepsAsManyRulesAsFit() throws {
    let whole = try result { _ in }.lists[0].rules.rules
    let bytes = RuleList(whole).encodedSize
    var kept: Set<Int> = []
    for limit in stride(from: bytes + 1, to: 0, by: SlowTrait.runsWhole ? -1 : -3) {
      let result: ConversionResult
      do throws(any Error) {
        result = try self.result {
          $0.maximumBytes = limit
          $0.limitPolicy = .truncate
        }
      } catch {
        #expect(error is ConversionError)
        continue
      }
      let rules = result.lists[0].rules.rules
      kept.insert(rules.count)
      #expect(result.lists[0].rules.encodedJSON().count <= limit)
      #expect(rules.filter { $0.action != .block } == whole.filter { $0.action != .block })
      #expect(result.report.count(.unsupported) == whole.count - rules.count)
      // The next block would exceed the limit.
      if rules.count < whole.count, let next = whole.first(where: { !rules.contains($0) }) {
        #expect(RuleList(rules + [next]).encodedSize > limit)
      }
    }
    #expect(kept == Set(whole.count - 3...whole.count))
  }

  @Test func ruleAndByteLimitsBothApply() throws {
    let whole = try result { _ in }.lists[0].rules
    #expect(
      throws: ConversionError.tooManyRules(
        part: .all, rules: whole.rules.count, limit: whole.rules.count - 1, remedies: [.split, .truncation])
    ) {
      try result {
        $0.maximumRules = whole.rules.count - 1
        $0.maximumBytes = whole.encodedSize - 1
      }
    }
  }
}
