import SluiceSyntax
import SluiceText
import SluiceConversion
import SluiceRules
import Testing
import TestSupport

@testable import SluiceWebInterface

/// The functions of the JavaScript module, called with the bytes that `sluice.js` sends.
@Suite struct WebInterfaceTests {
  private func call(_ function: WebInterface.Function, _ options: String, _ lists: String...) -> [String] {
    var interface = WebInterface()
    return interface.call(function.rawValue, parts: ([options] + lists).map { Array($0.utf8) }).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func conversionReturnsListsAndDiagnostics() throws {
    let list = "||ads.example^\n##.ad:has-text(x)\n"
    let parts = call(.convert, #"{"names":["a.txt"]}"#, list)
    let result = try Converter().convert([Source(name: "a.txt", bytes: list)])
    #expect(parts.count == 2)
    #expect(parts[1].utf8.elementsEqual(result.lists[0].rules.encodedJSON()))
    #expect(parts[0].contains(#""diagnostics":[{"file":"a.txt","line":2,"#))
    #expect(parts[0].contains(#""filters":2,"converted":1,"#))
  }

  @Test func splitConversionWithSourceMapReturnsTwoListsAndMap() throws {
    let parts = call(
      .convert, #"{"split":true,"sourceMap":true,"target":"safari-17"}"#, "||a.example^\n##.b\n")
    try #require(parts.count == 4)
    let map = try SourceMap(decodingJSON: parts[3])
    #expect(map.lists.map(\.part) == [.network, .cosmetic])
    #expect(map.list(of: parts[1])?.part == .network)
    #expect(map.list(of: parts[2])?.part == .cosmetic)
  }

  @Test(arguments: [
    (#"{"target":"safari-1"}"#, "invalid-option", "options.target"),
    (#"{"split":1}"#, "invalid-option", "options.split"),
    (#"{"define":["a",1]}"#, "invalid-option", "options.define[1]"),
    (#"{"maxRules":0}"#, "invalid-option", "options.maxRules"),
    (#"{"maxRules":1.5}"#, "invalid-option", "options.maxRules"),
    (#"{"maxRules":9999999999}"#, "invalid-option", "options.maxRules"),
    (#"{"maxRules":99999999999999999999}"#, "invalid-option", "options.maxRules"),
    (#"{"maxRules":1}"#, "too-many-rules", "options.maxRules"),
    (#"{"colour":"red"}"#, "invalid-option", "options.colour"),
    ("[]", "invalid-option", "options"),
    ("{", "invalid-option", "options"),
    ("", "invalid-option", "options"),
  ])
  func invalidOptionIsFailureWithPath(options: String, code: String, path: String) {
    let parts = call(.convert, options, "||a.example^\n||b.example/x^\n@@||c.example^\n##.a\n")
    #expect(parts.count == 1)
    #expect(parts[0].hasPrefix(#"{"error":{"code":"\#(code)","#))
    #expect(parts[0].contains(#""path":"\#(path)""#))
  }

  @Test(arguments: [
    (#"{"traget":"any"}"#, "unknown option; did you mean 'target'?"),
    (#"{"domainscope":"page"}"#, "unknown option; did you mean 'domainScope'?"),
    (#"{"max-rules":1}"#, "unknown option; did you mean 'maxRules'?"), (#"{"colour":1}"#, "unknown option"),
    (#"{"target":"safri-17"}"#, "unknown value 'safri-17'; did you mean 'safari-17'?"),
    (
      #"{"requests":[{"url":"https://a/","page":"https://a/","type":"scirpt"}]}"#,
      "there is no type 'scirpt'; did you mean 'script'?"
    ),
    (#"{"requests":[{"url":"https://a/","page":"https://a/","type":"x"}]}"#, "there is no type 'x'"),
  ])
  func mistypedNamesHaveSuggestions(options: String, message: String) {
    #expect(call(.match, options, "||a.example^\n")[0].contains(#""message":"\#(message)","#))
  }

  /// The types in TypeScript name each target and each platform.
  @Test func typesNameTargetsAndPlatforms() throws {
    let path = "Sources/WebAssembly/Package/sluice.d.ts"
    try GeneratedText.check(
      path, of: "WebInterfaceTests", between: "export type Target =\n", and: "\n/** A text,",
      is: Target.names.map { "  | '\($0)'\n" }.joined())
    let platforms = ListPlatform.allCases.map { "'\($0.rawValue)'" }.joined(separator: " | ")
    #expect(try Repository.text(of: path).contains("\n  platform?: \(platforms)\n"))
  }

  @Test func unknownFunctionIsFailure() {
    var interface = WebInterface()
    for (function, parts) in [(-1, [[]]), (99, [[]]), (0, [])] as [(Int, [[UInt8]])] {
      #expect(
        String(decoding: interface.call(function, parts: parts)[0], as: UTF8.self)
          .hasPrefix(#"{"error":{"code":"invalid-call","#))
    }
  }

  @Test func matchNamesFilters() {
    var interface = WebInterface()
    func match(_ url: String, _ list: String) -> String {
      let options =
        #"{"names":["a.txt"],"requests":[{"url":"\#(url)","page":"https://news.example/","type":"script"}]}"#
      let parts = interface.call(
        WebInterface.Function.match.rawValue, parts: [Array(options.utf8), Array(list.utf8)])
      return String(decoding: parts[0], as: UTF8.self)
    }
    let list = "||ads.example^\n@@||ads.example/ok^\n"
    #expect(match("https://ads.example/x", list).contains(#""decision":"blocked""#))
    #expect(
      match("https://ads.example/x", list).contains(#"{"file":"a.txt","line":1,"text":"||ads.example^"}"#))
    #expect(match("https://ads.example/ok", list).contains(#""decision":"allowed""#))
    // Another list replaces the one in memory.
    #expect(match("https://ads.example/x", "||other.example^").contains(#""decision":"allowed""#))
    #expect(match("no-url", list).contains(#""code":"invalid-request""#))
    #expect(match("no-url", list).contains(#""path":"requests[0]""#))
    #expect(match("https://ads.example/x", "[{}]").contains(#""code":"rejected-list""#))
  }

  @Test func checkReturnsFindings() {
    let parts = call(.check, "{}", #"[{"trigger":{"url-filter":"("},"action":{"type":"block"}}]"#)
    #expect(parts[0].contains(#""severity":"error""#))
    #expect(parts[0].contains(#""accepted":false"#))
    #expect(call(.check, "{}", "no JSON")[0].contains(#""accepted":false"#))
  }

  private static let request =
    #""requests":[{"url":"https://a.example/","page":"https://b.example/","type":"script"}]"#

  @Test(arguments: [
    ("<!DOCTYPE html>\n<html>\n", "an HTML page"),
    ("<!DOCTYPE html>\n<title>Sign in</title>\n", "an HTML sign-in page"),
    ("404: Not Found", "an error text"), ("{\"message\":\"Not Found\"}", "JSON"),
    ("<?xml?><Error/>", "an XML document"),
    ("abc\0", "binary data"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "a Git LFS pointer"),
  ])
  func textThatIsNoListIsFailure(text: String, words: String) {
    for accepts in ["lists", "non-empty-lists", "typed-filters"] {
      for (function, lists) in [
        (WebInterface.Function.convert, [text]), (.convert, ["||a^\n", text]), (.match, [text]),
      ] {
        var interface = WebInterface()
        let options = #"{"names":["a.txt","b.txt"],"accepts":"\#(accepts)",\#(Self.request)}"#
        let parts = interface.call(function.rawValue, parts: ([options] + lists).map { Array($0.utf8) })
        let name = lists.count == 2 ? "b.txt" : "a.txt"
        #expect(
          parts.map { String(decoding: $0, as: UTF8.self) } == [
            #"{"error":{"code":"foreign-text","message":"this is \#(words), not a filter list","file":"\#(name)","line":1,"column":1}}"#
          ])
      }
    }
    #expect(call(.convert, #"{"accepts":"anything"}"#, text).count == 2)
    let check = call(.check, "{}", text)[0]
    #expect(
      check.contains(
        words == "JSON" ? #""accepted":false"# : #""message":"this is \#(words), not a rule list""#),
      "\(check)")
  }

  @Test func typedWordsAreFilters() {
    #expect(call(.convert, "{}", "banner")[0].contains(#""code":"foreign-text""#))
    #expect(call(.convert, #"{"accepts":"typed-filters"}"#, "banner")[0].contains(#""filters":1,"#))
    #expect(call(.convert, "{}", "")[0].contains(#""filters":0,"#))
    #expect(call(.convert, #"{"accepts":"non-empty-lists"}"#, "")[0].contains("the list is empty"))
    #expect(call(.check, "{}", "||a.example^\n")[0].contains("this is a filter list, not a rule list"))
    // A rule list is not a filter list, but can be asked about requests.
    let rules = #"[{"trigger":{"url-filter":"a"},"action":{"type":"block"}}]"#
    #expect(call(.convert, "{}", rules)[0].contains("this is a rule list in WebKit's JSON"))
    #expect(call(.match, "{\(Self.request)}", rules)[0].contains(#""decision":"blocked""#))
  }

  @Test func explanationHasPartsAndRules() {
    let parts = call(.explain, "{}", "||ads.example^$script")
    #expect(parts[0].contains(#""outcome":"converted""#))
    #expect(parts[0].contains(#"{"name":"begins","text":"||  where the host"#))
    #expect(parts[0].contains(#""rules":[{"#))
    #expect(call(.explain, "{}", "! comment")[0].contains("a comment"))
  }

  @Test func vocabularyHasNames() {
    let words = call(.vocabulary, "{}")[0]
    for part in [#""targets":["any","#, #""types":["document","#, #"{"name":"domain","meaning":"#] {
      #expect(words.contains(part))
    }
  }

  private func split(_ bytes: [UInt8]) -> [[UInt8]]? { WasmCall.split(bytes.span) }

  @Test func partsAreReadAsWritten() {
    let parts: [[UInt8]] = [[], [1, 2, 3], Array(repeating: 7, count: 300)]
    let bytes = WasmCall.joined(parts)
    #expect(split(bytes) == parts)
    #expect(bytes.count == WasmCall.joinedCount(parts))
    for count in bytes.indices { #expect(split(Array(bytes[..<count])) == nil) }
    #expect(split(bytes + [0]) == nil)
    #expect(split([255, 255, 255, 255]) == nil)
  }
}
