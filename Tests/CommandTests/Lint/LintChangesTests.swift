import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice lint --git` and `--staged`, which report changed lines, and `--exclude`.
@Suite struct LintChangesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func git(_ script: String) throws -> Shell.Result? { try Shell.git(script, in: folder) }

  /// Returns the file, line and rule of each finding.
  private func found(_ result: Shell.Result) -> [String] {
    result.output.split(separator: "\n").compactMap { line in
      guard let row = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let reason = row["reason"] as? String
      else { return nil }
      return "\(row["file"] ?? ""):\(row["line"] ?? "") \(reason)"
    }
  }

  // MARK: Changed lines

  @Test(
    arguments: [
      ("a\nb\nc\n", "a\nb\nc\n", []), ("a\nb\nc\n", "a\nx\nb\nc\n", [2]), ("a\nb\nc\n", "c\nb\na\n", []),
      ("a\nb\n", "a\nb\nc", [3]), ("a\nb", "a\nb\n", [2]), ("a\nb\n", "a \nb\n", [1]),
      ("a\nb\n", "a\r\nb\n", [1]), ("", "a\n", [1]),
      ("a\n", "", []), ("a\n", "a\na\n", [2]), ("a\nb\nc\n", "x\nb\ny\n", [1, 3]),
      ("a\na\n", "a\nb\na\na\na\n", [2, 3, 4]),
      ("a\rb\r", "a\rc\r", [2]), ("x \\\n    y\nz\n", "x \\\n    w\nz\n", [1, 2]),
      ("a\nb\nc\nd\n", "b\nc\n", []),
    ] as [(String, String, [Int])])
  func changedLinesAreFound(_ old: String, _ new: String, _ expected: [Int]) {
    let changed = ChangedLines(from: Array(old.utf8), to: Array(new.utf8))
    #expect((0...9).filter { changed.contains($0) } == expected)
  }

  @Test func allLinesOfNewListAreChanged() {
    let changed = ChangedLines(from: nil, to: Array("a\nb\n".utf8))
    #expect((0...9).filter { changed.contains($0) } == [1, 2])
  }

  @Test func lintReviewsLinesChangedSinceRevision() throws {
    guard
      let result = try git(
        """
        mkdir lists; printf '##div\\n||a.example^\\n' > lists/x.txt; printf '##div\\n' > lists/y.txt; echo '*.tmp.txt' > .gitignore; commit one
        printf '##div\\n||a.example^\\n##span\\n||b.a.example^\\n' > lists/x.txt; commit two
        printf '##table\\n' > lists/new.txt; printf '##p\\n' > lists/z.tmp.txt
        for range in HEAD~1..HEAD HEAD~1..HEAD~1 HEAD HEAD~1; do echo $range; sluice lint --format jsonl --git $range; done
        echo below; cd lists && sluice lint --format jsonl --git HEAD~1; echo one; sluice lint --format jsonl --git HEAD~1 -- x.txt ../lists/y.txt
        """)
    else { return }
    #expect(result.status == 0, "\(result.error)")
    let parts = result.output.split(separator: "\n").reduce(into: [[String]]()) { parts, line in
      if line.hasPrefix("{") {
        parts[parts.count - 1].append(String(line))
      } else {
        parts.append([String(line)])
      }
    }
    let rows = parts.map { part in
      [part[0]] + found(.init(status: 0, output: part.dropFirst().joined(separator: "\n"), error: ""))
    }
    let two = ["lists/x.txt:3 hides-tag", "lists/x.txt:4 covered-filter"]
    #expect(
      rows == [
        ["HEAD~1..HEAD"] + two, ["HEAD~1..HEAD~1"], ["HEAD", "lists/new.txt:1 hides-tag"],
        ["HEAD~1", "lists/new.txt:1 hides-tag"] + two,
        ["below", "new.txt:1 hides-tag", "x.txt:3 hides-tag", "x.txt:4 covered-filter"],
        ["one", "x.txt:3 hides-tag", "x.txt:4 covered-filter"],
      ])
  }

  @Test func lintReviewsStagedLines() throws {
    guard
      let result = try git(
        """
        printf '##div\\n' > x.txt; git add x.txt; sluice lint --format jsonl --staged; git commit -q -m one
        printf '##div\\n##span\\n' > x.txt; git add x.txt; printf '##div\\n##span\\n##p\\n' > x.txt; printf '##table\\n' > y.txt
        sluice lint --format jsonl --staged; sluice lint --staged --fail-on warning; echo $?
        mkdir sub; cd sub; sluice lint --format jsonl --staged --fail-on never -- ../x.txt
        """)
    else { return }
    #expect(
      found(result) == ["x.txt:1 hides-tag", "x.txt:2 hides-tag", "../x.txt:2 hides-tag"],
      "\(result.output) \(result.error)")
    #expect(result.output.contains("\n1\n"))
  }

  /// The configuration of each folder applies as it does without `--git`.
  @Test func lintOfRevisionsUsesFolderConfiguration() throws {
    guard
      let result = try git(
        """
        mkdir a b; printf '{lint: {ignore: ["hides-tag"]}}' > a/sluice.json
        commit none; for d in a b; do printf "##div.$d\\n##$d\\n||$d.example^ \\n" > $d/x.txt; done; commit one
        sluice lint --format jsonl --git HEAD~1..HEAD
        """)
    else { return }
    #expect(found(result) == ["a/x.txt:3 trailing-blank", "b/x.txt:2 hides-tag", "b/x.txt:3 trailing-blank"])
  }

  /// Lists that were replaced or emptied, and files that never were lists.
  @Test(arguments: [
    ("lint lists", "all"), ("lint --skip-others lists/*.txt", "all"), ("lint --staged", "all"),
    ("lint --git HEAD", "all"),
    ("lint --git HEAD~1..HEAD", "none"), ("lint --allow-empty lists", "without emptied"),
  ])
  func replacedListsAreErrors(_ command: String, _ expected: String) throws {
    let replace = """
      printf '<!DOCTYPE html>\\n<html>\\n' > lists/page.txt; printf '{"message":"Not Found"}' > lists/json.txt
      printf '404: Not Found' > lists/error.txt; printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:1\\n' > lists/lfs.txt
      : > lists/empty.txt; printf '! Title: x\\n' > lists/emptied.txt; printf 'words of\\nsomebody\\n' > lists/text.txt
      { seq 201 | sed 's/.*/||h&.example^/'; printf '<<<<<<< a\\n||a.example^\\n=======\\n||b.example^\\n>>>>>>> b\\n'; } > lists/conflict.txt
      """
    guard
      let result = try git(
        """
        mkdir lists; for n in page json error lfs empty emptied text conflict ok; do printf "! Title: x\\n||$n.example^\\n" > lists/$n.txt; done
        printf 'A text of\\nsome words\\n' > lists/README.txt; printf '! nothing yet\\n' > lists/new.txt; commit one; git commit -q --allow-empty -m none
        \(replace); git add .; sluice \(command) --select syntax --ignore missing-header --format jsonl; echo $?
        git commit -q -m two; sluice lint lists --select syntax --ignore missing-header --format jsonl > later; wc -l < later
        """)
    else { return }
    let all = [
      "lists/conflict.txt:202 merge-conflict", "lists/conflict.txt:204 merge-conflict",
      "lists/conflict.txt:206 merge-conflict",
      "lists/emptied.txt:1 emptied-list", "lists/empty.txt:1 emptied-list", "lists/error.txt:1 error-page",
      "lists/json.txt:1 error-page", "lists/lfs.txt:1 lfs-pointer", "lists/page.txt:1 error-page",
      "lists/text.txt:1 not-a-list",
    ]
    let rows =
      expected == "all" ? all : expected == "none" ? [] : all.filter { !$0.hasSuffix("emptied-list") }
    #expect(found(result) == rows, "\(result.output) \(result.error)")
    #expect("\n\(result.output)".contains(rows.isEmpty ? "\n0\n" : "\n1\n"), "\(result.output)")
    // Where the damage was committed, an earlier version still tells.
    #expect(result.output.hasSuffix("\(all.count + 1)\n"), "\(result.output)")
  }

  /// Without git, a build file or a header tells.
  @Test func namedSourcesAndHeadersAreErrors() throws {
    _ = try Shell.run("mkdir src all", in: folder)
    try folder.write("<html>\n", to: "src/named.txt")
    try folder.write("<html>\n", to: "src/other.txt")
    try folder.write("<html>\n", to: "all/page.txt")
    try folder.write("[Adblock Plus 2.0]\n! Title: x\n", to: "src/header.txt")
    try folder.write("! a comment\n", to: "src/comment.txt")
    try folder.write("||a.example^\n", to: "src/list.txt")
    try folder.write("{lists: [{name: 'a', sources: ['src/named.txt', 'all/']}]}", to: "sluice.json")
    let result = try Shell.run(
      "sluice lint --select syntax --ignore missing-header --format jsonl src all", in: folder)
    #expect(
      found(result) == [
        "all/page.txt:1 error-page", "src/header.txt:1 emptied-list", "src/named.txt:1 error-page",
      ])
    #expect(
      result.status == 1 && result.error.contains("src/other.txt: left out: an HTML page"), "\(result.error)")
  }

  @Test func conflictedListIsNotFixed() throws {
    let text = "||b.example^$script,script \n<<<<<<< a\n||z.example^\n=======\n||a.example^\n>>>>>>> b\n"
    try folder.write(text, to: "a.txt")
    #expect(try Shell.run("sluice lint --fix --select all a.txt", in: folder).status == 1)
    #expect(folder.text(of: "a.txt") == text)
  }

  @Test(arguments: [
    ("--git HEAD --fix", 64, "options '--fix' and '--diff' cannot be combined"),
    ("--staged --diff", 64, "options '--fix' and '--diff' cannot be combined"),
    ("--git HEAD --staged", 64, "options '--git' and '--staged' both"),
    ("--git a..b..c", 64, "sluice help lint"),
    ("--git nowhere..HEAD", 2, "unknown revision 'nowhere'"),
  ])
  func invalidLintRevisionOptionsAreErrors(_ flags: String, _ status: Int32, _ error: String) throws {
    guard let result = try git("printf '##div\\n' > x.txt; commit one; sluice lint \(flags)") else { return }
    #expect(result.status == status && result.error.contains(error), "\(result.error)")
  }

  // MARK: Exclusions

  private static let patterns: [(pattern: String, path: String, matches: Bool)] = [
    ("drafts", "drafts/a.txt", true), ("drafts", "lists/drafts/a.txt", true),
    ("drafts/", "drafts/a.txt", true),
    ("drafts", "lists/drafts.txt", false), ("a.txt", "lists/a.txt", true),
    ("*.old.txt", "lists/a.old.txt", true),
    ("*.old.txt", "lists/old.txt", false), ("lists/*.txt", "lists/a.txt", true),
    ("lists/*.txt", "lists/sub/a.txt", false),
    ("lists/**/a.txt", "lists/a.txt", true), ("lists/**/a.txt", "lists/x/y/a.txt", true),
    ("lists/**", "lists/x/y/b.txt", true),
    ("**/a.txt", "a.txt", true), ("**/x/*.txt", "q/x/x/b.txt", true), ("lists/sub", "lists/sub/a.txt", true),
    ("lists/sub", "other/lists/sub/a.txt", false), ("./lists/a.txt", "lists/a.txt", true),
    ("a?.txt", "ab.txt", true), ("a?.txt", "a.txt", false),
    ("*", "a.txt", true), ("", "a.txt", false), ("/", "a.txt", false), ("a*b*c", "aXbYbZc", true),
    ("a*b*c", "aXbYbZ", false),
  ]

  @Test(arguments: patterns)
  func excludePatternsMatchPaths(_ pattern: String, _ path: String, _ matches: Bool) {
    #expect(PathPattern(pattern).matches(path) == matches)
  }

  @Test func excludePatternsMatchInLinearTime() {
    let pattern = PathPattern(
      String(repeating: "*a", count: 200) + "/" + String(repeating: "**/x/", count: 50) + "b")
    #expect(
      !pattern.matches(String(repeating: "a", count: 2000) + "/" + String(repeating: "x/", count: 1000) + "c")
    )
  }

  @Test func excludedFilesAreNotLinted() throws {
    _ = try Shell.run("mkdir -p drafts sub/drafts", in: folder)
    for name in ["a.txt", "drafts/b.txt", "sub/drafts/c.txt", "sub/d.old.txt"] {
      try folder.write("##div\n", to: name)
    }
    func reviewed(_ words: String) throws -> [String] {
      let result = try Shell.run("sluice lint --format jsonl \(words)", in: folder)
      #expect(result.status == 0, "\(result.error)")
      return found(result).filter { $0.hasSuffix(" hides-tag") }.map { String($0.prefix { $0 != ":" }) }
    }
    #expect(try reviewed(".") == ["a.txt", "drafts/b.txt", "sub/d.old.txt", "sub/drafts/c.txt"])
    #expect(try reviewed("--exclude drafts .") == ["a.txt", "sub/d.old.txt"])
    #expect(try reviewed("--exclude drafts --exclude 'sub/*.old.txt' .") == ["a.txt"])
    #expect(try reviewed("--exclude sub/drafts sub \"$PWD/drafts\"").count == 2)
    // Also excludes files named on the command line: a hook names all changed files.
    #expect(try reviewed("--exclude drafts a.txt drafts/b.txt") == ["a.txt"])
    #expect(try reviewed("--exclude '*.txt' a.txt") == [])
    // Patterns in the configuration are relative to its own folder.
    try folder.write(#"{lint: {exclude: ["drafts", "d.*"]}}"#, to: "sub/sluice.json")
    #expect(try reviewed(".") == ["a.txt", "drafts/b.txt"])
    #expect(try reviewed("sub/d.old.txt a.txt") == ["a.txt"])
  }
}
