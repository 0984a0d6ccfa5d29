import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceTrackers
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// The real lists together block exactly the union of what each of them blocks.
@Suite(Repository.needs("requests"))
struct RealMergeTests {
  @Test(.inTurn, .slow(16)) func mergedRealListsBlockUnionOfInputs() throws {
    let trackers = try ["macos-tds.v6.json", "tracker-allowlist.json"].map {
      try RealLists.input("lists/duckduckgo/\($0)")
    }
    let filters = try ["easylist.txt", "easyprivacy.txt"].map { try RealLists.filters("lists/\($0)") }
    var parts = [RuleListEvaluator(try Merge().run(trackers).lists[0].rules)]
    var rules = 0
    for list in filters {
      let converted = try Converter().convert([Source(name: list.name, bytes: list.bytes)]).lists[0].rules
      rules += converted.rules.count
      parts.append(RuleListEvaluator(converted))
    }
    let requests = try RealLists.requests("easylist+easyprivacy", each: 12)
    let expected = requests.map { request in parts.contains { $0.decide(request).isBlocked } }
    #expect(expected.count { $0 } > size(300) && expected.count { !$0 } > 300)

    var options = MergeOptions()
    for limit in [nil, rules / 3] {
      options.conversion.maximumRules = limit
      let result = try Merge(options: options).run(filters + trackers)
      // In everyday runs, Tracker Radar's rules alone need several lists.
      #expect(limit == nil ? result.lists.count == 3 : result.lists.count >= 5)
      if limit == nil {
        let turned = try Merge(options: options).run(trackers.reversed() + filters.reversed())
        #expect(turned.lists.map(\.rules) == result.lists.map(\.rules))
      }
      let lists = result.lists.map { RuleListEvaluator($0.rules) }
      for (request, isBlocked) in zip(requests, expected) {
        let url = String(decoding: request.url, as: UTF8.self)
        #expect(lists.contains { $0.decide(request).isBlocked } == isBlocked, "\(url), limit \(limit ?? 0)")
      }
    }
  }
}

/// The real lists in both forms.
@Suite(Repository.needs("requests"))
struct RealFormTests {
  @Test(.slow(16)) func bothFormsOfRealListsDecideAlike() throws {
    let sources = try ["easylist.txt", "easyprivacy.txt"].map { try RealLists.filters("lists/\($0)") }
      .map { Source(name: $0.name, bytes: $0.bytes) }
    let lists = try [FormPreference.compile, .size].map { form in
      var options = ConversionOptions()
      options.preferredForm = form
      return try Converter(options: options).convert(sources).lists[0].rules
    }
    for list in lists { #expect(list.encodedSize == list.encodedJSON().count) }
    #expect(lists[0].encodedSize - lists[1].encodedSize > size(3_700_000))
    let evaluators = lists.map { RuleListEvaluator($0) }
    var blocked = 0
    for request in try RealLists.requests("easylist+easyprivacy", each: 12) {
      let decisions = evaluators.map { $0.decide(request) }
      blocked += decisions[0].isBlocked ? 1 : 0
      let url = String(decoding: request.url, as: UTF8.self)
      #expect(decisions[0].isBlocked == decisions[1].isBlocked, "\(url)")
      #expect(
        decisions[0].hiddenSelectors.map(\.bytes) == decisions[1].hiddenSelectors.map(\.bytes), "\(url)")
    }
    #expect(blocked > size(300))
  }
}

/// Lists and requests in the folder of real lists.
enum RealLists {
  static func input(_ path: String) throws -> MergeInput {
    MergeInput(name: path, bytes: try Repository.sharedBytes(of: path))
  }

  /// A filter list: in everyday runs, its header and one line in as many as ``size(_:)`` leaves out.
  static func filters(_ path: String) throws -> MergeInput {
    let input = try input(path)
    let step = 1000 / size(1000)
    let lines = input.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let kept = lines.indices.filter { $0 < 20 || $0 % step == 0 }.map { lines[$0] }
    return MergeInput(name: input.name, bytes: Array(kept.joined(separator: [UInt8(ascii: "\n")])))
  }

  private struct Recorded: Decodable {
    var url, page, type: String
  }

  /// Returns every `step`th request in the files of a folder.
  static func requests(_ folder: String, each step: Int) throws -> [Request] {
    var requests: [Request] = []
    for name in ["recorded", "synthetic", "pages"] {
      let data = Data(try Repository.sharedBytes(of: "requests/\(folder)/\(name).jsonl"))
      let lines = data.split(separator: UInt8(ascii: "\n"))
      for index in stride(from: 0, to: lines.count, by: step) {
        let recorded = try JSONDecoder().decode(Recorded.self, from: lines[index])
        guard let kind = Request.Kind(rawValue: recorded.type) else { continue }
        requests.append(
          Request(
            kind, url: Array(recorded.url.utf8), page: Array(recorded.page.utf8), suffixes: .wellKnown))
      }
    }
    return requests
  }
}
