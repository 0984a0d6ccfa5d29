import Foundation
import SluiceListFiles
import SluiceLists
import TestSupport
import Testing

@testable import sluice

/// The first output of commands on a terminal: it fits a screen, narrow or wide, and says what to do next.
@Suite struct FirstScreenTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.list(0), to: "old.txt")
    try folder.write(Self.list(1), to: "new.txt")
    try folder.write(#"{lists: [{name: "ads", sources: ["old.txt"]}]}"#, to: "sluice.json")
    _ = try Shell.run("for list in old new; do sluice convert -q $list.txt -o $list.json; done", in: folder)
  }

  /// A list in which most filters change with the version, long lines among them.
  private static func list(_ version: Int) -> String {
    (0..<60).map { number in
      let long = String(repeating: "/part-\(number)", count: 30)
      let kept = "||kept-\(number).example^$image\(version == 0 ? "" : ",script")\n"
      return kept
        + """
        ||host-\(version)-\(number).example\(long)
        @@||host-\(number).example/ok-\(version)\(long)$script,domain=news-\(number).example
        news-\(number).example##.ad-\(version)-\(number)
        ##.generic-\(version)-\(number)
        ||same-\(number).example^$object,script
        ||cdn-\(number).example^$scirpt\(version)
        news-\(number).example##p:has-text(\(version))

        """
    }.joined()
  }

  /// The lines of the screen that a text fills.
  private static func height(_ lines: [String], _ columns: Int) -> Int {
    lines.reduce(0) { $0 + max(1, (DisplayText.width(of: $1) + columns - 1) / columns) }
  }

  @Test(
    arguments: [
      ("convert old.txt -o out.json", "--max-diagnostics 0 lists"),
      ("lint old.txt", "--max-diagnostics 0 lists"),
      ("build", "next: sluice serve ./public"), ("check old.json", "0 errors"),
      ("diff old.txt new.txt", "--max-diagnostics 0 shows all"),
      (
        "match --page https://news-1.example/ --url https://kept-1.example/a.png --type image old.txt",
        "old.txt:"
      ),
    ], [60, 160])
  func firstScreenFitsAndNamesNextStep(of command: (line: String, next: String), columns: Int) async throws {
    let terminal = try PseudoTerminal(columns: UInt16(columns))
    await terminal.end(
      of: try terminal.start(
        command.line.split(separator: " ").map(String.init), in: folder, environment: ["NO_COLOR": "1"]))
    let lines = terminal.screen
    let text = lines.joined(separator: "\n")
    #expect(Self.height(lines, columns) <= 41, "\(text)")
    #expect(text.contains(command.next), "\(text)")
  }

  /// Logs and other programs get no hints.
  @Test func nextStepIsShownOnlyOnTerminals() throws {
    #expect(try !Shell.run("sluice build", in: folder).error.contains("next:"))
  }
}

extension DisplayText {
  /// Returns the number of columns of a text.
  fileprivate static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + cell($1).width }
  }
}
