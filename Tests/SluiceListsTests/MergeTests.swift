import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSystem
import SluiceTrackers
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// A merge must keep every decision, whatever the order of the inputs and the number of lists.
struct MergeTests {
  static let ads = """
    ! Licence: GPLv3
    ||ads.example^$third-party
    ||both.example^
    /banner/*$image
    @@||ads.example/ok.js
    @@||shop.example^$document
    ||evil.example^$important
    news.example##.ad
    ##.promo
    @@||quiet.example^$elemhide
    """
  static let trackers = """
    ||track.example^
    ||both.example^
    ||ads.example/ok.js
    @@||both.example/needed.js$domain=news.example
    ||popup.example^$popup
    @@*$script,domain=trusting.example
    """
  static let hosts = """
    0.0.0.0 hosts.example
    0.0.0.0 both.example
    0.0.0.0 ads.example
    """

  static func inputs() throws -> [MergeInput] {
    func sample(_ name: String) throws -> MergeInput {
      MergeInput(name: name, bytes: try Repository.bytes(of: "Samples/tracker-radar/\(name)"))
    }
    let rules = try Converter().convert([
      Source(name: "x", bytes: Array("||json.example^\n@@||json.example/a".utf8))
    ])
    .lists[0].rules
    return [
      MergeInput(name: "ads.txt", bytes: Array(ads.utf8)),
      MergeInput(name: "trackers.txt", bytes: Array(trackers.utf8)),
      MergeInput(name: "hosts", bytes: Array(hosts.utf8)),
      MergeInput(name: "rules.json", bytes: rules.encodedJSON()),
      try sample("tds.json"), try sample("exceptions.json"),
    ]
  }

  /// Returns the effect of each input on its own; exceptions apply to the trackers.
  private func parts(_ inputs: [MergeInput], _ options: ConversionOptions) throws -> [RuleListEvaluator] {
    try inputs.compactMap { input in
      switch input.name {
      case "exceptions.json": return nil
      case "tds.json":
        let exceptions = inputs.filter { $0.name == "exceptions.json" }
        return RuleListEvaluator(try Merge().run([input] + exceptions).lists[0].rules)
      case "rules.json": return RuleListEvaluator(try RuleList(decodingJSON: input.bytes))
      default:
        let source = Source(name: input.name, bytes: input.bytes)
        return RuleListEvaluator(try Converter(options: options).convert([source]).lists[0].rules)
      }
    }
  }

  /// Everyday runs use one request in seven, on every page.
  private static let requests: [Request] = {
    let hosts = [
      "ads.example", "both.example", "evil.example", "track.example", "hosts.example", "json.example",
      "metrics.example", "widgets.example", "popup.example", "other.example", "cdn.ads.example",
      "pixel.example",
    ]
    let paths = [
      "/", "/ok.js", "/banner/x", "/needed.js", "/a", "/collect/", "/consent.js", "/player/strict",
    ]
    let pages = [
      "news.example", "shop.example", "trusting.example", "quiet.example", "video.example", "broken.example",
      "widgets-two.example", "ads.example",
    ]
    var requests: [Request] = []
    for host in hosts {
      for path in paths {
        for page in pages {
          for kind in [Request.Kind.script, .image, .document, .subdocument, .popup] {
            requests.append(
              Request(
                kind, url: Array("https://\(host)\(path)".utf8), page: Array("https://\(page)/".utf8),
                suffixes: .wellKnown))
          }
        }
      }
    }
    requests = some(requests, oneIn: 7)
    for page in pages {
      requests.append(
        Request(.document, url: Array("https://\(page)/".utf8), page: [], suffixes: .wellKnown))
    }
    return requests
  }()

  private struct Verdict: Equatable {
    var isBlocked: Bool
    var hidden: Set<[UInt8]>

