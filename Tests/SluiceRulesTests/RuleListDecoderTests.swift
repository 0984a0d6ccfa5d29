import SluiceAnalysis
import SluiceRules
import SluiceText
import Testing

/// The errors of WebKitGTK 2.50.6 in rule lists, with their locations.
///
/// Each line was compiled with it.
@Suite struct RuleListDecoderTests {
  typealias Reason = RuleListFinding.Reason

  struct Case: Sendable, CustomTestStringConvertible {
    var json: String
    /// The reason, with the text at its location.
    var expected: [(Reason, String)]
    var testDescription: String { json }

    init(_ json: String, _ expected: (Reason, String)...) { (self.json, self.expected) = (json, expected) }

    /// Creates a rule with this trigger and action.
    init(trigger: String, action: String = #"{"type":"block"}"#, _ expected: (Reason, String)...) {
      json =
        #"[{"trigger":{"url-filter":"ads"\#(trigger.isEmpty ? "" : ",")\#(trigger)},"action":\#(action)}]"#
      self.expected = expected
    }

    /// Creates a rule with this selector, which is written as in JSON.
    init(selector: String, _ expected: (Reason, String)...) {
      let action = #"{"type":"css-display-none","selector":"\#(selector)"}"#
      json = #"[{"trigger":{"url-filter":"ads"},"action":\#(action)}]"#
      self.expected = expected
    }

    func check() {
      let bytes = Array(json.utf8)
      let report = RuleList.findings(inJSON: bytes)
      let found = report.findings.map { problem in
        "\(problem.reason) \(String(decoding: bytes[problem.offset..<problem.offset + problem.length], as: UTF8.self))"
      }
      #expect(found == expected.map { "\($0.0) \($0.1)" })
      let list = try? RuleList(decodingJSON: bytes)
      #expect((list != nil) == report.isHeld)
      #expect(report.isHeld == report.findings.allSatisfy(\.reason.isHeld))
      #expect(report.isAcceptedByWebKit == !report.findings.contains { $0.reason.severity == .error })
      // Every reason must be among the examples, because the documentation is generated from them.
      let known = Set(Reason.examples.map(\.id))
      for finding in report.findings where !known.contains(finding.reason.id) {
        Issue.record("Reason.examples lacks \(finding.reason.id)")
      }
    }
  }

