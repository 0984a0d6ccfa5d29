import Foundation
import TestSupport
import Testing

/// `sluice lint`, with the built executable.
@Suite struct LintProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("##div\n||a.example^ \n||b.a.example^\n", to: "list.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func lintPrintsFindingsAndCounts() throws {
    let result = try sh("sluice lint --max-diagnostics 0 list.txt")
    #expect(result.status == 0 && result.error.isEmpty)
    #expect(
      result.output.hasPrefix(
        """
        list.txt:1:3: warning: 'div' hides every element with that name, on all sites [hides-tag]
          ##div
            ^^^
          = help: add a class, an id or an attribute, or add a site
        list.txt:2:15: note: trailing space [trailing-blank]
          ||a.example^ 
                      ^
          = help: remove it
        list.txt:3:1: warning: redundant: list.txt:2 does the same and more [covered-filter]
          ||b.a.example^
          ^^^^^^^^^^^^^^
          = filter: list.txt:2: ||a.example^
          = help: remove it

          1  covered-filter
          1  hides-tag
          1  trailing-blank
        1 list: 0 errors, 2 warnings, 1 note, 
        """.replacing("list.txt:2:15", with: "list.txt:2:13")), "\(result.output)")
    #expect(try sh("sluice lint - < list.txt").output.contains("  <stdin>:1:3: ##div\n"))
    let lines = try sh("sluice lint --format jsonl list.txt").output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[2].hasPrefix(
        #"{"file":"list.txt","line":3,"column":1,"endColumn":15,"severity":"warning","reason":"covered-filter","group":"not-needed","#
      ))
    #expect(
      lines[3].hasPrefix(#"{"summary":{"files":["list.txt"],"errors":0,"warnings":2,"notes":1,"known":0,"#))
    #expect(try sh("sluice lint --format sarif list.txt").output.contains(#""ruleId":"covered-filter""#))
    #expect(
      try sh("sluice lint --format github list.txt").output.contains("::warning file=list.txt,line=3,"))
  }

  @Test(arguments: [
    ("--select coverd-filter", "covered-filter"), ("--ignore hides-tag,coverd-filter", "covered-filter"),
    ("--select stile", "style"),
  ])
  func mistypedLintRuleGetsSuggestion(_ flags: String, _ nearest: String) throws {
    let result = try sh("sluice lint \(flags) list.txt")
    #expect(result.status == 64 && result.error.contains("did you mean '\(nearest)'?"), "\(result.error)")
  }

  /// `--fix` reports the same findings as a full run, although it looks again only for fixable ones.
  @Test func fixReportsSameFindingsAsFullRun() throws {
    try folder.write("##div\n||b.example^$script,script \n||a.example^\n||B.example^$script\n", to: "f.txt")
    let patch = try sh("sluice lint --diff --select all f.txt")
    #expect(patch.status == 0 && patch.output.contains("+||a.example^"), "\(patch.output)")
    let fixed = try sh("cp f.txt g.txt; sluice lint --fix --select all g.txt; cat g.txt")
    #expect(fixed.output.contains("##div") && fixed.output.contains("[hides-tag]"))
    #expect(folder.text(of: "g.txt") == "##div\n||a.example^\n||b.example^$script\n")
    _ = try sh("patch -p1 < /dev/null; sluice lint --diff --select all f.txt | patch -s -p1")
    #expect(folder.text(of: "f.txt") == folder.text(of: "g.txt"))
  }

  @Test(arguments: [
    ("", 0), ("--fail-on warning", 1), ("--fail-on note --select style", 0),
    ("--severity hides-tag=error", 1),
    ("--ignore hides-tag,not-needed --fail-on warning", 0), ("--fail-on never --severity hides-tag=error", 0),
    ("--select nothing", 64), ("--severity hides-tag=bad", 64), ("--against gone.txt", 2),
    ("--dead gone.txt", 2),
    ("--requests list.txt", 2), ("--baseline list.txt", 2), ("--suffixes list.txt --fail-on never", 0),
  ])
  func lintFlagsSetExitStatus(_ flags: String, _ status: Int) throws {
    let result = try sh("sluice lint \(flags) list.txt")
    #expect(result.status == status, "\(result.error)")
  }

  @Test func lintSearchesFoldersForLists() throws {
    let result = try sh(
      """
      mkdir -p d/e d/.hidden; cp list.txt d/a.txt; cp list.txt d/e/b.txt; cp list.txt d/c.md; cp list.txt d/.hidden/x.txt
      ln -s ../list.txt d/link.txt; ln -s . d/e/loop
      sluice lint --select hides-tag --format jsonl d d/a.txt
      """)
    #expect(result.output.split(separator: "\n").count == 3, "\(result.output)")
    #expect(
      result.output.contains(#"{"file":"d/a.txt","#) && result.output.contains(#"{"file":"d/e/b.txt","#))
    #expect(try sh("mkdir empty; sluice lint empty").status == 2)
  }

  @Test func lintWithoutFileReadsFolder() throws {
    let result = try sh(
      "mkdir -p d/e; cp list.txt d/a.txt; cp list.txt d/e/b.txt; cd d; sluice lint --select hides-tag --format jsonl < ../list.txt"
    )
    #expect(
      result.output.contains(#""summary":{"files":["a.txt","e/b.txt"],"#)
        && !result.output.contains("<stdin>"),
      "\(result.output) \(result.error)")
    #expect(try sh("cd d; sluice lint --fix -q; cat a.txt e/b.txt").output.contains("||a.example^\n||b.a"))
    #expect(try sh("mkdir none; cd none; sluice lint").status == 2)
  }

  /// Patterns are relative to the configuration.
  @Test func configurationLimitsKindsOfFiltersByFile() throws {
    try folder.write(
      #"{lint: {kinds: {"d/*_hide.txt": ["hide"], "allow.txt": ["exception"]}, bannedDomains: ["a.example"]}}"#,
      to: "sluice.json")
    let script = """
      mkdir -p d; cp list.txt d/x_hide.txt; cp list.txt d/allow.txt; cp list.txt other.txt
      sluice lint --select policy --format jsonl d/x_hide.txt d/allow.txt other.txt
      """
    let lines = try sh(script).output.split(separator: "\n").dropLast()
    func count(_ file: String, _ rule: String) -> Int {
      lines.count { $0.contains("\"file\":\"\(file)\"") && $0.contains("\"\(rule)\"") }
    }
    #expect(count("d/x_hide.txt", "other-kind") == 2 && count("d/allow.txt", "other-kind") == 3)
    #expect(count("other.txt", "other-kind") == 0 && count("other.txt", "banned-domain") == 2)
  }

  @Test func nearestLintConfigurationApplies() throws {
    try folder.write(#"{lint: {select: ["hides-tag"], severity: {"hides-tag": "error"}}}"#, to: "sluice.json")
    #expect(try sh("sluice lint list.txt").status == 1)
    #expect(try sh("mkdir d; cp list.txt d; sluice lint d").status == 1)
    let own = try sh(
      #"echo '{lint: {failOn: "never", baseline: "known.json"}}' > d/sluice.json; sluice lint d"#)
    #expect(own.status == 2 && own.error.contains("d/known.json"), "\(own.error)")
    // The baseline file is relative to the configuration, and applies from whichever folder `lint` starts in.
    #expect(try sh("sluice lint d --write-baseline d/known.json").output.contains("(3 known)"))
    for command in ["sluice lint d", "sluice lint ./d/list.txt", "cd d; sluice lint list.txt"] {
      #expect(try sh(command).output.contains("(3 known)"), "\(command)")
    }
    try folder.write("{lint: {selct: []}}", to: "sluice.json")
    let wrong = try sh("sluice lint list.txt")
    #expect(
      wrong.status == 2 && wrong.error.contains("sluice.json:1:9: unknown key 'selct'"), "\(wrong.error)")
    // Errors in parts for other commands do not matter.
    try folder.write("{lists: 1}", to: "sluice.json")
    #expect(try sh("sluice lint list.txt").status == 0)
  }

  @Test func baselineHidesKnownFindings() throws {
    let result = try sh(
      "sluice lint -q --write-baseline known.json list.txt > all; sluice lint --baseline known.json list.txt")
    #expect(result.output.hasPrefix("1 list: 0 errors, 0 warnings, 0 notes (3 known), "), "\(result.output)")
    let before = folder.text(of: "list.txt")
    #expect(try sh("sluice lint --write-baseline list.txt list.txt").status == 2)
    #expect(try sh("cp list.txt other.txt; sluice lint --write-baseline other.txt list.txt").status == 2)
    #expect(folder.text(of: "list.txt") == before && folder.text(of: "other.txt") == before)
  }

  @Test func lintFixesFilesAndShowsPatch() throws {
    let before = "||a.example^ \n||c.example^\r\n||A.example^\n##x\n"
    try folder.write(before, to: "list.txt")
    let patch = try sh("sluice lint --diff list.txt")
    #expect(
      patch.output
        == """
        --- a/list.txt
        +++ b/list.txt
        @@ -1,4 +1,3 @@
        -||a.example^ 
        -||c.example^\r
        -||A.example^
        +||a.example^
        +||c.example^
         ##x

        """.replacing(
          "-||a.example^ \n-||c.example^\r\n-||A.example^\n+||a.example^\n+||c.example^\n",
          with: "-||a.example^ \n+||a.example^\n-||c.example^\r\n+||c.example^\n-||A.example^\n"),
      "\(patch.output)")
    #expect(folder.text(of: "list.txt") == before)
    #expect(try sh("sluice lint --diff list.txt | git apply --stat -").status == 0)
    #expect(
      try sh(
        "cp list.txt copy.txt; sluice lint --diff copy.txt | patch -p1 -s; sluice lint -q --fix list.txt"
      ).status == 0)
    #expect(folder.text(of: "list.txt") == "||a.example^\n||c.example^\n##x\n")
    #expect(folder.text(of: "copy.txt") == folder.text(of: "list.txt"))
    #expect(try sh("echo '||a.example^ ' | sluice lint --fix -").status == 2)
  }

  /// A fix replaces the file, which its other names would not show.
  @Test func fileWithOtherHardLinksIsNotFixed() throws {
    let result = try sh("echo '||a.example^ ' > one.txt; ln one.txt two.txt; sluice lint --fix one.txt")
    #expect(result.status == 2 && result.error.contains("'one.txt' has other hard links"), "\(result.error)")
    #expect(
      folder.text(of: "one.txt") == "||a.example^ \n" && folder.text(of: "two.txt") == "||a.example^ \n")
    #expect(try sh("rm two.txt; sluice lint -q --fix one.txt").status == 0)
    #expect(folder.text(of: "one.txt") == "||a.example^\n")
  }
}
