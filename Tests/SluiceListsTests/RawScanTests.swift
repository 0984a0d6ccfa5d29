import Foundation
import SluiceSyntax
import Testing
import TestSupport

@testable import SluiceListFiles
@testable import SluiceLists

/// Scanning the raw bytes of a list, which is faster, gives the same results as its parsed lines.
@Suite struct RawScanTests {
  private static let shared = Repository.root.deletingLastPathComponent()
    .appendingPathComponent("shared/lists")

  /// The paths of all filter lists in the folder.
  private static let lists: [String] =
    (FileManager.default.enumerator(atPath: shared.path)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  @Test(
    .enabled(if: !lists.isEmpty, "skipped: ../shared/lists is not there"),
    arguments: some(lists, oneIn: 4))
  func rawScanOfRealListsAgreesWithParser(_ name: String) throws {
    check(Array(try Data(contentsOf: Self.shared.appendingPathComponent(name))))
  }

  @Test(arguments: [
    "! Title: a\n!#include a.txt\n%include b:c.txt%\n!+ NOT_PLATFORM(ios)\n||a^\n##b\n# c\n0.0.0.0 d\n",
    "!#safari_cb_affinity(general)\n||a^\n!#safari_cb_affinity\n",
    "!#if x\n!#include a/ \\\n    b.txt\n!#endif",
    "a$b=%include\n!include a\n! #include a\n#include a\n##include\n%includes\n% include a%\n!#includes a\n",
    "||a^ \\\n    !#include b\n!#Include c\n\t!#include d\n\u{feff}!#include e\n", "\u{feff}!#include a",
    "!#safari_\n#safari_x\n!#safari_cb_affinity_x\n", "",
  ])
  func rawScanOfTextsAgreesWithParser(_ text: String) { check(Array(text.utf8)) }

  private func check(_ bytes: [UInt8]) {
    let list = FilterList(parsing: bytes)
    let instructions = FilterList(parsingInstructionsOf: bytes)
    #expect(instructions.lines.count == list.lines.count)
    let others = zip(list.lines, instructions.lines).filter { line, read in
      read.content != (isInstruction(line) || read.content != .comment ? line.content : .comment)
    }
    #expect(others.isEmpty)

    let includes = IncludeScanner.includes(in: bytes, constants: nil)
    #expect(includes.map(\.line) == list.lines.indices.filter { isInclude(list.lines[$0]) })
    let without = FilterList(parsing: IncludeScanner.withoutInstructions(bytes, includes: includes))
    #expect(without.lines.count == list.lines.count && !without.lines.contains(where: isInclude))

    let hasAffinity = list.lines.contains { line in
      guard case .directive(let directive) = line.content else { return false }
      return directive.kind == .safari_cb_affinity
    }
    #expect(Affinity.isNamed(in: bytes) || !hasAffinity)

    let head = FilterList(parsingHeadOf: bytes)
    func metadata(_ list: FilterList) -> [String] {
      list.lines.compactMap { line in
        guard case .metadata(let metadata) = line.content else { return nil }
        return String(decoding: list.bytes[metadata.value.indices], as: UTF8.self)
      }
    }
    #expect(metadata(head) == metadata(list))
  }

  private func isInclude(_ line: Line) -> Bool {
    switch line.content {
    case .directive(let directive): directive.kind == .include
    case .rejected(let problem): problem.reason == .templateInstruction
    case .blank, .comment, .header, .metadata, .hint, .network, .cosmetic, .hosts, .continuation: false
    }
  }

  private func isInstruction(_ line: Line) -> Bool {
    switch line.content {
    case .directive, .hint, .metadata, .blank, .continuation: true
    case .rejected: isInclude(line)
    case .comment, .header, .network, .cosmetic, .hosts: false
    }
  }
}