  private static let invalidJSON: [Case] = [
    Case(trigger: ""),
    Case("", (.emptyInput, "")),
    Case(" ", (.syntax(.unexpectedEnd), "")),
    Case("[", (.syntax(.unexpectedEnd), "")),
    Case("[]", (.noRules, "[]")),
    Case("{}", (.notAnArray, "{}")),
    Case("null", (.notAnArray, "null")),
    Case("[1]", (.ruleNotObject, "1")),
    Case("[1,]", (.syntax(.trailingComma), ",")),
    Case("[1 2]", (.syntax(.badWord), "2")),
    Case("[]x", (.syntax(.trailingText), "x")),
    Case("[/*c*/]", (.syntax(.comment), "/*")),
    Case("\u{FEFF}[]", (.syntax(.byteOrderMark), "\u{FEFF}")),
    Case("[01]", (.syntax(.badNumber), "01")),
    Case("[.5]", (.syntax(.badNumber), ".5")),
    Case("[+1]", (.syntax(.badNumber), "+1")),
    Case("[1.]", (.syntax(.badNumber), "1.")),
    Case("[1e]", (.syntax(.badNumber), "1e")),
    Case("[-]", (.syntax(.badNumber), "-")),
    Case("[1e400]", (.ruleNotObject, "1e400")),
    Case("[NaN]", (.syntax(.badWord), "NaN")),
    Case("[truex]", (.syntax(.badWord), "truex")),
    Case("['a']", (.syntax(.unexpectedCharacter), "'")),
    Case(#"["\a"]"#, (.syntax(.badEscape), #"\a"#)),
    Case(#"["\u12"]"#, (.syntax(.badEscape), #"\u12"#)),
    Case(#"["a"#, (.syntax(.unclosedString), "\"a")),
    Case("[{a:1}]", (.syntax(.keyIsNotString), "a")),
    Case(#"[{"a" 1}]"#, (.syntax(.missingColon), "1")),
    Case(#"[{"a":1,}]"#, (.syntax(.trailingComma), ",")),
    Case("[\u{B}]", (.syntax(.unexpectedCharacter), "\u{B}")),
    Case("[\u{A0}]", (.syntax(.unexpectedCharacter), "\u{A0}")),
    Case("[\"\n\"]", (.ruleNotObject, "\"\n\""), (.looseSyntax(.controlCharacter), "\n")),
    Case(#"["\v"]"#, (.ruleNotObject, #""\v""#), (.looseSyntax(.verticalTabEscape), #"\v"#)),
    Case(#"["\x41"]"#, (.ruleNotObject, #""\x41""#), (.looseSyntax(.hexEscape), #"\x41"#)),
  ]

  @Test(arguments: invalidJSON)
  func decoderReportsJSONErrors(_ test: Case) { test.check() }

  private static let triggers: [Case] = [
    Case(#"[{"action":{"type":"block"}}]"#, (.trigger, #"{"action":{"type":"block"}}"#)),
    Case(#"[{"trigger":{"url-filter":"a"},"action":1}]"#, (.action, "1")),
    Case(#"[{"trigger":{},"action":{"type":"block"}}]"#, (.urlFilterMissing, "{}")),
    Case(#"[{"trigger":{"url-filter":""},"action":{"type":"block"}}]"#, (.urlFilterMissing, "\"\"")),
    Case(#"[{"trigger":{"url-filter":"x|y"},"action":{"type":"block"}}]"#, (.urlFilter(.alternatives), "|")),
    Case(
      #"[{"trigger":{"url-filter":"\u0078\\d"},"action":{"type":"block"}}]"#,
      (.urlFilter(.classEscape), #"\\"#)),
    Case(trigger: #""resource-type":"image""#, (.flagsNotArray, #""image""#)),
    Case(trigger: #""resource-type":["Image"]"#, (.unknownFlag, #""Image""#)),
    Case(trigger: #""resource-type":[]"#, (.emptyFlags, "[]")),
    Case(trigger: #""resource-type":["im\u0061ge"]"#),
    Case(trigger: #""load-type":["first-party",1]"#, (.unknownFlag, "1")),
    Case(trigger: #""load-context":null"#, (.flagsNotArray, "null")),
    Case(trigger: #""request-method":"GET""#),
    Case(trigger: #""request-method":["get"]"#, (.requestMethod, #"["get"]"#)),
    Case(trigger: #""url-filter-is-case-sensitive":1"#, (.flagNotBoolean, "1")),
    Case(
      trigger: #""top-url-filter-is-case-sensitive":true"#,
      (.unusedKey, #""top-url-filter-is-case-sensitive""#)),
    Case(trigger: #""if-top-url":["a"],"top-url-filter-is-case-sensitive":true"#),
    Case(trigger: #""if-domain":[]"#, (.conditionList, "[]")),
    Case(trigger: #""if-domain":["a",""]"#, (.conditionList, "\"\"")),
    Case(trigger: #""if-domain":["a","b.C"]"#, (.domainNotLowercaseASCII, "C")),
    Case(trigger: #""if-domain":["é"]"#, (.domainNotLowercaseASCII, "é")),
    Case(trigger: #""if-domain":["a|b"]"#, (.domainPattern(.alternatives), #""a|b""#)),
    Case(trigger: #""if-domain":["*.x"]"#, (.domainIsNotHost, #""*.x""#)),
    Case(trigger: #""if-domain":[".x","a.b"]"#, (.domainIsNotHost, #"".x""#)),
    Case(trigger: #""unless-domain":["x.*"]"#, (.domainIsNotHost, #""x.*""#)),
    Case(trigger: #""unless-domain":["*"]"#, (.domainIsNotHost, #""*""#)),
    Case(trigger: #""if-domain":["x:443"]"#, (.domainIsPattern, #""x:443""#)),
    Case(trigger: #""if-domain":["x:80"]"#, (.domainIsPattern, #""x:80""#)),
    Case(trigger: #""if-domain":["*a.example:8080"]"#, (.domainIsPattern, #""*a.example:8080""#)),
    Case(trigger: #""unless-domain":["a.example/x"]"#, (.domainIsPattern, #""a.example/x""#)),
    Case(trigger: #""if-domain":["a.example."]"#, (.domainIsPattern, #""a.example.""#)),
    Case(trigger: #""if-domain":["u@a.example"]"#, (.domainIsPattern, #""u@a.example""#)),
    Case(trigger: #""if-domain":["a+b.example"]"#, (.domainIsPattern, #""a+b.example""#)),
    Case(trigger: #""if-domain":["a.example?q"]"#, (.domainIsNotHost, #""a.example?q""#)),
    Case(trigger: #""if-domain":["a.example/../x"]"#, (.domainIsNotHost, #""a.example/../x""#)),
    Case(trigger: #""if-domain":["http://a.example"]"#, (.domainIsNotHost, #""http://a.example""#)),
    Case(trigger: #""if-domain":["a.example:0443"]"#, (.domainIsNotHost, #""a.example:0443""#)),
    Case(trigger: #""if-domain":["[::1]"]"#, (.domainIsNotHost, #""[::1]""#)),
    Case(trigger: #""if-domain":["a b"]"#, (.domainIsNotHost, #""a b""#)),
    Case(trigger: #""if-domain":["a"],"unless-top-url":["b"]"#, (.multipleConditions, #""unless-top-url""#)),
    Case(trigger: #""if-top-url":["(a"]"#, (.urlFilter(.unbalancedParenthesis), "(")),
    Case(trigger: #""if-frame-url":[""]"#, (.conditionList, "\"\"")),
    Case(trigger: #""if-domains":["a"]"#, (.unusedKey, #""if-domains""#)),
    Case(trigger: #""load-type":1,"load-type":[]"#, (.repeatedKey, #""load-type""#), (.emptyFlags, "[]")),
  ]

  @Test(arguments: triggers)
  func decoderReportsTriggerErrors(_ test: Case) { test.check() }

  private static let actions: [Case] = [
    Case(trigger: "", action: "{}", (.actionType, "{}")),
    Case(trigger: "", action: #"{"type":"Block"}"#, (.actionType, #""Block""#)),
    Case(trigger: "", action: #"{"type":"block","selector":".x"}"#, (.unusedKey, #""selector""#)),
    Case(
      trigger: "", action: #"{"type":"css-display-none"}"#,
      (.selectorMissing, #"{"type":"css-display-none"}"#)),
    Case(trigger: "", action: #"{"type":"css-display-none","selector":".a, .b"}"#),
    Case(
      trigger: "", action: #"{"type":"css-display-none","selector":"[a=\"b"}"#,
      (.repairedSelector(.unclosedString), #"\"b"#)),
    Case(
      trigger: "", action: #"{"type":"css-display-none","selector":".a\ud800"}"#,
      (.unpairedSurrogate, #"\ud800"#)),
    Case(trigger: "", action: #"{"type":"css-display-none","selector":"x:state(y)"}"#),
    Case(
      trigger: "", action: #"{"type":"notify","notification":"x"}"#,
      (.unsupportedAction(.notify), #""notify""#)),
    Case(trigger: "", action: #"{"type":"notify"}"#, (.notification, #"{"type":"notify"}"#)),
    Case(trigger: "", action: #"{"type":"modify-headers","priority":-1}"#, (.modifyHeaders(.priority), "-1")),
    Case(
      trigger: "", action: #"{"type":"modify-headers","priority":-0.5}"#,
      (.unsupportedAction(.modifyHeaders), #""modify-headers""#)),
    Case(
      trigger: "",
      action: #"{"type":"modify-headers","priority":1,"request-headers":[{"operation":"set","header":"a"}]}"#,
      (.modifyHeaders(.value), #"{"operation":"set","header":"a"}"#)),
    Case(trigger: "", action: #"{"type":"redirect","redirect":{}}"#, (.redirect(.kind), "{}")),
    Case(trigger: "", action: #"{"type":"redirect","redirect":{"url":"x"}}"#, (.redirect(.url), #""x""#)),
    Case(
      trigger: "", action: #"{"type":"redirect","redirect":{"url":"https:\ud800//b.example/"}}"#,
      (.redirect(.url), #""https:\ud800//b.example/""#)),
    Case(
      trigger: "", action: #"{"type":"redirect","redirect":{"url":"JavaScript:1"}}"#,
      (.redirect(.javaScript), #""JavaScript:1""#)),
    Case(
      trigger: "", action: #"{"type":"redirect","redirect":{"extension-path":"/x"}}"#,
      (.unsupportedAction(.redirect), #""redirect""#)),
    Case(
      trigger: "", action: #"{"type":"redirect","redirect":{"transform":{"port":" +80 "}}}"#,
      (.unsupportedAction(.redirect), #""redirect""#)),
    Case(
      trigger: "", action: #"{"type":"redirect","redirect":{"transform":{"port":"65536"}}}"#,
      (.redirect(.port), #""65536""#)),
  ]

  @Test(arguments: actions)
  func decoderReportsActionErrors(_ test: Case) { test.check() }

  /// Unclosed selectors that WebKitGTK 2.50.6 accepts, and their closed form.
  @Test(arguments: [
    (":is([", ":is([])"), (":is(url(", ":is(url())"), (":is([class$=\"_ad]\"", ":is([class$=\"_ad]\"])"),
    (":is({[(", ":is({[()]})"), ("[a=\"b\\", "[a=\"b\\\n\"]"), (":is(url(\"", ":is(url(\"\"))"),
    (".a\\", ".a\\\u{FFFD}"), (":is(.a\\", ":is(.a\\\u{FFFD})"), ("a\0b", "a\u{FFFD}b"),
    (".a /* b *", ".a /* b **/"), (":not(:nth-child(2n of .a", ":not(:nth-child(2n of .a))"),
    (":is(", ":is()"),
  ])
  func unclosedSelectorsAreClosed(css: String, held: String) throws {
    let rule =
      #"{"trigger":{"url-filter":"a"},"action":{"type":"css-display-none","selector":\#(quoted(css))}}"#
    let list = try RuleList(decodingJSON: "[\(rule)]")
    guard case .hide(let selectors)? = list.rules.first?.action else {
      Issue.record("it is not held: \(css)")
      return
    }
    #expect(selectors.elements.map(\.description) == [held])
  }

  /// Selectors that make WebKit drop the rule, so that it does not parse the pattern.
  @Test(arguments: [
    ":not(", ":nth-child(", "[a=", "a >", ":nth-child(n-2147483649", ":state(x):foo", "::highlight(x) a",
    "a, &b",
  ])
  func unclosableSelectorsDropRule(css: String) {
    let reasons = Self.reasons(selector: css)
    #expect(reasons.contains { if case .droppedRule = $0 { true } else { false } }, "\(reasons)")
    #expect(!reasons.contains(.urlFilter(.alternatives)))
  }

  /// Selectors that WebKit accepts, so that it parses the pattern.
  @Test(arguments: [
    ":is([", ":is(url(", ":is(url(x))", ":is([class$=\"_ad]\"", ":nth-child(2147483647)", "&", "& a, b",
    ":state(x)",
    "::highlight(x)", ":user-valid", "[*]",
  ])
  func patternOfAcceptedSelectorIsChecked(css: String) {
    #expect(Self.reasons(selector: css).contains(.urlFilter(.alternatives)))
  }

  private static func reasons(selector: String) -> [RuleListFinding.Reason] {
    let rule =
      #"{"trigger":{"url-filter":"a|b"},"action":{"type":"css-display-none","selector":\#(quoted(selector))}}"#
    return RuleList.findings(inJSON: "[\(rule)]").findings.map(\.reason)
  }

  /// Parts that WebKit ignores in a selector that it accepts, as ``IgnoredSelectorPart`` describes.
  private static let ignoredParts: [Case] = [
    Case(selector: ".x:is(.a, :has(a:has(b)))", (.ignoredSelectorPart(.nestedHas), ":has")),
    Case(selector: ".x:not(:WHERE(:has(a:has(b))))", (.ignoredSelectorPart(.nestedHas), ":has")),
    Case(selector: ".a, .x:has(:-webkit-any(b:has(c)), i)", (.ignoredSelectorPart(.nestedHas), ":has")),
    Case(selector: ".x:matches(:foo)", (.ignoredSelectorList(.unknownPseudoClass), ":foo")),
    Case(
      selector:
        ".x:not(:is(:foo, ::before)), .a", (.ignoredSelectorList(.unknownPseudoClass), ":foo"),
      (.ignoredSelectorList(.pseudoElementNotAllowed), "::before")),
    Case(selector: ".x:is(:foo, .a)", (.unusedSelectorPart(.unknownPseudoClass), ":foo")),
    Case(selector: ".x:is(.a, :has-text(b))", (.unusedSelectorPart(.unknownPseudoClass), ":has-text")),
    Case(selector: ".x:is(.a, .b:where(c, 1d))", (.unusedSelectorPart(.unexpectedCharacter), "1")),
    // The place is in the JSON, after an escape, and not in what CSS closes at the end.
    Case(selector: #".\u0078:is(.a, :has(a:has(b)))"#, (.ignoredSelectorPart(.nestedHas), ":has")),
    Case(
      selector:
        ".x:is(.a, :foo", (.repairedSelector(.unclosedParenthesis), "("),
      (.unusedSelectorPart(.unknownPseudoClass), ":foo")),
    Case(selector: ".x:is(.a, :has(b))"), Case(selector: ".x:not(:is(:has(b), .a))"),
    Case(selector: ".x:has(:is(a, b))"),
  ]

  @Test(arguments: ignoredParts)
  func ignoredSelectorPartsAreFindings(_ test: Case) { test.check() }

  @Test func droppedRuleKeepsItsIndex() throws {
    let css = #"{"trigger":{"url-filter":"|"},"action":{"type":"css-display-none","selector":".a:foo()"}}"#
    let block = #"{"trigger":{"url-filter":"ads"},"action":{"type":"block"}}"#
    // WebKit does not parse the pattern of a rule that it drops.
    let list = try RuleList(decodingJSON: "[\(css),\(block)]")
    #expect(list.rules.map(\.action) == [.ignorePreviousRules, .block])
    #expect(list.rules.first == .noOperation)
    let alone = RuleList.findings(inJSON: "[\(css)]").findings.map(\.reason)
    #expect(alone == [.noRules, .droppedRule(.unknownPseudoClass)])
  }

  @Test func maximumRuleCountIsEnforced() {
    func reason(_ count: Int) -> RuleListFinding.Reason? {
      let json = Array("[\(String(repeating: "1,", count: count - 1))1]".utf8)
      return RuleList.findings(inJSON: json, limit: 1).findings.first?.reason
    }
    #expect(reason(150_000) == .ruleNotObject)
    #expect(reason(150_001) == .tooManyRules(150_001))
  }

  @Test func findingsBeyondLimitAreCounted() {
    let json = Array("[\(String(repeating: "1,", count: 99))1]".utf8)
    let report = RuleList.findings(inJSON: json, limit: 10)
    #expect(report.findings.count == 10 && report.omitted == 90 && report.ruleCount == 100)
    #expect(report.findings.map(\.ruleIndex) == Array(0..<10))
    #expect(!report.isAcceptedByWebKit)
  }

  @Test func decodingContinuesAfterError() {
    let json = Array(#"[1,{"trigger":{"url-filter":"ads"},"action":{"type":"block"}}]"#.utf8)
    let (list, report) = RuleList.decodingJSON(json)
    #expect(list.rules.map(\.action) == [.ignorePreviousRules, .block])
    #expect(report.findings.map(\.description) == ["1:2: rule 0: \(Reason.ruleNotObject.message)"])
  }

  /// Both interfaces report the location of a finding in the file.
  @Test func findingsHaveLineAndColumn() {
    let text = "[\n  {\"trigger\": {\"url-filter\": \"ä\"}, \"action\": {\"type\": \"block\"}},\n  5\n]"
    let expected = ["2:31-32", "3:3-4"]
    func places(_ findings: [RuleListFinding]) -> [String] {
      findings.filter { $0.reason.severity == .error }.map { "\($0.location)-\($0.location.endColumn)" }
    }
    #expect(places(RuleList.findings(inJSON: text).findings) == expected)
    #expect(places(RuleList.decodingJSON(text).report.findings) == expected)
    #expect(places(RuleList.check(inJSON: text).findings) == expected)
    do throws(RuleListFinding) {
      _ = try RuleList(decodingJSON: text)
      Issue.record("the list was read")
    } catch {
      #expect(places([error]) == [expected[0]])
    }
  }

  @Test func ruleListReasonsHaveMessages() {
    for reason in JSONFault.Reason.allCases { #expect(!Reason.syntax(reason).message.isEmpty) }
    for reason in RuleListFinding.RedirectReason.allCases {
      #expect(Reason.redirect(reason).webKitMessage != nil)
    }
    for reason in RuleListFinding.ModifyHeadersReason.allCases {
      #expect(Reason.modifyHeaders(reason).webKitMessage != nil)
    }
  }
}

/// Returns a text as a JSON string.
private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\\(scalar)"
    case "\0": quoted += #"\u0000"#
    case "\n": quoted += #"\n"#
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
