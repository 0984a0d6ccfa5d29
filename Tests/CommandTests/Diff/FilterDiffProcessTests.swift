import Foundation
import TestSupport
import Testing

/// `sluice diff` of filter lists, with the built executable.
@Suite struct FilterDiffProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      ||a.example^$image
      ||gone.example^
      @@||gone.example/ok^
      ##.x
      site.example##.y
      ||overridden.example^
      @@||overridden.example^
      """, to: "old.txt")
    try folder.write(
      """
      ! a comment
      ||a.example^$image,script
      ||new.example^
      ##.x
      ##.z
      ||overridden.example^
      site.example#@#.x
      """, to: "new.txt")
    try folder.write(
      [
        ("https://a.example/s.js", "script"), ("https://gone.example/i", "image"),
        ("https://gone.example/ok", "image"),
        ("https://gone.example/j", "image"), ("https://new.example/f", "other"),
        ("https://overridden.example/", "script"),
        ("https://else.example/", "script"),
      ].map { "{\"url\":\"\($0)\",\"type\":\"\($1)\",\"page\":\"https://site.example/\"}\n" }.joined(),
      to: "r.jsonl")
    try folder.write("com\nexample\n", to: "suffixes.dat")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  private static let compare = "sluice diff --suffixes suffixes.dat --requests r.jsonl"

  @Test func filterDiffShowsRequestsFirst() throws {
    let result = try sh("\(Self.compare) --max-diagnostics 50 old.txt new.txt")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.output.hasPrefix(
        """
        old.txt → new.txt: 3 filters added, 4 removed, 1 changed, 0 moved

        RequestComparison
          7 requests: 2 newly allowed, 3 newly blocked
          1 site: 2 selectors no longer hidden, 1 newly hidden

        Newly allowed
          requests to gone.example 2
          on pages of site.example 2
          - 2 requests: old.txt:2: ||gone.example^
              image https://gone.example/i on https://site.example/

        Newly blocked
          requests to a.example 1, new.example 1, overridden.example 1
          on pages of site.example 3
          + 1 request: new.txt:2: ||a.example^$image,script
              script https://a.example/s.js on https://site.example/
          + 1 request: new.txt:3: ||new.example^
              other https://new.example/f on https://site.example/
          + 1 request: new.txt:6: ||overridden.example^
              script https://overridden.example/ on https://site.example/
              was allowed by old.txt:7: @@||overridden.example^

        No longer hidden
          selectors on site.example 2
          - .x on 1 site, such as site.example
              old.txt:4: ##.x
          - .y on 1 site, such as site.example
              old.txt:5: site.example##.y

        Newly hidden
          selectors on site.example 1
          + .z on 1 site, such as site.example
              new.txt:5: ##.z

        Filters removed
        """), "\(result.output)")
    for text in [
      "  ~ new.txt:2: ||a.example^$image,script\n      was old.txt:1: ||a.example^$image\n      options: +script\n",
      "\nWebKit rules\n  block: 1 added, 1 removed, 1 widened\n", "\nCosts\n  rules: ",
    ] {
      #expect(result.output.contains(text), "\(result.output)")
    }
  }

  @Test func filterDiffWritesJSONLines() throws {
    let lines = try sh("\(Self.compare) --format jsonl old.txt new.txt").output.split(separator: "\n").map(
      String.init)
    #expect(
      lines.first
        == #"{"traffic":"passed","requests":2,"filter":{"file":"old.txt","line":2,"text":"||gone.example^"},"example":{"url":"https://gone.example/i","page":"https://site.example/","type":"image"}}"#
    )
    #expect(
      lines.contains(
        ###"{"hiding":"hidden","selector":".z","sites":1,"site":"site.example","filter":{"file":"new.txt","line":5,"text":"##.z"}}"###
      ))
    #expect(
      lines.contains(
        #"{"filter":"changed","old":{"file":"old.txt","line":1,"text":"||a.example^$image"},"new":{"file":"new.txt","line":2,"text":"||a.example^$image,script"},"parts":[{"name":"options","removed":[],"added":["script"]}]}"#
      ))
    #expect(
      lines.last?.hasPrefix(
        #"{"summary":{"old":"old.txt","new":"new.txt","widened":true,"filters":{"added":3,"removed":4,"changed":1,"moved":0,"kept":2}"#
      ) == true, "\(lines.last ?? "")")
    for line in lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test func filterDiffReportsEqualLists() throws {
    try folder.write(
      "! other\r\n||a.example^$image\r\n||gone.example^\r\n@@||GONE.example/ok^\r\n##.x\r\nsite.example##.y\r\n||overridden.example^\r\n@@||overridden.example^\r\n",
      to: "same.txt")
    let result = try sh("\(Self.compare) --fail-on changed old.txt same.txt")
    #expect(result.output == "The filter lists do the same.\n")
    #expect(result.status == 0)
    try folder.write(
      "@@||overridden.example^\n||a.example^$image\n||gone.example^\n@@||gone.example/ok^\n##.x\nsite.example##.y\n||overridden.example^\n",
      to: "moved.txt")
    let moved = try sh("\(Self.compare) --fail-on changed old.txt moved.txt")
    #expect(moved.output.hasPrefix("old.txt → moved.txt: 0 filters added, 0 removed, 0 changed, 1 moved"))
    #expect(moved.status == 0)
    #expect(
      try sh("printf '' > a; printf '' > b; sluice diff --allow-empty --fail-on changed a b").status == 0)
    #expect(try sh("printf '' > a; sluice diff --allow-empty --fail-on changed a old.txt").status == 1)
  }

  @Test(arguments: [
    ("never", "old.txt new.txt", 0), ("widened", "old.txt new.txt", 1), ("changed", "old.txt new.txt", 1),
    ("widened", "plain.txt more.txt", 0), ("changed", "plain.txt more.txt", 1),
    ("widened", "--requests r.jsonl plain.txt more.txt", 1), ("widened", "more.txt plain.txt", 0),
  ])
  func filterDiffFailOnSetsExitStatus(threshold: String, words: String, status: Int32) throws {
    try folder.write("||a.example^\n", to: "plain.txt")
    try folder.write("||a.example^\n||new.example^\n", to: "more.txt")
    #expect(try sh("sluice diff --fail-on \(threshold) \(words)").status == status)
  }

  @Test func foldersAreComparedByFileName() throws {
    let result = try sh(
      """
      mkdir -p a/x b/x; cp old.txt a/x/l.txt; cp old.txt b/x/l.txt; printf '||q.example^' > b/q.list; printf '##.no' > b/no.md
      mkfifo b/pipe.txt; ln -s ../old.txt b/link.txt; mkdir b/.git; cp new.txt b/.git/l.txt
      sluice diff --format jsonl a b; mkdir c d; sluice diff c d; echo $?; sluice diff a old.txt; echo $?
      """)
    #expect(result.output.contains(#"{"filter":"added","file":"q.list","line":1,"text":"||q.example^"}"#))
    #expect(result.output.contains(#""filters":{"added":1,"removed":0,"changed":0,"moved":0,"kept":7}"#))
    #expect(result.output.hasSuffix("\n2\n64\n"), "\(result.output)")
  }

  @Test func filterDiffOptionsConflictWithRules() throws {
    let result = try sh(
      """
      sluice convert -q old.txt -o old.json
      sluice diff --rules old.txt new.txt | head -1; sluice diff old.json new.txt | head -1
      for words in "--rules --requests r.jsonl old.txt new.txt" "--format markdown old.json new.txt" \
        "--requests r.jsonl old.json new.txt" "--source-map x old.txt new.txt" "--requests - - new.txt"; do
        sluice diff $words; echo $?
      done
      """)
    #expect(
      result.output
        == "block: 1 added, 1 removed, 1 widened\nblock: 1 added, 1 removed, 1 widened\n64\n64\n64\n64\n64\n",
      "\(result.output)")
  }

  @Test func invalidDiffRequestIsLocated() throws {
    try folder.write("{\"page\":\"https://a.example/\"}\n{\"page\":1}\n", to: "bad.jsonl")
    let result = try sh("sluice diff --requests bad.jsonl old.txt new.txt")
    #expect(result.status == 2)
    #expect(result.error.contains("bad.jsonl:2:9: \"page\" must be a string"), "\(result.error)")
  }

  @Test func diffReadsHARAndReportsSkippedEntries() throws {
    try folder.write(
      #"""
      {"log":{"entries":[
        {"request":{"url":"https://site.example/"},"pageref":"1","_resourceType":"document"},
        {"request":{"url":"https://new.example/x"},"pageref":"1","_resourceType":"script"},
        {"request":{"url":"data:,x"},"pageref":"1"}]}}
      """#, to: "r.har")
    let result = try sh("sluice diff --requests r.har old.txt new.txt")
    #expect(result.output.contains("2 requests: 0 newly allowed, 1 newly blocked"))
    #expect(result.error.contains("r.har: left out 1 load, not of the web"), "\(result.error)")
  }

  @Test func diffEscapesHostileLists() throws {
    try folder.write("[Adblock Plus 2.0]\n||x.example^$domain=`@all`<img>\n", to: "old.txt")
    try folder.write(
      "[Adblock Plus 2.0]\n`<script>`##.x\n||x.example^$domain=<b>|\u{1B}[31m\n"
        + String(repeating: "a", count: 200_000) + "\n",
      to: "new.txt")
    let result = try sh("sluice diff --format markdown old.txt new.txt; sluice diff old.txt new.txt")
    #expect(result.status == 0)
    #expect(!result.output.contains("\u{1B}"))
    let comment = try sh("sluice diff --format markdown --max-diagnostics 0 old.txt new.txt").output
    #expect(comment.unicodeScalars.count < 10_000)
  }

  /// The formats of `lint`, with the changes to filters and requests.
  @Test func filterDiffSupportsFindingFormats() throws {
    let folder = try TemporaryFolder()
    try folder.write("||a.example^$image\n||gone.example^\n", to: "before.txt")
    try folder.write("||a.example^$image,script\n||new.example^\n", to: "after.txt")
    try folder.write(
      #"{"url":"https://new.example/?password=x","page":"https://p.example/","type":"image"}"# + "\n"
        + #"{"url":"https://gone.example/","page":"https://p.example/","type":"image"}"# + "\n",
      to: "visits.jsonl")
    let command = "sluice diff -q --requests visits.jsonl before.txt after.txt --format"
    #expect(
      try Shell.run("\(command) github", in: folder).output.split(separator: "\n").map(String.init) == [
        "::warning file=after.txt,line=2,endLine=2,col=1,endColumn=15,title=newly-blocked::1 request newly blocked: https://new.example/?password=*** on https://p.example/",
        "::warning file=before.txt,line=2,endLine=2,col=1,endColumn=16,title=newly-passed::1 request newly allowed: https://gone.example/ on https://p.example/",
        "::notice file=after.txt,line=1,endLine=1,col=1,endColumn=26,title=filter-changed::the filter was changed: options +script%0Awas: before.txt:1: ||a.example^$image",
        "::notice file=after.txt,line=2,endLine=2,col=1,endColumn=15,title=filter-added::the filter was added",
        "::notice file=before.txt,line=2,endLine=2,col=1,endColumn=16,title=filter-removed::the filter was removed",
      ])
    let sarif = try Shell.run("\(command) sarif", in: folder).output
    for id in ["newly-blocked", "newly-passed", "filter-removed", "filter-changed", "filter-added"] {
      #expect(sarif.contains(#""ruleId":"\#(id)""#), "\(id)")
    }
    #expect(try Shell.run("\(command) junit", in: folder).output.contains(#"<testsuite name="before.txt""#))
    #expect(try Shell.run("\(command) gitlab", in: folder).output.hasPrefix("["))
  }

  /// In pipes, lines with filters and rules are cut, unless the user asks for a number of examples.
  @Test(arguments: ["", "--rules"]) func longLinesAreCutInPipes(flag: String) throws {
    let domains = (0..<700).map { "site\($0).example" }.joined(separator: "|")
    try folder.write("||a.example^\n||b.example^$domain=\(domains)\n", to: "old.txt")
    try folder.write("||b.example^$script,domain=\(domains)\n||c.example^$domain=\(domains)\n", to: "new.txt")
    func lengths(_ flags: String) throws -> [Int] {
      let result = try Shell.run("sluice diff \(flag) \(flags) old.txt new.txt | cat", in: folder)
      #expect(result.output.contains("||c.example^$domain=site0.example|"), "\(result.output)")
      return result.output.split(separator: "\n").map(\.count)
    }
    #expect(try lengths("").allSatisfy { $0 <= (flag.isEmpty ? 240 : 270) })
    #expect(try lengths("--max-diagnostics 0").contains { $0 > 10_000 })
  }
}
