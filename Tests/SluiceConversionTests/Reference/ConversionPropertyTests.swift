import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

/// Generated filters and requests: in every layout, the emitted rules make the same decisions as the
/// reference.
@Suite struct ConversionPropertyTests {
  private static let parts = 8
  private static let listsPerPart = 110
  private static let requestsPerList = 40

  @Test func propertyTestsMakeEnoughComparisons() {
    #expect(
      Self.parts * Self.listsPerPart * Self.requestsPerList * EmittedLayout.allCases.count >= 100_000)
  }

  /// The requests are neither all allowed nor all blocked.
  @Test func generatedRequestsMeetFilters() throws {
    var random = SeededRandom(part: 1000)
    var blocked = 0
    for _ in 0..<50 {
      let (lines, requests) = Self.example(&random)
      let list = FilterList(parsing: lines.joined(separator: "\n"))
      let comparison = try LayoutComparison(
        ParsedSource(name: "list", list: list, dialect: .adblockPlus, accepts: .anything), .mirrored)
      blocked += requests.count { comparison.blocks($0) }
    }
    #expect((100...1600).contains(blocked), "of 2,000")
  }

  /// No filter that matches no URL is reported as exact.
  ///
  /// The patterns are random combinations of pieces of filters.
  @Test(.slow(10), arguments: 0..<UInt64(4)) func exactFiltersMatchSomeURL(part: UInt64) throws {
    var random = SeededRandom(part: part)
    let pieces = [
      "||", "|", "@@", "@", "a.com", "ads", "ä.com", ".", "..", "^", "*", "/", "http://", "https://", ":",
      ":80", "?", "#", "##",
      "<", "$", "script", ",", "~", "image", "domain=a.com", "/x", "[::1]", " ", "$script",
    ]
    var exact = 0
    for _ in 0..<size(3_000) {
      let filter = (0...random.below(5)).map { _ in random.pick(pieces) }.joined()
      let list = FilterList(parsing: filter, dialect: .adblockPlus)
      guard list.lines.count == 1, case .network(let network) = list.lines[0].content, !network.isException
      else { continue }
      let result = try Converter().convert([
        ParsedSource(name: "list", list: list, dialect: .adblockPlus, accepts: .anything)
      ])
      guard result.report.converted == 1, !network.options.contains(where: { $0.kind == .badfilter }) else {
        continue
      }
      exact += 1
      let json = result.lists.flatMap { Array($0.rules.encodedJSON()) }
      let findings = RuleList.check(inJSON: json).findings.filter { $0.reason == .matchesNoURL }
      #expect(findings.isEmpty, "\(filter)")
    }
    #expect(exact > size(300))
  }

  private static func example(_ random: inout SeededRandom) -> ([String], [GeneratedRequest]) {
    var filters = FilterGenerator(random: SeededRandom(random.next()), isOfAllDialects: true)
    let lines = filters.list()
    var requests = RequestGenerator(random: filters.random, hosts: filters.hosts, filters: lines)
    return (lines, (0..<requestsPerList).map { $0 % 10 == 0 ? requests.blobRequest() : requests.request() })
  }

  @Test(.slow(30), arguments: 0..<UInt64(parts)) func rulesDecideLikeFilters(part: UInt64) throws {
    var random = SeededRandom(part: part)
    for number in 0..<size(Self.listsPerPart) {
      let (lines, asked) = Self.example(&random)
      let layouts = EmittedLayout.allCases.shuffled(using: &random)
      let dialect = random.pick([Dialect.adblockPlus, .uBlockOrigin, .adGuard, nil])
      guard let failure = try Failure.find(lines, asked, layouts, dialect) else { continue }
      let place = "SLUICE_SEED=\(SeededRandom.seedOfRun), part \(part), list \(number)"
      Issue.record("\(try failure.shrunk())\n\(place)")
    }
  }
}

/// A request for which rules and filters disagree.
struct Failure: CustomStringConvertible {
  var lines: [String]
  var request: GeneratedRequest
  var layout: EmittedLayout
  var dialect: Dialect?
  var difference: String

  /// Returns the first difference, or nil.
  static func find(
    _ lines: [String], _ requests: [GeneratedRequest], _ layouts: [EmittedLayout], _ dialect: Dialect?
  ) throws -> Failure? {
    // With this header, no dialect is certain, and host names are text.
    let header = dialect == nil ? ["[Adblock Plus 2.0]"] : []
    let list = FilterList(parsing: (header + lines).joined(separator: "\n"), dialect: dialect)
    for layout in layouts {
      let comparison = try LayoutComparison(
        ParsedSource(name: "list", list: list, dialect: dialect, accepts: .anything), layout)
      for request in requests {
        guard let difference = comparison.difference(request) else { continue }
        return Failure(
          lines: lines, request: request, layout: layout, dialect: dialect, difference: difference)
      }
    }
    return nil
  }

  /// Returns the failure without the lines that it does not need.
  func shrunk() throws -> Failure {
    for index in lines.indices {
      var fewer = lines
      fewer.remove(at: index)
      if let failure = try Self.find(fewer, [request], [layout], dialect) { return try failure.shrunk() }
    }
    return self
  }

  var description: String {
    lines.joined(separator: "\n")
      + "\n\(request.description): \(difference) (\(layout), \(dialect?.rawValue ?? "automatic"))"
  }
}
