import Foundation
import TestSupport
import Testing

/// `sluice match` for elements, with the built executable.
@Suite struct MatchElementTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      ##.ad
      news.example#@#.ad
      other.example##.banner
      ##div.box > .inner
      ##.x, #y
      @@||quiet.example^$elemhide
      @@||few.example^$generichide
      few.example##.own
      ##a[href^="https://ad."]
      ##.warm:hover

      """, to: "list.txt")
    try folder.write(
      """
      <!DOCTYPE html>
      <body class=page>
      <div class="ad big" id=first>x</div>
      <div class=box>
        <p class=inner>y</p></div>
      <p class=inner>z</p>
      <a href="https://ad.example/?a=1&amp;b">ad</a>
      <b class=warm>w</b>
      """, to: "page.html")
  }

  /// Each of these exceptions suffices, so somebody who removes one needs to know the others.
  @Test func matchNamesAllHidingExceptions() throws {
    try folder.write(
      """
      ##.ad
      @@||news.example^$elemhide
      @@||news.example^$generichide
      news.example#@#.ad
      @@||news.example^$document
      """, to: "many.txt")
    for split in ["", "--split"] {
      let result = try sh("sluice match -q \(split) --page https://news.example/ --selector .ad many.txt")
      let named = result.output.split(separator: "\n").dropFirst(2).map { $0.drop { $0 != ":" } }
      #expect(
        named.sorted() == [
          ": many.txt:2: @@||news.example^$elemhide", ": many.txt:3: @@||news.example^$generichide",
          ": many.txt:4: news.example#@#.ad", ": many.txt:5: @@||news.example^$document",
        ], "\(result.output)")
    }
  }

  /// A filter that exceptions cancel completely has no rule; the output still names both.
  @Test(arguments: [
    ("##.ad\n#@#.ad", "", "1: ##.ad\n  except: l.txt:2: #@#.ad\n"),
    (
      "news.example#@#.ad\nnews.example##.ad", "",
      "2: news.example##.ad\n  except: l.txt:1: news.example#@#.ad\n"
    ),
    ("##.ad\n#@#.ad", "--split", "1: ##.ad\n  except: l.txt:2: #@#.ad\n"),
    // Filters for other pages do not appear in the output.
    ("other.example##.ad\nother.example#@#.ad", "", nil), ("##.ads\n#@#.ads", "", nil), ("#@#.ad", "", nil),
  ]) func matchNamesFilterCanceledByExceptions(_ list: String, _ flags: String, _ answer: String?) throws {
    try folder.write(list, to: "l.txt")
    for question in ["--selector .ad", "--element '<p class=ad>'"] {
      let result = try sh("sluice match -q \(flags) --page https://news.example/ \(question) l.txt")
      let expected = answer.map { "not hidden on https://news.example/: .ad\n  l.txt:\($0)" }
      #expect(result.output == expected ?? "No filter hides it on https://news.example/.\n")
    }
  }

  /// Finds the filter whatever its notation and whatever other selectors it has.
  @Test(arguments: [
    ("##div>.k", "div > .k"), ("##div > .k", "div>.k"), ("##.b.a", ".a.b"), ("##.x,  div>.k", "div > .k"),
    ("##[data-a=\"b\"]", "[data-a=b]"), ("##.k", ".x, .k"),
  ]) func matchComparesNormalizedSelectors(_ filter: String, _ selector: String) throws {
    try folder.write(filter + "\n##.other\n", to: "l.txt")
    let result = try sh("sluice match -q --page https://a.example/ --selector '\(selector)' l.txt")
    #expect(result.output.hasPrefix("hidden on https://a.example/: "), "\(result.output)")
    #expect(result.output.hasSuffix("\n  l.txt:1: \(filter)\n"), "\(result.output)")
  }

  /// Generic filters that act only in documents with scripts.
  @Test(arguments: ["", "--split"]) func matchReportsFiltersThatNeedScripts(_ flags: String) throws {
    try folder.write(
      "##.ad\n##.calm\nnews.example#@#.calm\nnews.example##.own\n@@||quiet.example^$generichide\n",
      to: "l.txt")
    try folder.write("<!DOCTYPE html><p class=ad><p class=calm><p class=own>", to: "without.html")
    try folder.write("<!DOCTYPE html><p class=ad><script src=a.js></script>", to: "with.html")
    func answer(_ question: String, on page: String = "news") throws -> String {
      try sh(
        "sluice match -q --generic-hiding scripted \(flags) --page https://\(page).example/ \(question) l.txt"
      )
      .output
    }
    let needed = "  not known: it is hidden once the document asks for a script, blocked or not\n"
    #expect(
      try answer("--selector .ad") == "may be hidden on https://news.example/: .ad\n  l.txt:1: ##.ad\n"
        + needed)
    #expect(
      try answer("--html without.html") == """
        line 1: <p class="ad">
          may be hidden: .ad
          l.txt:1: ##.ad
        \(needed)line 1: <p class="calm">
          not hidden: .calm
          l.txt:2: ##.calm
          except: l.txt:3: news.example#@#.calm
        line 1: <p class="own">
          hidden: .own
          l.txt:4: news.example##.own

        https://news.example/: 1 element hidden, 1 kept by exceptions, 1 not known, of 6

        """)
    #expect(
      try answer("--html with.html").hasPrefix(
        "line 1: <p class=\"ad\">\n  hidden: .ad\n  l.txt:1: ##.ad\n\n"))
    #expect(
      try answer("--selector .ad", on: "quiet")
        == "not hidden on https://quiet.example/: .ad\n  l.txt:1: ##.ad\n  except: l.txt:5: @@||quiet.example^$generichide\n"
    )
  }

  /// Reads pages in any encoding, and notes the parts that it could not decode.
  @Test(
    arguments: [
      (Array("\u{FEFF}<p class=caf\u{E9}>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), ""),
      (Array("<meta charset=iso-8859-1><p class=caf".utf8) + [0xE9, 0x3E], ""),
      (Array("<meta charset=utf-8><p class=caf\u{E9}>".utf8), ""),
      (
        Array("<p class=caf".utf8) + [0xE9, 0x3E],
        "note: page: read as windows-1252, because the encoding is not declared\n"
      ),
      (
        Array("<meta charset=utf-8><p class=caf\u{E9}>x".utf8) + [0xE9],
        "note: page: 1 place of it is no UTF-8\n"
      ),
    ] as [([UInt8], String)]) func matchReadsPagesInAnyEncoding(_ page: [UInt8], _ note: String) throws
  {
    try folder.write("##.caf\u{E9}\n", to: "l.txt")
    try Data(page).write(to: folder.url.appending(path: "page"))
    let result = try sh("sluice match --page https://a.example/ --html page l.txt")
    #expect(result.output.contains("\n  hidden: .caf\u{E9}\n  l.txt:1: ##.caf\u{E9}\n"), "\(result)")
    #expect(result.error == note)
    let inspected = try sh("sluice inspect --page https://a.example/ page l.txt")
    #expect(
      inspected.output.contains("hidden: .caf\u{E9}\n") && (note.isEmpty || inspected.error.contains(note)))
  }

  @Test func unsupportedPageEncodingIsNoted() throws {
    try folder.write("<meta charset=iso-2022-kr><p class=ad>", to: "page")
    try folder.write("##.ad\n", to: "l.txt")
    let result = try sh("sluice match --page https://a.example/ --html page l.txt")
    #expect(result.error == "note: page: browsers do not support its encoding\n")
    #expect(!result.output.contains(".ad"), "\(result.output)")
  }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  /// Questions with their complete answers.
  @Test(
    arguments: [
      (
        "--page https://a.example/ --selector .ad", "hidden on https://a.example/: .ad\n  list.txt:1: ##.ad\n"
      ),
      (
        "--page https://news.example/ --selector .ad",
        "not hidden on https://news.example/: .ad\n  list.txt:1: ##.ad\n  except: list.txt:2: news.example#@#.ad\n"
      ),
      (
        "--page https://quiet.example/ --selector .ad",
        "not hidden on https://quiet.example/: .ad\n  list.txt:1: ##.ad\n  except: list.txt:6: @@||quiet.example^$elemhide\n"
      ),
      (
        "--page https://few.example/ --selector .ad",
        "not hidden on https://few.example/: .ad\n  list.txt:1: ##.ad\n  except: list.txt:7: @@||few.example^$generichide\n"
      ),
      (
        "--page https://few.example/ --selector .own",
        "hidden on https://few.example/: .own\n  list.txt:8: few.example##.own\n"
      ),
      ("--page https://a.example/ --selector .own", "No filter hides it on https://a.example/.\n"),
      ("--page https://a.example/ --selector .banner", "No filter hides it on https://a.example/.\n"),
      (
        "--page https://other.example/ --selector .banner",
        "hidden on https://other.example/: .banner\n  list.txt:3: other.example##.banner\n"
      ),
      (
        "--page https://a.example/ --selector '#y'",
        "hidden on https://a.example/: .x, #y\n  list.txt:5: ##.x, #y\n"
      ),
      (
        "--page https://a.example/ --element '<div class=\"ad banner\" id=z>'",
        "hidden on https://a.example/: .ad\n  list.txt:1: ##.ad\n"
      ),
      (
        "--page https://a.example/ --element '<p class=inner>'",
        "may be hidden on https://a.example/: div.box > .inner\n  list.txt:4: ##div.box > .inner\n"
          + "  not known: it depends on the surroundings of the element\n"
      ),
      (
        "--page https://a.example/ --element '<div class=box><p class=inner></div>'",
        "No filter hides it on https://a.example/.\n"
      ),
      (
        "--page https://a.example/ --element '<tr id=y>'",
        "hidden on https://a.example/: .x, #y\n  list.txt:5: ##.x, #y\n"
      ),
      (
        "--page https://a.example/ --element '<b class=warm>'",
        "may be hidden on https://a.example/: .warm:hover\n  list.txt:10: ##.warm:hover\n  not known: it depends on what the user does\n"
      ),
    ])
  func matchAnswersElementQuestions(_ question: String, _ expected: String) throws {
    let result = try sh("sluice match -q \(question) list.txt")
    #expect(result.status == 0)
    #expect(result.output == expected)
    #expect(result.error.isEmpty)
  }

  @Test func matchAnswersPageElementByElement() throws {
    let result = try sh("sluice match -q --page https://a.example/ --html page.html list.txt")
    #expect(
      result.output == """
        line 3: <div class="ad big" id="first">
          hidden: .ad
          list.txt:1: ##.ad
        line 5: <p class="inner">
          hidden: div.box > .inner
          list.txt:4: ##div.box > .inner
        line 7: <a href="https://ad.example/?a=1&b">
          hidden: a[href^="https://ad."]
          list.txt:9: ##a[href^="https://ad."]
        line 8: <b class="warm">
          may be hidden: .warm:hover
          list.txt:10: ##.warm:hover
          not known: it depends on what the user does

        https://a.example/: 3 elements hidden, 0 kept by exceptions, 1 not known, of 9

        """)
  }

  /// Many filters that act on many elements take no more memory than their findings, and the counts stay right.
  @Test func manyFindingsAreCountedAndNotKept() throws {
    let (elements, filters) = (100, 110)
    try folder.write("<!doctype html><body>" + String(repeating: "<i></i>", count: elements), to: "many.html")
    let lines = (0..<filters).map { "##i:not(.x\($0))\n" } + ["##i:hover\n", "##b\n", "a.example#@#b\n"]
    try folder.write(lines.joined(), to: "many.txt")
    let question = "sluice match -q --page https://a.example/ --html many.html many.txt"
    let json = try sh("\(question) --format jsonl").output.split(separator: "\n")
    // Three elements are the page's own. The last seven elements lack findings, and six of them have one.
    let kept = 10_000 + 4 * (elements + 3) + 6
    #expect(json.count == kept + 1)
    #expect(
      json.last?.hasPrefix(
        #"{"summary":{"findings":\#(kept),"incomplete":7,"hidden":100,"excepted":0,"#
      )
        == true, "\(json.last ?? "")")
    #expect(
      try sh(question).output.hasSuffix(
        """
        and 50 more elements; --all shows them
        findings for 7 elements left out: too many filters match

        https://a.example/: 100 elements hidden, 0 kept by exceptions, 0 not known, of 103

        """))
    // A finding counts for each of its filters.
    try folder.write(String(repeating: "##i\n", count: 1_000), to: "many.txt")
    let findings = try sh("\(question) --format jsonl").output.split(separator: "\n")
    #expect(findings.count == elements + 1)
    #expect(findings.reduce(0) { $0 + $1.count } < 1_000_000)
    #expect(findings[elements - 1].contains(###""filters":[{"file":"many.txt","line":1,"text":"##i"}]"###))
  }

  @Test func matchElementWritesJSONLines() throws {
    let result = try sh(
      "sluice match -q --format jsonl --page https://news.example/ --html page.html list.txt; "
        + "sluice convert -q --target webkitgtk-2.50 -o list.json list.txt; "
        + "sluice match -q --format jsonl --page https://a.example/ --selector .ad list.json")
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.first == """
        {"page":"https://news.example/","element":"<div class=\\"ad big\\" id=\\"first\\">","line":3,"selector":".ad",\
        "outcome":"excepted","list":"list.txt","rule":1,"filters":[{"file":"list.txt","line":1,"text":"##.ad"}],\
        "exceptions":[{"file":"list.txt","line":2,"text":"news.example#@#.ad"}]}
        """)
    #expect(
      lines.contains {
        $0.contains("\"outcome\":\"undecided\"") && $0.contains("\"doubts\":[\"it depends on")
      })
    #expect(lines.contains { $0.contains("\"hidden\":2,\"excepted\":1,\"undecided\":1") })
    // Without a source map, the output names only the rule.
    #expect(lines.suffix(2).first?.contains("\"outcome\":\"hidden\",\"list\":\"list.json\"") == true)
  }

  @Test(
    arguments: [
      ("--selector .ad", "no page given"),
      ("--page https://a.example/ --selector .ad --element '<b>'", "use one of"),
      ("--page https://a.example/ --url https://b.example/ --selector .ad", "use one of"),
      ("--page https://a.example/ --selector ':has-text(x)'", "a selector that WebKit accepts"),
      ("--page https://a.example/ --element 'div'", "takes an element"),
      ("--page https://a.example/ --element '<p class=ad></p><p>'", "another element follows in"),
      ("--page https://a.example/ --html nosuch.html", "nosuch.html"),
    ])
  func invalidElementQuestionsAreErrors(_ question: String, _ message: String) throws {
    let result = try sh("sluice match -q \(question) list.txt")
    #expect(result.status != 0)
    #expect(result.error.contains(message), "\(result.error)")
  }
}
