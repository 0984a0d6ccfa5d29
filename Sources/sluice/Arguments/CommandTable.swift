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
      name: .match,
      summary: "Say what lists do with a load, and which rule and filter decide",
      details: [
        """
        LIST is a rule list in JSON or a filter list, which is told by its content. Each rule list decides for \
        itself, as in WebKit: a load is blocked if one of them blocks it. All filter lists are converted as one, \
        like 'sluice convert' does with the same flags. Rules count from 0, as in an array.
        """,
        """
        With --page alone the load is that of the page. With '-' requests are read from standard input, one JSON \
        object a line with the keys url, page, type and frame, and each is answered with one. docs/match.md \
        describes both.
        """,
      ],
      operands: .init(placeholder: "LIST... [-]", maximum: nil),
      examples: [
        .init(
          line:
            "sluice match --page https://a.example/ --url https://b.example/x.js ads.txt",
          explanation: "which line of a list blocks a script"),
        .init(
          line: "sluice match --source-map list.map - list.json < requests.jsonl",
          explanation: "many requests, with a list that was converted with --source-map"),
      ],
      run: MatchCommand.run),
    Command(
      name: .explain,
      summary: "Take a filter apart, or say what a reason means",
      details: [
        """
        With the text of a filter: its parts and what they mean, the JSON that it becomes by itself, and what of \
        it is not exact. With the id of a reason: what it means, an example, and what to write instead. Without \
        either: all reasons.
        """
      ],
      operands: .init(placeholder: "[FILTER|REASON]", maximum: 1),
      examples: [
        .init(line: "sluice explain '||ads.example^$script,third-party'", explanation: "a filter"),
        .init(line: "sluice explain procedural-selector", explanation: "a reason"),
      ],
      run: ExplainCommand.run),
    Command(
      name: .diff,
      summary: "Show what a new version of a rule list does that the old one did not",
      details: [
        """
        Compares rule lists in JSON by what their rules say: rules that are new or gone, rules of the same pattern \
        that act on more (widened), on less (narrowed) or on other loads, by action; selectors of hiding rules one \
        by one; and exceptions that lift other rules than before because the order changed. Rules count from 0.
        """,
        """
        With --fail-on widened the exit status is 1 if the new list may block or hide more of what the old one \
        knew: a rule was widened, or an exception narrowed, removed or moved. New rules do not count.
        """,
      ],
      operands: .init(placeholder: "OLD.json NEW.json", maximum: 2),
      examples: [
        .init(
          line: "sluice diff --fail-on widened old.json new.json", explanation: "before a new list goes out")
      ],
      exitCodes: [.success, .findings, .failure, .usage], run: DiffCommand.run),
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
      "split", of: [.convert, .match, .explain], sets: \.splits,
      help: """
        Make two lists, one of network and one of cosmetic filters; convert writes them to NAME.network.json \
        and NAME.cosmetic.json for -o NAME.json or NAME
        """),
    .path(
      "advanced", "FILE", of: [.convert], sets: \.advanced, absent: "not written",
      help: """
        Also write the filters that need a script in the page or a proxy to FILE, as JSON for programs that \
        have one
        """),
    .url("page", of: [.match], sets: \.page, help: "The page that is open in the window"),
    .url(
      "url", of: [.match], sets: \.url, help: "What the page loads; without it, the load is that of the page"),
    Flag(
      name: "type", short: nil, scope: .commands([.match]),
      effect: .store(
        Flag.Value(
          placeholder: "TYPE", choices: Request.Kind.allCases.map(\.rawValue),
          expected: "one of \(Request.Kind.allCases.map(\.rawValue).joined(separator: ", "))",
          absent: .described("guessed from the URL")
        ) { arguments, text in
          guard let kind = Request.Kind(name: text) else { return false }
          arguments.requestType = kind
          return true
        }),
      help: "What asks for the load"),
    .url("frame", of: [.match], sets: \.frame, help: "The frame whose document asks for the load"),
    .path(
      "suffixes", "FILE", of: [.match], sets: \.suffixes, absent: "the system's, or a small built-in table",
      help: "The public suffix list, which tells first from third party"),
    .toggle(
      "all", of: [.match], sets: \.showsAll,
      help: "Show all filters and selectors of a rule, however many they are"),
    .choice(
      "fail-on", "DIFFERENCE", of: [.diff], sets: \.failOnDifference,
      help: "At which differences the exit status is 1"),
    .paths(
      "source-map", "FILE", of: [.convert, .check, .match, .diff], sets: \.sourceMaps, absent: "none",
      help: """
        The file that says which filters each rule comes from: convert writes it, other commands read it
        """),
    .choice(
      "target", "TARGET", of: [.convert, .match, .explain], sets: \.target,
      help: "The WebKit that the output is for"),
    .choice(
      "dialect", "DIALECT", of: [.convert, .match, .explain], sets: \.dialect,
      help: """
        What the lists are written for, which decides what a line that is no more than a host name means; \
        auto detects it
        """),
    .words(
      "define", "NAME[,NAME...]", of: [.convert, .match], sets: \.constants,
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
      "format", "FORMAT", of: [.convert, .check, .match, .diff], sets: \.format,
      help: "How to write diagnostics: text, or one JSON object a line, of which the last is the summary"),
    .number(
      "max-diagnostics", in: 0...1_000_000_000, of: [.convert, .check, .diff],
      absent: .value(String(Arguments().maximumDiagnostics)),
      help: "The most diagnostics to show as text, 0 for all"
    ) { $0.maximumDiagnostics = $1 },
    .toggle(
      "quiet", short: "q", of: [.convert, .match, .diff], sets: \.isQuiet,
      help: "Write only errors to standard error"),
    .number(
      "threads", in: 1...256, of: [.convert, .match], absent: .described("as many as there are cores"),
      help: "How many threads to use; the output does not depend on it"
    ) { $0.threads = $1 },
    .choice(
      "color", "WHEN", of: [.convert, .check, .match, .explain, .diff], sets: \.color,
      help: "Whether diagnostics and errors have colours; auto heeds NO_COLOR and TERM"),
    Flag(name: "help", short: "h", scope: .everywhere, effect: .showHelp, help: "Show this help"),
    Flag(name: "version", short: nil, scope: .topLevel, effect: .showVersion, help: "Show the version"),
  ]

  /// The row of a command.
  static func command(_ name: CommandName) -> Command? { commands.first { $0.name == name } }
}
