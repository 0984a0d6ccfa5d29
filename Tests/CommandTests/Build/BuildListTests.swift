import Foundation
import SluiceLists
import Testing
import TestSupport

@testable import sluice

/// `sluice build` as a process: lists that are split, have the same names, or are malformed.
@Suite struct BuildListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func build(_ lists: String, _ files: [String: String]) throws -> Shell.Result {
    for (name, text) in files { try folder.write(text, to: name) }
    try folder.write(lists, to: "sluice.json")
    return try Shell.run("sluice build --cache cache", in: folder)
  }

  private func json(_ name: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(try #require(folder.text(of: "public/\(name)")).utf8))
  }

  // MARK: One list or two

  private static let generics = (0..<1000).map { "##.ad\($0)\n" }.joined()

  /// Splits a list where a single one would slow pages more or express fewer filters.
  @Test(
    arguments: [
      ("||a.example^\n" + generics, "", "", true),
      ("||a.example^\n" + generics, "safari-26", "", true),
      ("||a.example^\n" + generics, "webkitgtk-2.50", "", false),
      ("||a.example^\n" + generics, "", "none", false),
      (generics + "@@||b.example^$generichide\n", "", "", false),
      ("||a.example^\n##.ad\n", "", "", false),
      ("||a.example^\n##.ad\n@@||b.example^$elemhide\n", "", "", true),
      ("||a.example^\n", "", "", false),
    ])
  func listIsSplitWhereSingleListIsWorse(filters: String, target: String, split: String, isTwo: Bool) throws {
    let targets = target.isEmpty ? "" : ", targets: [\"\(target)\"]"
    let outputs = split.isEmpty ? "" : ", outputs: {split: \"\(split)\"}"
    let result = try build(
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"]\(targets)\(outputs)}]}", ["ads.txt": filters])
    #expect(result.status == 0, "\(result.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("public"))
    let lists = names.filter { $0.hasPrefix("ads") && $0.hasSuffix(".json") }.sorted()
    let expected: [String?] = ["ads.advanced.json", isTwo ? "ads.cosmetic.json" : nil, "ads.json"]
    #expect(lists == expected.compactMap { $0 })
    if isTwo {
      #expect(folder.text(of: "public/ads.json")?.contains("css-display-none") == false)
      #expect(folder.text(of: "public/ads.cosmetic.json")?.contains("\"block\"") == false)
    }
    let report = try #require(folder.text(of: "public/report.json"))
    #expect(!report.contains("frames-of-excepted-pages"))
  }

  /// The second list stays, even when one list would be enough again.
  @Test func splitIsKeptOnceMade() throws {
    let lists = "{lists: [{name: \"ads\", sources: [\"ads.txt\"]}]}"
    _ = try build(lists, ["ads.txt": "||a.example^\n" + Self.generics])
    let result = try build(lists, ["ads.txt": "||a.example^\n##.ad\n"])
    #expect(result.status == 0, "\(result.error)")
    #expect(folder.text(of: "public/ads.json")?.contains("css-display-none") == true)
    #expect(folder.text(of: "public/ads.cosmetic.json")?.contains("^no-rules:$") == true)
  }

  /// Subscribers of a single list do not learn from it that a second one exists, so the build says so.
  @Test func automaticSplitIsReported() throws {
    let lists = "{lists: [{name: \"ads\", sources: [\"ads.txt\"]}]}"
    let few = "||a.example^\n##.ad\n"
    let first = try build(lists, ["ads.txt": few])
    #expect(!first.error.contains("subscribed"))
    let second = try build(lists, ["ads.txt": "||a.example^\n" + Self.generics])
    #expect(second.status == 0)
    #expect(
      second.error.contains("ads.json: warning: its hiding filters are in ads.cosmetic.json now"),
      "\(second.error)")
    #expect(folder.text(of: "public/report.json")?.contains("subscribers of ads.json alone") == true)
    let third = try build(lists, ["ads.txt": "||b.example^\n" + Self.generics])
    #expect(!third.error.contains("subscribed"))
    // Users who request two lists know it.
    _ = try build(lists, ["ads.txt": few])
    let asked = "{lists: [{name: \"other\", sources: [\"ads.txt\"], outputs: {split: \"action\"}}]}"
    #expect(!(try build(asked, ["ads.txt": few]).error.contains("subscribed")))
  }

  @Test func buildSummaryEstimatesPageCost() throws {
    let result = try build(
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"]}]}", ["ads.txt": "||a.example^\n" + Self.generics])
    #expect(
      result.error.contains("cost of a page: each document about 1.4 ms (1,000 generic selectors)"),
      "\(result.error)")
    let report = try #require(try json("report.json") as? [String: Any])
    let section = try #require((report["lists"] as? [[String: Any]])?.first)
    let costs = try #require(section["pageCosts"] as? [[String: Any]])
    #expect(costs.map { $0["file"] as? String } == ["ads.json", "ads.cosmetic.json"])
    let cosmetic = try #require(costs[1]["cost"] as? [String: Any])
    #expect((cosmetic["selectors"] as? [String: Int])?["classes"] == 1000)
    let mostExpensive = try #require(cosmetic["mostExpensive"] as? [[String: Any]])
    #expect(
      mostExpensive.count == 20 && mostExpensive.allSatisfy { ($0["selector"] as? String)?.first == "." })
  }

  /// With page scripts, the report counts each filter once.
  ///
  /// Without them, all of these filters need a script.
  @Test(arguments: [("", [1, 0, 3]), ("pageScripts: true", [1, 2, 1])])
  func buildReportCountsPageScriptFiltersOnce(outputs: String, counts: [Int]) throws {
    for split in ["", ", split: \"source\""] where !outputs.isEmpty || split.isEmpty {
      let result = try build(
        "{lists: [{name: \"ads\", sources: [\"a.txt\", \"b.txt\"], outputs: {\(outputs)\(split)}}]}",
        [
          "a.txt": "||a.example^\na.com##.x:has-text(y)\n",
          "b.txt": "a.com##+js(set, b, 1)\na.com##+js(none)\n",
        ])
      #expect(result.status == 0, "\(result.error)")
      #expect(result.error.contains(" 2 done in pages, 1 not converted") == !outputs.isEmpty)
      let report = try #require(try json("report.json") as? [String: Any])
      let sections = try #require(report["lists"] as? [[String: Any]]).filter { $0["lines"] != nil }
      let sums = ["converted", "inPage", "needsScript"].map { key in
        sections.reduce(0) { $0 + ($1[key] as? Int ?? -100) }
      }
      #expect(sums == counts, "\(split)")
      let constructs = sections.flatMap { $0["constructs"] as? [[String: Any]] ?? [] }
      #expect(constructs.reduce(0) { $0 + ($1["inPage"] as? Int ?? -100) } == counts[1])
    }
  }

  @Test func buildSummaryEstimatesUpdateCost() throws {
    let lists =
      "{lists: [{name: \"ads\", sources: [\"ads.txt\"], outputs: {shards: {by: \"base+hot\", count: 4}}}]}"
    let filters = (0..<2000).map { "||host\($0).example^\n" }.joined()
    let first = try build(lists, ["ads.txt": filters])
    #expect(first.status == 0, "\(first.error)")
    #expect(first.error.contains("\n  a new client: 7 of 7 files, "), "\(first.error)")
    #expect(first.error.contains(" to compile, a new base\n"))
    let second = try build(lists, ["ads.txt": filters + "||new.example^\n"])
    #expect(second.error.contains("\n  an update: 1 of 7 files, "), "\(second.error)")
    #expect(second.error.contains(" to compile, 1 rule next to the base\n"))
    let report = try #require(try json("report.json") as? [String: Any])
    let section = try #require((report["lists"] as? [[String: Any]])?.last)
    #expect((section["files"] as? [[String: Any]])?.map { $0["file"] as? String }.last == "ads.cosmetic.json")
    let update = try #require(section["update"] as? [String: Any])
    #expect(update["changedFiles"] as? Int == 1 && update["hotRules"] as? Int == 1)
    // A list of few filters compiles too quickly to mention.
    let small = try build("{lists: [{name: \"b\", sources: [\"b.txt\"]}]}", ["b.txt": "||a.example^\n"])
    #expect(!small.error.contains("to compile"))
  }

  @Test func buildReportNamesMostExpensiveFilters() throws {
    let result = try build(
      "{lists: [{name: \"ads\", sources: [\"a.txt\", \"b.txt\"]}]}",
      ["a.txt": "||a.example^\n", "b.txt": "! two\n  ||b.example^*x  \n"])
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(try json("report.json") as? [String: Any])
    let section = try #require((report["lists"] as? [[String: Any]])?.first)
    let costs = try #require(section["pageCosts"] as? [[String: Any]])
    let mostExpensive = try #require(
      (costs.first?["cost"] as? [String: Any])?["mostExpensive"] as? [[String: Any]])
    let filter = try #require(mostExpensive.first?["filter"] as? [String: Any])
    #expect(mostExpensive.count == 1)
    #expect((filter["file"] as? String)?.hasSuffix("b.txt") == true)
    #expect(filter["line"] as? Int == 2)
    #expect(filter["text"] as? String == "||b.example^*x")
  }

  // MARK: A list for each source

  @Test func advancedFiltersAreReportedDespiteRuleLimit() throws {
    let files = Dictionary(
      uniqueKeysWithValues: ["a", "b", "c"].map { source in
        ("\(source).txt", (0..<6).map { "||\(source)\($0).example^\n" }.joined() + "\(source)##+js(x)\n")
      })
    let result = try build(
      """
      {lists: [{name: "all", sources: ["a.txt", "b.txt", "c.txt"], outputs: {split: "source", maximumRules: 8}}]}
      """, files)
    #expect(result.status == 0, "\(result.error)")
    let advanced = try #require(try json("all.advanced.json") as? [String: Any])
    #expect((advanced["filters"] as? [Any])?.count == 3)
  }

  @Test func tooLargePartOfSplitListIsError() throws {
    let result = try build(
      "{lists: [{name: \"all\", sources: [\"a.txt\", \"b.txt\"], outputs: {split: \"source\", maximumRules: 8}}]}",
      ["a.txt": "||a.example^\n", "b.txt": (0..<20).map { "||b\($0).example^\n" }.joined()])
    #expect(result.status == 2 && result.error.contains("more than 8"))
    #expect(folder.names == ["a.txt", "b.txt", "cache", "sluice.json"])
  }

  /// Filters that look as if they act on other filters, and those that do.
  @Test func onlyFiltersThatAffectOthersAreSharedBetweenParts() throws {
    let foreign = [
      "||badfilter.example^", "||h.example/#@x", "news.example##a[href=\"#@top\"]", "||x.example/$@$y",
      "m.example##.badfilter", "||own.example^$important",
    ]
    let acting = [
      "@@||one.example/fine", "||two.example^$image,badfilter", "a.example#@#.three",
      "@@||b.example^$generichide",
      "@@||four.example^$domain=c.example| \\\n    d.example",
    ]
    let result = try build(
      """
      {lists: [{name: "all", sources: ["a.txt", "b.txt"], targets: ["webkitgtk-2.50"], outputs: {split: "source"}}]}
      """,
      [
        "a.txt": "||one.example^\n||two.example^$image\n##.three\n||four.example^\n",
        "b.txt": (foreign + acting).joined(separator: "\n"),
      ])
    #expect(result.status == 0, "\(result.error)")
    let first = try #require(folder.text(of: "public/all.a.json"))
    for text in ["badfilter", "h\\\\.example", "#@top", "x\\\\.example", "own\\\\.example"] {
      #expect(!first.contains(text), "\(text)")
    }
    #expect(!first.contains("two"))
    for text in ["one\\\\.example/fine", "?b\\\\.example(", "?d\\\\.example(", "?a\\\\.example("] {
      #expect(first.contains(text), "\(text)")
    }
    let second = try #require(folder.text(of: "public/all.b.json"))
    for text in ["badfilter\\\\.example", "#@top", "own\\\\.example"] {
      #expect(second.contains(text), "\(text)")
    }
  }

  // MARK: Lists that act together

  /// A list includes the exceptions and `badfilter` options of the lists in its `beside` entry, after their
  /// own exclusions, and no other filters of theirs.
  @Test func besideAppliesExceptionsOfOtherLists() throws {
    let text = """
      {targets: ["webkitgtk-2.50"], lists: [
        {name: "first", sources: ["a.txt"], usedWith: ["second", "third"]},
        {name: "second", sources: ["b.txt"], excludes: ["@@||gone.example^"]},
        {name: "third", sources: ["a.txt", "c.txt"], usedWith: ["first"]},
      ]}
      """
    let files = [
      "a.txt": "||one.example^\n||two.example^$image\n##.three\n",
      "b.txt":
        "||b.example^\n@@||one.example/fine\n||two.example^$image,badfilter\na.example#@#.three\n@@||gone.example^\n",
      "c.txt": "||c.example^\n@@||one.example/more\n",
    ]
    let result = try build(text, files)
    #expect(result.status == 0, "\(result.error)")
    let lists = try ["first", "second", "third"].map { try #require(folder.text(of: "public/\($0).json")) }
    for text in ["one\\\\.example[", "one\\\\.example/fine", "one\\\\.example/more", "?a\\\\.example("] {
      #expect(lists[0].contains(text), "\(text)")
    }
    for text in ["b\\\\.example", "two", "gone", "?c\\\\.example["] {
      #expect(!lists[0].contains(text), "\(text)")
    }
    // Each list declares its own `beside` entry.
    #expect(!lists[1].contains("more") && lists[1].contains("one\\\\.example/fine"))
    #expect(lists[2].contains("two") && lists[2].contains("c\\\\.example"))
    let changed = try build(text, files.merging(["b.txt": "||b.example^\n@@||one.example/other\n"]) { $1 })
    #expect(changed.status == 0)
    #expect(folder.text(of: "public/first.json")?.contains("one\\\\.example/other") == true)
  }

  /// Two lists can share a source.
  ///
  /// A filter that one list excludes stays in the other.
  @Test func exclusionsOfSharedSourceStayPerList() throws {
    let text = """
      {targets: ["webkitgtk-2.50"], lists: [
        {name: "first", sources: [{file: "a.txt", includes: ["/^\\\\|\\\\|one/"]}], usedWith: ["second"]},
        {name: "second", sources: [{file: "a.txt", excludes: ["/^\\\\|\\\\|one/"]}], usedWith: ["first"]},
        {name: "third", sources: ["c.txt"], usedWith: ["fourth"], defines: ["other"]},
        {name: "fourth", sources: ["d.txt"], defines: ["here"]},
      ]}
      """
    let result = try build(
      text,
      [
        "a.txt": "||one.example^\n||two.example^\n@@||one.example/fine\n@@||two.example/fine\n",
        "c.txt": "||three.example^\n",
        "d.txt":
          "||four.example^\n!#if here\n@@||three.example/fine\n!#else\n@@||three.example/never\n!#endif\n!#if other\n@@||three.example/nor\n!#endif\n",
      ])
    #expect(result.status == 0, "\(result.error)")
    let lists = try ["first", "second", "third"].map { try #require(folder.text(of: "public/\($0).json")) }
    #expect(lists[0].contains("one\\\\.example/fine") && !lists[0].contains("two\\\\.example["))
    #expect(lists[1].contains("two\\\\.example/fine") && !lists[1].contains("one\\\\.example["))
    // The conditions of a list decide which filters it contains.
    #expect(lists[2].contains("three\\\\.example/fine"))
    #expect(!lists[2].contains("example/n") && !lists[2].contains("four"))
  }

  @Test(arguments: ["other", "first"]) func besideMustNameAnotherList(name: String) throws {
    let result = try build(
      "{lists: [{name: \"first\", sources: [\"a.txt\"], usedWith: [\"\(name)\"]}]}",
      ["a.txt": "||a.example^\n"]
    )
    #expect(result.status == 2)
    #expect(
      result.error.contains(
        name == "first" ? "'first' names the list itself" : "unknown list 'other'"))
  }

  @Test func affinityFiltersGetSeparateFile() throws {
    let result = try build(
      """
      {lists: [
        {name: "privacy", sources: ["a.txt"], affinity: "privacy", outputs: {split: "source"}},
        {name: "other", sources: ["b.txt"], affinity: "other"},
      ]}
      """,
      [
        "a.txt": "||a.example^\n",
        "b.txt": "||b.example^\n!#safari_cb_affinity(privacy)\n||meant.example^\n!#safari_cb_affinity\n",
      ])
    #expect(result.status == 0, "\(result.error)")
    let foreign = try #require(folder.text(of: "public/privacy.foreign.json"))
    #expect(foreign.contains("meant\\\\.example") && !foreign.contains("b\\\\.example"))
    #expect(folder.text(of: "public/other.json")?.contains("meant") == false)
  }

  @Test func splitPartsGetUniqueFileNames() throws {
    let result = try build(
      """
      {lists: [{name: "all", outputs: {split: "source"}, sources: [
        "ads.txt", {file: "x.txt", name: "ADS"}, {file: "y.txt", name: "ads-2"}, {file: "z.txt", name: "Advanced"},
        {file: "w.txt", name: "trackers"},
      ]}]}
      """,
      Dictionary(
        uniqueKeysWithValues: ["ads", "x", "y", "z", "w"].map { ("\($0).txt", "||\($0).example^\n") }))
    #expect(result.status == 0, "\(result.error)")
    let outputs = try Manifest.read(folder.path("public/manifest.json")).outputs
    #expect(
      outputs.map(\.name) == [
        "all.ads.json", "all.ADS-2.json", "all.ads-2-3.json", "all.Advanced-4.json", "all.trackers-5.json",
      ])
    #expect(try Manifest.read(folder.path("public/manifest.json")).describes(folder.path("public")))
  }

  // MARK: Names

  @Test(arguments: [
    (
      "{lists: [{name: \"ads\", sources: [\"a.txt\"]}, {name: \"ADS\", sources: [\"a.txt\"]}]}",
      "file systems ignore"
    ),
    (
      "{lists: [{name: \"a\", sources: [\"a.txt\"], targets: [\"safari-16\", \"safari-16\"]}]}",
      "duplicate target"
    ),
    ("{lists: [{name: \"a\", sources: [\"a.txt\"], outputs: {maximumRules: 5.5}}]}", "sluice.json:1:"),
  ])
  func invalidNamesAndNumbersAreLocated(lists: String, message: String) throws {
    let result = try build(lists, ["a.txt": "||a.example^\n"])
    #expect(result.status == 2)
    #expect(result.error.contains(message) && !result.error.contains("File exists"), "\(result.error)")
    #expect(!result.error.contains(":1:1:"))
  }

  @Test func listNamedManifestGetsOtherFileName() throws {
    let result = try build(
      "{name: \"Manifest\", sources: [{source: \"a.txt\"}]}", ["a.txt": "||a.example^\n"])
    #expect(result.status == 0, "\(result.error)")
    #expect(folder.text(of: "public/manifest-list.json") != nil)
  }

  // MARK: Reports

  @Test func unmatchedDirectivesAreReported() throws {
    let result = try build(
      "{lists: [{name: \"a\", sources: [\"a.txt\"]}]}",
      [
        "a.txt": "||a.example^\n!#include b.txt\n!#endif\n",
        "b.txt": "! part\n!#if nothing\n||b.example^\n!#else\n!#else\n||c.example^\n",
      ])
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(folder.text(of: "public/report.json"))
    for place in [
      #"{"file":"a.txt","line":3,"column":1,"endColumn":8,"outcome":"unsupported","reason":"stray-endif""#,
      #"{"file":"b.txt","line":2,"column":1,"endColumn":13,"outcome":"unsupported","reason":"unclosed-if""#,
      #"{"file":"b.txt","line":5,"column":1,"endColumn":7,"outcome":"unsupported","reason":"stray-else""#,
    ] {
      #expect(report.contains(place), "\(place)\n\(report)")
    }
    #expect(!report.contains("include-not-followed"))
    #expect(
      report.contains(
        #"{"construct":"directive","converted":0,"approximated":0,"inPage":0,"needsScript":0,"unsupported":3}"#
      ))
    let rules = try #require(folder.text(of: "public/a.json"))
    #expect(rules.contains("c\\\\.example") && !rules.contains("b\\\\.example"))
  }

  /// Every location in a report refers to the file on disk, whatever was excluded or changed.
  @Test func reportLocationsReferToSourceFiles() throws {
    let result = try build(
      """
      {lists: [{name: "a", sources: [{file: "a.txt", excludes: ["gone"], transformations: ["RemoveModifiers"]}]}]}
      """,
      [
        "a.txt":
          "! c\n||gone.example^$frob\n  ||a.example^$script, \\\n      frobnicate,3p\n\n||b.example^$document, \\\n"
          + "    nonsense\n!#include b.txt\n||c.example^$third-party,no-such\n",
        "b.txt": "||d.example^$~what\n",
      ])
    #expect(result.status == 0, "\(result.error)")
    let report = try #require(try json("report.json") as? [String: Any])
    let lists = try #require(report["lists"] as? [[String: Any]])
    let diagnostics = try #require(lists.first?["diagnostics"] as? [[String: Any]])
    let places = diagnostics.map {
      "\($0["file"] ?? ""):\($0["line"] ?? ""):\($0["column"] ?? "") \($0["filter"] ?? "")"
    }
    #expect(
      places == [
        "a.txt:3:3 ||a.example^$script,frobnicate,3p", "a.txt:6:1 ||b.example^$document,nonsense",
        "a.txt:9:1 ||c.example^$third-party,no-such", "b.txt:1:15 ||d.example^$~what",
      ])
  }

  // MARK: Exclusions

  @Test func unusedExclusionIsWarningInEveryBuild() throws {
    let lists = """
      {lists: [{name: "a", sources: [{file: "a.txt", includes: ["example"]}], excludes: ["||b.example^", "none"]}]}
      """
    for _ in 0..<2 {
      let result = try build(lists, ["a.txt": "||a.example^\n||b.example^\n"])
      #expect(result.status == 0)
      #expect(result.error.contains("a: warning: the exclusion 'none' matches no filter"))
      #expect(!result.error.contains("||b.example^") && !result.error.contains("inclusion"))
      #expect(
        folder.text(of: "public/report.json")?.contains("the exclusion 'none' matches no filter") == true)
      #expect(
        try Manifest.read(folder.path("public/manifest.json")).warnings
          == ["a: the exclusion 'none' matches no filter"])
    }
  }

  // MARK: HostlistCompiler

  @Test func documentedHostlistCompilerExampleBuilds() throws {
    try folder.write("||example.com^\n", to: "exclusions.txt")
    let result = try build(
      """
      {"name": "List name", "description": "List description", "version": "1.0.0.0",
        "sources": [{"name": "HOSTS rules", "source": "hosts.txt", "type": "hosts", "transformations": ["Compress"]}],
        "transformations": ["Deduplicate", "Compress"], "exclusions_sources": ["exclusions.txt"]}
      """, ["hosts.txt": "0.0.0.0 ads.example.com\n0.0.0.0 tracking.example1.com\n0.0.0.0 example.com\n"])
    #expect(result.status == 0 && !result.error.contains("warning"), "\(result.error)")
    #expect(try Manifest.read(folder.path("public/manifest.json")).lists?.first?.version == "1.0.0.0")
    for (host, isBlocked) in [
      ("example.com", false), ("ads.example.com", true), ("x.ads.example.com", true),
      ("tracking.example1.com", true), ("other.example.com", false),
    ] {
      let match = try Shell.run(
        "sluice match --page https://news.test/ --url https://\(host)/a.js --type script public/list-name.json",
        in: folder)
      #expect(match.output.hasPrefix("blocked") == isBlocked, "\(host): \(match.output)")
    }
  }

  // MARK: Text

  /// The list as text has no finding of `lint`, and `convert` makes the rules of the build of it.
  @Test func textOfListIsAListOfItsOwn() throws {
    let result = try build(
      """
      {lists: [{name: "ads", title: "Ads: all", version: "1.2", expires: "2 days", license: "MIT",
        sources: ["a.txt", "hosts.txt"], excludes: ["||gone.example^"], outputs: {text: true, split: "none"}}]}
      """,
      [
        "a.txt":
          "[Adblock Plus 2.0]\n! Title: A\n! Version: 7\n||a.example^\n||gone.example^\n!#include b.txt\n",
        "b.txt": "! More\n!#if env_safari\n##.b\n!#else\n##.c\n!#endif\n", "hosts.txt": "0.0.0.0 h.example\n",
      ])
    #expect(result.status == 0 && !result.error.contains("warning"), "\(result.error)")
    let text = try #require(folder.text(of: "public/ads.txt"))
    #expect(
      text.replacing(/Checksum: .+/, with: "Checksum: …") == """
        [Adblock Plus 2.0]
        ! Checksum: …
        ! Title: Ads: all
        ! License: MIT
        ! Version: 1.2
        ! Expires: 2 days
        ! Source: a.txt
        ||a.example^
        ! Source: b.txt
        ! More
        ##.b
        ! Source: hosts.txt
        ||h.example^

        """)
    let lint = try Shell.run("sluice lint public/ads.txt", in: folder)
    #expect(
      lint.status == 0 && lint.output.hasPrefix("1 list: 0 errors, 0 warnings, 0 notes"), "\(lint.output)")
    #expect(
      try Shell.run("sluice convert -q public/ads.txt", in: folder).output
        == folder.text(of: "public/ads.json"))
    // A changed line is found by its checksum.
    try folder.write(text.replacing("h.example", with: "i.example"), to: "changed.txt")
    #expect(try Shell.run("sluice lint changed.txt", in: folder).output.contains("wrong-checksum"))
    // A later build says that the text has several dialects, only when it writes it.
    try folder.write("[uBlock Origin]\nzip.example\n", to: "hosts.txt")
    let mixed = try Shell.run("sluice build --cache cache", in: folder)
    #expect(
      mixed.error.contains("ads.txt: warning: has filters in several dialects (Adblock Plus, uBlock Origin)"),
      "\(mixed.error)")
    let again = try Shell.run("sluice build --cache cache", in: folder)
    #expect(again.error.contains("unchanged") && !again.error.contains("warning"), "\(again.error)")
  }
}
