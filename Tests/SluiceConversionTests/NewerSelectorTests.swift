import SluiceAnalysis
import SluiceConversion
import SluiceRules
import Testing

/// Selectors that some WebKit versions of a target do not know are reported and do not affect other
/// selectors.
@Suite struct NewerSelectorTests {
  private func rules(_ text: String, _ target: Target) throws -> (rules: [String], diagnostics: [String]) {
    let converted = try convert(text, target: target)
    return (converted.rules, converted.diagnostics)
  }

  @Test(
    arguments: [
      (":focus-visible", ":focus-visible", .any, false),
      (":focus-visible", ":focus-visible", .webKitGTK2_44, false),
      (":focus-visible", ":focus-visible", .webKitGTK2_46, true),
      (":focus-visible", ":focus-visible", .safari26, false),
      (":user-valid", ":user-valid", .any, false), (":user-valid", ":user-valid", .webKitGTK2_44, true),
      (":state(x)", ":state(x)", .webKitGTK2_46, false), (":state(x)", ":state(x)", .webKitGTK2_48, true),
      (":not(:heading)", ":heading", .webKitGTK2_52, false),
      (":not(:heading)", ":heading", .webKitGTK2_54, true),
      ("[a=b s]", "s", .any, false), ("::BEFORE", "::BEFORE", .any, false),
      ("::BEFORE", "::BEFORE", .webKitGTK2_44, true), (":has(b)", "", .any, true),
    ] as [(String, String, Target, Bool)])
  func newerSelectorsGetOwnRule(_ part: String, _ place: String, _ target: Target, _ isKnown: Bool) throws {
    let (rules, diagnostics) = try rules("##.a\n##.x\(part)\n##.b\n##.c", target)
    #expect(
      rules
        == (isKnown ? ["hide .a | .x\(part) | .b | .c .*"] : ["hide .a | .b | .c .*", "hide .x\(part) .*"]))
    #expect(diagnostics == (isKnown ? [] : ["approximated newer-selector: \(place)"]))
  }

  /// Also on sites, with exclusions, and in two lists.
  @Test func newerSelectorsAreSeparatedInEveryScope() throws {
    let text = "a.com##.a\na.com##.x:focus-visible\n~b.com##.b\n~b.com##:user-valid\n##.c, .d:focus-visible"
    for part in [ConvertedList.Part?.none, .cosmetic] {
      let converted = try convert(text, target: .any, split: part)
      #expect(
        converted.diagnostics.map { $0.prefix(28) }
          == Array(repeating: "approximated newer-selector:", count: 3))
      for rule in converted.rules {
        #expect(!rule.contains(" | ") || !rule.contains("valid") && !rule.contains("visible"), "\(rule)")
      }
      #expect(converted.rules.count == 5)
    }
  }

  /// The result does not depend on the number of exceptions, sites and exclusions.
  ///
  /// Filters with many of them are converted after the others.
  @Test(arguments: [0, 1, 8, 9, 64, 65, 300], ["", "[$path=/p]"])
  func newerSelectorsWithManyExceptionsAreSeparated(_ count: Int, _ modifier: String) throws {
    let sites = (0..<count).map { "s\($0).example" }
    let names = (0..<count).map { "b.s\($0).example,~c.b.s\($0).example" }.joined(separator: ",")
    for filter in ["\(modifier)##", "\(modifier)\(names)##", "\(modifier)example##"] {
      for (selector, expected) in [
        (".x:focus-visible", "approximated newer-selector: :focus-visible"),
        (".x:not(:is(:user-valid))", "unsupported newer-selector: :user-valid"),
      ] {
        let text = (["##.b", filter + selector] + sites.map { "\($0)#@#\(selector)" } + ["##.c"])
        let (rules, diagnostics) = try rules(text.joined(separator: "\n"), .any)
        // Exceptions for all sites of a filter cancel it.
        let isGone = filter.contains(names) && count > 0
        let isDropped = expected.hasPrefix("unsupported")
        #expect(diagnostics == [expected], "\(count) \(filter.prefix(40))")
        #expect(
          rules.contains { $0.contains(selector) } == (!isGone && !isDropped), "\(count) \(filter.prefix(40))"
        )
        #expect(rules.contains { $0.hasPrefix("hide .b | .c ") }, "\(count) \(filter.prefix(40))")
      }
    }
  }

  /// WebKit would ignore the part and hide other elements.
  @Test(arguments: [
    (".x:is(:focus-visible, .y)", ":focus-visible"), (".x:not(:is(:user-valid))", ":user-valid"),
    (".x:has(:focus-visible, a)", ":focus-visible"), (".x:not(:has(:state(y)))", ":state"),
  ])
  func nestedNewerSelectorsAreDropped(_ selector: String, _ place: String) throws {
    let (rules, diagnostics) = try rules("##\(selector)\n##.b", .any)
    #expect(rules == ["hide .b .*"])
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.hasPrefix("unsupported newer-selector: \(place)") ?? false, "\(diagnostics)")
    #expect(try self.rules("##\(selector)", .webKitGTK2_50).diagnostics == [])
  }

  /// If some WebKit would drop every rule of a list, the list gets a rule that it accepts.
  @Test func listOfNewerSelectorsIsAcceptedByWebKit() throws {
    let source = Source(name: "list.txt", bytes: Array("##.x:focus-visible\na.com##.y:user-valid".utf8))
    let list = try Converter().convert([source]).lists[0].rules
    let json = list.encodedJSON()
    #expect(list.rules.count == 2 && json.split(separator: UInt8(ascii: "\n")).count == 3)
    #expect(json.count == list.encodedSize)
    var options = CheckOptions()
    options.target = .webKitGTK2_44
    let check = RuleList.check(inJSON: json, options: options)
    #expect(check.isAcceptedByWebKit && check.ruleCount == 3)
    #expect(check.findings.map(\.reason.id) == ["target-narrows-rule"])
  }

  /// The findings of `check --target` for arbitrary lists.
  @Test(
    arguments: [
      (".a:focus-visible", .any, ["target-rejects-list"]), (".a:focus-visible", .webKitGTK2_46, []),
      (".a:is(:focus-visible)", .webKitGTK2_44, ["target-ignores-part"]),
      (".a, :state(x)", .webKitGTK2_48, []),
      (".a, :state(x)", .webKitGTK2_44, ["target-rejects-list"]), (".a", .any, []),
      (".a:focus-visible", .safari18, ["target-unproven"]),
    ] as [(String, Target, [String])])
  func checkReportsNewerSelectors(_ selector: String, _ target: Target, _ expected: [String]) throws {
    let hide =
      #"{"trigger":{"url-filter":".*"},"action":{"type":"css-display-none","selector":"\#(selector)"}}"#
    let block = #"{"trigger":{"url-filter":"a"},"action":{"type":"block"}}"#
    var options = CheckOptions()
    options.target = target
    #expect(RuleList.check(inJSON: "[\(hide)]", options: options).findings.map(\.reason.id) == expected)
    let beside = expected.map { $0 == "target-rejects-list" ? "target-narrows-rule" : $0 }
    #expect(
      RuleList.check(inJSON: "[\(block),\(hide)]", options: options).findings.map(\.reason.id) == beside)
  }
}
