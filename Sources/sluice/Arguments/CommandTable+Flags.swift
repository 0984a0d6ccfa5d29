import ContentBlocker
import Conversion

extension CommandTable {
  /// In the order in which help shows them.
  static let flags: [Flag] = [
    .path(
      "output", short: "o", "FILE", of: [.convert], sets: \.output, absent: "standard output",
      help: """
        Write the JSON to FILE, which is replaced only when everything has been written
        """),
    .path(
      "output", short: "o", "DIR", of: [.build], sets: \.output,
      absent: "what the build file says, or public",
      help: "The directory to build"),
    .path(
      "cache", "DIR", of: [.build], sets: \.cache, absent: "the user's cache folder",
      help: "Where to keep fetched lists"),
    .toggle(
      "watch", of: [.build], sets: \.watches,
      help: "Build again whenever the build file or a file that it names changes, until interrupted"),
    .address(
      "address", "ADDRESS", of: [.serve], sets: \.address,
      help: "The address to listen on; 0.0.0.0 is every one, which lets the network in"),
    .number(
      "port", in: 0...65_535, of: [.serve], absent: .described(String(ServeCommand.defaultPort)),
      help: "A port to listen on, 0 for any that is free. Given twice, the same files are on two origins"
    ) { $0.ports.append($1) },
    .toggle(
      "sizes", of: [.conformance], sets: \.writesSizes,
      help: """
        Write the lists too that try how many rules and bytes are taken: 127 MB, which a browser needs long for
        """),
    .toggle(
      "cors", of: [.serve], sets: \.sharesFiles,
      help: "Let pages of any origin read the files; without it only pages of the server itself can"),
    .toggle(
      "offline", of: [.build], sets: \.isOffline,
      help: "Fetch nothing, and use the lists that were fetched before however old they are"),
    .toggle(
      "refresh", of: [.build], sets: \.refreshes,
      help: "Ask for every source, whether it has expired or not"),
    .toggle(
      "believe", of: [.build], sets: \.believes,
      help: """
        Believe sources that are much smaller than they were, which otherwise are taken for cut and replaced by \
        their last good copies
        """),
    .toggle(
      "split", of: [.convert, .match, .explain], sets: \.splits,
      help: """
        Make two lists, one of network and one of cosmetic filters; convert writes them to NAME.network.json \
        and NAME.cosmetic.json for -o NAME.json or NAME
        """),
    .path(
      "output", short: "o", "FILE", of: [.merge], sets: \.output, absent: "there is none: it must be given",
      help: "The name of the list, or what the names of several begin with"),
    .choice(
      "split", "BY", of: [.merge], sets: \.mergeSplit,
      help: """
        What gets a list of its own: none for as few lists as mean the same, action for blocking and hiding \
        apart, input for every input
        """),
    .toggle(
      "shared-exceptions", of: [.merge], sets: \.sharesExceptions,
      help: "Let exceptions of one input lift rules of the others too, which makes one list of all"),
    .toggle(
      "append-exceptions", of: [.merge], sets: \.appendsExceptions,
      help: """
        Put Tracker Radar's exceptions and the user's sites behind everything, where they lift rules of every \
        input
        """),
    .toggle(
      "mix-licences", of: [.merge], sets: \.mixesLicences,
      help: "Let inputs share a list although their licences conflict, with a warning"),
    .toggle(
      "click-to-load", of: [.merge], sets: \.blocksClickToLoad,
      help: "Block what Tracker Radar wants blocked until the user clicks (for apps that offer the click)"),
    .appVersion(
      "app-version", of: [.merge], sets: \.appVersion,
      help: "The version of the app that a privacy configuration is for: some of its features need one"),
    .path(
      "surrogates", "DIR", of: [.merge], sets: \.surrogates, absent: "none",
      help: """
        A folder with surrogate scripts and mapping.json: checks that all are there and writes surrogates.json, \
        the rules that need them
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
      "source-map", "FILE", of: [.convert, .match, .check, .diff], sets: \.sourceMaps, absent: "none",
      help: """
        The file that says which filters each rule comes from: convert writes it, other commands read it
        """),
    .choice(
      "target", "TARGET", of: [.convert, .match, .merge, .explain, .diff], sets: \.target,
      help: "The WebKit that the output is for"),
    Flag(
      name: "target", short: nil, scope: .commands([.check]),
      effect: .store(
        Flag.Value(
          placeholder: "TARGET", choices: Target.allCases.map(\.rawValue),
          expected: "one of \(Target.allCases.map(\.rawValue).joined(separator: ", "))",
          absent: .described("none in particular")
        ) { arguments, text in
          guard let target = Target(rawValue: text) else { return false }
          arguments.checkedTarget = target
          return true
        }),
      help: "Also say what the WebKit of TARGET has not of what a list uses, and whether it rejects the list"),
    .choice(
      "domain-scope", "SCOPE", of: [.convert, .match, .merge, .explain, .diff], sets: \.domainScope,
      help: """
        Whose host $domain= asks for: that of the page, or that of the frame that makes the request, which takes \
        more rules
        """),
    .choice(
      "dialect", "DIALECT", of: [.convert, .match, .merge, .explain, .diff], sets: \.dialect,
      help: """
        What the lists are written for, which decides what a line that is no more than a host name means; \
        auto detects it
        """),
    .words(
      "define", "NAME[,NAME...]", of: [.convert, .match, .merge, .diff], sets: \.constants,
      absent: ConversionOptions().constants.sorted().joined(separator: ", "),
      help:
        "Names that hold in !#if besides the default, or NAME=false for one that does not; may be repeated"),
    .number(
      "max-rules", in: 1...RuleList.maximumRules, of: [.convert, .check, .merge],
      absent: .described("the target's limit"),
      help: "The most rules in a list"
    ) { $0.maximumRules = $1 },
    .number(
      "max-bytes", in: 1...1_000_000_000, of: [.convert, .check, .merge], absent: .described("no limit"),
      help: "The most bytes of JSON in a list"
    ) { $0.maximumBytes = $1 },
    .choice(
      "prefer", "FORM", of: [.convert, .merge, .diff], sets: \.preferredForm,
      help: """
        Which of two forms that mean the same: compile, which WebKit compiles in a fifth less time, or size, \
        which is a fifth smaller; auto takes compile unless that is larger than allowed, or than is known to \
        work on iPhones and iPads of the target
        """),
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
        What to do at a limit: stop with an error, or truncate, which leaves out blocking rules from the \
        end (never an exception) and reports them
        """),
    .choice(
      "format", "FORMAT", of: [.convert, .check, .match, .diff], sets: \.format,
      help: "How to write diagnostics: text, or one JSON object a line, of which the last is the summary"),
    .number(
      "max-diagnostics", in: 0...1_000_000_000, of: [.convert, .check, .merge, .diff],
      absent: .value(String(Arguments().maximumDiagnostics)),
      help: "The most diagnostics to show as text, those of check for each file; 0 for all"
    ) { $0.maximumDiagnostics = $1 },
    .toggle(
      "quiet", short: "q", of: [.convert, .match, .build, .merge, .diff, .serve, .conformance],
      sets: \.isQuiet,
      help: "Write only errors to standard error"),
    .number(
      "threads", in: 1...256, of: [.convert, .match, .build, .merge],
      absent: .described("as many as there are cores"),
      help: "How many threads to use; the output does not depend on it"
    ) { $0.threads = $1 },
    .choice(
      "color", "WHEN", of: [.convert, .check, .match, .build, .merge, .explain, .diff, .serve, .conformance],
      sets: \.color,
      help: "Whether diagnostics and errors have colours; auto heeds NO_COLOR and TERM"),
    Flag(name: "help", short: "h", scope: .everywhere, effect: .showHelp, help: "Show this help"),
    Flag(name: "version", short: nil, scope: .topLevel, effect: .showVersion, help: "Show the version"),
  ]
}
