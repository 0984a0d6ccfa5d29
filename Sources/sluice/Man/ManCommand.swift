import SluiceSystem

/// `sluice man [COMMAND]`
enum ManCommand {
  static let command = Command(
    name: .man, summary: "Write manual pages",
    details: [
      """
      Writes the manual page of COMMAND, or that of the program, as mdoc. With --output, it writes the pages of the \
      program and of all commands, or of COMMAND only, as sluice.1 and sluice-COMMAND.1.
      """
    ],
    operands: "[COMMAND]", maximumOperands: 1, completion: .commands,
    examples: [
      ("sluice man convert | man -l -", "to read one"),
      ("sluice man -o ~/.local/share/man/man1", "where man finds them"),
    ])

  static func run<Values>(
    _ arguments: ManArguments, pages: ManPage<Values>, console: Console
  ) throws(CommandError) -> ExitCode {
    let named = try arguments.command.map { (name) throws(CommandError) in try pages.commands.shown(name) }
    guard let folder = arguments.output else {
      try console.print(pages.text(for: named))
      return .success
    }
    let all: [Command?] = [nil] + pages.commands.shown
    let batch = OutputBatch()
    for command in named.map({ [$0] }) ?? all {
      let destination = try Destination.unnamed(folder.joined(ManPage<Values>.fileName(of: command)))
      try destination.refuseForeign(flag: "--output", isOwn: ManPage<Values>.isPage)
      try batch.add(Array(pages.text(for: command).utf8), to: destination)
    }
    try batch.finish()
    return .success
  }
}

struct ManArguments: Sendable {
  /// The command; nil for the program itself or, with ``output``, for all commands.
  var command: String?
  /// The output folder for pages; nil for standard output.
  var output: String?
}

/// A manual page, generated from the same table as the parser, the help and the completions.
struct ManPage<Values> {
  let commands: [Command]
  let flags: [Flag<Values>]

  /// The section of the manual for programs.
  private static var section: String { "1" }

  /// Returns the file name of the page for a command, or of the main page.
  static func fileName(of command: Command?) -> String { "\(name(of: command)).\(section)" }

  private static func name(of command: Command?) -> String {
    command.map { "sluice-\($0.name.rawValue)" } ?? "sluice"
  }

  /// The first line of every page, in any version.
  private static var mark: String { "Made by 'sluice man'." }

  static func isPage(_ file: [UInt8]) -> Bool {
    var mdoc = MdocWriter()
    mdoc.comment(mark)
    return file.starts(with: mdoc.text.utf8)
  }

  /// Returns the page for a command, or the main page.
  func text(for command: Command?) -> String {
    var mdoc = MdocWriter()
    mdoc.comment(Self.mark)
    mdoc.macro(.date, words: Program.date.split(separator: " ").map { .text(String($0)) })
    mdoc.macro(.title, words: [.text(Self.name(of: command).uppercased()), .text(Self.section)])
    mdoc.macro(.system, words: ["sluice", .text(Program.version)])
    mdoc.macro(.section, words: ["NAME"])
    mdoc.macro(.name, words: [.text(Self.name(of: command))])
    mdoc.macro(.described, words: [.text(command?.summary.withoutCapital ?? Program.summary)])
    mdoc.macro(.section, words: ["SYNOPSIS"])
    mdoc.macro(.name, words: ["sluice"])
    if let command {
      addCommand(command, to: &mdoc)
    } else {
      addOverview(to: &mdoc)
    }
    return mdoc.text
  }

  private func addCommand(_ command: Command, to mdoc: inout MdocWriter) {
    mdoc.macro(.command, words: [.text(command.name.rawValue)])
    addOperands(command.operands, to: &mdoc)
    for flag in flags where flag.applies(to: command.name) && flag.value?.absent.isRequired == true {
      mdoc.macro(
        .flag, words: [.text("-\(flag.name)"), .macro(.argument), .text(flag.value?.placeholder ?? "")])
    }
    mdoc.macro(.optional, words: [.macro(.argument), "options"])
    mdoc.macro(.section, words: ["DESCRIPTION"])
    mdoc.words("\(command.summary).")
    for paragraph in command.details {
      mdoc.macro(.paragraph)
      mdoc.words(paragraph)
    }
    addOptions(of: command, to: &mdoc)
    addExitStatus(command.exitCodes, to: &mdoc)
    addExamples(command.examples, to: &mdoc)
    addOtherPages(
      [Self.name(of: nil)] + commands.shown.filter { $0.name != command.name }.map(Self.name).sorted(),
      to: &mdoc)
  }

