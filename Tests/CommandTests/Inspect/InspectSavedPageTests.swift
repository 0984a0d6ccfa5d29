import Foundation
import TestSupport
import Testing

@testable import sluice

/// `sluice inspect` of a saved page, with the built executable.
@Suite struct InspectSavedPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("||ads.example^\n##.ad\n##.spare\nnews.example#@#.spare\n##.warm:hover\n", to: "ads.txt")
    try folder.write(Self.page, to: "page.html")
    _ = try Shell.run("mkdir -p page_files/frame.example", in: folder)
    try folder.write(
      "<p class=ad>in\n<img src=https://ads.example/f.png>", to: "page_files/frame.example/f.html")
  }

  private static let page = """
    <!-- saved from url=(0021)https://news.example/ --><!DOCTYPE html>
    <script src="page_files/own.js"></script><script src=https://ads.example/x.js></script>
    <div class=ad>x</div><p class=spare>y</p><b class=warm>z</b>
    <p style="background:url(bg.png)"><iframe src=https://frame.example/f.html></iframe><img src=data:x>

    """

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  @Test func savedPageShowsRequestsAndElements() throws {
    let result = try sh("sluice inspect page.html ads.txt")
    #expect(result.status == 0)
    #expect(
      result.output == """
        https://news.example/
        allowed  page document https://news.example/
          hides elements of 2 selectors
          would hide: ads.txt:3: ##.spare
          exception: ads.txt:4: news.example#@#.spare
        allowed  first script https://news.example/page_files/own.js
          saved next to the page: its own URL is not known
        blocked  third script https://ads.example/x.js
          blocked by: ads.txt:1: ||ads.example^
        allowed  first image https://news.example/bg.png
          named in a style sheet: loaded if the page uses it
        allowed  third subdocument https://frame.example/f.html
          hides elements of 2 selectors
          would hide: ads.txt:3: ##.spare
          exception: ads.txt:4: news.example#@#.spare
        blocked  third image https://ads.example/f.png
          in the frame https://frame.example/f.html
          blocked by: ads.txt:1: ||ads.example^

        6 requests: 2 blocked, 0 excepted
          ads.txt: 2 blocked

        line 3: <div class="ad">
          hidden: .ad
          ads.txt:2: ##.ad
        line 3: <p class="spare">
          not hidden: .spare
          ads.txt:3: ##.spare
          except: ads.txt:4: news.example#@#.spare
        line 3: <b class="warm">
          may be hidden: .warm:hover
          ads.txt:5: ##.warm:hover
          not known: it depends on what the user does

        https://news.example/: 1 element hidden, 1 kept by exceptions, 1 not known, of 11

        line 1: <p class="ad">
          hidden: .ad
          ads.txt:2: ##.ad

        https://frame.example/f.html: 1 element hidden, 0 kept by exceptions, 0 not known, of 5

        """)
    #expect(result.error.contains("requests of scripts are unknown"))
    #expect(result.error.contains("left out 1 load"))
  }

  @Test func savedPageIsWrittenAsJSONLinesAndHTML() throws {
    let result = try sh("sluice inspect -q --format jsonl --html out.html page.html ads.txt; cat out.html")
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.contains {
        $0.hasPrefix(#"{"page":"https://news.example/","element":"<div class=\"ad\">","line":3,"#)
      })
    #expect(
      lines.contains {
        $0.hasPrefix(
          #"{"page":"https://news.example/","frame":"https://frame.example/f.html","element":"<p class=\"ad\">","#
        )
      })
    #expect(lines.contains { $0.contains(#""lostAddress":true"#) })
    #expect(lines.contains { $0.contains(#""conditional":true"#) })
    #expect(
      lines.contains {
        $0.hasPrefix(#"{"summary""#)
          && $0.hasSuffix(
            #""documents":[{"url":"https://news.example/","hidden":1,"excepted":1,"undecided":1},{"url":"https://frame.example/f.html","hidden":1,"excepted":0,"undecided":0}]}}"#
          )
      })
    #expect(result.output.contains("<h2 id=\"elements-0\">Elements</h2>"))
    #expect(result.output.contains("&lt;div class=&quot;ad&quot;&gt;"))
    #expect(result.output.contains("https://frame.example/f.html: 1 element hidden"))
  }

  /// An explicit address takes precedence; one of the two is required.
  @Test func explicitPageAddressTakesPrecedence() throws {
    try folder.write("<p class=spare>", to: "bare.html")
    #expect(
      try sh("sluice inspect -q page.html ads.txt --page https://other.example/a").output.hasPrefix(
        "https://other.example/a\n"))
    #expect(
      try sh("sluice inspect -q - ads.txt --page https://other.example/ <bare.html").output.contains(
        "1 element hidden"))
    let bare = try sh("sluice inspect bare.html ads.txt")
    #expect(bare.status == 2)
    #expect(bare.error.contains("'bare.html' does not contain the URL of its page"))
    #expect(bare.error.contains("--page URL"))
    #expect(
      try sh("sluice inspect bare.html ads.txt --page news.example").error.contains(
        "is not the URL of a page"))
    try folder.write("{\"log\":{\"entries\":[]}}", to: "page.har")
    #expect(try sh("sluice inspect page.har ads.txt --page https://news.example/").status == 64)
    try folder.write("just text", to: "text.txt")
    #expect(try sh("sluice inspect text.txt ads.txt").error.contains("neither a HAR nor an HTML page"))
  }
}
