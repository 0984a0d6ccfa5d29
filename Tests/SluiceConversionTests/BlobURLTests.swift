import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing

/// Data that pages make, with addresses such as `blob:https://ads.example/1f3b…`.
struct BlobURLTests {
  private static let blob = "^blob:"

  /// Returns the rules of a layout that exempt `blob:` URLs, as their types, with their positions.
  private func exemptions(
    _ filters: String, _ target: Target, split: ListSplit = .none
  ) throws -> [(types: ResourceTypes, index: Int, count: Int)] {
    var options = ConversionOptions()
    (options.target, options.split) = (target, split)
    let lists = try Converter(options: options).convert(filters).lists
    return lists.flatMap { list in
      list.rules.rules.indices.compactMap { index in
        let rule = list.rules.rules[index]
        guard rule.trigger.urlFilter.description == Self.blob, rule.action.overridesOthers else { return nil }
        return (rule.trigger.resourceTypes, index, list.rules.rules.count)
      }
    }
  }

  @Test(arguments: [
    "*$image", "*$script,third-party,domain=a.test", "$3p,denyallow=a.test,domain=b.test", "*$~websocket",
    "*$script,to=~a.test", "//ads.test", "://ads.", "-300x250", "ads.test^$script", "^ads.test^", "/ads\\./",
    "/^[^:]+:[^?]*ads/$xhr", "-ad-$important", "*$all", "a*b", "*ad|", "://*/", "-4",
    "@@||x.test^$script\n-ads-$script", "##.x\n-ads-", "||a.test^\n-ads-$frame",
  ])
  func listWithBlockOfBlobURLsExemptsThem(filters: String) throws {
    for (target, split) in Self.layouts {
      let found = try exemptions(filters, target, split: split).filter { $0.types.isEmpty }
      #expect(found.count == 1, "\(target)")
    }
  }

  @Test(arguments: [
    "||ads.test^", "|https://ads.test/", "/ads/banner.js", "ads.test/x", ".js|", "^ads.js?",
    "/^https?:.*ads/", "/^blob:https:/", "/^data:|^about:|^https:.*x/",
    "wss://", "*$websocket", "*$ping,websocket", "*$popup", "*$document,to=a.test", "*$cookie", "@@*$image",
    "||a.test^$~script", "*$image,to=a.test", "0.0.0.0 a.test", "##.x", "||a.test/*ads", "?ad=/", "/ads?x",
    "-AD-$match-case",
  ])
  func listWithoutBlockOfBlobURLsHasNoExemption(filters: String) throws {
    for (target, split) in Self.layouts {
      #expect(try exemptions(filters, target, split: split).allSatisfy { !$0.types.isEmpty }, "\(target)")
    }
  }

  private static let layouts: [(Target, ListSplit)] = [
    (.any, .none), (.webKitGTK2_50, .none), (.any, .action), (.safari26, .action),
  ]

  private static let filters = """
    -ads-
    @@-ads-$script
    -ads-$document,popup
    -ads-$important
    ##.x
    a.test##.y
    @@||a.test^$elemhide
    """

  /// Hiding in frames with data of the page stays, so the rule precedes hiding in lists in which rules ignore
  /// previous ones. Popups are compared, as in other blockers.
  @Test(arguments: [
    (Target.safari26, ListSplit.none, ["block", "blob", "hide", "blob-page"]),
    (.safari26, .action, ["block", "blob", "blob-page", "hide"]),
    (.webKitGTK2_50, .none, ["hide", "blob-page", "blob", "block"]),
  ])
  func exemptionsKeepHidingAndPopups(target: Target, split: ListSplit, expected: [String]) throws {
    var options = ConversionOptions()
    (options.target, options.split) = (target, split)
    let lists = try Converter(options: options).convert(Self.filters).lists
    var order: [String] = []
    for rule in lists.flatMap(\.rules.rules) {
      var name: String?
      switch rule.action {
      case .hide: name = "hide"
      case .block where rule.trigger.resourceTypes.isEmpty: name = "block"
      case .ignorePreviousRules where rule.trigger.urlFilter.description == Self.blob,
        .ignoreFollowingRules where rule.trigger.urlFilter.description == Self.blob:
        name = rule.trigger.resourceTypes == .topDocument ? "blob-page" : "blob"
      default: break
      }
      if let name, order.last != name { order.append(name) }
    }
    #expect(order == expected)
    let evaluators = lists.map { RuleListEvaluator($0.rules) }
    let url = Array("blob:https://x-ads-y.test/1f3b5c7d-0a2e-4c6f-8b9d-0123456789ab".utf8)
    for kind in Request.Kind.allCases {
      let request = Request(kind, url: url, page: "https://x-ads-y.test/", suffixes: .wellKnown)
      let decisions = evaluators.map { $0.decide(request) }
      #expect(decisions.contains(where: \.isBlocked) == (kind == .popup), "\(kind)")
      let hides = decisions.contains { $0.hiddenSelectors.contains { $0.description == ".x" } }
      if kind == .subdocument { #expect(hides) }
    }
  }
}