  private func addOverview(to mdoc: inout MdocWriter) {
    mdoc.macro(.argument, words: ["COMMAND"])
    mdoc.macro(.optional, words: [.macro(.argument), "options"])
    mdoc.macro(.section, words: ["DESCRIPTION"])
    mdoc.words("Sluice \(Program.summary).")
    mdoc.words("The commands are:")
    mdoc.list(commands.shown.map { ([.macro(.command), .text($0.name.rawValue)], "\($0.summary).") })
    mdoc.macro(.paragraph)
    mdoc.words("Each has a page of its own, such as")
    mdoc.macro(.page, words: [.text(Self.name(of: commands.shown.first)), .text(Self.section), "."])
    addOptions(of: nil, to: &mdoc)
    addExitStatus(ExitCode.allCases, to: &mdoc)
    addExamples(commands.shown.compactMap(\.examples.first), to: &mdoc)
    addOtherPages(commands.shown.map(Self.name).sorted(), to: &mdoc)
  }

  private func addOptions(of command: Command?, to mdoc: inout MdocWriter) {
    mdoc.macro(.section, words: ["OPTIONS"])
    let rows = flags.filter { $0.applies(to: command?.name) }.map { flag in
      (Self.words(of: flag), "\(flag.explanation).")
    }
    mdoc.list(rows)
  }

  private func addExitStatus(_ codes: [ExitCode], to mdoc: inout MdocWriter) {
    mdoc.macro(.section, words: ["EXIT", "STATUS"])
    mdoc.list(codes.map { ([.text(String($0.rawValue))], "\($0.meaning.withCapital).") })
  }

  private func addExamples(
    _ examples: [(line: String, explanation: String)], to mdoc: inout MdocWriter
  ) {
    guard !examples.isEmpty else { return }
    mdoc.macro(.section, words: ["EXAMPLES"])
    for (index, example) in examples.enumerated() {
      if index > 0 { mdoc.macro(.paragraph) }
      mdoc.words("\(example.explanation.withCapital):")
      mdoc.macro(.paragraph)
      mdoc.macro(.display, words: [.text(example.line)])
    }
  }

  private func addOtherPages(_ names: [String], to mdoc: inout MdocWriter) {
    mdoc.macro(.section, words: ["SEE", "ALSO"])
    for name in names {
      let words: [MdocWriter.Word] = [.text(name), .text(Self.section)]
      mdoc.macro(.page, words: name == names.last ? words : words + [","])
    }
  }

  /// Adds operands like `[FILE...]` or `LIST... [-]`. Operands in brackets are optional.
  private func addOperands(_ operands: String, to mdoc: inout MdocWriter) {
    for piece in operands.split(separator: "]") {
      let parts = piece.split(separator: "[", maxSplits: 1, omittingEmptySubsequences: false)
      let needed = Self.names(in: parts[0])
      if !needed.isEmpty { mdoc.macro(.argument, words: needed) }
      guard parts.count > 1 else { continue }
      // A single dash is a flag without a name.
      let words: [MdocWriter.Word] =
        parts[1] == "-" ? [.macro(.flag)] : [.macro(.argument)] + Self.names(in: parts[1])
      mdoc.macro(.optional, words: words)
    }
  }

  private static func names(in operands: Substring) -> [MdocWriter.Word] {
    operands.replacing("...", with: " ...").replacing("|", with: " | ").split(separator: " ").map {
      .text(String($0))
    }
  }

  /// Returns a synopsis like `-o, --output FILE`.
  private static func words(of flag: Flag<Values>) -> [MdocWriter.Word] {
    var words: [MdocWriter.Word] = []
    if let short = flag.short { words += [.macro(.flag), .text(String(short)), ","] }
    words += [.macro(.flag), .text("-\(flag.name)")]
    if let value = flag.value { words += [.macro(.argument), .text(value.placeholder)] }
    return words
  }
}

extension String {
  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }

  fileprivate var withoutCapital: String { prefix(1).lowercased() + dropFirst() }
}
