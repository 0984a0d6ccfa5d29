import Foundation
import TestSupport
import Testing

/// Runs each case of `Cases` in a real WebKit: in every form of the output with `SLUICE_FULL=1`, otherwise one in
/// five of them, in one form each, in turn.
///
/// Every run compares the diagnostics of all forms. `SLUICE_CASES=text` runs only the cases whose names
/// contain the text.
@Suite(.quickBrowser, .enabled(if: WebKitTools.isAvailable, WebKitTools.comment))
struct WebKitProbeTests {
  @Test(.ends, arguments: ProbeLayout.allCases)
  func webKitCasesPass(_ layout: ProbeLayout) async throws {
    let wanted = ProcessInfo.processInfo.environment["SLUICE_CASES"]
    let cases = try ProbeCaseFile.all().flatMap(\.cases).filter { subject in
      subject.layouts?.contains(layout) ?? true && wanted.map { subject.name.contains($0) } ?? true
    }
    try #require(!cases.isEmpty, "no case to run")
    let forms = ProbeLayout.allCases.count
    let turn = ProbeLayout.allCases.firstIndex(of: layout).map { $0 + forms * (round % 5) }
    let failures = try await ProbeRun(layout).failures(of: cases) { number in
      SlowTrait.runsWhole || wanted != nil || number % (5 * forms) == turn
    }
    for failure in failures {
      let filters = failure.subject.filters.joined(separator: "\n    ")
      Issue.record(
        """
        [\(layout.rawValue)] \(failure.subject.name): \(failure.message)
          page: \(failure.subject.page)
          filters:
            \(filters)
        """)
    }
  }
}
