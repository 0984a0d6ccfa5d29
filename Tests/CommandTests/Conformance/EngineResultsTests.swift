import ContentBlocker
import Foundation
import TestSupport
import Testing

@testable import sluice

/// What `.ci/engines` has written down of each engine, `Samples/Conformance/engines.json`, is what the table of abilities
/// says of that release.
@Suite struct EngineResultsTests {
  @Test func theTableSaysWhatWasMeasured() throws {
    let results = try JSONDecoder().decode(
      [String: [String: Bool]].self, from: Data(try Repository.bytes(of: "Samples/Conformance/engines.json")))
    #expect(results.keys.sorted() == Ability.measuredReleases.map(\.description).sorted())
    for release in Ability.measuredReleases {
      let holds = try #require(results[release.description])
      for probe in ConformanceProbe.allCases {
        guard let ability = probe.ability, let isMeasured = holds[probe.rawValue] else { continue }
        // An exception to hiding is more than the word of the action.
        #expect(isMeasured == ability.support.webKitGTK.isKnown(in: release), "\(release) \(probe)")
      }
      #expect(holds["control"] == true && holds.count >= 27)
    }
  }

  /// Every ability is tried by a probe, but for pseudo-elements of `::details-content`, which the selectors' test tries.
  @Test func everyAbilityIsTried() {
    let tried = Set(ConformanceProbe.allCases.compactMap(\.ability))
    #expect(Set(Ability.allCases).subtracting(tried) == [.detailsPartSelectors])
  }
}
