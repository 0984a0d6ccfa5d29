import Testing

@testable import sluice

@Suite struct HelpTextTests {
  @Test func helpOverviewListsCommandsAndOptions() {
    #expect(
      HelpText(width: 80).text(for: nil) == """
        Sluice converts Adblock filter lists into WebKit Content Blocker JSON.

        Usage: sluice COMMAND [options]

        Convert and build:
          convert      Convert filter lists into WebKit Content Blocker JSON
          init         Write a build file with comments, and lists to start from
          build        Build a directory of lists from their sources, ready to serve
          merge        Merge rule lists, filter lists and Tracker Radar for deployment

        Review lists:
          lint         Review filter lists: invalid, overly broad, redundant and
                       unsupported filters
          lsp          Run the language server: findings, explanations and fixes in an
                       editor
          check        Check Content Blocker JSON for rules that WebKit rejects or
                       ignores
          try          Try changed lists on saved pages, and check expectations about
                       them
          diff         Compare two versions of filter lists or rule lists
          report       Write a report on lists: coverage, reasons, costs and sizes

        Explain what lists do:
          match        Show what lists do with a request, and which rule and filter
                       decide
          inspect      Show what lists do with all requests of a page, and why
          explain      Explain a filter or a reason

        Ship:
          serve        Serve a built directory on this machine, to try its lists
          conformance  Write a page that tests how a WebKit handles rule lists
          playground   Write a page that converts filters in a browser

        Help:
          completions  Write shell completions for commands, options and values
          man          Write manual pages
          help         Show what a command does and its options

        Options:
          -h, --help     Show this help; -h shows only usual options
          -V, --version  Show the version

        'sluice help COMMAND' or 'sluice COMMAND --help' describes a command.

        """)
  }

  @Test func commandHelpWrapsToWidth() {
    let command = Command(
      name: .convert, summary: "Do the work", details: ["A paragraph that is longer than a line of fifty."],
      operands: "[FILE...]", examples: [("sluice convert a", "the simplest")])
    let flags: [Flag<Arguments>] = [
      .text(
        "output", short: "o", placeholder: "FILE", of: [.convert], sets: \.convert.output,
        absent: "standard output",
        help: "Write to FILE"),
      .choice(
        "color", placeholder: "WHEN", of: [.convert], sets: \.reporting.color,
        help: "Whether there are colours"),
      .number(
        "a-name-that-is-much-too-long", in: 1...5, of: [.convert], absent: .value("1"), help: "How many"
      ) { $0.build.threads = $1 },
      .toggle("hidden", of: [.help], sets: \.build.watches, help: "Not shown here"),
    ]
    #expect(
      HelpText(width: 50, commands: [command], flags: flags).text(for: command) == """
        Do the work.

        Usage: sluice convert [FILE...] [options]

        A paragraph that is longer than a line of fifty.

        Options:
          -o, --output FILE  Write to FILE (default:
                             standard output)
              --color WHEN   Whether there are colours
                             (values: auto, always, never;
                             default: auto)
              --a-name-that-is-much-too-long N
                             How many (default: 1)

        Examples:
          # the simplest
          sluice convert a

        Exit status: 0 success, 2 error, 64 invalid
        command line.

        """)
  }

  @Test(arguments: CommandTable.commands.map(\.name))
  func commandHelpShowsFlagsAndDefaults(name: CommandName) {
    let command = CommandTable.command(name)
    let words = Self.words(HelpText(width: 80).text(for: command))
    for flag in CommandTable.flags {
      // Two commands can have flags with the same name and different meanings.
      let isOurs = CommandTable.flags.contains { $0.name == flag.name && $0.applies(to: name) }
      #expect(words.contains(" --\(flag.name) ") == isOurs, "\(flag.name)")
      guard flag.applies(to: name), let value = flag.value else { continue }
      #expect(words.contains("\(value.absent.words))"), "\(flag.name)")
      for choice in value.choices { #expect(words.contains(choice), "\(flag.name)") }
    }
  }

  @Test func briefHelpShowsUsualOptionsWithoutDetails() {
    let command = Command(
      name: .convert, summary: "Do the work", details: ["A paragraph."], operands: "[FILE...]",
      usualOptions: ["output"], examples: [("sluice convert a", "the simplest")])
    let flags: [Flag<Arguments>] = [
      .text(
        "output", short: "o", placeholder: "FILE", of: [.convert], sets: \.convert.output,
        absent: "standard output",
        help: "Write to FILE, which is replaced"),
      .choice(
        "color", placeholder: "WHEN", of: [.convert], sets: \.reporting.color,
        help: "Whether there are colours"),
    ]
    #expect(
      HelpText(width: 60, commands: [command], flags: flags).brief(for: command) == """
        Do the work.

        Usage: sluice convert [FILE...] [options]

        Usual options:
          -o, --output FILE  Write to FILE (default: standard
                             output)

        Examples:
          # the simplest
          sluice convert a

        'sluice convert --help' describes the command and its 2
        options.

        """)
  }

  @Test(arguments: CommandTable.commands.map(\.name)) func briefHelpFitsOnScreen(name: CommandName) {
    let command = CommandTable.command(name)
    let own = CommandTable.flags.filter { $0.applies(to: name) }.map(\.name)
    #expect(Set(command.usualOptions).isSubset(of: own))
    let brief = HelpText(width: 80).brief(for: command)
    #expect(brief.count { $0 == "\n" } <= 40, "\(brief)")
    for option in command.usualOptions { #expect(brief.contains("--\(option)"), "\(option)") }
  }

  /// The usage shows exactly the required arguments.
  @Test func usageLineShowsRequiredOptions() {
    for (name, usage) in [
      (CommandName.merge, "sluice merge FILE... --output FILE [options]"),
      (.trial, "sluice try LIST... --page PATH [options]"), (.convert, "sluice convert [FILE...] [options]"),
      (.lsp, "sluice lsp [options]"),
    ] {
      #expect(CommandTable.command(name).usage(CommandTable.flags) == usage)
    }
  }

  @Test(arguments: CommandTable.commands.map(\.name), [60, 80, 100])
  func helpLinesFitTerminalWidth(name: CommandName, width: Int) {
    let command = CommandTable.command(name)
    // Examples are for copying, so their lines are not wrapped.
    let examples = Set(command.examples.map { "  \($0.line)" })
    for text in [HelpText(width: width).text(for: command), HelpText(width: width).text(for: nil)] {
      for line in text.split(separator: "\n") where width >= 80 || !examples.contains(String(line)) {
        #expect(line.count <= width, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  /// Returns the text with each run of spaces and line ends replaced by a single space.
  private static func words(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
