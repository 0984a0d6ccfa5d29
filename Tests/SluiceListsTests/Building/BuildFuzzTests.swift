import Foundation
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Builds into folders with tampered manifests, outputs, caches and working files.
///
/// - Nothing outside of output and cache may change, and nothing of the user's inside them.
/// - A successful build has the same output as a clean one.
@Suite struct BuildFuzzTests {
  private static let batches = 8
  private static let rounds = 1000

  @Test(.slow(20), arguments: 0..<batches)
  func fuzzedBuildsChangeOnlyOutputAndCache(batch: Int) throws {
    var successes = 0
    for round in stride(from: batch, to: size(Self.rounds), by: Self.batches) {
      var site = try TamperedSite(round: round)
      if try site.build() { successes += 1 }
    }
    // Otherwise, the test would mostly cover failing builds.
    #expect(successes > size(Self.rounds) / Self.batches / (SlowTrait.runsWhole ? 4 : 10))
  }
}
