import Foundation
import TestSupport
import Testing

@testable import sluice

/// Manual pages, checked with a formatter.
@Suite struct ManTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }

  private static let hasMandoc = FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc")
  private static let shown = CommandTable.commands.filter { !$0.isHidden }.map(\.name.rawValue)

  private static func page(_ name: CommandName?) -> String {
    ManPage(commands: CommandTable.commands, flags: CommandTable.flags)
      .text(for: name.map(CommandTable.command))
  }

  @Test func manPagesOfAllCommandsAreWritten() throws {
    let result = try sh(
      "mkdir man1; sluice man -o man1; sluice man > sluice.1; sluice man lint > sluice-lint.1")
    #expect(result.status == 0 && result.output == "" && result.error == "")
    let names = try sh("ls man1").output.split(separator: "\n").map(String.init)
    #expect(Set(names) == Set(Self.shown.map { "sluice-\($0).1" } + ["sluice.1"]))
    #expect(folder.text(of: "sluice.1") == folder.text(of: "man1/sluice.1"))
    #expect(folder.text(of: "sluice-lint.1") == folder.text(of: "man1/sluice-lint.1"))
    #expect(folder.text(of: "sluice-lint.1") == Self.page(.lint))
    // The pages are reproducible on any day.
    #expect(try sh("cp -r man1 before; sluice man -o man1; diff -r before man1").status == 0)
    #expect(try sh("mkdir one; sluice man lint -o one; ls one").output == "sluice-lint.1\n")
  }

  @Test func manReplacesOnlyOwnPagesAndCreatesNoFolder() throws {
    _ = try sh("mkdir man1; echo mine > man1/sluice-try.1")
    let foreign = try sh("sluice man -o man1")
    #expect(foreign.status == 2 && foreign.error.contains("Sluice did not write it"), "\(foreign.error)")
    #expect(try sh("ls man1; cat man1/sluice-try.1").output == "sluice-try.1\nmine\n")
    #expect(try sh("sluice man -o none; ls").output == "man1\n")
  }

  @Test(arguments: ["webkit-compile", "webkit-page", "conver", ""])
  func hiddenCommandHasNoManPage(name: String) throws {
    let result = try sh("sluice man '\(name)'")
    #expect(result.status == 64 && result.output == "" && result.error.contains("unknown command"))
  }

  @Test(.inTurn, .enabled(if: hasMandoc, "skipped: there is no mandoc"))
  func mandocAcceptsManPages() throws {
    let result = try sh(
      "mkdir man1; sluice man -o man1; cd man1; MANPATH=$PWD/.. mandoc -T lint *.1; mandoc -W warning -T lint *.1"
    )
    // Naming a single operating system is a convention for pages of the BSDs.
    let lines = result.output.split(separator: "\n").filter {
      !$0.hasSuffix("STYLE: operating system explicitly specified: Os sluice (NetBSD)")
    }
    #expect(lines.isEmpty && result.error == "")
  }

  @Test(.enabled(if: hasMandoc, "skipped: there is no mandoc"), arguments: CommandName.allCases)
  func renderedManPageContainsHelp(name: CommandName) throws {
    let command = CommandTable.command(name)
    guard !command.isHidden else { return }
    let page = Self.words(try sh("sluice man \(name.rawValue) | mandoc -T utf8").output)
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
      #expect(page.contains(" \(section) "))
    }
    #expect(page.contains("SYNOPSIS sluice \(name.rawValue) "))
    for paragraph in command.details { #expect(page.contains(Self.words(paragraph)), "\(paragraph)") }
    for example in command.examples { #expect(page.contains(Self.words(example.line)), "\(example.line)") }
    for flag in CommandTable.flags where flag.applies(to: name) {
      #expect(
        page.contains(Self.words("--\(flag.name) \(flag.value?.placeholder ?? "") \(flag.explanation).")))
    }
    for code in command.exitCodes { #expect(page.contains(" \(code.rawValue) ")) }
    for other in Self.shown where other != name.rawValue { #expect(page.contains("sluice-\(other)(1)")) }
  }

  @Test(arguments: [
    ("", ""), ("FILE...", ".Ar FILE ...\n"), ("[FILE...]", ".Op Ar FILE ...\n"),
    ("LIST... [-]", ".Ar LIST ...\n.Op Fl\n"), ("[OLD NEW | PATH...]", ".Op Ar OLD NEW | PATH ...\n"),
    ("[LIST...|FOLDER]", ".Op Ar LIST ... | FOLDER\n"), ("A [B]", ".Ar A\n.Op Ar B\n"),
  ])
  func manPageSynopsisShowsOperands(text: String, mdoc: String) {
    let command = Command(name: .convert, summary: "Do it", operands: text)
    let page = ManPage<Arguments>(commands: [command], flags: []).text(for: command)
    #expect(page.contains(".Cm convert\n\(mdoc).Op Ar options\n"), "\(page)")
  }

  /// Text cannot act as a macro, and every character of it is shown.
  @Test(
    .enabled(if: hasMandoc, "skipped: there is no mandoc"),
    arguments: [
      ".Sh NAME", "'x", "a\\fBb\\e", "\"\" `a' ^ ~ \u{2192} \u{E9}", "Ar Fl It Op", "an end. Then ... more",
      String(repeating: "x. ", count: 60), ".", "--a-b",
    ])
  func manPageTextIsEscaped(text: String) throws {
    var mdoc = MdocWriter()
    mdoc.macro(.date, words: ["November", "22,", "2026"])
    mdoc.macro(.title, words: ["X", "1"])
    mdoc.macro(.system, words: [])
    mdoc.macro(.section, words: ["NAME"])
    mdoc.macro(.name, words: ["x"])
    mdoc.macro(.described, words: ["y"])
    mdoc.macro(.section, words: ["DESCRIPTION"])
    mdoc.words("\(text) END")
    mdoc.macro(.display, words: [.text(text), "END"])
    try mdoc.text.write(toFile: folder.path("x.1"), atomically: true, encoding: .utf8)
    let shown = Self.words(try sh("mandoc -T utf8 x.1").output)
    let parts = shown.components(separatedBy: "DESCRIPTION ")
    #expect(parts.last?.hasPrefix(Self.words("\(text) END \(text) END")) == true, "\(shown)")
  }

  @Test func manPageDateIsReleaseDate() throws {
    let heading = try #require(
      try Repository.text(of: "CHANGELOG.md").split(separator: "\n").first {
        $0.hasPrefix("## \(Program.version),")
      })
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
    formatter.dateFormat = "MMMM d, yyyy"
    let date = try #require(formatter.date(from: Program.date))
    formatter.dateFormat = "yyyy-MM-dd"
    #expect(heading == "## \(Program.version), \(formatter.string(from: date))")
  }

  /// Returns the text with each run of spaces and line ends as a single space, and without overstruck
  /// characters, which terminal pages use for bold.
  private static func words(_ text: String) -> String {
    let letters = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { letters, scalar in
      if scalar == "\u{8}" { _ = letters.popLast() } else { letters.append(scalar) }
    }
    return String(letters).split { $0.isWhitespace }.joined(separator: " ")
  }
}
