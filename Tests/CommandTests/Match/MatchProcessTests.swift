import Foundation
import SluiceLists
import SluiceSystem
import Testing
import TestSupport

@testable import sluice

/// `sluice match`, with the built executable.
@Suite struct MatchProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      ! comment
      ||ads.example^$third-party
      @@||ads.example/ok^
      ||x.example^$script,domain=a.example
      ||x.example^$script,domain=b.example
      ##.ad
      c.example#@#.ad

      """, to: "list.txt")
    try folder.write("com\nexample\nco.uk\n", to: "suffixes.dat")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func matchShowsRuleAndFilterLine() throws {
    let result = try sh(
      "sluice match --page https://news.example/ --url https://ads.example/x.js --type script list.txt")
    #expect(result.status == 0)
    #expect(
      result.output == """
        blocked: script https://ads.example/x.js
          on https://news.example/, third-party

        list.txt rule 0: block  ^[^:]+://([^/]+\\.)?ads\\.example[:/]  case-sensitive  load-type: third-party
          list.txt:2: ||ads.example^$third-party

        """)
    #expect(result.error.hasPrefix("note: public suffixes: "))
  }

  /// All rules of a list, with filters of many kilobytes, can match each of thousands of requests.
  @Test func answersHaveLimitedSize() throws {
    let names = (0..<500).map { "|name\($0).test" }.joined()
    try folder.write(
      (0..<150).map { "*$script,denyallow=s\($0).test,domain=a.example\n" }.joined()
        + "@@/x$script,domain=a.example\(names)\n", to: "many.txt")
    try folder.write(
      #"{"url":"https://x.test/x","page":"https://a.example/","type":"script"}"# + "\n", to: "requests")
    func answer(_ option: String) throws -> String {
      try sh("sluice match -q \(option) - many.txt < requests").output
    }
    let (some, all) = (try answer(""), try answer("--all"))
    #expect(some.contains(#""overriddenCount":150,"#) && some.split(separator: "\"by\":").count - 1 == 100)
    #expect(!all.contains("overriddenCount") && all.split(separator: "\"by\":").count - 1 == 150)
    #expect(some.contains("…\"") && !all.contains("…") && all.utf8.count > some.utf8.count + 900)
  }

  @Test func matchShowsOverriddenRule() throws {
    let result = try sh(
      "sluice match -q --page https://news.example/ --url https://ads.example/ok/x.js list.txt")
    #expect(result.output.hasPrefix("allowed: script https://ads.example/ok/x.js (type guessed"))
    #expect(result.output.contains("\nlist.txt rule 0, overridden by rule 2: block "))
    #expect(
      result.output.contains(
        """

          list.txt:2: ||ads.example^$third-party
          exception: list.txt:3: @@||ads.example/ok^

        """))
    #expect(result.error.isEmpty)
  }

  /// Each case has a list and a request, followed by the filters that `match` names as acting, as not acting,
  /// and as exceptions.
  @Test(arguments: [
    ("||x.example^\n@@||x.example/a^", "script", "", "1 by 2", "2"),
    // Each exception suffices: both are named, and the first is given as the cause.
    ("||x.example^\n@@||x.example^$script\n@@||x.example/a^", "script", "", "1 by 2", "2 3"),
    // Filters for several pages share a rule; only the one for this page is named.
    ("||x.example^$domain=p.example\n||x.example^$domain=q.example", "image", "1", "", ""),
    (
      "||x.example^\n@@||x.example^$domain=q.example\n@@||x.example^$domain=p.example\n@@||x.example^$domain=r.example",
      "image", "", "1 by 3", "3"
    ),
    // Exceptions for whole pages share a rule.
    ("||x.example^\n@@||q.example^$document\n@@||p.example^$document", "image", "", "1 by 3", "3"),
    ("||x.example^\n@@||p.example^$genericblock\n@@||q.example^$genericblock", "image", "", "1 by 2", "2"),
    ("||x.example^\n@@||q.example^$urlblock\n@@||p.example^$urlblock", "image", "", "1 by 3", "3"),
    // Neither filter is an exception to the other.
    ("||x.example^$important\n@@||x.example^", "image", "1", "", ""),
    // The rule that keeps blocks from applying to page loads belongs to no filter.
    ("||p.example^", "document", "", "1 by", ""),
    ("##.a\n@@||p.example^$elemhide\n@@||q.example^$elemhide", "document", "", "1 by 2", "2"),
  ])
  func matchNamesActingOverriddenAndExceptionFilters(
    list: String, type: String, acting: String, overridden: String, exceptions: String
  ) throws {
    try folder.write(list, to: "some.txt")
    let load =
      type == "document"
      ? #"{"page":"https://p.example/"}"#
      : #"{"page":"https://p.example/","url":"https://x.example/a/","type":"\#(type)"}"#
    for target in ["any", "safari-26"] {
      let result = try sh(
        """
        sluice convert -q --target \(target) some.txt -o some.json --source-map some.map
        echo '\(load)' > load
        sluice match -q --target \(target) - some.txt < load
        sluice match -q - some.json --source-map some.map < load
        """)
      let answers = try result.output.split(separator: "\n").map { line in
        try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
      }
      try #require(answers.count == 2, "\(result)")
      for answer in answers {
        #expect(answer.rules.map(\.lines).joined(separator: ", ") == acting)
        #expect(
          Set(answer.overridden.map { "\($0.lines) by \($0.byLines)".trimmingCharacters(in: .whitespaces) })
            .sorted().joined(separator: ", ") == overridden, "\(target) \(result.output)")
        #expect(Set((answer.exceptions ?? []).map(\.lines)).sorted().joined(separator: " ") == exceptions)
      }
    }
  }

  /// The parts of an answer that the tests read.
  private struct Answer: Decodable {
    struct Filter: Decodable { let line: Int }
    struct Rule: Decodable {
      let filters: [Filter]?
      let byFilters: [Filter]?
      var lines: String { (filters ?? []).map { "\($0.line)" }.joined(separator: " ") }
      var byLines: String { (byFilters ?? []).map { "\($0.line)" }.joined(separator: " ") }
    }
    let rules: [Rule]
    let overridden: [Rule]
    let exceptions: [Rule]?
  }

  @Test func matchPageShowsHiddenSelectors() throws {
    let result = try sh("sluice match -q --page https://news.example/ list.txt")
    #expect(
      result.output.hasPrefix("allowed, hides elements of 1 selector: document https://news.example/\n"))
    #expect(result.output.contains("\n  list.txt:6: ##.ad\n  except: list.txt:7: c.example#@#.ad\n"))
    let excepted = try sh("sluice match -q --page https://c.example/ list.txt")
    #expect(
      excepted.output == """
        allowed: document https://c.example/
        No rule matches.

        list.txt rule 6 does not hide here:
          list.txt:6: ##.ad
          exception: list.txt:7: c.example#@#.ad

        """)
  }

  // MARK: Page scripts

  private static let pageList = """
    ||ads.example^
    a.example##.x:has-text(Ad):upward(2)
    a.example##+js(aopr, b.c)
    a.example,b.example##+js(ra, title, p)
    b.example#@#+js(ra, title, p)
    a.example##+js(trusted-set, x, 1)
    a.example>>##p:style(color: red)

    """

  @Test func matchPageShowsPageScriptActions() throws {
    try folder.write(Self.pageList, to: "page.txt")
    let result = try sh("sluice match --page https://www.a.example/ page.txt")
    #expect(
      result.output == """
        allowed: document https://www.a.example/
        No rule matches.

        done in the page by scripts (convert --page-script):
          page.txt:2: a.example##.x:has-text(Ad):upward(2)
            hides elements by has-text, upward
          page.txt:3: a.example##+js(aopr, b.c)
            runs abort-on-property-read(b.c) in the page's world
          page.txt:4: a.example,b.example##+js(ra, title, p)
            runs remove-attr(title, p) in the isolated world
          page.txt:7: a.example>>##p:style(color: red)
            gives elements a style

        """)
    // Only filters without any effect are left out.
    #expect(result.error.contains("page.txt: 1 filter cannot be expressed"), "\(result.error)")
    #expect(try sh("sluice match -q --page https://b.example/ page.txt").output.contains("done in") == false)
  }

  /// Page scripts run in loaded documents, so neither for script requests nor in blocked frames.
  @Test func matchJSONIncludesPageScriptActions() throws {
    try folder.write(Self.pageList, to: "page.txt")
    let page = #"{"page":"https://a.example/","#
    let result = try sh(
      """
      printf '%s\\n' '\(page)"url":"https://f.example/","type":"subdocument"}' \\
        '\(page)"url":"https://b.example/","type":"subdocument"}' \\
        '\(page)"url":"https://b.example/","type":"script"}' \\
        '\(page)"url":"https://ads.example/","type":"subdocument"}' '\(page)"type":"document"}' \\
        | sluice match -q - page.txt
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 5, "\(result)")
    let style =
      #"{"file":"page.txt","line":7,"text":"a.example>>##p:style(color: red)","does":"style","operators":[]}"#
    for line in lines.prefix(2) { #expect(line.hasSuffix(#","inPage":[\#(style)]}"#), "\(line)") }
    for line in lines[2...3] { #expect(!line.contains("inPage")) }
    #expect(
      lines[4].contains(
        #""does":"scriptlet","scriptlet":"abort-on-property-read","arguments":["b.c"],"world":"page"}"#))
    #expect(lines[4].contains(#""does":"hide","operators":["has-text","upward"]}"#))
  }

  @Test func longPageScriptActionsAreTruncated() throws {
    let list = (0..<25).map { "a.example##.x\($0):has-text(y)\n" }.joined()
    try folder.write(list, to: "page.txt")
    let short = try sh("sluice match -q --page https://a.example/ page.txt").output
    #expect(short.hasSuffix("    hides elements by has-text\n  and 5 more filters; --all shows them\n"))
    #expect(try sh("sluice match -q --all --page https://a.example/ page.txt").output.contains(":25: "))
  }

  @Test func matchJSONUsesSourceMapLines() throws {
    let flags = "--page https://a.example/ --url https://x.example/ --type script --format jsonl -q"
    let result = try sh(
      """
      sluice convert -q list.txt -o list.json --source-map list.map
      sluice match \(flags) list.json
      sluice match \(flags) list.json --source-map list.map
      sluice match \(flags) list.txt
      """)
    let lines = result.output.split(separator: "\n")
    let start =
      #"{"url":"https://x.example/","page":"https://a.example/","type":"script","decision":"blocked","#
    // The rule comes from two filters, but only one applies to this page.
    let filters = #","filters":[{"file":"list.txt","line":4,"text":"||x.example^$script,domain=a.example"}]"#
    #expect(lines.count == 3)
    #expect(
      lines.first.map(String.init)
        == start + #""rules":[{"list":"list.json","rule":1,"action":"block"}],"overridden":[]}"#)
    #expect(
      lines.dropFirst().first.map(String.init) == start
        + #""rules":[{"list":"list.json","rule":1,"action":"block"\#(filters)}],"overridden":[]}"#)
    #expect(
      lines.last.map(String.init) == start
        + #""rules":[{"list":"list.txt","rule":1,"action":"block"\#(filters)}],"overridden":[]}"#)
  }

  @Test func matchAnswersRequestsLineByLine() throws {
    try folder.write(
      """
      {"url":"https://ads.example/x.js","page":"https://news.example/","type":"script"}

      {"url":"https://ads.example/x.js","page":"https://news.example/","type":"scirpt"}
      nonsense
      {"page":"https://news.example/","expect":1}
      """, to: "requests.jsonl")
    let result = try sh("sluice match list.txt - --suffixes suffixes.dat < requests.jsonl")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix(#"{"line":1,"url":"https://ads.example/x.js","#))
    #expect(lines[0].contains(#""decision":"blocked""#))
    #expect(
      lines[1] == #"{"line":3,"column":73,"error":"there is no type 'scirpt'; did you mean 'script'?"}"#)
    #expect(lines[2].hasPrefix(#"{"line":4,"column":1,"error":""#))
    #expect(lines[3].contains(#""line":5,"#) && lines[3].contains(#""hides":1,"#))
    #expect(result.error == "2 requests, 1 blocked, 2 bad lines; public suffixes: suffixes.dat\n")
  }

  @Test func matchAnswersBeforeInputEnds() throws {
    let result = try sh(
      """
      mkfifo in out
      sluice match -q list.txt - < in > out &
      exec 3> in
      exec 4< out
      echo '{"page":"https://news.example/"}' >&3
      read answer <&4
      echo "$answer" | cut -c 1-9
      exec 3>&-
      wait
      """)
    #expect(result.output == "{\"line\":1\n")
  }

  /// Each JSON list decides independently: an exception applies only within its own list.
  @Test func ruleListsAreIndependentInMatch() throws {
    try folder.write("||ads.example^\n", to: "block.txt")
    try folder.write("@@||ads.example^\n", to: "allow.txt")
    let flags = "-q --page https://news.example/ --url https://ads.example/x.js"
    let result = try sh(
      """
      sluice convert -q block.txt -o block.json
      sluice convert -q allow.txt -o allow.json
      sluice match \(flags) block.json allow.json | head -1
      sluice match \(flags) block.txt allow.txt | head -1
      sluice match \(flags) block.txt allow.json | head -1
      """)
    let verdicts = result.output.split(separator: "\n").map { $0.prefix(7) }
    #expect(verdicts == ["blocked", "allowed", "blocked"])
  }

  @Test func matchUsesPublicSuffixList() throws {
    let flags = "-q --page https://a.co.uk/ --url https://b.co.uk/ --type image rules.json"
    try folder.write(
      #"[{"trigger":{"url-filter":".*","load-type":["third-party"]},"action":{"type":"block"}}]"#,
      to: "rules.json")
    try folder.write("uk\n", to: "few.dat")
    #expect(try sh("sluice match \(flags) --suffixes suffixes.dat").output.hasPrefix("blocked"))
    #expect(try sh("sluice match \(flags) --suffixes few.dat").output.hasPrefix("allowed"))
    let empty = try sh("sluice match \(flags) --suffixes /dev/null")
    #expect(empty.status == 2 && empty.error.contains("is not a public suffix list"))
  }

  @Test(arguments: [
    ("list.txt", "no request given"), ("", "no LIST given"), ("--page https://a.example/", "no LIST given"),
    ("--page a.example list.txt", "option '--page' takes a URL"),
    ("--url https://a.example/ list.txt", "no page given for the request of '--url'"),
    ("--type image list.txt", "no page given for the request of '--type'"),
    ("--frame https://a.example/ list.txt", "no page given for the request of '--frame'"),
    ("--type document list.txt", "no page given for the request of '--type'"),
    ("--url https://a.example/ --type image list.txt", "no page given for the request of '--url'"),
    ("--page https://a.example/ --type image list.txt", "no URL given for the request of '--type'"),
    ("--page https://a.example/ list.txt -", "cannot be combined with '-'"),
    ("list.txt - -", "standard input"), ("--type scirpt list.txt", "did you mean 'script'?"),
  ])
  func invalidMatchArgumentsAreUsageErrors(words: String, message: String) throws {
    let result = try sh("sluice match \(words)")
    #expect(result.status == 64 && result.error.contains(message), "\(result.error)")
    #expect(result.output.isEmpty)
  }

  /// The next step after a request that nothing matches names only flags that are not set.
  @Test(arguments: [
    ("--page https://a.example/", "this is the page load itself; --url matches a request of the page"),
    (
      "--url https://a.example/ --type document",
      "this is the page load itself; --url matches a request of the page"
    ),
    (
      "--page https://a.example/ --url https://none.example/",
      "--type sets the type, which is guessed from the URL; --frame is for a request of a frame"
    ),
    (
      "--page https://a.example/ --url https://none.example/ --type image",
      "--frame is for a request of a frame"
    ),
    (
      "--page https://a.example/ --url https://none.example/ --frame https://f.example/",
      "--type sets the type, which is guessed from the URL"
    ),
    (
      "--page https://a.example/ --url https://none.example/ --type image --frame https://f.example/",
      "'sluice explain FILTER' shows what a filter matches"
    ),
  ])
  func nextStepOfMatchNamesOnlyUnsetFlags(flags: String, step: String) throws {
    try folder.write("||ads.example^\n", to: "one.txt")
    let result = try sh("sluice match \(flags) one.txt")
    #expect(result.status == 0 && result.error.hasSuffix("help: \(step)\n"), "\(result.error)")
  }

  @Test func invalidRuleListIsMatchError() throws {
    try folder.write(
      "[{\"trigger\":{\"url-filter\":\".*\"},\n\"action\":{\"type\":\"blok\"}}]", to: "bad.json")
    let result = try sh("sluice match --page https://a.example/ bad.json")
    #expect(result.status == 2)
    #expect(result.error.contains("bad.json:2:18: WebKit rejects this rule list:"), "\(result.error)")
  }

  @Test func sourceMapOfOtherListIsError() throws {
    let result = try sh(
      """
      sluice convert -q list.txt -o list.json --source-map list.map
      echo '||y.example^' | sluice convert -q -o other.json
      sluice match --page https://a.example/ other.json --source-map list.map
      sluice match --page https://a.example/ other.json --source-map list.json
      """)
    #expect(result.error.contains("'list.map' is the map of another rule list"), "\(result.error)")
    #expect(result.error.contains("'list.json': it is not a source map"), "\(result.error)")
  }

  @Test func emptyURLIsUsageError() throws {
    let folder = try TemporaryFolder()
    try folder.write("||a.example^", to: "list.txt")
    let result = try Shell.run("sluice match --page https://b.example/ --url '' list.txt", in: folder)
    #expect(result.status == 64 && result.error.contains("a URL") && !result.error.contains("a path"))
  }

  /// `[]` can be the header of a filter list or a rule list without rules.
  @Test(arguments: [("[]\n||a.example^\n", 0), ("[]\n", 2), ("[ ]", 2)])
  func listStartingWithBracketsIsDetected(text: String, status: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "list")
    let result = try Shell.run(
      "sluice match --page https://a.example/ --url https://a.example/x list", in: folder)
    #expect(Int(result.status) == status, "\(result.error)")
  }

  /// A line that arrives in many chunks is scanned once, not again with each chunk.
  @Test(.inTurn, .ends) func longLinesAreScannedOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "data")
    let file = try OpenFile.open(folder.path("data"), flags: O_RDWR | O_TRUNC)
    defer { try? file.close() }
    let count = 24 << 20
    try file.write([UInt8](repeating: UInt8(ascii: "a"), count: count) + Array("\nb\n\nc".utf8))
    try #require(lseek(file.number, 0, SEEK_SET) == 0)
    var stream = LineStream(file, name: "data", piece: 1 << 12)
    var lines: [Int] = []
    while let next = try stream.nextLines() { lines += next.map(\.count) }
    #expect(lines == [count, 1, 0, 1])
  }

  @Test func overlongLineIsError() throws {
    let result = try Shell.run(
      """
      echo '||a.example^' > list.txt
      head -c 70000000 /dev/zero | tr '\\0' a | sluice match - list.txt
      """, in: TemporaryFolder())
    #expect(result.status == 2 && result.error.contains("a line is longer than 64 MiB"))
  }
}
