import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceTrackers
import TestSupport
import Testing
import TrackerTestSupport

/// The rules and the resolver decide as the documented algorithm does.
struct TrackerReferenceTests {
  @Test(.slow(8), arguments: 0..<3, [false, true])
  func sampleAgreesWithReference(seed: UInt64, clickToLoad: Bool) throws {
    try compare(
      tds: TrackerFiles.sample("tds.json"), exceptions: TrackerFiles.sample("exceptions.json"),
      userSites: ["mine.example"], clickToLoad: clickToLoad, count: size(4_000), seed: seed)
  }

  @Test(.slow(4), arguments: ["contentBlocking", "trackerAllowlist", "requestBlocklist", "clickToLoad"])
  func sampleWithoutFeatureAgreesWithReference(name: String) throws {
    let file = try JSONSerialization.jsonObject(with: TrackerFiles.sample("exceptions.json"))
    for state in ["disabled", "internal", "beta", nil] {
      var config = try #require(file as? [String: Any])
      var features = try #require(config["features"] as? [String: [String: Any]])
      if let state { features[name]?["state"] = state } else { features[name] = nil }
      config["features"] = features
      try compare(
        tds: TrackerFiles.sample("tds.json"), exceptions: try JSONSerialization.data(withJSONObject: config),
        userSites: ["mine.example"], clickToLoad: true, count: size(1_000), seed: 5,
        blocksNothing: name == "contentBlocking" && state != nil)
    }
  }

  @Test func sampleWithoutExceptionsAgreesWithReference() throws {
    try compare(
      tds: TrackerFiles.sample("tds.json"), exceptions: nil, userSites: [], count: 2_000, seed: 7)
  }

  @Test(.inTurn, .slow(8), TrackerFiles.needsReal) func macOSFileAgreesWithReference() throws {
    try compare(
      tds: TrackerFiles.real("macos-tds.v6.json"), exceptions: TrackerFiles.realExceptions(),
      userSites: ["mine.example", "bbc.co.uk"], count: size(20_000), seed: 1)
  }

  @Test(.inTurn, .slow(4), TrackerFiles.needsReal) func iOSFileAgreesWithReference() throws {
    try compare(
      tds: TrackerFiles.real("ios-tds.v5.json"), exceptions: nil, userSites: [], count: size(5_000), seed: 2)
  }

  private func compare(
    tds: Data, exceptions: Data?, userSites: [String], clickToLoad: Bool = false, count: Int, seed: UInt64,
    blocksNothing: Bool = false
  ) throws {
    let data = try TrackerData.decodingJSON([UInt8](tds)).data
    var overridden = TrackerExceptions()
    if let exceptions { overridden = try TrackerExceptions.decodingJSON([UInt8](exceptions)).exceptions }
    overridden.userSites = userSites.map { Array($0.utf8) }
    var options = TrackerOptions()
    options.blocksClickToLoad = clickToLoad
    let radar = TrackerRadar(data, exceptions: overridden, options: options)
    let evaluator = RuleListEvaluator(RuleList(radar.rules().rules))
    let suffixes = TrackerFiles.suffixes
    var reference = try TrackerReference(
      tds: tds, exceptions: exceptions, userSites: userSites, suffixes: suffixes,
      blocksClickToLoad: clickToLoad)
    var requests = TrackerRequests(data, overridden, seed: seed)
    let claims = PageClaims(data, overridden)
    var blocked = 0
    var differences: [String] = []
    for (number, made) in requests.make(count).enumerated() {
      let expected = reference.blocks(url: made.url, page: made.page, type: made.type)
      blocked += expected ? 1 : 0
      let kind = try #require(Request.Kind(rawValue: made.type))
      let decision = evaluator.decide(
        Request(kind, url: Array(made.url.utf8), page: Array(made.page.utf8), suffixes: suffixes))
      if decision.isBlocked != expected { differences.append("rules: \(made), expected \(expected)") }
      if let page = claims.page(of: made, number) {
        let claimed = evaluator.decide(
          Request(kind, url: Array(made.url.utf8), page: Array(page.utf8), suffixes: suffixes))
        if claimed.isBlocked != expected {
          differences.append("rules: \(made) on \(page), expected \(expected)")
        }
      }
      let resolved = radar.resolve(
        TrackerRequest(url: made.url, page: made.page, type: made.type), suffixes: suffixes)
      if (resolved.verdict != .pass) != expected {
        differences.append("resolver: \(made), expected \(expected), got \(resolved)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(5).joined(separator: "\n"))")
    let isBoth = blocked > count / 6 && blocked < count * 5 / 6
    #expect(blocksNothing ? blocked == 0 : isBoth, "\(blocked) of \(count)")
  }
}
