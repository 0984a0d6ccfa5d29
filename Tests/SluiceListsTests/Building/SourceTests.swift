import Foundation
import SluiceSystem
import SluiceSyntax
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// The metadata of lists, and the changes to their lines.
@Suite struct SourceTests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func md5MatchesStandardVectors(text: String, digest: String) {
    let bytes = MD5.digest(of: Array(text.utf8))
    #expect(bytes.map { String(format: "%02x", $0) }.joined() == digest)
  }

  @Test(arguments: ["\n", "\r\n"])
  func listChecksumCoversOtherLines(end: String) {
    let rest = ["[Adblock Plus 2.0]", "! Title: x", "||ads.example^"]
    let digest = Data(MD5.digest(of: Array((rest.joined(separator: "\n") + "\n").utf8))).base64EncodedString()
    let lines = [rest[0], "! Checksum: \(digest.filter { $0 != "=" })", rest[1], "", rest[2], ""]
    let list = Array(lines.joined(separator: end).utf8)
    #expect(ListMetadata(parsing: list).hasRightChecksum(list))
    var other = list
    other[other.count - 5] ^= 1
    #expect(!ListMetadata(parsing: other).hasRightChecksum(other))
  }

  @Test(
    arguments: [
      ("4 days (update frequency)", 96), ("12 hours", 12), ("1 hour", 1), ("3", 72), ("0.5 days", 12),
      ("30 minutes", 1), ("120 min", 2), ("180 minutes", 3), ("30m", 1), ("3600 seconds", 1), ("1 week", 168),
      ("1w", 168),
      ("2 weeks", 336), ("3 weeks", 336), ("1 month", 336), ("1 year", 336), ("1 day", 24), ("5d", 120),
      ("6 HOURS", 6),
      ("2.0 hours (roughly)", 2), ("12\thours", 12), (".", nil), ("-1 days", nil), ("", nil),
      ("30 days", 336),
      ("0", nil), ("soon", nil), ("99999999999999 days", 336), ("6h", 6),
    ] as [(String, Int64?)])
  func expiresMetadataIsParsed(text: String, hours: Int64?) {
    #expect(ExpiryText.duration(text)?.components.seconds == hours.map { $0 * 3600 }, "\(text)")
  }

  @Test func listMetadataIsParsed() {
    let metadata = ListMetadata(
      parsing: "[Adblock]\n! Title: A: b\n! Licence: MIT\n! Version: 7\n! Redirect: https://x.example/\n")
    #expect(metadata.title == "A: b" && metadata.license == "MIT" && metadata.version == "7")
    #expect(metadata.redirect == "https://x.example/")
  }

  /// Returns the lines of a list after changes, with empty lines for removed filters.
  private func lines(_ editor: ListEditor) -> [String] {
    editor.list.lines.map { line in
      line.content == .blank ? "" : String(decoding: editor.list.bytes[line.range.indices], as: UTF8.self)
    }
  }

  private func editor(_ text: String, _ dialect: Dialect? = nil) -> ListEditor {
    ListEditor(FilterList(parsing: text, dialect: dialect))
  }

  @Test func editedLinesKeepNumberAndLocation() {
    var editor = editor("! c\n||a.example^\nb##.x \\\n    .y\n||c.example^$third-party, \\\n    important\nd")
    editor.changeFilters(.exclusion) { entry in
      if case .cosmetic = entry.line.content { return .remove }
      return DomainFilter.withoutIgnoredOptions(entry)
    }
    #expect(lines(editor) == ["! c", "||a.example^", "", ".y", "||c.example^$important", "important", "d"])
    #expect(editor.removed == 1)
    // The location of a changed filter covers all lines that were read.
    let place = editor.list.place(of: editor.list.lines[4].range)
    #expect(String(decoding: editor.list.bytes[place.indices], as: UTF8.self).hasPrefix("||c.example^$third"))
    #expect(String(decoding: editor.list.bytes[place.indices], as: UTF8.self).hasSuffix("    important"))
  }

  @Test func hintIsRemovedWithItsFilter() {
    let text =
      "!+ A\n! c\n||a.example^\n!+ NOT_PLATFORM(ext_safari)\n||a.example^\n@@||b.example^\n!+ PLATFORM(ios)\n||c.example^\n"
    var editor = editor(text)
    editor.removeFilters { String(decoding: $0.text, as: UTF8.self) == "||a.example^" }
    #expect(
      lines(editor) == [
        "!+ A", "! c", "", "", "", "@@||b.example^", "!+ PLATFORM(ios)", "||c.example^",
      ])
  }

  @Test(
    arguments: [
      ("ads", "||ads.example^", true), ("*.example^", "||ads.example^", true),
      ("*.org", "||ads.example^", false), ("ad", "||ads.example^", true), ("ds.exa", "||ads.example^", true),
      ("ds.exb", "||ads.example^", false), ("||ads.example^", "||ads.example^", true),
      ("||ads.example^$", "||ads.example^", false), ("", "||ads.example^", false),
      ("^", "||ads.example^", true),
      ("ADS.", "||ads.example^", false),
      ("/ADS\\d/", "||ads1.example^", true), ("/ads$/", "||ads1.example^", false),
    ])
  func filterPatternsMatchLines(pattern: String, line: String, matches: Bool) throws {
    var matcher = FilterPattern.Matcher([try FilterPattern(pattern)])
    let isMatch = matcher.matches(Array(line.utf8)[...])
    #expect(isMatch == matches)
    #expect(matcher.unused.isEmpty == matches)
  }

  @Test func allMatchingPatternsCountAsUsed() throws {
    let patterns = try ["||a.example^", "a.exa", "*", "/A/", "b.example", "*.org", "/b/"].map {
      try FilterPattern($0)
    }
    var matcher = FilterPattern.Matcher(patterns)
    let isMatch = matcher.matches(Array("||a.example^".utf8)[...])
    #expect(isMatch)
    #expect(matcher.unused.map(\.text) == ["b.example", "*.org", "/b/"])
  }

  @Test func affinityKeepsOwnFilters() {
    let list =
      "||a^\n!#safari_cb_affinity(general, privacy)\n||b^ \\\n    $script\n!#safari_cb_affinity\n||c^\n!#safari_cb_affinity(all)\n||d^\n"
    func own(_ blocker: String) -> [String] {
      var editor = editor(list)
      Affinity.keepOwn(&editor, of: blocker)
      return lines(editor).filter { $0.hasPrefix("|") }
    }
    #expect(own("privacy") == ["||a^", "||b^$script", "||c^", "||d^"])
    #expect(own("social") == ["||a^", "||c^", "||d^"])
    var foreign = editor(list)
    Affinity.keepForeign(&foreign, for: "privacy")
    #expect(lines(foreign).filter { $0.hasPrefix("|") } == ["||b^$script", "||d^"])
    #expect(Affinity.isNamed(in: Array(list.utf8)) && !Affinity.isNamed(in: Array("||a^\n".utf8)))
  }

  @Test(
    arguments: [
      ("b.txt", "https://l.example/d/b.txt"), ("x/b.txt", "https://l.example/d/x/b.txt"),
      ("https://l.example/d/c.txt", "https://l.example/d/c.txt"), ("./b.txt", "https://l.example/d/b.txt"),
      ("HTTPS://L.example:443/d/c.txt#x", "https://l.example:443/d/c.txt"),
      ("/d/c.txt", "https://l.example/d/c.txt"),
      ("b.txt?x", "https://l.example/d/b.txt?x"), ("b..txt", "https://l.example/d/b..txt"),
      ("//l.example/d/b.txt", "https://l.example/d/b.txt"),
      ("/b.txt", nil), ("https://l.example/c.txt", nil), ("//l.example/c.txt", nil), ("/dd/b.txt", nil),
      ("/d", nil),
      ("../b.txt", nil), ("x/../../b.txt", nil), ("x/../b.txt", nil), ("..", nil), ("/d/../b.txt", nil),
      ("%2e%2e/b.txt", nil), ("%2E./b.txt", nil), ("%252e%252e/b.txt", nil), ("%zz/%2e%2e/b.txt", nil),
      ("x%2f..%2f..%2fb.txt", nil), ("..;x/b.txt", nil), ("..\\b.txt", nil), ("x%5c..%5c..%5cb.txt", nil),
      ("https://m.example/d/b.txt", nil), ("https://l.example:444/d/b.txt", nil),
      ("http://l.example/d/b.txt", nil),
      ("https://l.example@m.example/d/b.txt", nil), ("//m.example/d/b.txt", nil), ("file:///etc/passwd", nil),
      ("https:b.txt", nil), ("", nil),
    ] as [(String, String?)])
  func urlIncludesAreResolved(target: String, url: String?) {
    #expect((try? IncludeTarget.url(target, from: "https://l.example/d/a.txt")) == url)
  }

  @Test(
    arguments: [
      ("b.txt", "d/b.txt"), ("../b.txt", nil), ("/etc/passwd", nil), ("https://l.example/b.txt", nil),
      ("%zz/%2e%2e/b.txt", nil), ("x/../b.txt", nil),
    ] as [(String, String?)])
  func fileIncludesAreResolved(target: String, path: String?) {
    #expect((try? IncludeTarget.file(target, from: "d/a.txt", root: "/nowhere")) == path)
  }

  /// A link may lead only where a path may: to no sibling of the list's folder, even if its name has the same
  /// prefix.
  @Test(
    arguments: [
      ("b.txt", "d/b.txt"), ("inside.txt", "d/inside.txt"), ("above.txt", nil), ("alike.txt", nil),
      ("folder/c.txt", nil),
    ] as [(String, String?)])
  func includeLinksStayInFolder(target: String, path: String?) throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["d", "d-private"] {
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in ["a.txt", "d/b.txt", "d-private/c.txt"] { try folder.write("", to: name) }
    let links = [
      "inside.txt": "b.txt", "above.txt": "../a.txt", "alike.txt": "../d-private/c.txt",
      "folder": "../d-private",
    ]
    for (name, place) in links {
      try files.createSymbolicLink(atPath: folder.path("d/\(name)"), withDestinationPath: place)
    }
    #expect((try? IncludeTarget.file(target, from: "d/l.txt", root: folder.path)) == path)
  }

  @Test func activeIncludesAreFound() {
    let list =
      "!#include a.txt\n!#if nothing\n!#include b.txt\n!#endif\n%include easylist:c/d.txt%\n! #include e.txt\n"
    let includes = IncludeScanner.includes(in: Array(list.utf8), constants: [])
    #expect(includes.map(\.target) == ["a.txt", "c/d.txt"] && includes.map(\.line) == [0, 4])
    let rest = IncludeScanner.withoutInstructions(Array(list.utf8), includes: includes)
    #expect(
      String(decoding: rest, as: UTF8.self)
        == "! include a.txt\n!#if nothing\n!#include b.txt\n!#endif\n!include easylist:c/d.txt%\n! #include e.txt\n"
    )
    // The converter then treats these lines as comments.
    let lines = FilterList(parsing: rest).lines.map(\.content)
    #expect(![lines[0], lines[4]].contains { if case .directive = $0 { true } else { false } })
  }

  @Test func continuedLinesAreNotDirectives() {
    let list =
      "||a^$domain=b.com| \\\n    !#include no.txt\n!#include a \\\r\n    .txt\n||c^ \\\n    !#endif\n"
    let includes = IncludeScanner.includes(in: Array(list.utf8), constants: [])
    #expect(includes.map(\.target) == ["a.txt"] && includes.map(\.line) == [2])
    let rest = FilterList(parsing: IncludeScanner.withoutInstructions(Array(list.utf8), includes: includes))
    #expect(rest.lines.count == 6 && rest.lines[3].content == .continuation)
    #expect([.comment, .blank].contains(rest.lines[2].content))
  }

  @Test func checksumMayContinueOverLines() {
    let rest = "! Title: a \\\n    b\n||ads.example^\n"
    let own = Data(MD5.digest(of: Array(rest.utf8))).base64EncodedString().filter { $0 != "=" }
    let list = Array(
      "! Title: a \\\n    b\n! Checksum: \(own.prefix(5)) \\\n    \(own.dropFirst(5))\n||ads.example^\n".utf8)
    let metadata = ListMetadata(parsing: list)
    #expect(metadata.title == "ab" && metadata.checksum == own && metadata.hasRightChecksum(list))
    // A checksum in the middle of a filter does not count.
    let other = Array("||a^$domain=b.com| \\\n    ! Checksum: x\n".utf8)
    #expect(ListMetadata(parsing: other).checksum == nil)
  }

  @Test(
    arguments: [
      ("||a^\n", nil), ("", "empty"), (" \n\n", "empty"), ("<!DOCTYPE html>", "HTML"),
      ("\u{FEFF}\n <HTML>", "HTML"), ("! x\n\n<p>gone</p>", "text"), ("Oops\nbody <\n</html>", "text"),
      ("a\0b", "binary data"), ("||a^", "shrunk"), ("! x\n", "without a filter"),
      ("[Adblock Plus]\n# x", "without a filter"),
      ("Service unavailable\n", "text"), ("Forbidden", "text"), ("404: Not Found\nagain", "text"),
      ("{\"error\":1}", "JSON"), ("! x\r\r||a^", nil), ("Oops\n||a^", nil),
      ("<<<<<<< HEAD\n||a^", "merge conflict"),
      ("0.0.0.0 a.example", nil), ("a.example", nil), ("##.a", nil), ("!#if x\n||a^\n!#endif", nil),
      ("!#include a.txt", nil), ("!#if x\n!#include a.txt\n!#endif", nil), ("%include a:b.txt%", nil),
      ("! Redirect: https://l.example/", nil), (String(repeating: "! x\n", count: 5000) + "||a^", nil),
    ] as [(String, String?)])
  func invalidDownloadBodiesAreDetected(text: String, problem: String?) {
    let previous = problem == "shrunk" ? 100 : nil
    var document = ListDocument(name: "a", bytes: Array(text.utf8), sha256: "")
    let found = BodyCheck.problem(of: &document, previous: previous, minimumShare: 0.5)
    if let problem {
      #expect(found?.contains(problem) == true, "\(found ?? "")")
    } else {
      #expect(found == nil)
    }
  }

  @Test(
    arguments: [
      ("", .listOrNothing, nil), ("! x", .listOrNothing, nil), ("Oops, sorry", .listOrNothing, "text"),
      ("<html>", .listOrNothing, "HTML"), ("! x", .part, nil), ("", .part, "empty"),
      ("Oops, sorry", .part, "text"),
      ("words and more\n", .patterns, nil), ("<html>", .patterns, "HTML"), ("{}", .trackerRadar, nil),
      ("[\"a.example\"]", .trackerRadar, nil), ("{", .trackerRadar, "JSON"), ("Oops", .trackerRadar, "JSON"),
    ] as [(String, DocumentUse, String?)])
  func allowedBodiesDependOnUse(text: String, use: DocumentUse, problem: String?) {
    var document = ListDocument(name: "a", bytes: Array(text.utf8), sha256: "")
    let found = BodyCheck.problem(of: &document, for: use, previous: nil, minimumShare: 0.5)
    if let problem {
      #expect(found?.contains(problem) == true, "\(found ?? "")")
    } else {
      #expect(found == nil)
    }
  }
}
