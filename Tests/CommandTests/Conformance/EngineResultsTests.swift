import Foundation
import SluiceRules
import Testing
import TestSupport

@testable import sluice

/// Checks the table of capabilities against the results of each engine that `.ci/engines` recorded in
/// `Samples/Conformance/engines.json`.
@Suite struct EngineResultsTests {
  private static let results: [String: [String: Bool]] =
    (try? Repository.bytes(of: "Samples/Conformance/engines.json")).flatMap {
      try? JSONDecoder().decode([String: [String: Bool]].self, from: Data($0))
    } ?? [:]

  @Test(.enabled(if: !results.isEmpty, "skipped: SLUICE_UPDATE_SAMPLES=1 .ci/engines has not written it yet"))
  func capabilityTableMatchesMeasuredResults() throws {
    let results = Self.results
    #expect(results.keys.sorted() == Capability.measuredReleases.map(\.description).sorted())
    for release in Capability.measuredReleases {
      let holds = try #require(results[release.description])
      for probe in ConformanceProbe.allCases {
        guard let capability = probe.capability, let isMeasured = holds[probe.rawValue] else { continue }
        #expect(isMeasured == capability.support.webKitGTK.isKnown(in: release), "\(release) \(probe)")
      }
      #expect(holds["control"] == true && holds.count >= 27)
    }
  }

  /// A probe tests every capability that the table calls measured, except pseudo-elements of
  /// `::details-content`, which the test of selectors covers.
  @Test func everyMeasuredCapabilityHasProbe() {
    let measured = Capability.allCases.filter { $0.support.webKitGTK.certainty == .measured }
    let tried = ConformanceProbe.allCases.compactMap(\.capability)
    #expect(Set(measured).subtracting(tried) == [.detailsPartSelectors])
  }
}
