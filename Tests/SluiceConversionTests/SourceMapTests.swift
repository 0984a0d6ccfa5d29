import Foundation
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

/// The filters that rules come from.
struct SourceMapTests {
  /// Returns each rule of a conversion as `action: lines of its filters - lines of its limits`.
  private func origins(
    _ text: String, target: Target = .safari26, split: Bool = false, limit: Int? = nil
  ) throws -> [String] {
    let (result, map) = try convert(text, target: target, split: split, limit: limit)
    var rows: [String] = []
    for (list, mapped) in zip(result.lists, map.lists) {
      #expect(list.rules.rules.count == mapped.ruleCount)
      for (index, rule) in list.rules.rules.enumerated() {
        let origin = map.origin(ofRule: index, in: mapped)
        let limits = origin.limits.isEmpty ? "" : " - " + Self.lines(origin.limits)
        rows.append("\(rule.action.name): \(Self.lines(origin.filters))\(limits)")
      }
    }
    return rows
  }

  private static func lines(_ filters: [SourceMap.Filter]) -> String {
    filters.map { String($0.line) }.joined(separator: " ")
  }

  private func convert(
    _ text: String, target: Target = .safari26, split: Bool = false, limit: Int? = nil, threads: Int? = nil
  ) throws -> (ConversionResult, SourceMap) {
    var options = ConversionOptions()
    options.makesSourceMap = true
    options.target = target
    options.split = split ? .action : .none
    options.threads = threads
    // A single line must have the same meaning as in its list.
    options.dialect = .adblockPlus
    if let limit { (options.maximumRules, options.limitPolicy) = (limit, .truncate) }
    let source = Source(name: "list.txt", bytes: Array(text.utf8), accepts: .anything)
    let result = try Converter(options: options).convert([source])
    return (result, try #require(result.sourceMap))
  }

  @Test func mergedRuleListsAllFilters() throws {
    #expect(
      try origins(
        "||a.com^$script,domain=x.com\n! c\n||a.com^$script,domain=y.com\n||a.com^$script,domain=x.com")
        == ["block: 1 3 4", "ignore-previous-rules: "])
  }

  @Test func mergedSelectorsListAllFilters() throws {
    #expect(try origins("##.x\n##.y\n##.x\na.com##.x") == ["css-display-none: 1 2 3", "css-display-none: 4"])
  }

