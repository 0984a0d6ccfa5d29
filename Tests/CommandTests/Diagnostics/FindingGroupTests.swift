import Foundation
import SluiceConversion
import Testing
import TestSupport

@testable import sluice
@testable import SluiceListFiles
@testable import SluiceLists

/// Findings grouped by reason, as text.
@Suite struct FindingGroupTests {
  private func group(
    _ words: String, of total: Int = 1, _ findings: LocatedDiagnostic...
  ) throws -> FindingGroup {
    try #require(
      FindingGroup(total, words: words, first: findings) { "unknown option '\($0)': dropped\($0)" })
  }

  @Test func groupShowsCountExampleAndHelp() throws {
    let text = TextRenderer(style: .plain, width: 80).render(
      try group("1 unsupported", .example(advice: "remove the option")))
    #expect(
      text == """
        warning: 1 unsupported: unknown option 'csp' [unknown-option]
          a.txt:3:14: ||b.example^$csp
          = help: remove the option

        """)
  }

  /// The words of a group hold for all of its findings. Advice that all share is written once.
  @Test func groupOfSeveralFindingsHasGeneralWords() throws {
    let renderer = TextRenderer(style: .plain, width: 80)
    #expect(
      renderer.render(
        try group(
          "2 unsupported", of: 2, .example(advice: "remove the option"),
          .example(message: "unknown option 'x'", filter: "||c.example^$x", advice: "remove the option")))
          == """
          warning: 2 unsupported: unknown option '…': dropped [unknown-option]
            a.txt:3:14: ||b.example^$csp
            a.txt:3:14: ||c.example^$x
            = help: remove the option

          """)
    #expect(
      renderer.render(
        try group("2 unsupported", of: 2, .example(advice: "write 'a'"), .example(advice: "write 'b'")))
          == """
          warning: 2 unsupported: unknown option 'csp' [unknown-option]
            a.txt:3:14: ||b.example^$csp
            = help: write 'a'
            a.txt:3:14: ||b.example^$csp
            = help: write 'b'

          """)
    #expect(
      renderer.render(try group("312 unsupported", of: 312, .example())).hasPrefix(
        "warning: 312 unsupported: unknown option '…': dropped ["))
  }

  /// Few findings are all shown. If there are many, each group shows one, and both if it has two.
  @Test(arguments: [
    ([1, 3], [1, 3]), ([20], [20]), ([18, 2], [18, 2]), ([21], [1]), ([19, 2], [1, 2]),
    ([2, 2, 2, 40], [2, 2, 2, 1]),
  ])
  func fewFindingsAreAllShown(totals: [Int], shown: [Int]) throws {
    let groups = totals.compactMap { total in
      FindingGroup(
        total, words: "", first: Array(repeating: .example(), count: min(total, FindingGroup.fewFindings))
      ) { $0 }
    }
    #expect(FindingGroup.shown(groups).map(\.shown.count) == shown)
  }

  /// Lines wrap only on terminals, so that output in files stays searchable.
  @Test func groupLinesWrapOnlyOnTerminals() throws {
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    let finding = try group(
      "1 unsupported", .example(message: words, filter: String(repeating: "x", count: 200), advice: words))
    let file = TextRenderer(style: .plain, width: 80).render(finding).split(separator: "\n")
    #expect(file.count == 3 && file[0].contains(words))
    for width in [40, 41, 60, 80, 160] {
      let lines = TextRenderer(style: .plain, width: width, wraps: true).render(finding).split(
        separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width }, "\(width): \(lines)")
      #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
      #expect(lines.filter { $0.hasPrefix("  = help:") }.count == 1)
    }
  }

  @Test func longPathPutsFilterOnOwnLine() throws {
    let finding = try group("1 unsupported", .example(file: String(repeating: "a/", count: 30) + "list.txt"))
    let lines = TextRenderer(style: .plain, width: 80, wraps: true).render(finding).split(separator: "\n")
    #expect(lines.last == "    ||b.example^$csp" && lines[lines.count - 2].hasSuffix("list.txt:3:14:"))
  }

  @Test func groupsEscapeControlCharacters() throws {
    let finding = LocatedDiagnostic.example(
      file: "\u{1B}]0;x\u{7}.txt", message: "unknown option '\u{9B}2J\u{202E}'",
      filter: "||b.example^$\u{1B}[2J\u{0}\r", advice: "\u{1B}c")
    for wraps in [true, false] {
      let text = TextRenderer(style: .plain, width: 40, wraps: wraps).render(try group("1", finding))
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isHidden })
    }
  }

  @Test func colorCodesDoNotAffectWrapping() throws {
    let finding = try group(
      "1 unsupported", .example(message: "some words that fill a line of forty columns"))
    func lines(_ isColored: Bool) -> [Substring] {
      let text = TextRenderer(style: TextStyle(isColored: isColored), width: 40, wraps: true).render(finding)
      return text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").split(separator: "\n")
    }
    #expect(lines(true) == lines(false))
  }

  /// The most severe reasons come first, then those with most filters.
  ///
  /// A reason with several outcomes is one group.
  @Test func groupsAreSortedBySeverityAndCount() throws {
    let list = """
      a.example##p:has-text(x)
      b.example##p:has-text(x)
      ||a.example^$ping
      ||b.example^$ping
      ||c.example^$object,script
      ||c.example^$object
      ||d.example^$nonsense
      ||e.example^$nonsense
      ||f.example^$nonsense
      """
    let sources = [Source(name: "l.txt", bytes: Array(list.utf8))]
    let report = try Converter(options: ConversionOptions()).convert(sources).report
    var groups = DiagnosticGroups()
    groups.add(report.diagnostics, of: sources)
    func rows(withNotes: Bool) -> [String] {
      groups.groups(withNotes: withNotes).map {
        "\($0.words) [\($0.reason)] \($0.shown.first?.location.line ?? 0)"
      }
    }
    let worse = [
      "3 unsupported [unknown-option] 7", "1 unsupported, 1 approximated [object-type] 6",
      "2 approximated [ping-type] 3",
    ]
    #expect(rows(withNotes: false) == worse)
    #expect(rows(withNotes: true) == worse + ["2 need a script [procedural-selector] 1"])
    #expect(groups.total == 9)
  }
}

