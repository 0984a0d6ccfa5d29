import Foundation
import SluiceConversion
import Testing
import TestSupport

/// The format of the document, its reproducibility, and hostile lists.
struct AdvancedDocumentTests {
  @Test func smallAdvancedDocumentIsWritten() throws {
    let document = try advancedDocument([
      "! Title: x\n\na.com,~b.a.com##+js(set, ads, \"no\\\"\")\n||ads.com^\n",
      "a.com#@#+js(set)\r\n||a.com/x$script,redirect=noopjs:10\r\n",
    ])
    #expect(
      String(decoding: document, as: UTF8.self) == #"""
        {"version":1,
        "sources":["list0.txt","list1.txt"],
        "strings":[
        "set",
        "ads",
        "no\"",
        "a.com",
        "b.a.com",
        "noopjs",
        "||a.com/x"],
        "filters":[
        {"kind":"scriptlet","syntax":"ublock","name":0,"args":[1,2],"domains":[3],"notDomains":[4],"source":0,"line":3},
        {"kind":"scriptlet","exception":true,"syntax":"ublock","name":0,"domains":[3],"source":1,"line":1},
        {"kind":"redirect","resource":5,"priority":10,"pattern":6,"types":["script"],"source":1,"line":2}]}

        """#)
  }

  @Test func advancedDocumentMayBeEmpty() throws {
    #expect(
      String(decoding: try advancedDocument(["||a.com^"]), as: UTF8.self)
        == "{\"version\":1,\n\"sources\":[\"list0.txt\"],\n\"strings\":[],\n\"filters\":[]}\n")
  }

  @Test(.slow(8)) func advancedDocumentDoesNotDependOnThreadCount() throws {
    let list = (0..<size(20_000)).map { "s\($0 % 700).com,t\($0).com##+js(x\($0 % 30), \($0 % 900))" }
      .joined(separator: "\n")
    let document = try advancedDocument([list, list], threads: 1)
    #expect(try advancedDocument([list, list], threads: 5) == document)
    let strings = try #require(
      (try JSONSerialization.jsonObject(with: Data(document)) as? [String: Any])?["strings"] as? [String])
    #expect(Set(strings).count == strings.count)
  }

  @Test func advancedDocumentEscapesSpecialCharacters() throws {
    let text = "a\tb\"c\\d\u{2028}\u{2029}\u{7F}é🙂"
    let document = try advancedDocument(["#%#\(text)"])
    #expect(
      String(decoding: document, as: UTF8.self).contains(#""a\u0009b\"c\\d\u2028\u2029\u007fé🙂""#))
    #expect(try advanced("#%#\(text)") == [#"{"kind":"script","script":<\#(text)>}"#])
  }

  /// Input that would take minutes if each argument, quote or operator were searched for from the start
  /// again.
  @Test(arguments: [
    "##+js(x, " + String(repeating: "'a,", count: 60_000) + ")",
    "##+js(x, " + String(repeating: "'a,\"b,`c,", count: 30_000) + ")",
    "##+js(x, " + String(repeating: "'a'b,", count: 50_000) + ")",
    "##+js(x, " + String(repeating: "'" + String(repeating: " ", count: 50), count: 20_000) + ")",
    "##+js(" + String(repeating: ",", count: 300_000) + ")",
    "##+js(x, " + String(repeating: "\\", count: 1_000_000) + ")",
    "#%#//scriptlet('x', " + String(repeating: "'a', ", count: 40_000) + "'b",
    "#$#" + String(repeating: "' \\u00 ;", count: 40_000),
    "##.x:has-text(" + String(repeating: ":style(", count: 30_000) + ")",
    "##.x:has-text(a)" + String(repeating: ":remove()", count: 30_000),
    "##.x" + String(repeating: ":a(", count: 100_000) + String(repeating: " ", count: 300_000) + ")",
    "#$#.x" + String(repeating: "{", count: 100_000) + String(repeating: "}", count: 100_000),
    "||a.com^$csp=a" + String(repeating: ",to=b.com", count: 20_000),
    "||" + String(repeating: "*|", count: 60_000) + "$removeparam=x",
  ])
  func hostileAdvancedLinesTakeLinearTime(line: String) throws {
    #expect(line.utf8.count <= 1 << 20)
    let start = ContinuousClock.now
    let document = try advancedDocument([line])
    #expect(start.duration(to: .now) < .seconds(60))
    _ = try JSONSerialization.jsonObject(with: Data(document))
  }
}
