import Foundation
import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing
import TestSupport

/// Files as input for functions that take bytes.
@Suite struct FileTextTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func file(_ name: String, _ text: String) throws -> URL {
    try temporary.write(text, to: name)
    return URL(filePath: temporary.path(name))
  }

  @Test func fileInitializersReadSameContent() throws {
    let json = #"[{"trigger":{"url-filter":"a"},"action":{"type":"block"}}]"#
    let rules = try RuleList(decodingJSON: .contents(of: file("rules.json", json)))
    #expect(try rules == RuleList(decodingJSON: json) && rules == RuleList(decodingJSON: Data(json.utf8)))
    let list = try FilterList(parsing: .contents(of: file("list.txt", "||ads.example^\n")))
    #expect(list.lines == FilterList(parsing: "||ads.example^\n").lines)
    #expect(try FileText(contentsOf: file("empty", "")).inputArray().isEmpty)
  }

  @Test func listNameIsFilePath() throws {
    let url = try file("ads.txt", "||ads.example^$nonsense\n")
    let source = try Source(contentsOf: url)
    #expect(source.name == url.path && source.bytes == Array("||ads.example^$nonsense\n".utf8))
    let relative = URL(
      filePath: "ads.txt", relativeTo: URL(filePath: temporary.path, directoryHint: .isDirectory))
    #expect(try FileText(contentsOf: relative).inputName == "ads.txt")
  }

  @Test func converterTakesTextOfOneList() throws {
    let list = "||ads.example^$nonsense\n||ads.example^"
    let result = try Converter().convert(list)
    #expect(result.report.diagnostics.map { "\($0.location)" } == ["list.txt:1:16"])
    let json = result.lists[0].rules.encodedString()
    #expect(try json == Converter().convert(Array(list.utf8)[...]).lists[0].rules.encodedString())
    #expect(Array(json.utf8) == result.lists[0].rules.encodedJSON())
    let rules = result.lists[0].rules.rules.map { $0.encodedString() }
    #expect("[\(rules.joined(separator: ",\n"))]\n" == json)
    let named = try Converter().convert(.contents(of: file("ads.txt", list)))
    #expect(named.report.diagnostics.map(\.location.file) == [temporary.path("ads.txt")])
  }

  @Test func unreadableFilesThrowFileProblem() throws {
    func problem(_ url: URL) -> FileProblem? {
      do throws(FileProblem) { _ = try FileText(contentsOf: url) } catch { return error }
      return nil
    }
    let missing = URL(filePath: temporary.path("missing.txt"))
    #expect(problem(missing) == FileProblem(.missing, of: missing.path))
    #expect(problem(missing)?.description == "cannot read '\(missing.path)': there is no such file")
    let folder = URL(filePath: temporary.path)
    #expect(problem(folder)?.reason == .folder)
    let page = try #require(URL(string: "https://lists.example/easylist.txt"))
    #expect(problem(page) == FileProblem(.notAFile, of: "https://lists.example/easylist.txt"))
  }
}
