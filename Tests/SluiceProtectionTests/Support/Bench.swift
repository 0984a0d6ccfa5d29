import Foundation
import SluiceProtection
import Testing
import TestSupport

/// A protection in a temporary folder, with fakes for everything around it.
@MainActor final class Bench {
  let folder: TemporaryFolder
  let source: FakeSource?
  let builtIn: FakeSource?
  let engine = FakeEngine()
  let clock = ManualClock()
  let view = FakeView()
  let protection: Protection

  init(
    _ source: FakeSource?, builtIn: FakeSource? = nil, in folder: TemporaryFolder? = nil,
    options: ProtectionOptions = ProtectionOptions()
  ) throws {
    self.folder = try folder ?? TemporaryFolder(inMemory: true)
    (self.source, self.builtIn) = (source, builtIn)
    protection = Protection(
      source: source, builtIn: builtIn, engine: engine, folder: self.folder.path("store"), options: options,
      clock: clock.clock)
    protection.protect(view)
  }

  /// Starts again with the same folder and sources.
  func again(options: ProtectionOptions = ProtectionOptions()) throws -> Bench {
    try Bench(source, builtIn: builtIn, in: folder, options: options)
  }

  /// Runs other tasks until a condition is true.
  func until(_ condition: () -> Bool, _ location: SourceLocation = #_sourceLocation) async throws {
    for _ in 0..<5_000 {
      if condition() { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("it did not come to that", sourceLocation: location)
  }

  /// Lets the delay of exceptions pass, and waits for its effects.
  func passExceptionDelay() async throws {
    try await until { clock.sleepers > 0 }
    clock.advance(.seconds(5))
    try await until { protection.state.areSitesExact }
  }
}
