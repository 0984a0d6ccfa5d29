import Foundation
import TestSupport
import Testing

/// Protection in a real WebKitGTK.
@Suite(.browser, .enabled(if: DriverRun.isAvailable, DriverRun.comment), .ends, .serialized)
struct WebKitTests {
  /// Navigates in every way between a protected and an unprotected site.
  ///
  /// The letters in the result of a page:
  ///
  /// - `f`: a tracker's script loaded.
  /// - `i`: the script in its frame loaded.
  /// - `h`: its element is hidden.
  @Test(arguments: [true, false])
  func webKitSwitchesBetweenProtectedAndUnprotectedPages(isExact: Bool) async throws {
    let result = try await DriverRun.run(["sites", isExact ? "exact" : "switch"])
    #expect(result["state"] == .text("protected"))
    var expected = [
      "P": "p.test h", "P to A": "a.test fi", "A to P": "p.test h", "forward": "p.test h",
      "redirect to A": "a.test fi",
      "reload": "a.test fi", "redirect to P": "p.test h", "204": "p.test h", "download": "p.test h",
      "after a failure": "p.test h", "frame of P in A": "a.test fi", "frame of A in P": "p.test h",
      "sub": "sub.a.test fi",
      "A goes to P": "p.test h", "opener": "p.test h", "restored": "a.test fi", "restored, back": "p.test h",
      "both": "a.test fi", "popup again": "a.test fi",
    ]
    if isExact {
      expected["back"] = "a.test fi"
      expected["P goes to A"] = "a.test fi"
      expected["popup"] = "a.test fi"
    } else {
      // A popup has its opener's lists, and the opener is protected.
      expected["popup"] = "a.test h"
    }
    for (name, page) in expected { #expect(result[name] == .text(page), "\(name)") }
    for name in [
      "P", "P to A", "A to P", "redirect to A", "redirect to P", "204", "download", "after a failure", "sub",
    ] {
      guard case .counts(let requests)? = result["\(name), requests"] else {
        Issue.record("\(name): what was asked for is not said")
        continue
      }
      // The last requests and the beacon of a page that is left before lists have exceptions.
      let ofProtected = requests.filter { $0.key.hasPrefix("p.test ") }
      let isLeft = ["P to A", "redirect to A", "sub"].contains(name)
      let last = ofProtected["p.test busy"] ?? 0
      if isExact || !isLeft {
        #expect(ofProtected.isEmpty, "\(name)")
      } else {
        #expect(last <= 3 && Set(ofProtected.keys).isSubset(of: ["p.test busy", "p.test beacon"]), "\(name)")
      }
    }
    for name in ["P to A", "redirect to A", "reload", "frame of P in A", "sub", "both", "popup again"] {
      #expect(result["\(name), missing"] == .number(0), "\(name)")
    }
  }

  /// In a fresh folder, the first page waits for the lists, or begins without them and says so.
  @Test(arguments: [true, false]) func webKitHoldsFirstPage(waits: Bool) async throws {
    let result = try await DriverRun.run(["first", waits ? "waits" : "begins"])
    #expect(result["page"] == .text(waits ? "p.test h" : "p.test fi"))
    // On a busy machine, the lists may be compiled before the page has loaded.
    let isLate = !waits && result["state"] == .text("protected")
    #expect(
      result["missing"] == .text(isLate ? "ads" : ""), "a page lacks lists as soon as they act on others")
    guard case .counts(let requests)? = result["requests"] else {
      Issue.record("\(result)")
      return
    }
    #expect(requests.keys.contains { $0.hasPrefix("p.test ") } == !waits)
    #expect(result["missing afterwards"] == .text(waits ? "" : "ads"))
    #expect(result["state afterwards"] == .text("protected"))
    #expect(result["next page"] == .text("p.test h") && result["next page, missing"] == .text(""))
  }

