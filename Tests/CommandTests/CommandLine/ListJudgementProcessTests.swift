import Foundation
import TestSupport
import Testing

/// How all commands handle compressed files and files that are not filter lists.
@Suite struct ListJudgementProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n", to: "list.txt")
    try folder.write("<!DOCTYPE html>\n<html>\n<head>\n", to: "page.html")
    try folder.write("User-agent: *\nDisallow: /private\n", to: "robots.txt")
    try folder.write("{\n  \"a\": [1]\n}\n", to: "data.txt")
    try folder.write("// ==UserScript==\n// @name x\n", to: "script.js")
    try folder.write("", to: "empty.txt")
    try folder.write("! Title: nothing\n", to: "comments.txt")
    let filters = (0..<201).map { "||h\($0).example^\n" }.joined()
    try folder.write(
      filters + "<<<<<<< HEAD\n||a.example^\n=======\n||b.example^\n>>>>>>> x\n", to: "conflict.txt")
    try folder.write("404: Not Found", to: "error.txt")
    try folder.write("<!DOCTYPE html>\n<title>Log in</title>\n", to: "sign-in.txt")
    try folder.write("<html>", to: "page.json")
    try folder.write("version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n", to: "lfs.txt")
    try folder.write("\n<?xml version=\"1.0\"?>\n<rss/>\n", to: "feed.txt")
    try folder.write("(^|\\.)ads\\.example$\n", to: "regex.list")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  static let commands = [
    "convert FILE -o out.json", "merge FILE -o out.json",
    "match FILE --url https://a.example/ --page https://b.example/",
    "diff list.txt FILE", "diff FILE list.txt", "diff --rules list.txt FILE", "lint --diff FILE",
    "lint --select style FILE",
    "report FILE -o out.html", "convert list.txt FILE -o out.json",
  ]

  @Test(arguments: commands)
  func filesThatAreNotListsAreRefused(command: String) throws {
    for (file, words) in [
      ("page.html", "an HTML page"), ("robots.txt", "plain text"), ("script.js", "a userscript"),
      ("empty.txt", "empty"),
      ("comments.txt", "no filter"), ("/dev/null", "empty"), ("regex.list", "a list of Pi-hole regexes"),
      ("error.txt", "error.txt:1: this is an error text, not a filter list"),
      ("sign-in.txt", "an HTML sign-in page"),
      ("page.json", "an HTML page"), ("lfs.txt", "a Git LFS pointer"),
      ("feed.txt", "feed.txt:2: this is an XML document"),
      // Content that starts like JSON may be Tracker Radar data to merge.
      ("data.txt", command.hasPrefix("merge") ? "data.txt" : "JSON"),
    ] {
      try folder.write("as it was", to: "out.json")
      let before = folder.text(of: file)
      let result = try sh("sluice " + command.replacingOccurrences(of: "FILE", with: file))
      #expect(result.status == 2, "\(file): \(result.error)")
      #expect(result.output.isEmpty)
      #expect(result.error.contains(words), "\(file): \(result.error)")
      #expect(folder.text(of: "out.json") == "as it was" && folder.text(of: "out.html") == nil)
      #expect(folder.text(of: file) == before)
    }
  }

  /// `lint` reports a named file that is not a list as a finding, so that it is in all formats.
  @Test(arguments: [
    ("page.html", 1, "error-page"), ("error.txt", 1, "error-page"), ("lfs.txt", 1, "lfs-pointer"),
    ("feed.txt", 2, "error-page"),
    ("data.txt", 1, "error-page"), ("robots.txt", 1, "not-a-list"), ("empty.txt", 1, "emptied-list"),
    ("comments.txt", 1, "emptied-list"), ("/dev/null", 1, "emptied-list"),
    ("conflict.txt", 202, "merge-conflict"),
  ])
  func namedFileThatIsNoListIsFinding(file: String, line: Int, rule: String) throws {
    let before = folder.text(of: file)
    for flags in [
      "", "--fix", "--format github", "--format sarif", "--format junit", "--format gitlab", "--format jsonl",
    ] {
      let result = try sh("sluice lint \(flags) \(file) list.txt")
      #expect(result.status == 1, "\(flags): \(result.error)")
      #expect(result.output.contains(rule) && result.output.contains(file), "\(flags): \(result.output)")
      switch flags {
      case "", "--fix": #expect(result.output.contains("\(file):\(line):"), "\(result.output)")
      case "--format github":
        #expect(result.output.contains("::error file=\(file),line=\(line),"), "\(result.output)")
      case "--format sarif": #expect(result.output.contains("\"startLine\":\(line)"), "\(result.output)")
      default: break
      }
    }
    #expect(folder.text(of: file) == before)
  }

  @Test(arguments: [
    "convert FILE -o out.json", "merge FILE -o out.json", "report FILE -o out.html", "diff list.txt FILE",
    "diff FILE list.txt", "match FILE --url https://a.example/ --page https://b.example/",
  ])
  func mergeConflictIsErrorOfItsLine(command: String) throws {
    let result = try sh("sluice \(command.replacingOccurrences(of: "FILE", with: "conflict.txt"))")
    #expect(result.status == 2)
    #expect(
      result.error.contains("conflict.txt:202: the list has an unresolved merge conflict"), "\(result.error)")
    #expect(folder.text(of: "out.json") == nil)
  }

  @Test(arguments: commands)
  func emptyListsAreReadWithAllowEmpty(command: String) throws {
    for file in ["empty.txt", "comments.txt", "/dev/null"] {
      let result = try sh("sluice \(command.replacingOccurrences(of: "FILE", with: file)) --allow-empty")
      #expect(result.status == 0, "\(file): \(result.error)")
    }
    #expect(
      try sh("sluice \(command.replacingOccurrences(of: "FILE", with: "page.html")) --allow-empty").status
        == 2)
  }

  @Test func compressedAndUTF16ListsAreRead() throws {
    _ = try sh(
      """
      gzip -k list.txt; { printf '\\377\\376'; sed 's/./&\\n/g; s/$/\\n/' list.txt | tr -d '\\n' | sed 's/./&\\x00/g'; } > utf16.txt
      """)
    let plain = try sh("sluice convert -q list.txt").output
    #expect(try sh("sluice convert -q list.txt.gz").output == plain)
    #expect(try sh("sluice convert -q - < list.txt.gz").output == plain)
    #expect(try sh("sluice convert -q utf16.txt").output == plain)
    #expect(try sh("sluice diff list.txt list.txt.gz --fail-on changed").status == 0)
    let cut = try sh("head -c 25 list.txt.gz > cut.gz; sluice convert cut.gz -o out.json")
    #expect(
      cut.status == 2 && cut.error.contains("a compressed file that cannot be unpacked"), "\(cut.error)")
    // A compressed file is not overwritten with text.
    let before = try Data(contentsOf: URL(filePath: folder.path("list.txt.gz")))
    _ = try sh(
      "printf '||a.example^$script,script \\n' > dirty.txt; gzip dirty.txt; sluice lint --select all --fix dirty.txt.gz"
    )
    #expect(try sh("gzip -t dirty.txt.gz").status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder.path("list.txt.gz"))) == before)
  }

  /// `lint` reports and skips files that are not filter lists, both in folders and when a hook names every
  /// file.
  @Test func lintSkipsFilesThatAreNotLists() throws {
    let before = folder.text(of: "robots.txt")
    let found = try sh("rm conflict.txt; sluice lint --fix --select all .")
    #expect(found.status == 0, "\(found.error)")
    #expect(found.error.contains("robots.txt: left out: plain text, not a filter list"))
    #expect(found.error.contains("data.txt: left out: JSON"))
    let named = try sh(
      "sluice lint --fix --skip-others --quiet --fail-on never robots.txt list.txt page.html")
    #expect(named.status == 0, "\(named.error)")
    let alone = try sh("sluice lint --fix --skip-others robots.txt")
    #expect(alone.status == 0, "\(alone.error)")
    #expect(folder.text(of: "robots.txt") == before)
  }

  @Test(arguments: [
    ("0.0.0.0 a.example\n", "a hosts file", "hosts", "hosts"),
    ("*.a.example\n", "a list of domains", "domains", "hosts"),
    ("[uBlock Origin]\n##.ad\n", "a filter list in the dialect of uBlock Origin", "filters", "ublock"),
    ("DOMAIN,a.example\n", "a list of proxy rules", "proxy-rules", "hosts"),
  ])
  func detectedListKindIsReported(text: String, words: String, kind: String, dialect: String) throws {
    try folder.write(text, to: "given.txt")
    let plain = try sh("sluice convert given.txt -o out.json")
    #expect(plain.error.contains("read as \(words): given\n"), "\(plain.error)")
    let json = try sh("sluice convert given.txt -o out.json --format jsonl")
    #expect(json.error.contains(#""lists":[{"file":"given.txt","kind":"\#(kind)","dialect":"\#(dialect)"}]"#))
    for command in Self.commands where !command.contains("merge") && !command.contains("list.txt") {
      let result = try sh("sluice \(command.replacingOccurrences(of: "FILE", with: "given.txt")) --verbose")
      #expect(result.error.contains("judging given.txt: \(words)"), "\(command): \(result.error)")
    }
  }
}
