import Foundation
import SluiceRules
import SluiceSystem
import Testing
import TestSupport

@testable import sluice

/// The page of `sluice conformance` in the real engine.
///
/// Its results must agree with the table of capabilities.
@Suite(.browser, .enabled(if: WebKitTools.isAvailable, WebKitTools.comment), .ends)
struct ConformancePageTests {
  /// The output of `Samples/Conformance/open-page`.
  private struct Opened: Decodable {
    let line: String
    let rejected: [String: String]
    let version: [Int]
  }

  /// The line of results on the page.
  private struct Line: Decodable {
    let sluice, userAgent: String
    let results: [String: [String: Value]]

    subscript(_ probe: ConformanceProbe, _ key: String) -> Value? { results[probe.rawValue]?[key] }
  }

  private enum Value: Decodable, Equatable {
    case truth(Bool), word(String), nothing

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .nothing
      } else if let truth = try? container.decode(Bool.self) {
        self = .truth(truth)
      } else {
        self = .word(try container.decode(String.self))
      }
    }
  }

  /// Serves the folder on two origins, and opens the page with some of its lists.
  private static func open(
    _ probes: [ConformanceProbe], hasSecond: Bool = true
  ) async throws -> (opened: Opened, line: Line) {
    let (folder, more) = (try TemporaryFolder(), try TemporaryFolder())
    let directory = folder.path("probes")
    #expect(try EngineRun.sluice(["conformance", "-q", directory], in: more).status == 0)
    let listeners = try (0..<2).map { _ in try Listener(address: "127.0.0.1", port: 0) }
    let ports = listeners.map(\.port)
    let server = HTTPServer(
      directory: directory, hosts: ServerHosts(address: "127.0.0.1", ports: ports), listeners: listeners,
      isShared: false
    ) { _ in }
    Thread.detachNewThread { server.run() }
    let second = hasSecond ? ports[1] : 9
    var files: [String] = []
    for probe in probes where !probe.content.isLarge { files.append("\(directory)/\(probe.fileName)") }
    // Only the large lists that test a number of rules, because they need no padding.
    for probe in probes where probe.content.isLarge {
      let file = more.path(probe.fileName)
      try Data(probe.content.list(of: probe).json).write(to: URL(filePath: file))
      files.append(file)
    }
    let url = "http://127.0.0.1:\(ports[0])/sluice-conformance.html?second=\(second)"
    let run = try await ToolRun.python(
      Repository.root.appending(path: "Samples/Conformance/open-page"), [url, "line"] + files, in: more.url)
    try #require(run.status == 0, "\(run.errors)")
    let opened = try JSONDecoder().decode(Opened.self, from: run.output)
    return (opened, try JSONDecoder().decode(Line.self, from: Data(opened.line.utf8)))
  }

  /// Returns the expected result in a release of WebKitGTK, or nil if it is unknown.
  private static func holds(_ probe: ConformanceProbe, in version: Version) -> Bool? {
    if let capability = probe.capability {
      let since = capability.support[.webKitGTK]
      return since.isKnown(in: version) ? true : since.isPossible(in: version) ? nil : false
    }
    if probe == .control { return true }
    if probe == .rules150001 { return false }
    // Measured, but not guaranteed to stay this way.
    guard version == Version(2, 50) else { return nil }
    return probe != .selectorPopover && probe != .pluginTypes
  }

  @Test func conformancePageAgreesWithCapabilityTable() async throws {
    let probes = ConformanceProbe.allCases.filter {
      switch $0.content {
      case .rules, .copies, .conditions: true
      // `Tests/Browsers/conformance` tests these, because they take long.
      case .padding: false
      }
    }
    let (opened, line) = try await Self.open(probes)
    print("the conformance page says: \(opened.line)")
    #expect(line.sluice == Program.version && line.userAgent.contains("AppleWebKit/"))
    #expect(line.results.keys.sorted() == ConformanceProbe.allCases.map(\.rawValue).sorted())
    let version = try #require(
      opened.version.count == 2 ? Version(opened.version[0], opened.version[1]) : nil)
    for probe in probes {
      // A list acts if WebKit accepts it. Otherwise the page has no results for it.
      let isTaken = opened.rejected[probe.fileName] == nil
      #expect(line[probe, "acts"] == .truth(isTaken), "\(probe)")
      for trial in probe.trials {
        #expect(line[probe, trial.name] != .word("untested"), "\(probe) \(trial.name)")
      }
      let answer = line[probe, "holds"]
      if !isTaken { #expect(answer == .nothing, "\(probe)") }
      guard let expected = Self.holds(probe, in: version) else { continue }
      #expect((answer == .truth(true)) == expected, "\(probe): \(line.results[probe.rawValue] ?? [:])")
    }
    #expect(opened.rejected["sluice-rules-150001.json"]?.contains("Too many rules") == true)
  }

  /// The page reports no results for lists that are not installed.
  @Test(arguments: [[], [ConformanceProbe.topDocument]])
  func missingListsHaveNoConformanceResult(probes: [ConformanceProbe]) async throws {
    let line = try await Self.open(probes).line
    for probe in ConformanceProbe.allCases {
      #expect(line[probe, "acts"] == .truth(probes.contains(probe)), "\(probe)")
      #expect((line[probe, "holds"] == .nothing) == !probes.contains(probe), "\(probe)")
    }
  }

  /// Without a second origin, a frame that does not respond does not count as blocked.
  @Test func framesAreUntestedWithoutSecondOrigin() async throws {
    let line = try await Self.open([.childDocument, .ifFrameURL, .ignoreFollowing], hasSecond: false).line
    #expect(line[.childDocument, "frame"] == .word("untested"))
    #expect(line[.childDocument, "holds"] == .nothing && line[.ifFrameURL, "holds"] == .nothing)
    #expect(line[.ignoreFollowing, "holds"] == .truth(true))
  }
}
