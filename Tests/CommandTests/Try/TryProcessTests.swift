import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice try`, with the built executable.
@Suite struct TryProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try Shell.run("mkdir -p pages/b_files pages/sub pages/.hidden", in: folder)
    try folder.write("##.ad\n||ads.example^\n", to: "old.txt")
    try folder.write(
      "##.ad\n###player\n||ads.example^\n||cdn.example^\n@@||ads.example/ok.js\n", to: "new.txt")
    try folder.write(
      """
      <!-- saved from url=(0021)https://news.example/ -->
      <div id=player><p class=ad>x</p></div><script src=https://cdn.example/p.js></script>
      <script src=https://ads.example/ok.js></script>

      """, to: "pages/a.html")
    try folder.write(
      "{\n  \"visible\": [\"#player\"],\n  \"hidden\": [\".ad\"], \"loads\": [\"https://cdn.example/p.js\"]\n}\n",
      to: "pages/a.expect.json")
    try folder.write("<p>nothing", to: "pages/b.html")
    try folder.write("<p class=ad>", to: "pages/b_files/frame.html")
    try folder.write("<p class=ad>", to: "pages/.hidden/c.html")
    try folder.write("{\"page\":\"https://b.example/\",\"noErrors\":true}", to: "pages/expect.json")
    try folder.write(
      "{\"log\":{\"entries\":[{\"request\":{\"url\":\"https://c.example/\"},\"_resourceType\":\"document\"}]}}",
      to: "pages/sub/c.har")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("pages/link.html"), withDestinationPath: "a.html")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func tryComparesFolderWithOldLists() throws {
    let result = try sh("sluice try new.txt --against old.txt --page pages -q")
    #expect(result.status == 1)
    #expect(result.error.isEmpty)
    #expect(
      result.output == """
        pages/a.html: https://news.example/
          broken: #player is visible: it is hidden
            new.txt:2: ###player
            expected at pages/a.expect.json:2
          broken: https://cdn.example/p.js is loaded: it is blocked
            new.txt:4: ||cdn.example^
            expected at pages/a.expect.json:3
          newly blocked: script https://cdn.example/p.js
            new.txt:4: ||cdn.example^
          no longer blocked: script https://ads.example/ok.js
            old.txt:2: ||ads.example^
            except: new.txt:5: @@||ads.example/ok.js
          newly hidden: line 2: <div id="player">
            new.txt:2: ###player

        pages/b.html: https://b.example/
          not decided: no script fails: only a browser engine can decide it
            expected at pages/expect.json:1

        3 pages: 1 request newly blocked, 1 element newly hidden, 1 and 0 no longer, 4 expectations: 1 met, 2 broken, 1 not decided

        """)
  }

  @Test(arguments: [
    ("old.txt --page pages", 0), ("new.txt --page pages", 1), ("new.txt --page pages --fail-on never", 0),
    ("new.txt --page pages/sub", 0), ("old.txt --page pages/a.html --fail-on changed", 1),
    ("old.txt --page pages/sub --fail-on changed", 0),
    ("old.txt --against old.txt --page pages --fail-on changed", 0),
    ("--page pages", 64), ("old.txt", 64), ("old.txt --page -", 64), ("old.txt --page nosuch.html", 2),
    ("old.txt --page pages/.hidden", 2), ("old.txt --page pages/b_files/frame.html", 2),
    ("old.txt --page pages --against old.txt --git HEAD", 64), ("- --against - --page pages", 64),
    ("nosuch.txt --page pages", 2),
  ])
  func tryResultsSetExitStatus(_ words: String, _ status: Int32) throws {
    let result = try sh("sluice try -q \(words) </dev/null")
    #expect(result.status == status, "\(result.error)")
  }

  /// Each page and filter gets one finding, located at the filter.
  @Test func trySupportsFindingFormats() throws {
    let github = try sh("sluice try new.txt --against old.txt --page pages -q --format github").output
    let lines = github.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "::error file=new.txt,line=2,endLine=2,col=1,endColumn=10,title=broken-expectation::pages/a.html: expected that #player is visible, but it is hidden%0Aexpected: pages/a.expect.json:2",
        "::error file=new.txt,line=4,endLine=4,col=1,endColumn=15,title=broken-expectation::pages/a.html: expected that https://cdn.example/p.js is loaded, but it is blocked%0Aexpected: pages/a.expect.json:3",
        "::warning file=new.txt,line=2,endLine=2,col=1,endColumn=10,title=newly-hidden::pages/a.html: newly hidden: line 2: <div id=\"player\">",
        "::warning file=new.txt,line=4,endLine=4,col=1,endColumn=15,title=newly-blocked::pages/a.html: newly blocked: https://cdn.example/p.js",
        "::warning file=new.txt,line=5,endLine=5,col=1,endColumn=22,title=no-longer-blocked::pages/a.html: no longer blocked: https://ads.example/ok.js",
        "::notice file=pages/expect.json,line=1,endLine=1,col=41,endColumn=45,title=undecided-expectation::pages/b.html: expected that no script fails, but only a browser engine can decide it",
      ])
    for (format, part) in [
      ("sarif", "\"name\":\"sluice try\""), ("junit", "<testsuites name=\"sluice try\">"),
      ("gitlab", "\"check_name\":\"broken-expectation\""),
    ] {
      let result = try sh("sluice try new.txt --against old.txt --page pages -q --format \(format)")
      #expect(result.status == 1)
      #expect(result.output.contains(part), "\(format)")
    }
    // Without lists to compare with, every effect is intended, so nothing is a warning.
    let alone = try sh("sluice try old.txt --page pages -q --format github").output
    #expect(alone.contains("::notice file=old.txt,line=1") && !alone.contains("::warning"))
  }

  @Test func tryWritesJSONLines() throws {
    let lines = try sh("sluice try new.txt --against old.txt --page pages -q --format jsonl").output.split(
      separator: "\n")
    #expect(
      lines.contains(
        ####"{"file":"pages/a.html","page":"https://news.example/","expectation":"#player is visible","outcome":"broken","message":"it is hidden","before":"met","expectedIn":"pages/a.expect.json","expectedLine":2,"causes":[{"file":"new.txt","line":2,"text":"###player"}]}"####
      ))
    #expect(
      lines.contains(
        ####"{"file":"pages/a.html","page":"https://news.example/","reason":"newly-hidden","document":"https://news.example/","element":"<div id=\"player\">","line":2,"filters":[{"file":"new.txt","line":2,"text":"###player"}]}"####
      ))
    #expect(
      lines.last
        == ####"{"summary":{"pages":3,"newlyBlocked":1,"noLongerBlocked":1,"newlyHidden":1,"noLongerHidden":0,"met":1,"broken":2,"undecided":1}}"####
    )
  }

  /// If no filter is the cause, the output names the filter that was removed.
  @Test func tryNamesRemovedFilter() throws {
    try folder.write("##.x\n", to: "none.txt")
    let output = try sh("sluice try none.txt --against old.txt --page pages/a.html -q").output
    #expect(
      output.hasPrefix(
        """
        pages/a.html: https://news.example/
          broken: .ad is hidden: it is shown
            was met because of old.txt:1: ##.ad
            expected at pages/a.expect.json:3

        """), "\(output)")
    let github = try sh("sluice try none.txt --against old.txt --page pages/a.html -q --format github").output
    #expect(
      github.hasPrefix(
        "::error file=pages/a.expect.json,line=3,endLine=3,col=14,endColumn=19,title=broken-expectation::pages/a.html: expected that .ad is hidden, but it is shown%0Abefore: was met because of old.txt:1: ##.ad\n"
      ), "\(github)")
    let twice = try sh("sluice try new.txt --against new.txt --page pages/a.html -q").output
    #expect(twice.contains("    was broken before too\n"))
  }

  @Test func expectationErrorsAreLocated() throws {
    try folder.write("{\n  \"visble\": []\n}", to: "pages/a.expect.json")
    let result = try sh("sluice try old.txt --page pages/a.html")
    #expect(result.status == 2)
    #expect(result.error.contains("pages/a.expect.json:2:3: unknown key 'visble'"))
    #expect(try sh("cd pages; sluice try ../old.txt --page a.html").error.contains(" a.expect.json:2:3:"))
  }

  @Test func tryComparesGitRevisions() throws {
    let result = try sh(
      """
      export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
      git init -q . && cp old.txt list.txt && git add list.txt && git commit -qm one && cp new.txt list.txt
      sluice try list.txt --git HEAD --page pages -q --format jsonl | tail -1
      """)
    #expect(
      result.output.contains("\"newlyBlocked\":1,\"noLongerBlocked\":1,\"newlyHidden\":1"), "\(result.error)")
  }
}
