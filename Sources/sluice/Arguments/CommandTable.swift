import ContentBlocker
import Conversion

/// All commands and flags. A new command is one row here and one file in `Commands`.
enum CommandTable {
  /// In the order in which help shows them.
  static let commands: [Command] = [
    Command(
      name: .convert,
      summary: "Convert filter lists into WebKit Content Blocker JSON",
      details: [
        """
        Reads filter lists in the syntax of Adblock Plus, uBlock Origin or AdGuard, several files as one \
        list, and writes what WebKit can do of them as a rule list. Without FILE, or where FILE is '-', it \
        reads standard input.
        """,
        """
        The JSON goes to --output or standard output. What is not exactly converted, and a summary, go \
        to standard error. Line and column count from 1, columns in Unicode scalars.
        """,
      ],
      operands: .init(placeholder: "[FILE...]", maximum: nil),
      examples: [
        .init(line: "sluice convert easylist.txt -o easylist.json", explanation: "one list for Safari"),
        .init(
          line: "sluice convert --split -o ads.json ads.txt",
          explanation: "ads.network.json and ads.cosmetic.json"),
        .init(
          line: "curl -s $URL | sluice convert - --target webkitgtk > list.json",
          explanation: "from a pipe, for GNOME Web"),
      ],
      run: ConvertCommand.run),
    Command(
      name: .check,
      summary: "Check Content Blocker JSON for what WebKit rejects or ignores",
      details: [
        """
        Reads rule lists in WebKit's JSON, anyone's, and says what makes WebKit reject them, with the rule \
        and its place, what WebKit silently ignores, which rules are not needed, and which patterns match \
        nothing or are expensive. Without FILE, or where FILE is '-', it reads standard input.
        """,
        """
        Findings and a summary go to standard output. Line and column count from 1, columns in Unicode \
        scalars, rules from 0. docs/check.md has all reasons.
        """,
      ],
      operands: .init(placeholder: "[FILE...]", maximum: nil),
      examples: [
        .init(line: "sluice check list.json", explanation: "whether WebKit takes it"),
        .init(line: "sluice check --engine list.json", explanation: "asking the WebKit of this machine too"),
        .init(
          line: "sluice check --fail-on warning --format jsonl list.json",
          explanation: "in a build, for a program"),
      ],
      exitCodes: [.success, .findings, .failure, .usage, .unavailable], run: CheckCommand.run),
    Command(
      name: .webKitCompile,
      summary: "Compile Content Blocker JSON with the WebKit of this machine",
      details: [],
      operands: .init(placeholder: "FILE...", maximum: nil),
      examples: [],
      isHidden: true, exitCodes: [.success, .failure, .usage, .unavailable], run: WebKitCompileCommand.run),
    Command(
      name: .help,
      summary: "Show what a command does and its options",
      details: [],
      operands: .init(placeholder: "[COMMAND]", maximum: 1),
      examples: [],
      run: HelpCommand.run),
  ]

  /// In the order in which help shows them.
  static let flags: [Flag] = [
    .path(
      "output", short: "o", "FILE", of: [.convert], sets: \.output, absent: "standard output",
      help: """
        Write the JSON to FILE, which is replaced only when everything has been written
        """),
    .toggle(
      "split", of: [.convert], sets: \.splits,
      help: """
        Write two lists, NAME.network.json and NAME.cosmetic.json, where --output is NAME.json or NAME
        """),
    .path(
      "advanced", "FILE", of: [.convert], sets: \.advanced, absent: "not written",
      help: """
        Also write the filters that need a script in the page or a proxy to FILE, as JSON for programs that \
        have one
        """),
    .choice(
      "target", "TARGET", of: [.convert], sets: \.target,
      help: "The WebKit that the output is for"),
    .choice(
      "dialect", "DIALECT", of: [.convert], sets: \.dialect,
      help: """
        What the lists are written for, which decides what a line that is no more than a host name means; \
        auto detects it
        """),
    .words(
      "define", "NAME[,NAME...]", of: [.convert], sets: \.constants,
      absent: ConversionOptions().constants.sorted().joined(separator: ", "),
      help:
        "Names that hold in !#if besides the default, or NAME=false for one that does not; may be repeated"),
    .number(
      "max-rules", in: 1...RuleList.maximumRules, of: [.convert, .check],
      absent: .described("the target's limit"),
      help: "The most rules in a list"
    ) { $0.maximumRules = $1 },
    .number(
      "max-bytes", in: 1...1_000_000_000, of: [.check], absent: .described("no limit"),
      help: "The most bytes of JSON in a list"
    ) { $0.maximumBytes = $1 },
    .choice(
      "fail-on", "LEVEL", of: [.check], sets: \.failOn,
      help: "The least severity of a finding with which the exit status is 1"),
    .number(
      "costs", in: 0...1_000_000, of: [.check], absent: .value(String(Arguments().costs)),
      help: "Show the N patterns that WebKit's compiler needs most for"
    ) { $0.costs = $1 },
    .toggle(
      "engine", of: [.check], sets: \.usesEngine,
      help: "Also compile the lists with the WebKit of this machine"),
    .number(
      "timeout", "SECONDS", in: 1...86_400, of: [.check, .webKitCompile],
      absent: .value(String(Arguments().timeout)), help: "How long WebKit may take for a list"
    ) { $0.timeout = $1 },
    .choice(
      "on-limit", "POLICY", of: [.convert], sets: \.limitPolicy,
      help: """
        What to do at the limit: stop with an error, or truncate, which leaves out blocking rules from the \
        end (never an exception) and reports them
        """),
    .choice(
      "format", "FORMAT", of: [.convert, .check], sets: \.format,
      help: "How to write diagnostics: text, or one JSON object a line, of which the last is the summary"),
    .number(
      "max-diagnostics", in: 0...1_000_000_000, of: [.convert, .check],
      absent: .value(String(Arguments().maximumDiagnostics)),
      help: "The most diagnostics to show as text, 0 for all"
    ) { $0.maximumDiagnostics = $1 },
    .toggle(
      "quiet", short: "q", of: [.convert], sets: \.isQuiet,
      help: "Write only errors to standard error"),
    .number(
      "threads", in: 1...256, of: [.convert], absent: .described("as many as there are cores"),
      help: "How many threads to use; the output does not depend on it"
    ) { $0.threads = $1 },
    .choice(
      "color", "WHEN", of: [.convert, .check], sets: \.color,
      help: "Whether diagnostics and errors have colours; auto heeds NO_COLOR and TERM"),
    Flag(name: "help", short: "h", scope: .everywhere, effect: .showHelp, help: "Show this help"),
    Flag(name: "version", short: nil, scope: .topLevel, effect: .showVersion, help: "Show the version"),
  ]

  /// The row of a command.
  static func command(_ name: CommandName) -> Command? { commands.first { $0.name == name } }
}