    init(_ lists: [RuleListEvaluator], _ request: Request) {
      let decisions = lists.map { $0.decide(request) }
      isBlocked = decisions.contains(where: \.isBlocked)
      hidden = Set(decisions.flatMap(\.hiddenSelectors).map(\.bytes))
    }
  }

  private func expectUnion(_ options: MergeOptions, _ comment: Comment) throws -> MergeResult {
    let inputs = try Self.inputs()
    var conversion = ConversionOptions()
    conversion.target = options.conversion.target
    let parts = try parts(inputs, conversion)
    let result = try Merge(options: options).run(inputs)
    let merged = result.lists.map { RuleListEvaluator($0.rules) }
    var (blocked, hidden) = (0, 0)
    for request in Self.requests {
      let expected = Verdict(parts, request)
      blocked += expected.isBlocked ? 1 : 0
      hidden += expected.hidden.count
      #expect(
        Verdict(merged, request) == expected, "\(comment): \(String(decoding: request.url, as: UTF8.self))")
    }
    #expect(blocked > (SlowTrait.runsWhole ? 500 : 70) && hidden > 3)
    return result
  }

  @Test func mergedListsAgreeWithInputs() throws {
    let result = try expectUnion(MergeOptions(), "plain")
    #expect(result.lists.count < 5, "hosts and the like share a list")
    #expect(result.licenseConflicts.isEmpty)
  }

  @Test func mergeSplitsByActionAndInput() throws {
    var options = MergeOptions()
    options.split = .action
    let result = try expectUnion(options, "action")
    for list in result.lists {
      let hides = list.rules.rules.contains { if case .hide = $0.action { true } else { false } }
      let blocks = list.rules.rules.contains { $0.action == .block }
      #expect(hides != blocks)
      #expect(list.label == (hides ? "cosmetic" : "network"))
    }
    options.split = .input
    #expect(try expectUnion(options, "input").names(like: "x.json").contains("x.hosts.json"))
  }

  @Test(arguments: [22, 25, 40]) func ruleLimitChangesNoMergedVerdict(limit: Int) throws {
    var options = MergeOptions()
    options.conversion.maximumRules = limit
    let result = try expectUnion(options, "limit \(limit)")
    #expect(result.lists.count > 3)
    for list in result.lists { #expect(list.rules.rules.count <= limit) }
    let names = result.names(like: "all.json")
    #expect(Set(names).count == names.count)
    #expect(names.first == "all.1.json")
  }

  /// Both limits apply to each list, and both forms make the same decisions.
  @Test(arguments: [(16_000, 40, FormPreference.compile), (15_000, 25, .size), (15_000, 1000, .auto)])
  func byteLimitChangesNoMergedVerdict(bytes: Int, rules: Int, form: FormPreference) throws {
    var options = MergeOptions()
    options.conversion.maximumBytes = bytes
    options.conversion.maximumRules = rules
    options.conversion.preferredForm = form
    let result = try expectUnion(options, "\(bytes) bytes")
    #expect(result.lists.count > 2)
    for list in result.lists {
      #expect(list.rules.encodedJSON().count <= bytes)
      #expect(list.rules.rules.count <= rules)
    }
  }

  @Test func listOfExactlyMaximumSizeIsNotSplit() throws {
    let inputs = [try #require(try Self.inputs().first)]
    var options = MergeOptions()
    options.conversion.preferredForm = .compile
    let size = try Merge(options: options).run(inputs).lists[0].rules.encodedSize
    options.conversion.maximumBytes = size
    #expect(try Merge(options: options).run(inputs).lists.count == 1)
    options.conversion.maximumBytes = size - 1
    #expect(try Merge(options: options).run(inputs).lists.count == 2)
    options.conversion.preferredForm = .auto
    let smaller = try Merge(options: options).run(inputs).lists
    #expect(smaller.map(\.form) == [.size])
  }

  @Test func tooLargeSingleRuleIsMergeError() throws {
    var options = MergeOptions()
    options.conversion.maximumBytes = 50
    let input = MergeInput(name: "a.txt", bytes: Array("||ads.example^\n||x.example^".utf8))
    let error = #expect(throws: MergeError.self) { try Merge(options: options).run([input]) }
    #expect(error?.description.contains("bytes, more than the limit of 50") == true)
  }

  @Test func mergeForWebKitGTKAgreesWithInputs() throws {
    var options = MergeOptions()
    options.conversion.target = .webKitGTK2_50
    _ = try expectUnion(options, "webkitgtk")
    options.conversion.maximumRules = 20
    _ = try expectUnion(options, "webkitgtk, limit")
  }

  @Test func mergeDoesNotDependOnInputOrder() throws {
    let inputs = try Self.inputs()
    for split in MergeSplit.allCases {
      for shares in [false, true] {
        var options = MergeOptions()
        options.split = split
        options.sharesExceptions = shares
        let merge = Merge(options: options)
        func bytes(_ inputs: [MergeInput]) throws -> [[UInt8]] {
          let result = try merge.run(inputs)
          let lists = result.lists.map { $0.rules.encodedJSON() }
          let outputs = try zip(result.lists, result.names(like: "o.json")).map { list, name in
            Manifest.Output(
              name: try #require(FileName(name)), list: list.rules, json: list.rules.encodedJSON(),
              inputs: list.inputs)
          }
          return lists + [try result.manifest(toolVersion: "1", outputs: outputs).encodedJSON()]
        }
        let expected = try bytes(inputs)
        for shift in 1..<inputs.count {
          let turned = Array(inputs[shift...] + inputs[..<shift])
          #expect(try bytes(turned) == expected)
          #expect(try bytes(turned.reversed()) == expected)
        }
      }
    }
  }

  @Test func sharedExceptionsApplyToAllInputs() throws {
    var options = MergeOptions()
    options.sharesExceptions = true
    let result = try Merge(options: options).run(try Self.inputs())
    #expect(result.lists.count == 1)
    let evaluator = RuleListEvaluator(result.lists[0].rules)
    let request = Request(
      .script, url: Array("https://ads.example/ok.js".utf8), page: Array("https://news.example/".utf8),
      suffixes: .wellKnown)
    #expect(!evaluator.decide(request).isBlocked)
  }

  @Test func equalRulesOfInputsAreMerged() throws {
    let result = try Merge().run(try Self.inputs().filter { $0.name == "hosts" || $0.name == "ads.txt" })
    let filters = result.lists.flatMap(\.rules.rules).filter { $0.action == .block }.map(\.trigger)
    #expect(Set(filters).count == filters.count)
    let twice = ["a", "b"].map { MergeInput(name: $0, bytes: Array(Self.ads.utf8)) }
    let once = try Merge().run([twice[0]]).lists[0].rules
    #expect(try Merge().run(twice).lists.map(\.rules) == [once])
  }

  /// If two inputs have equal blocks, the one that exceptions override less stays.
  @Test(arguments: [
    ["||a.example^\n@@||a.example/ok", "||a.example^"], ["||a.example^", "||a.example^\n@@||a.example/ok"],
    ["||a.example^\n@@||a.example/ok", "||a.example^\n@@||a.example/no"],
  ])
  func blockOfOneInputIsKept(texts: [String]) throws {
    let inputs = texts.enumerated().map { MergeInput(name: "\($0).txt", bytes: Array($1.utf8)) }
    let lists = try Merge().run(inputs).lists.map { RuleListEvaluator($0.rules) }
    let request = Request(
      .script, url: Array("https://a.example/ok".utf8), page: Array("https://news.example/".utf8),
      suffixes: .wellKnown)
    #expect(lists.contains { $0.decide(request).isBlocked })
  }

  @Test func conflictingLicensesKeepInputsSeparate() throws {
    let tds =
      #"{"readme": "https://github.com/duckduckgo/x", "trackers": {"t.example": {"default": "block"}}}"#
    let inputs = [
      MergeInput(name: "tds.json", bytes: Array(tds.utf8)),
      MergeInput(name: "gpl.txt", bytes: Array("! License: GPL-3.0\n||a.example^".utf8)),
      MergeInput(name: "free.txt", bytes: Array("||b.example^".utf8)),
    ]
    let result = try Merge().run(inputs)
    #expect(result.lists.count == 2)
    let conflict = try #require(result.licenseConflicts.first)
    #expect(conflict.first == "gpl.txt" && conflict.second == "tds.json" && !conflict.isMixed)
    var options = MergeOptions()
    options.mixesLicenses = true
    let mixed = try Merge(options: options).run(inputs)
    #expect(mixed.lists.count == 1)
    #expect(mixed.licenseConflicts.map(\.isMixed) == [true])
    options.mixesLicenses = false
    options.sharesExceptions = true
    #expect(try Merge(options: options).run(inputs).lists.count == 2)
  }

  @Test func exceptionsAreAppendedToFinishedList() throws {
    var options = MergeOptions()
    options.appendsExceptions = true
    let finished = RuleList([Rule(trigger: Trigger(urlFilter: .any), action: .block)])
    for target in [Target.safari26, .webKitGTK2_50] {
      options.conversion.target = target
      let result = try Merge(options: options).run([
        MergeInput(name: "done.json", bytes: finished.encodedJSON()),
        MergeInput(name: "sites.json", bytes: Array(#"["mine.example"]"#.utf8)),
        MergeInput(
          name: "list.txt", bytes: Array("||x.example^\n@@||x.example/a\n||y.example^$important".utf8)),
      ])
      for (page, isBlocked) in [("mine.example", false), ("news.example", true)] {
        let request = Request(
          .script, url: Array("https://y.example/".utf8), page: Array("https://\(page)/".utf8),
          suffixes: .wellKnown)
        let lists = result.lists.map { RuleListEvaluator($0.rules) }
        #expect(lists.contains { $0.decide(request).isBlocked } == isBlocked, "\(page)")
      }
    }
  }

  @Test func unmergeableInputsAreRejected() throws {
    func error(_ inputs: [(String, String)]) -> MergeError? {
      do throws(MergeError) {
        _ = try Merge().run(inputs.map { MergeInput(name: $0.0, bytes: Array($0.1.utf8)) })
        return nil
      } catch {
        return error
      }
    }
    let tds = #"{"trackers": {}}"#
    #expect(error([("a", tds), ("b", tds)]) == .severalTrackerFiles(["a", "b"]))
    #expect(error([("e", #"["a.example"]"#)]) == .exceptionsWithoutTrackers(input: "e"))
    if case .invalidRules(input: "r", _)? = error([("r", #"[{"trigger": {}}]"#)]) {
    } else {
      Issue.record("a malformed rule list")
    }
    if case .unusable(input: "o", _)? = error([("o", "{")]) {} else { Issue.record("broken JSON") }
  }

  @Test func mergeErrorsAreLocated() throws {
    func error(_ name: String, _ text: String) -> String? {
      let tds = MergeInput(name: "tds.json", bytes: Array(#"{"trackers": {}}"#.utf8))
      let input = MergeInput(name: name, bytes: Array(text.utf8))
      do throws(MergeError) {
        _ = try Merge().run(name == "tds.json" ? [input] : [tds, input])
        return nil
      } catch {
        return error.description
      }
    }
    #expect(
      error("tds.json", "{\n \"trackers\": null}")
        == "tds.json:2:14: trackers: this should be an object [wrong-type]")
    #expect(error("allow.json", "{\n \"features\": {\n}")?.hasPrefix("allow.json:3:2: ") == true)
    #expect(error("allow.json", "\n{}")?.hasPrefix("allow.json:2:1: this JSON has no \"trackers\"") == true)
    #expect(
      error("rules.json", "[{\"trigger\": {\"url-filter\": \"a\"},\n \"action\": {\"type\": \"x\"}}]")?
        .hasPrefix("rules.json:2:") == true)
  }

  @Test func exceptionProblemsNameTheirFile() throws {
    func input(_ name: String, _ text: String) -> MergeInput {
      MergeInput(name: name, bytes: Array(text.utf8))
    }
    let inputs = [
      input(
        "tds.json",
        #"{"trackers": {"t.example": {"default": "block", "rules": [{"rule": "^x", "action": "ignore"}]}}}"#),
      input(
        "allow.json",
        """
        {"t.example": {"rules": [{"rule": "t.example/.*/a", "domains": ["a.example"]},
         {"rule": "t.example/b", "domains": ["b.example"]}]}}
        """),
      input("config.json", #"{"features": {"cookie": {"state": "enabled"}}}"#),
    ]
    for shift in inputs.indices {
      for appends in [false, true] {
        var options = MergeOptions()
        options.appendsExceptions = appends
        let result = try Merge(options: options).run(Array(inputs[shift...] + inputs[..<shift]))
        let found = Dictionary(grouping: result.problems) { result.inputs[$0.input].name }
          .mapValues { $0.map(\.problem.reason.id) }
        #expect(
          found == [
            "tds.json": ["tracker-regex"], "allow.json": ["widened-exception"],
            "config.json": ["unused-feature"],
          ])
        for (number, problem) in result.problems {
          let bytes = result.inputs[number].bytes
          #expect(!problem.span.isEmpty && problem.span.upperBound <= bytes.count)
          if problem.reason == .widened {
            #expect(String(decoding: bytes[problem.span], as: UTF8.self) == #""t.example/b""#)
          }
        }
      }
    }
  }

  @Test func requestBlocklistIsNotException() throws {
    func input(_ name: String, _ text: String) -> MergeInput {
      MergeInput(name: name, bytes: Array(text.utf8))
    }
    let config = input(
      "config.json",
      #"""
      {"features": {"requestBlocklist": {"state": "enabled", "settings": {"blockedRequests":
        {"a.example": {"rules": [{"rule": "a.example/x", "domains": ["<all>"]}]}}}},
       "contentBlocking": {"state": "enabled", "exceptions": ["weak.example"]}}}
      """#)
    let tds = input("tds.json", #"{"trackers": {"t.example": {"default": "block"}}}"#)
    let filters = input("list.txt", "||f.example^\n@@*$domain=kind.example")
    for inputs in [[tds, config, filters], [config, filters]] {
      for split in MergeSplit.allCases {
        var options = MergeOptions()
        options.appendsExceptions = true
        options.split = split
        let result = try Merge(options: options).run(inputs)
        let lists = result.lists.map { RuleListEvaluator($0.rules) }
        for (url, page, isBlocked) in [
          ("a.example/x", "news.example", true), ("a.example/x", "kind.example", true),
          ("a.example/x", "weak.example", false), ("f.example/", "weak.example", false),
          ("f.example/", "kind.example", false), ("f.example/", "news.example", true),
          ("t.example/", "news.example", inputs.count == 3),
        ] {
          let request = Request(
            .script, url: Array("https://\(url)".utf8), page: Array("https://\(page)/".utf8),
            suffixes: .wellKnown)
          #expect(lists.contains { $0.decide(request).isBlocked } == isBlocked, "\(url) on \(page), \(split)")
        }
      }
    }
    #expect(throws: MergeError.exceptionsWithoutTrackers(input: "config.json")) { try Merge().run([config]) }
  }

  @Test func disabledContentBlockingBlocksNoTrackers() throws {
    let config = #"{"features": {"contentBlocking": {"state": "disabled"}}}"#
    let inputs = try Self.inputs().filter { $0.name == "tds.json" || $0.name == "hosts" }
    for split in MergeSplit.allCases {
      var options = MergeOptions()
      options.split = split
      let result = try Merge(options: options).run(
        inputs + [MergeInput(name: "config.json", bytes: Array(config.utf8))])
      #expect(result.problems.map(\.problem.reason.id).contains("content-blocking-off"))
      let lists = result.lists.map { RuleListEvaluator($0.rules) }
      for (host, isBlocked) in [("pixel.example", false), ("hosts.example", true)] {
        let request = Request(
          .script, url: Array("https://\(host)/".utf8), page: Array("https://news.example/".utf8),
          suffixes: .wellKnown)
        #expect(lists.contains { $0.decide(request).isBlocked } == isBlocked, "\(host), \(split)")
      }
    }
  }

  @Test func appVersionDecidesFeatureState() throws {
    let config =
      #"{"features": {"contentBlocking": {"state": "enabled", "minSupportedVersion": "2.10"}}}"#
    let tds = #"{"trackers": {"t.example": {"default": "block"}}}"#
    for (version, blocks) in [(nil, true), ("2.9.5", false), ("2.10.0", true)] {
      var options = MergeOptions()
      options.appVersion = version
      let result = try Merge(options: options).run([
        MergeInput(name: "tds.json", bytes: Array(tds.utf8)),
        MergeInput(name: "config.json", bytes: Array(config.utf8)),
      ])
      #expect(result.lists.flatMap(\.rules.rules).contains { $0.action == .block } == blocks)
    }
  }

  @Test func mergeManifestHasTrackerRadarIDs() throws {
    let inputs = try Self.inputs()
    let manifest = try Merge().run(inputs).manifest(toolVersion: "1", outputs: [])
    #expect(manifest.inputs.map(\.name) == inputs.map(\.name).sorted())
    let tds = try #require(manifest.inputs.first { $0.kind == "tracker-radar" })
    #expect(manifest.trackerRadar?.tds == String(tds.sha256.prefix(16)))
    #expect(manifest.trackerRadar?.userSites == nil)
    #expect(manifest.inputs.first { $0.name == "ads.txt" }?.license == "GPLv3")
  }

  @Test func surrogatesMustExist() throws {
    let inputs = try Self.inputs()
    let radar = try #require(try Merge().run(inputs).trackerRadar)
    let surrogates = Surrogates(radar.data)
    #expect(surrogates.scripts == ["metrics.js", "noop.js"])
    let mapping = Array(
      #"{"metrics.example": [{"regexRule": "metrics\\.example\\/m\\.js", "surrogate": "metrics.js"}]}"#.utf8)
    #expect(try surrogates.check(mapping: mapping, available: ["metrics.js", "noop.js"]) == [])
    #expect(throws: Surrogates.Problem.missingScripts(["noop.js"])) {
      _ = try surrogates.check(mapping: mapping, available: ["metrics.js"])
    }
    #expect(throws: Surrogates.Problem.noMapping) { _ = try surrogates.check(mapping: "", available: []) }
    let other = Array(#"{"x.example": [{"regexRule": "x", "surrogate": "noop.js"}]}"#.utf8)
    #expect(
      try surrogates.check(mapping: other, available: ["metrics.js", "noop.js"]) == ["x.example: noop.js"])
    let reduced = try TrackerData.decodingJSON(try surrogates.encodedJSON())
    #expect(reduced.problems.isEmpty)
    #expect(
      Set(reduced.data.trackers.map(\.domain))
        == Set(["metrics.example", "widgets.example"].map { Array($0.utf8) }))
    let own = TrackerRadar(reduced.data)
    for url in [
      "https://metrics.example/m.js", "https://cdn.widgets.example/w.js", "https://metrics.example/login",
    ] {
      let request = TrackerRequest(url: url, page: "https://news.example/", type: "script")
      let full = TrackerRadar(radar.data).resolve(request).verdict
      if case .surrogate = full { #expect(own.resolve(request).verdict == full) }
    }
  }
}