  @Test func limitingExceptionsAreListed() throws {
    #expect(
      try origins("##.x\n##.y\na.com#@#.x", target: .webKitGTK2_50)
        == ["css-display-none: 2", "css-display-none: 1 - 3"])
    // The exception applies to another page than the filter.
    #expect(
      try origins("b.com,~c.b.com##.x\na.com#@#.x", target: .webKitGTK2_50) == ["css-display-none: 1"])
    #expect(
      try origins("||b.com^$image\n##.x\n@@||a.com^$generichide")
        == [
          "block: 1", "ignore-previous-rules: ", "css-display-none: 2 - 3", "ignore-previous-rules: 3",
        ])
  }

  /// Selectors with the same exceptions share their pages, but not all of them a rule.
  @Test func onlyExceptionsToOwnSelectorsAreListed() throws {
    let filters = "##a:focus-visible\n##b:focus-visible\n"
    #expect(
      try origins("\(filters)a.com#@#a:focus-visible\na.com#@#b:focus-visible", target: .any)
        == ["css-display-none: 1 - 3", "css-display-none: 2 - 4"])
  }

  /// The first eight of many exceptions for one page are listed.
  @Test func exceptionsForOnePageAreLimited() throws {
    let exceptions = String(repeating: "\na.com#@#.x", count: 20)
    #expect(try origins("~b.com##.x" + exceptions) == ["css-display-none: 1 - 2 3 4 5 6 7 8 9"])
    #expect(try origins("com##.x" + exceptions) == ["css-display-none: 1 - 2 3 4 5 6 7 8 9"])
    let urls = (0..<12).map { "\n[$path=/p\($0)]a.com#@#.x" }.joined()
    #expect(
      try origins("~b.com##.x" + urls) == ["css-display-none: 1 - 2 3 4 5 6 7 8 9 10 11 12 13"])
  }

  @Test func pageExceptionsShareOneRule() throws {
    #expect(
      try origins("@@||a.com^$document\n@@||b.com^$document\n@@||a.com^$document")
        == ["ignore-previous-rules: 1 2 3"])
  }

  @Test func sourceMapHandlesSplitAndTruncatedLists() throws {
    #expect(
      try origins("||a.com^\n##.x", split: true) == [
        "block: 1", "ignore-previous-rules: ", "css-display-none: 2",
      ])
    #expect(
      try origins("||a.com^\n||b.com^\n@@||a.com/x^", limit: 4)
        == ["block: 1", "ignore-previous-rules: 3", "ignore-previous-rules: 3", "ignore-previous-rules: "])
  }

  @Test func rulesAreEqualWithoutSourceMap() throws {
    let text = "||a.com^$domain=x.com\n||a.com^$domain=y.com\n##.x\na.com#@#.x\n@@||b.com^$generichide"
    let (result, _) = try convert(text)
    var options = ConversionOptions()
    options.target = .safari26
    let plain = try Converter(options: options).convert([Source(name: "list.txt", bytes: Array(text.utf8))])
    #expect(result.lists.map(\.rules) == plain.lists.map(\.rules))
    #expect(plain.sourceMap == nil)
  }

  /// Each filter of a rule makes a rule with the same pattern and action when converted alone, apart from
  /// hiding exceptions and cookie filters.
  @Test(arguments: seeds(150, oneIn: 5) as Range<UInt64>)
  func everyMappedFilterYieldsItsRule(_ seed: UInt64) throws {
    var generator = FilterGenerator(random: SeededRandom(seed))
    let text = generator.list().joined(separator: "\n")
    let (result, map) = try convert(text)
    // Exceptions to cookie filters occur only in lists with cookie filters.
    let exceptions = text.split(separator: "\n").filter {
      $0.contains("#@#") || !$0.hasPrefix("@@") && $0.contains("cookie")
    }
    for (index, rule) in result.lists[0].rules.rules.enumerated() {
      for filter in map.origin(ofRule: index, in: map.lists[0]).filters {
        let (alone, _) = try convert((exceptions + [filter.text[...]]).joined(separator: "\n"))
        #expect(
          alone.lists[0].rules.rules.contains {
            $0.action.name == rule.action.name && $0.trigger.urlFilter == rule.trigger.urlFilter
          },
          "\(filter.text) does not make a rule like \(rule.summary())\n\(text)")
      }
    }
  }

  @Test func sourceMapRoundTrips() throws {
    let text = "||a.com^\n||b.com^\n##.a\n##.\"é\\\\\n##.b\n##.c\n##.d\n##.f\na.com#@#.f\n"
    for split in [false, true] {
      var (result, map) = try convert(text, split: split)
      for index in map.lists.indices {
        map.lists[index].fingerprint = SourceMap.fingerprint(of: result.lists[index].rules.encodedJSON())
      }
      let json = map.encodedJSON()
      let read = try SourceMap(decodingJSON: json)
      #expect(read == map)
      #expect(read.encodedJSON() == json)
      for list in result.lists { #expect(read.list(of: list.rules.encodedJSON())?.part == list.part) }
      #expect(read.list(of: []) == nil)
      #expect(try convert(text, split: split, threads: 1).1.filters == map.filters)
    }
  }

  /// For each target and form, the output is valid JSON and decodes to the same source map.
  @Test(arguments: seeds(100, oneIn: 25) as Range<UInt64>, Target.allCases)
  func sourceMapIsValidJSON(_ seed: UInt64, _ target: Target) throws {
    var generator = FilterGenerator(random: SeededRandom(seed))
    let hosts = (0..<generator.random.below(3)).map { "0.0.0.0 h\($0).example" }
    let lists = [
      (generator.list() + generator.list()).joined(separator: "\n"), hosts.joined(separator: "\n"),
      "! nothing", "@@||a.com^$document\n##.a\na.com#@#.a",
    ]
    for (number, text) in lists.enumerated() {
      let map = try convert(text, target: target, split: seed % 2 == 1).1
      let json = map.encodedJSON()
      #expect(
        (try? JSONSerialization.jsonObject(with: Data(json))) is [String: Any],
        "list \(number): \(String(decoding: json, as: UTF8.self))")
      #expect(try SourceMap(decodingJSON: json) == map)
    }
  }

  /// WebKitGTK's list starts with exceptions that come from no filter.
  @Test func firstRuleMayHaveNoFilter() throws {
    let (_, map) = try convert("0.0.0.0 a.example", target: .webKitGTK2_50)
    #expect(String(decoding: map.encodedJSON(), as: UTF8.self).contains("\"sizes\":[0,1],\n\"origins\":[0],"))
  }

  @Test func sourceMapIsCompact() throws {
    let (_, map) = try convert("||a.com^\n##.a\n##.b\n##.c\n##.d")
    #expect(
      String(decoding: map.encodedJSON(), as: UTF8.self) == """
        {"version":1,
        "sources":[{"name":"list.txt","filters":5}],
        "lines":[1,1,1,1,1],
        "texts":[
        "||a.com^",
        "##.a",
        "##.b",
        "##.c",
        "##.d"],
        "lists":[
        {"part":"all",
        "sizes":[1,0,2],
        "origins":[0,1,-4],
        "limits":[]}]}

        """)
  }

  @Test(arguments: [
    ("", "1:1: unexpected end"), ("{]", "1:2: "), ("[]", "the file is not an object"),
    (#"{"version":2}"#, "of version 2"),
    (#"{"version":1,"sources":[]}"#, "'lines' is missing"),
    (document(lines: "1,1"), "different lengths"), (document(filters: "-1"), "different lengths"),
    (document(filters: "281474976710655"), "different lengths"),
    (document(filters: "9223372036854775807"), "too large"), (document(filters: "1.0"), "not whole"),
    (document(filters: "\"1\""), "must contain only numbers"),
    (document(lines: "[1]"), "must contain only numbers"),
    (document(lines: "0"), "filter 0 is on line 0"), (document(origins: "1"), "[1] are not ascending"),
    (document(origins: "-1"), "not ascending filter numbers"),
    (document(sizes: "2", origins: "0,0"), "not ascending filter numbers"),
    (document(origins: "-9223372036854775808"), "too large"),
    (document(sizes: "2"), "do not agree"), (document(sizes: "-1"), "do not agree"),
    (document(sizes: "0"), "do not agree"), (document(limits: "[1,0]"), "a limit of rule 1"),
    (document(limits: "[]"), "a limit of rule -1"),
    (document(limits: "[0,1]"), "not ascending filter numbers"),
    (document(part: "some"), "'some' is not a part"),
  ])
  func invalidSourceMapsAreRejected(json: String, message: String) {
    do throws(SourceMapProblem) {
      _ = try SourceMap(decodingJSON: json)
      Issue.record("\(json) is read")
    } catch {
      #expect(error.message.contains(message), "\(error.message)")
    }
  }

  @Test func handwrittenSourceMapIsRead() throws {
    #expect(try SourceMap(decodingJSON: Self.document()).filters.count == 1)
  }

  private static func document(
    filters: String = "1", lines: String = "1", sizes: String = "1", origins: String = "0",
    limits: String = "",
    part: String = "all"
  ) -> String {
    """
    {"version":1,"sources":[{"name":"a","filters":\(filters)}],"lines":[\(lines)],"texts":["||a^"],
    "lists":[{"part":"\(part)","sizes":[\(sizes)],"origins":[\(origins)],"limits":[\(limits)]}]}
    """
  }
}
