import Foundation
import TestSupport
import Testing

@testable import ListBuilding

/// Builds into folders that somebody has tampered with: manifests, outputs, caches, and what stands where a build
/// works. Nothing outside of output and cache may change, nothing of the user's inside, and a build that
/// succeeds gives what one from nothing gives.
@Suite struct BuildFuzzTests {
  private static let batches = 8
  private static let rounds = 1000

  @Test(.slow(20), arguments: 0..<batches)
  func onlyOutputAndCacheChange(batch: Int) throws {
    var successes = 0
    for round in stride(from: batch, to: size(Self.rounds), by: Self.batches) {
      var site = try TamperedSite(round: round)
      if try site.build() { successes += 1 }
    }
    // Otherwise it would only be tested that builds fail.
    #expect(successes > size(Self.rounds) / Self.batches / (SlowTrait.runsWhole ? 4 : 10))
  }
}
