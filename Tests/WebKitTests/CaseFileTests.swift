import Foundation
import Testing

/// Checks that the cases are meaningful.
///
/// These tests need no WebKit.
@Suite struct CaseFileTests {
  private let files: [ProbeCaseFile]

  init() throws { files = try ProbeCaseFile.all() }

  @Test func caseNamesAreUniqueAndNumerous() {
    let names = files.flatMap(\.cases).map(\.name)
    #expect(Set(names).count == names.count, "\(names.filter { name in names.count { $0 == name } > 1 })")
    let hiding = files.filter { $0.name.hasPrefix("hiding") }.reduce(0) { $0 + $1.cases.count }
    #expect(hiding >= 90)
    #expect(names.count - hiding >= 70)
  }

  /// If nothing were blocked or hidden, a case would pass without any filter; if everything were, it would
  /// pass with one that matches too much.
  ///
  /// Cases with equal filters count as one.
  @Test func everyCaseCanFail() {
    let groups = Dictionary(grouping: files.flatMap(\.cases), by: \.filters)
    for group in groups.values {
      let names = group.map(\.name)
      let verdicts = Set(group.flatMap(\.verdicts))
      #expect(!verdicts.isDisjoint(with: [.blocked, .hidden, .stripped]), "\(names)")
      #expect(
        !verdicts.isDisjoint(with: verdicts.contains(.stripped) ? [.sent] : [.loaded, .shown]), "\(names)")
    }
  }

  @Test func deviatingCasesHaveComment() {
    let unusual = files.flatMap(\.cases).filter { $0.differs || $0.layouts != nil || $0.reported != nil }
    for subject in unusual {
      #expect(!(subject.comment ?? "").isEmpty, "\(subject.name)")
    }
  }

  @Test func caseKeysAreKnown() throws {
    for file in files {
      let cases = try #require(try JSONSerialization.jsonObject(with: file.data) as? [[String: Any]])
      for subject in cases {
        #expect(Self.caseKeys.isSuperset(of: subject.keys), "\(file.name): \(subject)")
        for key in ["requests", "hidden"] {
          for item in subject[key] as? [[String: Any]] ?? [] {
            #expect(Self.itemKeys.isSuperset(of: item.keys), "\(file.name): \(item)")
          }
        }
      }
    }
  }

  private static let caseKeys: Set = [
    "name", "comment", "filters", "page", "expect", "html", "frames", "requests", "hidden", "layouts",
    "reported", "reportedIn", "domainScope", "genericHiding",
  ]
  private static let itemKeys: Set = ["url", "type", "selector", "frame", "expect", "cookie", "differs"]
}
