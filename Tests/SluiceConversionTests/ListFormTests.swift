import SluiceText
import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

/// The two forms of a list, and the choice between them.
@Suite struct ListFormTests {
  private static let filters = """
    ||ads.example^
    ||Track.example^$third-party
    ||path.example/Ad
    ||case.example/Ad$match-case
    @@||ads.example^$script
    news.example,shop.*##.ad
    """

  private func list(
    _ text: String = filters, _ configure: (inout ConversionOptions) -> Void
  ) throws -> ConvertedList {
    var options = ConversionOptions()
    configure(&options)
    let source = Source(name: "list", bytes: Array(text.utf8), accepts: .anything)
    return try Converter(options: options).convert([source]).lists[0]
  }

  @Test func sizeFormOmitsRedundantCaseFlags() throws {
    let size = try list { $0.preferredForm = .size }
    let compile = try list { $0.preferredForm = .compile }
    #expect(size.form == .size && compile.form == .compile)
    #expect(
      size.rules.rules.filter(\.trigger.isCaseSensitive).map(\.trigger.urlFilter.description) == [
        #"^[^:]+://+([^/]+\.)?case\.example/Ad"#
      ])
    #expect(compile.rules.rules.count(where: \.trigger.isCaseSensitive) == 6)
    #expect(compile.rules.encodedSize - size.rules.encodedSize == 5 * 36)
    for (a, b) in zip(size.rules.rules, compile.rules.rules) {
      var b = b
      b.trigger.isCaseSensitive = a.trigger.isCaseSensitive
      #expect(a == b)
    }
  }

  /// A single byte decides.
  @Test(arguments: [(0, ListForm.compile), (1, .size)])
  func smallerFormIsUsedWhenTooLarge(less: Int, form: ListForm) throws {
    let size = try list { $0.preferredForm = .compile }.rules.encodedSize
    let chosen = try list { $0.maximumBytes = size - less }
    #expect(chosen.form == form)
    #expect(chosen.rules.encodedJSON().count == size - (form == .size ? 5 * 36 : 0))
  }

  @Test(arguments: Target.allCases) func advisedSizeDecidesForm(target: Target) throws {
    #expect(target.rawValue.hasPrefix("webkitgtk") == (target.advisedSize == nil))
    let limit = target.advisedSize?.bytes ?? 20_000_000
    if let advised = target.advisedSize {
      #expect(advised.warning(about: limit) == nil)
      #expect(advised.warning(about: limit + 1)?.hasPrefix("\((limit + 1).grouped) bytes of JSON") == true)
      // Rounded like the size in summaries.
      #expect(advised.warning(about: 123_449_999)?.hasPrefix("123.4 MB of JSON") == true)
    }
    func rule(_ length: Int) throws -> Rule {
      let host = [UInt8](repeating: UInt8(ascii: "h"), count: length)
      let filter = URLFilter.host(host.span)
      return Rule(
        trigger: Trigger(urlFilter: try #require(filter), isCaseSensitive: true), action: .block)
    }
    let line = try rule(20_000)
    let choice = FormChoice(
      {
        var options = ConversionOptions()
        options.target = target
        return options
      }())
    // The size is an estimate, which is accurate for rules of equal length.
    for percent in [98, 102] {
      let rules = [Rule](repeating: line, count: limit * percent / 100 / line.encodedLineSize)
      #expect(choice.form(of: rules) == (percent > 100 && target.advisedSize != nil ? .size : .compile))
    }
  }

  /// The estimate is accurate for patterns of all lengths, conditions and hiding rules.
  @Test func sizeEstimateIsWithinOnePercent() throws {
    let filters = (0..<4_000).map { number in
      let host = String(repeating: "h", count: 1 + (number &* 2_654_435_761) >> 9 % 60) + "\(number).example"
      switch number % 10 {
      case 0: return "##.ad-\(host)"
      case 1: return "||\(host)^$domain=\(host)"
      default: return "||\(host)^"
      }
    }
    let result = try Converter().convert([
      Source(name: "list", bytes: Array(filters.joined(separator: "\n").utf8))
    ])
    let rules = result.lists[0].rules
    #expect(abs(rules.estimatedSize - rules.encodedSize) * 100 < rules.encodedSize)
  }

  /// Both forms make the same decisions for generated lists and requests.
  @Test(.slow(12), arguments: 0..<UInt64(4)) func bothListFormsDecideRequestsAlike(part: UInt64) throws {
    var random = SeededRandom(part: part)
    var blocked = 0
    for number in 0..<size(60) {
      var filters = FilterGenerator(random: SeededRandom(random.next()))
      let lines = filters.list()
      var requests = RequestGenerator(random: filters.random, hosts: filters.hosts, filters: lines)
      let text = lines.joined(separator: "\n")
      for target in [Target.any, .webKitGTK2_50] {
        let evaluators = try [FormPreference.compile, .size].map { form in
          RuleListEvaluator(
            try list(text) {
              $0.preferredForm = form
              $0.target = target
            }.rules)
        }
        for _ in 0..<30 {
          let request = requests.request().webKit
          let decisions = evaluators.map { $0.decide(request) }
          blocked += decisions[0].isBlocked ? 1 : 0
          #expect(decisions[0].isBlocked == decisions[1].isBlocked, "part \(part), list \(number)")
          #expect(decisions[0].blocksCookies == decisions[1].blocksCookies, "part \(part), list \(number)")
          #expect(
            decisions[0].hiddenSelectors.map(\.bytes) == decisions[1].hiddenSelectors.map(\.bytes),
            "part \(part), list \(number)")
        }
      }
    }
    #expect(blocked > size(100))
  }
}