  /// Important plain styles of filters override everything in a page from its beginning, and the page finds no
  /// sheet.
  @Test func webKitAppliesUserStyles() async throws {
    let folder = try TemporaryFolder()
    let scripts = try ListScripts([
      "p.test,a.test##.inline:style(top: 11px !important)",
      "p.test,a.test##.layer:style(top: 12px !important)",
      "p.test,a.test##.plain:style(top: 13px !important)",
      "p.test,a.test##p.ad:style(display: flex !important)",
      "##.nothing:style(top: 14px !important)",
    ])
    for (name, script) in [("isolated", scripts.isolated), ("page", scripts.page)] {
      try Data(script).write(to: folder.url.appending(path: "ads.\(name).js"))
    }
    let result = try await DriverRun.run(["styles"], in: folder)
    let styled = "11px 12px 13px flex 1 0"
    let plain = "3px 1px 2px"
    for name in ["P", "back", "redirect to P", "reload", "Q goes to P", "popup", "A again"] {
      #expect(result[name] == .text("\(styled) / \(styled)"), "\(name)")
    }
    for name in ["P to A", "forward"] {
      // The hiding list may still act on it.
      guard case .text(let text)? = result[name] else { throw DriverRun.Problem(description: "\(result)") }
      #expect(text.hasPrefix("\(plain) block 1 0 / \(plain) "), "\(name): \(text)")
    }
    #expect(result["Q"] == .text("\(plain) none 1 0 / \(plain) none 1 0"))
  }

  /// The orders of WebKitGTK's events that `NavigationTests` relies on.
  ///
  /// The end of a page that is replaced comes after the decision for the next one.
  @Test func webKitNavigationEventsKeepOrder() async throws {
    let result = try await DriverRun.run(["orders"])
    for (name, order) in [
      "a page": "asked a.test, started a.test 1, answered a.test, committed a.test 1, ended 1",
      "a page that loads":
        "asked a.test, ended 0, started a.test 1, answered a.test, committed a.test 1, ended 1",
      "a link of an unprotected page that loads":
        "asked p.test, ended 0, started p.test 1, answered p.test, committed p.test 1, ended 1",
      "replaced":
        "asked a.test, started a.test 1, asked b.test, ended 1, started b.test 2, answered b.test, committed b.test 2, ended 2",
      "redirect":
        "asked p.test, started p.test 1, asked a.test, redirected a.test 1, answered a.test, committed a.test 1, ended 1",
      "204": "asked a.test, started a.test 1, ended 1",
      "download": "asked a.test, started a.test 1, ended 1",
      // Followed by the error page.
      "failure": "asked a.test, started a.test 1, ended 1, started a.test 2, committed a.test 2, ended 2",
      "part": "asked a.test",
      "process": "process ended",
    ] {
      #expect(result[name] == .text(order), "\(name)")
    }
  }