/// The output of `convert`, `lint` and `merge` for many findings, with the built executable.
@Suite struct FindingListingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "||a.example^$nonsense\n||b.example^$nonsense\n||c.example^$ping\na.example##p:has-text(x)\n"
        + "b.example##p:has-text(y)\n||d.example^$image\n", to: "list.txt")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func convertShowsExampleForEachReason() throws {
    let result = try sh("sluice convert list.txt -o /dev/null")
    #expect(
      result.error.hasPrefix(
        """
        warning: 2 unsupported: unknown option 'nonsense': the filter is dropped [unknown-option]
          list.txt:1:14: ||a.example^$nonsense
          list.txt:2:14: ||b.example^$nonsense
          = help: check the spelling; `sluice` knows the options of Adblock Plus, uBlock Origin and AdGuard
        warning: 1 approximated: WebKit sorts sendBeacon() under 'other', so 'ping' alone is not expressible exactly [ping-type]
          list.txt:3:14: ||c.example^$ping
          = help: name ping and other together
        -v adds notes; 'sluice explain ID' explains a reason

        read as a filter list in the dialect of Adblock Plus: list
        lines: 6 filters, 0 comments and blank lines
        filters: 1 converted, 1 approximated, 2 need a script, 2 unsupported
        list: 6 filters → 
        """), "\(result.error)")
    #expect(result.error.contains(", 4 not converted, "))
  }

  /// The advice counts the filters that the option would convert exactly.
  @Test(arguments: [
    ("||c.example^\n##.ad\n@@||a.example^$elemhide\n", 1),
    ("||c.example^\n##.ad\n@@||a.example^$elemhide\n@@||b.example^$generichide\n", 1),
    ("||c.example^\n##.ad\n##.x\na.example#@#.ad\n@@||a.example^$ghide\nb.example##p:has-text(x)\n", 1),
    ("||c.example^$ping\n##.ad\n@@||a.example^$elemhide,ping\n", 0), ("||a.example^\n##.ad\n", 0),
    ("##.ad\n@@||a.example^$elemhide\n", 0), ("||c.example^\n##.ad\n@@||a.example^$document\n", 0),
  ])
  func splitAdviceCountsFiltersCorrectly(list: String, advised: Int) throws {
    try folder.write(list, to: "list.txt")
    func converted(_ flags: String) throws -> (count: Int, advised: Int) {
      let error = try sh("sluice convert \(flags) list.txt -o x").error
      let count = error.firstMatch(of: #/filters: (\d+) converted/#).flatMap { Int($0.1) }
      let advised = error.firstMatch(of: #/--split converts (\d+) more filters? exactly/#).flatMap {
        Int($0.1)
      }
      return (try #require(count), advised ?? 0)
    }
    let (whole, split) = (try converted(""), try converted("--split"))
    #expect(whole.advised == advised && whole.count + advised == split.count && split.advised == 0)
  }

  /// The percentage is that by which the advised option lowers the estimate.
  @Test(arguments: [
    ("any", "", true), ("webkitgtk-2.44", "", true), ("safari-16.4", "", true), ("webkitgtk-2.50", "", false),
    ("any", "@@||a.example^$generichide\n", true), ("safari-18", "@@||a.example^$elemhide\n", true),
  ])
  func adviceOnCostsIsTrue(target: String, exceptions: String, advises: Bool) throws {
    let hiding = (0..<300).map {
      "##.ad-\($0)\n##div[data-ad=\"\($0)\"]\n###ad-\($0)\n~s\($0).example##.own-\($0)\n"
    }
    try folder.write("||c.example^\n" + hiding.joined() + exceptions, to: "list.txt")
    func cost(_ flags: String) throws -> (microseconds: Double, advised: Int?) {
      let command = "sluice convert --target \(target) \(flags) list.txt -o x"
      let line = try #require(try sh("\(command) --format jsonl").error.split(separator: "\n").last)
      let outputs = try JSONTree(parsing: String(line))["summary"]?["outputs"]?.elements ?? []
      let costs = outputs.compactMap { $0["pageCost"]?["microsecondsPerDocument"]?.number }
      #expect(!costs.isEmpty)
      let advised = try sh(command).error.firstMatch(of: #/makes documents (\d+) % cheaper/#).flatMap {
        Int($0.1)
      }
      return (costs.reduce(0, +), advised)
    }
    let (whole, split) = (try cost(""), try cost("--split"))
    #expect(split.advised == nil && (whole.advised != nil) == advises)
    guard let advised = whole.advised else { return }
    let saved = (whole.microseconds - split.microseconds) * 100 / whole.microseconds
    #expect(abs(saved - Double(advised)) < 1.5, "\(saved) \(advised)")
  }

  @Test func verboseShowsNotes() throws {
    let result = try sh("sluice convert -v list.txt -o /dev/null")
    #expect(result.error.contains("\nnote: 2 need a script: ':has-text' is not CSS"), "\(result.error)")
    #expect(result.error.contains("[object-loads]") && !result.error.contains("-v adds"))
  }

  /// `--max-diagnostics` lists each finding with its line and a caret, up to the maximum.
  @Test(arguments: [("0", 5), ("5", 5), ("3", 3), ("1", 1)])
  func maximumDiagnosticsListsFindings(maximum: String, shown: Int) throws {
    let error = try sh("sluice convert list.txt -o /dev/null --max-diagnostics \(maximum)").error
    #expect(error.split(separator: "\n").count { $0.contains("^^^^") } == shown, "\(error)")
    #expect(error.contains("showing \(shown) of 5; --max-diagnostics 0 shows all\n") == (shown < 5))
    #expect(error.contains("\n      unknown-option       2\n"))
  }

  @Test func statisticsShowCountsOnly() throws {
    let error = try sh("sluice convert list.txt -o /dev/null --statistics").error
    #expect(error.hasPrefix("read as ") && error.contains("\n      unknown-option       2\n"), "\(error)")
    #expect(error.contains("\n      procedural-selector  2\n") && !error.contains("list.txt:"))
    #expect(
      try sh("sluice convert list.txt -o /dev/null --statistics --max-diagnostics 1").error.contains("^^^^"))
    #expect(try sh("sluice lint list.txt --statistics").output.hasPrefix("  2  "))
  }

  @Test func noFindingsPrintNoGroups() throws {
    try folder.write("||a.example^\n", to: "good.txt")
    #expect(try sh("sluice convert good.txt -o /dev/null").error.hasPrefix("read as "))
    #expect(try sh("sluice lint good.txt").output.hasPrefix("1 list: 0 errors, "))
    #expect(try sh("sluice convert -q list.txt -o /dev/null").error.isEmpty)
  }

  @Test func lintHidesNotesThatDoNotFail() throws {
    let result = try sh("sluice lint list.txt")
    #expect(
      result.output.hasPrefix(
        "error: 2 findings: unknown option 'nonsense': the filter is dropped [unknown-option]\n"
          + "  list.txt:1:14: ||a.example^$nonsense\n"), "\(result.output)")
    #expect(
      result.output.contains(
        """

        3 notes:
          2  procedural-selector
          1  ping-type
        -v adds notes; 'sluice explain ID' explains a reason

        1 list: 2 errors, 0 warnings, 3 notes, 
        """), "\(result.output)")
    for flags in ["-v", "--fail-on note"] {
      let output = try sh("sluice lint \(flags) list.txt").output
      #expect(
        output.contains("\nnote: 2 findings: ':has-text' is not CSS") && !output.contains("-v adds"),
        "\(output)")
    }
    #expect(
      try sh("sluice lint --severity ping-type=warning list.txt").output.contains(
        "\nwarning: 1 finding: WebKit sorts"))
  }

  /// Two findings of one rule are both shown, and nothing is hidden.
  @Test func lintShowsAllOfFewFindings() throws {
    try folder.write("||a.example^$nonsens\n||b.example^$scirpt\n", to: "two.txt")
    let output = try sh("sluice lint two.txt").output
    #expect(
      output.hasPrefix(
        """
        error: 2 findings: unknown option '…': the filter is dropped [unknown-option]
          two.txt:1:14: ||a.example^$nonsens
          = help: check the spelling; `sluice` knows the options of Adblock Plus, uBlock Origin and AdGuard
          two.txt:2:14: ||b.example^$scirpt
          = help: did you mean 'script'?
        'sluice explain ID' explains a reason

        """), "\(output)")
    let many = (0..<30).map { "||a\($0).example^$nonsense\($0)\n" }.joined()
    try folder.write(many + "@||x.example^\n@||y.example^\n", to: "many.txt")
    let listed = try sh("sluice lint many.txt").output
    #expect(listed.contains("error: 30 findings: unknown option '…'") && listed.contains("lists all 32;"))
    #expect(listed.contains(":31:1: @||x") && listed.contains(":32:1: @||y") && !listed.contains(":2:"))
  }

  @Test func mergeShowsExampleForEachReason() throws {
    let error = try sh("cp list.txt other.txt; sluice merge list.txt other.txt -o x.json --split input").error
    #expect(error.hasPrefix("warning: 4 unsupported: unknown option 'nonsense'"), "\(error)")
    #expect(error.contains("\nwarning: 2 approximated: ") && error.contains("\n-v adds notes; 'sluice"))
    #expect(!error.contains("note:"))
    #expect(
      try sh("sluice merge -v list.txt other.txt -o x.json").error.contains("\nnote: 4 need a script: "))
    let each = try sh("sluice merge list.txt other.txt -o x.json --max-diagnostics 4").error
    #expect(each.contains("showing 4 of 10; --max-diagnostics 0 shows all\n"), "\(each)")
  }

  /// The first screen of a large list, at a terminal of 80 columns.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: Repository.shared.appendingPathComponent("lists").path),
      "skipped: ../shared/lists is not there"),
    arguments: [
      ("convert", "easylist.txt", "--max-diagnostics 0 lists all "),
      ("lint", "regional/easylistgermany.txt", "-v adds notes"),
    ])
  func summaryFitsOneScreen(command: String, list: String, hint: String) async throws {
    let terminal = try PseudoTerminal()
    let path = Repository.shared.appendingPathComponent("lists/\(list)").path
    let output = command == "convert" ? ["-o", "list.json"] : []
    try await terminal.end(
      of: terminal.start([command, path] + output, in: folder, environment: ["TERM": "dumb"]))
    let rows = terminal.text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      .reduce(0) { $0 + max(1, ($1.count + 79) / 80) }
    #expect(
      rows <= 41 && terminal.text.contains(hint), "\(rows): \(terminal.text)")
  }
}
