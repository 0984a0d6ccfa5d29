import Testing

@testable import sluice

@Suite struct HelpTextTests {
  @Test func theOverviewListsCommandsAndOptions() {
    #expect(
      HelpText(width: 80).text(for: nil) == """
        Sluice converts Adblock filter lists into WebKit Content Blocker JSON.

        Usage: sluice COMMAND [options]

        Convert and build:
          convert      Convert filter lists into WebKit Content Blocker JSON
          build        Build lists from their sources into a directory that can be
                       served
          merge        Put lists and Tracker Radar together for deployment

        Review lists:
          lint         Review filter lists: what is wrong, does too much, is not needed
                       or cannot be said
          lsp          Serve an editor: what lint finds while lists are written, what
                       filters mean, and fixes
          check        Check Content Blocker JSON for what WebKit rejects or ignores
          try          Try changed lists on saved pages: what they newly block and hide,
                       and whether what must work does
          diff         Show what a new version of lists does differently
          report       Write a page on what became of lists: coverage, reasons, costs,
                       sizes

        Explain what lists do:
          match        Say what lists do with a load, and which rule and filter decide
          inspect      Say of all that a page loaded what lists do with it, and why
          explain      Take a filter apart, or say what a reason means

        Ship:
          serve        Serve a directory on this machine, to try what was built
          conformance  Write a page that says what a WebKit does with rule lists

        Help:
          completions  Write what a shell needs to complete commands, options and their
                       values
          man          Write manual pages
          help         Show what a command does and its options

        Options:
          -h, --help     Show this help
          -V, --version  Show the version

        'sluice help COMMAND' or 'sluice COMMAND --help' tells more about a command.

        """)
  }

  @Test func aCommandHasColumnsWrappedToTheWidth() {
    let command = Command(
      name: .convert, summary: "Do the work", details: ["A paragraph that is longer than a line of fifty."],
      operands: "[FILE...]", examples: [("sluice convert a", "the simplest")])
    let flags: [Flag<Arguments>] = [
      .text(
        "output", short: "o", "FILE", of: [.convert], sets: \.convert.output, absent: "standard output",
        help: "Write to FILE"),
      .choice("color", "WHEN", of: [.convert], sets: \.reporting.color, help: "Whether there are colours"),
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

        Exit status: 0 done, 2 reading, working or writing
        failed, 64 wrong command line.

        """)
  }

  @Test(arguments: CommandTable.commands.map(\.name))
  func mentionsEveryFlagWithItsDefault(name: CommandName) {
    let command = CommandTable.command(name)
    let words = Self.words(HelpText(width: 80).text(for: command))
    for flag in CommandTable.flags {
      // Two commands can have flags of one name that do different things.
      let isOurs = CommandTable.flags.contains { $0.name == flag.name && $0.applies(to: name) }
      #expect(words.contains(" --\(flag.name) ") == isOurs, "\(flag.name)")
      guard flag.applies(to: name), let value = flag.value else { continue }
      #expect(words.contains("\(value.absent.words))"), "\(flag.name)")
      for choice in value.choices { #expect(words.contains(choice), "\(flag.name)") }
    }
  }

  /// What must be given is in the usage, and nothing else is.
  @Test func theUsageHasRequiredOptions() {
    for (name, usage) in [
      (CommandName.merge, "sluice merge FILE... --output FILE [options]"),
      (.trial, "sluice try LIST... --page PATH [options]"), (.convert, "sluice convert [FILE...] [options]"),
      (.lsp, "sluice lsp [options]"),
    ] {
      #expect(CommandTable.command(name).usage(CommandTable.flags) == usage)
    }
  }

  @Test(arguments: CommandTable.commands.map(\.name), [60, 80, 100])
  func noLineIsWiderThanTheTerminal(name: CommandName, width: Int) {
    let command = CommandTable.command(name)
    // Examples are to be copied and are not broken.
    let examples = Set(command.examples.map { "  \($0.line)" })
    for text in [HelpText(width: width).text(for: command), HelpText(width: width).text(for: nil)] {
      for line in text.split(separator: "\n") where width >= 80 || !examples.contains(String(line)) {
        #expect(line.count <= width, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  /// The text with every run of blanks and line ends as one blank.
  private static func words(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }
}
