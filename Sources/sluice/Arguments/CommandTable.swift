import ContentBlocker
import Conversion

/// All commands and flags. A new command is one row here and one file in `Commands`; flags are in
/// `CommandTable+Flags.swift`.
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
      name: .build,
      summary: "Build lists from their sources into a directory that can be served",
      details: [
        """
        Reads a build file, sluice.json or a configuration of HostlistCompiler, fetches the sources that it \
        names, and writes their rule lists with a manifest and a report. Without FILE, sluice.json is looked \
        for here and in the folders above.
        """,
        """
        The directory is replaced as a whole when everything has been written. Lists whose sources and \
        options are those of the last build stay as they are.
        """,
      ],
      operands: .init(placeholder: "[FILE]", maximum: 1),
      examples: [
        .init(line: "sluice build", explanation: "what sluice.json says"),
        .init(line: "sluice build --refresh", explanation: "with every source asked for anew"),
      ],
      run: BuildCommand.run),
    Command(
      name: .serve,
      summary: "Serve a directory on this machine, to try what was built",
      details: [
        """
        Serves the files of DIR, or of the directory that the build file here names, with the types, entity \
        tags and compression that a public server should give them. It prints its URL and answers until it is \
        interrupted. Requests for another host than the address (or localhost) are refused, and links in the \
        directory are not followed. It is not made for the open network.
        """
      ],
      operands: .init(placeholder: "[DIR]", maximum: 1),
      examples: [
        .init(line: "sluice serve public", explanation: "at http://127.0.0.1:8080/")
      ],
      run: ServeCommand.run),
    Command(
      name: .merge,
      summary: "Put lists and Tracker Radar together for deployment",
      details: [
        """
        Reads rule lists (JSON), filter lists, Tracker Radar blocklists (tds.json) and the exceptions to these, \
        told apart by their content, and writes lists that block what any input blocks. Exceptions of one \
        input lift nothing of another, so there may be several lists: NAME.1.json, NAME.2.json and so on \
        where --output is NAME.json.
        """,
        """
        Beside them stands manifest.json with names, hashes and ids. All files appear together or not at all.
        """,
      ],
      operands: .init(placeholder: "FILE...", maximum: nil),
      examples: [
        .init(
          line: "sluice merge tds.json allowlist.json -o trackers.json",
          explanation: "Tracker Radar with its exceptions"),
        .init(
          line: "sluice merge easylist.txt hosts.txt tds.json -o all.json",
          explanation: "as few lists as mean the same"),
        .init(
          line: "sluice merge --append-exceptions list.json sites.json -o out.json",
          explanation: "exceptions behind a finished list"),
      ],
      run: MergeCommand.run),
    Command(
      name: .check,
      summary: "Check Content Blocker JSON for what WebKit rejects or ignores",
      details: [
        """
        Reads rule lists in WebKit's JSON, anyone's, and says what makes WebKit reject them, with the rule \
        and its place, what WebKit silently ignores, which rules are not needed, which patterns match \
        nothing or are expensive, and which exceptions any page can claim. Without FILE, or where FILE is '-', it reads standard input.
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
          line: "sluice check --target safari-16.4 list.json", explanation: "whether old WebKits take it too"),
        .init(
          line: "sluice check --fail-on warning --format jsonl list.json",
          explanation: "in a build, for a program"),
      ],
      exitCodes: [.success, .findings, .failure, .usage, .unavailable], run: CheckCommand.run),
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
        Compares rule lists (JSON, or filter lists, which are converted for it) by what their rules say: rules that \
        are new or gone, rules of the same pattern that act on more (widened), on less (narrowed) or on other \
        loads, by action; selectors of hiding rules one by one; and exceptions that lift other rules than before \
        because the order changed. Rules count from 0.
        """,
        """
        With --fail-on widened the exit status is 1 if the new list may block or hide more of what the old one \
        knew: a rule was widened, or an exception narrowed, removed or moved. New rules do not count.
        """,
      ],
      operands: .init(placeholder: "OLD NEW", maximum: 2),
      examples: [
        .init(
          line: "sluice diff --fail-on widened old.json new.json", explanation: "before a new list goes out")
      ],
      exitCodes: [.success, .findings, .failure, .usage], run: DiffCommand.run),
    Command(
      name: .conformance,
      summary: "Write a page that says what a WebKit does with rule lists",
      details: [
        """
        Writes into DIR, which must be empty, new, or of an earlier run, a rule list for each thing that WebKit's \
        versions differ in, a manifest of the lists, and a page. Opened in a browser that has the lists, the page \
        says what holds, as one line of JSON. docs/conformance.md says how to get the lists into Safari.
        """,
        """
        The page, sluice-conformance.html, needs DIR on two origins, such as two ports of 'sluice serve' that \
        follow each other. Lists and page are the same whenever this version of Sluice writes them.
        """,
      ],
      operands: .init(placeholder: "DIR", maximum: 1),
      examples: [
        .init(line: "sluice conformance probes", explanation: "a page and lists of less than 2 kB"),
        .init(line: "sluice conformance --sizes probes", explanation: "and lists of up to 40 MB"),
      ],
      run: ConformanceCommand.run),
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

  /// The row of a command.
  static func command(_ name: CommandName) -> Command? { commands.first { $0.name == name } }
}
