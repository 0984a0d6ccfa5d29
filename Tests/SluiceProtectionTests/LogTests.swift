import Foundation
import SluiceLists
import Testing
import TestSupport

@testable import SluiceProtection

/// The entries in the system log.
@MainActor @Suite(.ends) struct LogTests {
  private static let words = "https://secret.example/path?user=me"

  /// Persisted log entries contain no URL, whatever a server, a disk or WebKit reports.
  @Test func storedLogEntriesContainNoURLs() {
    let problems: [ProtectionState.Problem] = [
      .store(.unusable(Self.words)), .store(.temporary(Self.words)), .store(.damaged), .store(.busy),
      .store(.notWritten(Self.words)), .source(.unreachable(Self.words)), .source(.badManifest(Self.words)),
      .builtIn(.unreadable(Self.words, Self.words)), .engine("ads", .rejected(Self.words)),
      .engine("ads", .unavailable(Self.words)), .damagedCompiled("ads"), .missingContent("ads"),
      .neverFetched,
      .memory("ads"), .noRoomForSites("ads"),
    ]
    var new = ProtectionState()
    new.problems = problems
    let entries = LogEntry.changes(from: ProtectionState(), to: new)
    #expect(entries.filter { $0.level == .error }.count == problems.count)
    #expect(entries.filter { $0.level == .debug }.count == problems.count)
    for entry in entries where entry.level != .debug {
      #expect(!entry.text.contains("secret") && !entry.text.contains("/"), "\(entry.text)")
    }
  }

  @Test func stateChangesAreLoggedOnce() async throws {
    let bench = try Bench(FakeSource([("ads", rules("one"))]))
    let before = bench.protection.state
    await bench.protection.start()
    let after = bench.protection.state
    #expect(
      LogEntry.changes(from: before, to: after) == [
        LogEntry(category: .state, level: .notice, text: "starting -> protected"),
        LogEntry(category: .lists, level: .notice, text: "ads: newest"),
      ])
    #expect(LogEntry.changes(from: after, to: after).isEmpty)
  }
}