  @Test func webKitHandlesRejectedAndDamagedLists() async throws {
    let result = try await DriverRun.run(["faults"])
    #expect(result["good"] == .text("protected newest "))
    #expect(result["file"] == .text("there"))
    #expect(
      result["damaged"]
        == .text("protected newest ads: the compiled list was damaged and is being compiled again"))
    #expect(result["damaged, page"] == .text("p.test h"))
    for (name, words) in [
      ("rejected", "Invalid or unsupported regular expression."),
      ("truncated", "Failed to parse the JSON String."),
      ("empty", "Source JSON rule set cannot be empty"),
    ] {
      #expect(result[name] == .text("fallback last-good ads: WebKit rejects the list: \(words)"))
    }
  }

  /// Both libraries: the one for GTK 3 if the program has loaded it.
  @Test(arguments: [4, 3]) func webKitEngineCompilesAndRemovesLists(gtk: Int) async throws {
    let result = try await DriverRun.run(["engine"] + (gtk == 3 ? ["libwebkit2gtk-4.1.so.0"] : []))
    // If the library is missing, the loader continues without it.
    #expect(result["gtk"] == .number(Double(gtk)) || result["gtk"] == .number(4))
    #expect(result["names"] == .text("sluice-one"))
    #expect(result["found"] == .text("sluice-one"))
    #expect(result["file"] == .text("there"))
    #expect(result["left"] == .number(0))
    guard case .text(let words)? = result["rejected"] else {
      throw DriverRun.Problem(description: "\(result)")
    }
    #expect(words.hasPrefix("WebKit rejects the list: "))
  }

  /// WebKit parses a list on the main thread, so a large list is handed over in parts. A fifth of a list takes less
  /// than half of the time of the whole one.
  @Test func compilingInPartsLeavesMainThreadFree() async throws {
    let parts = try await longestSilence(parts: 5)
    let whole = try await longestSilence(parts: 1)
    #expect(parts * 2 < whole, "\(parts) ms, in one part \(whole) ms")
  }

  /// Returns the longest CPU time in milliseconds in which the main thread answers nothing, while 80,000 rules are
  /// compiled in lists of equal size.
  private func longestSilence(parts: Int) async throws -> Double {
    let folder = try TemporaryFolder()
    let lists = folder.url.appending(path: "lists")
    try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
    let all = (0..<80_000).map {
      #"{"trigger":{"url-filter":"^[^:]+:(//)?([^/]+\\.)?ads\#($0)\\.example[/:]","load-type":["third-party"]},"action":{"type":"block"}}"#
    }
    let files = (0..<parts).map { part in
      let rules = all[all.count * part / parts..<all.count * (part + 1) / parts]
      return ("ads.\(part).json", "[\(rules.joined(separator: ","))]")
    }
    for (name, json) in files { try Data(json.utf8).write(to: lists.appending(path: name)) }
    try Data(manifestBytes(files)).write(to: lists.appending(path: "manifest.json"))
    let result = try await DriverRun.run(["silence", lists.path], in: folder)
    #expect(result["state"] == .text("protected"))
    guard case .number(let longest)? = result["longest, CPU ms"] else {
      throw DriverRun.Problem(description: "\(result)")
    }
    return longest
  }

  @Test func webKitReportsFullDisk() async throws {
    let result = try await DriverRun.run(["full"])
    // The list itself is valid.
    #expect(result["compile"] == .text("WebKit cannot compile: Internal I/O error"))
    #expect(result["update"] == .text("cannot write to the store: File too large"))
    #expect(result["state"] == .text("protected cannot write to the store: File too large"))
  }

  /// The sample browser opens a page without a request to a tracker, and continues.
  @Test func sampleBrowserBlocksTracker() async throws {
    let folder = try TemporaryFolder()
    let json = #"[{"trigger":{"url-filter":"^http://tracker\\.test/"},"action":{"type":"block"}}]"#
    try FileManager.default.createDirectory(atPath: folder.path("lists"), withIntermediateDirectories: true)
    try folder.write(json, to: "lists/ads.json")
    try Data(manifestBytes([("ads.json", json)])).write(to: folder.url.appending(path: "lists/manifest.json"))
    let result = try await DriverRun.run(
      ["browser", folder.path("lists")], program: "sluice-browser", in: folder)
    #expect(result["state"] == .text("runs"))
    #expect(result["pages"] == .number(1))
    #expect(result["trackers"] == .number(0))
  }

  @Test func webKitPageReportsAreCounted() async throws {
    let result = try await DriverRun.run(["reports"])
    #expect(result["page"] == .number(1))
    #expect(result["page, lists"] == .counts(["ads": 1]))
    #expect(result["site"] == .number(1))
    #expect(result["next page"] == .number(0))
    #expect(result["unprotected"] == .number(0))
    // Nothing is reported twice, so the page was not loaded again.
    #expect(result["back"] == .number(1))
    #expect(result["back, site"] == .number(1))
  }

  /// Killed at a hundred moments, including during compilation and writes: each next start without a network
  /// has all lists.
  @Test(.slow(4)) func killedProcessKeepsListsInWebKit() async throws {
    let result = try await DriverRun.run(["kills", "\(size(100))"])
    #expect(result["wrong"] == .counts([:]))
    guard case .number(let right)? = result["right"], case .number(let killed)? = result["killed"] else {
      throw DriverRun.Problem(description: "\(result)")
    }
    #expect(right > Double(size(20)) && killed > Double(size(20)))
  }

  /// Ten thousand toggles and updates leave nothing behind.
  ///
  /// The first page waits and has all lists.
  @Test(.slow(4)) func manyWebKitSwitchesLeakNothing() async throws {
    let result = try await DriverRun.run(["switches", "\(size(10_000))"])
    guard case .number(let grown)? = result["grown, kB"] else {
      throw DriverRun.Problem(description: "\(result)")
    }
    #expect(grown < 1024)
    #expect(result["first page"] == .text("p.test h"))
    #expect(result["first page, requests"] == .counts([:]))
  }
}
