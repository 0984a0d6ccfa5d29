import ContentBlocker
import Conversion
import Lint
import TrackerRadar

extension CommandTable {
  /// In the order in which help shows them.
  static let flags: [Flag<Arguments>] = [
    .text(
      "output", short: "o", "FILE", of: [.convert], sets: \.convert.output, absent: "standard output",
      help: "Write the JSON to FILE, which is replaced only when everything has been written"),
    .text(
      "output", short: "o", "DIR", of: [.build], sets: \.build.output,
      absent: "what the build file says, or public", help: "The directory to build"),
    .text(
      "cache", "DIR", of: [.build], sets: \.build.cache, absent: "the user's cache folder",
      help: "Where to keep fetched lists"),
    .toggle(
      "watch", of: [.build], sets: \.build.watches,
      help: "Build again whenever the build file or a file that it names changes, until interrupted"),
    .value(
      "address", "ADDRESS", of: [.serve], expected: "an IPv4 address or localhost",
      absent: .value(ServeArguments().address),
      help: "The address to listen on; 0.0.0.0 is every one, which lets the network in",
      read: ServeArguments.address
    ) { $0.serve.address = $1 },
    .number(
      "port", in: 0...65_535, of: [.serve], absent: .described(String(ServeCommand.defaultPort)),
      help: "A port to listen on, 0 for any that is free. Given twice, the same files are on two origins"
    ) { $0.serve.ports.append($1) },
    .toggle(
      "sizes", of: [.conformance], sets: \.conformance.writesSizes,
      help: """
        Write the lists too that try how many rules and bytes are taken: 127 MB, which a browser needs long for
        """),
    .toggle(
      "cors", of: [.serve], sets: \.serve.sharesFiles,
      help: "Let pages of any origin read the files; without it only pages of the server itself can"),
    .toggle(
      "offline", of: [.build], sets: \.build.isOffline,
      help: "Fetch nothing, and use the lists that were fetched before however old they are"),
    .toggle(
      "refresh", of: [.build], sets: \.build.refreshes,
      help: "Ask for every source, whether it has expired or not"),
    .toggle(
      "believe", of: [.build], sets: \.build.believes,
      help: """
        Believe sources that are much smaller than they were, which otherwise are taken for cut and replaced by \
        their last good copies
        """),
    .toggle(
      "split", of: [.convert, .match, .inspect, .trial, .explain, .report], sets: \.conversion.isSplit,
      help: """
        Make two lists, one of network and one of cosmetic filters; convert writes them to NAME.network.json \
        and NAME.cosmetic.json for -o NAME.json or NAME
        """),
    .text(
      "output", short: "o", "FILE", of: [.merge], sets: \.merge.output,
      absent: .required,
      help: "The name of the list, or what the names of several begin with"),
    .choice(
      "split", "BY", of: [.merge], sets: \.merge.options.split,
      help: """
        What gets a list of its own: none for as few lists as mean the same, action for blocking and hiding \
        apart, input for every input
        """),
    .toggle(
      "shared-exceptions", of: [.merge], sets: \.merge.options.sharesExceptions,
      help: "Let exceptions of one input lift rules of the others too, which makes one list of all"),
    .toggle(
      "append-exceptions", of: [.merge], sets: \.merge.options.appendsExceptions,
      help: """
        Put Tracker Radar's exceptions and the user's sites behind everything, where they lift rules of every \
        input
        """),
    .toggle(
      "mix-licences", of: [.merge], sets: \.merge.options.mixesLicences,
      help: "Let inputs share a list although their licences conflict, with a warning"),
    .toggle(
      "click-to-load", of: [.merge], sets: \.merge.options.trackers.blocksClickToLoad,
      help: "Block what Tracker Radar wants blocked until the user clicks (for apps that offer the click)"),
    .value(
      "app-version", "VERSION", of: [.merge], expected: "numbers with dots between them",
      absent: .described("the newest"),
      help: "The version of the app that a privacy configuration is for: some of its features need one",
      read: { TrackerExceptions.isAppVersion($0) ? $0 : nil }
    ) { $0.merge.options.appVersion = $1 },
    .text(
      "surrogates", "DIR", of: [.merge], sets: \.merge.surrogates, absent: "none",
      help: """
        A folder with surrogate scripts and mapping.json: checks that all are there and writes surrogates.json, \
        the rules that need them; --page-script takes the scripts in
        """),
    .text(
      "page-script", "NAME", of: [.merge], sets: \.merge.pageScript, absent: "not written",
      help: """
        Also write scripts that do in pages what rules cannot: NAME.isolated.js and NAME.page.js, with the \
        surrogates of --surrogates and what no rule can block of Tracker Radar
        """),
    .text(
      "advanced", "FILE", of: [.convert], sets: \.convert.advanced, absent: "not written",
      help: """
        Also write the filters that need a script in the page or a proxy to FILE, as JSON for programs that \
        have one
        """),
    .text(
      "page-script", "NAME", of: [.convert], sets: \.convert.pageScript, absent: "not written",
      help: """
        Also write scripts that do in pages what rules cannot: NAME.isolated.js and NAME.page.js, which a \
        host puts into every page
        """),
    .text(
      "output", short: "o", "FILE", of: [.report], sets: \.report.output, absent: "standard output",
      help: "Write the page to FILE"),
    .text(
      "output", short: "o", "DIR", of: [.man], sets: \.man.output, absent: "standard output",
      help: "Write pages into DIR, which are replaced, and nothing else is"),
    .text(
      "previous", "FILE", of: [.report], sets: \.report.previous, absent: "none",
      help:
        "Say what is different since FILE: a page or JSON of this command, a manifest.json or a folder of 'sluice build'"
    ),
    .text(
      "badges", "DIR", of: [.report], sets: \.report.badges, expected: "a folder", absent: "not written",
      help: "Also write two badges into DIR: coverage.svg and rules.svg"),
    .toggle(
      "page-reports", of: [.convert], sets: \.convert.pageReports,
      help: """
        Have the scripts of --page-script tell their host what seems to be blocked, which takes time in every page
        """),
    .text(
      "page", "URL", of: [.match], sets: \.match.page, expected: "a URL", absent: "none",
      help: "The page that is open in the window"),
    .text(
      "page", "URL", of: [.inspect], sets: \.inspect.page, expected: "a URL",
      absent: "what stands in the page",
      help: "The URL of a saved page, where the browser that saved it did not write it into it"),
    .value(
      "page", "PATH", of: [.trial], expected: "a path", absent: .required,
      help: "A saved page, a HAR, or a folder of such. May be repeated", read: { $0.isEmpty ? nil : $0 }
    ) { $0.trial.pages.append($1) },
    .value(
      "against", "LIST", of: [.trial], expected: "a path", absent: .described("no list at all"),
      help: "A list of before, to say what is different. May be repeated", read: { $0.isEmpty ? nil : $0 }
    ) { $0.trial.against.append($1) },
    .text(
      "page", "URL", of: [.webKitPage], sets: \.webKitPage.page, expected: "a URL",
      absent: "what stands in the page", help: "The URL of a saved page"),
    .text(
      "url", "URL", of: [.match], sets: \.match.url, expected: "a URL", absent: "none",
      help: "What the page loads; without it, the load is that of the page"),
    .choice(
      "type", "TYPE", of: [.match], absent: .described("guessed from the URL"),
      help: "What asks for the load", read: Request.Kind.init(name:)
    ) { $0.match.requestType = $1 },
    .text(
      "frame", "URL", of: [.match], sets: \.match.frame, expected: "a URL", absent: "none",
      help: "The frame whose document asks for the load"),
    .text(
      "selector", "SELECTOR", of: [.match], sets: \.match.elements.selector, expected: "a selector",
      absent: "none",
      help: "Say which filters hide by this selector on the page, and which exception spares it"),
    .text(
      "element", "HTML", of: [.match], sets: \.match.elements.element, expected: "an element", absent: "none",
      help:
        "Say which filters hide this element on the page, which is written as in '<div class=\"ad\" id=x>'"),
    .text(
      "html", "FILE", of: [.match], sets: \.match.elements.html, absent: "none",
      help: "Say which filters hide which elements of a saved page, whose URL is that of --page"),
    .value(
      "suffixes", "FILE", of: [.match, .inspect, .trial, .diff], expected: "a path",
      absent: .described("the system's, or a small built-in table"),
      help: "The public suffix list, which tells first from third party",
      read: { $0.isEmpty ? nil : $0 }
    ) {
      ($0.match.suffixes, $0.inspect.suffixes, $0.trial.suffixes, $0.diff.suffixes) = ($1, $1, $1, $1)
    },
    .text(
      "suffixes", "FILE", of: [.lint], sets: \.lint.suffixes, absent: "a small built-in table",
      help: "The public suffix list, which also tells which top-level domains there are"),
    .value(
      "select", "RULE[,RULE...]", of: [.lint], expected: "rules or groups: docs/lint.md has them",
      absent: .described("default"),
      words: LintSelector.names,
      help: """
        The rules to look for, by id or group: all, default, \
        \(LintGroup.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated
        """,
      read: LintArguments.selectors
    ) { $0.lint.select += $1 },
    .value(
      "ignore", "RULE[,RULE...]", of: [.lint], expected: "rules or groups: docs/lint.md has them",
      absent: .described("none"), words: LintSelector.names,
      help: "The rules not to look for; may be repeated",
      read: LintArguments.selectors
    ) { $0.lint.ignore += $1 },
    .value(
      "severity", "RULE=SEVERITY[,...]", of: [.lint],
      expected: "a rule's id, '=' and error, warning or note", absent: .described("each rule's own"),
      words: LintRule.allCases.flatMap { rule in LintSeverity.allCases.map { "\(rule.id)=\($0.rawValue)" } },
      help: "How bad what a rule finds is; may be repeated", read: LintArguments.severities
    ) { $0.lint.severities.merge($1) { $1 } },
    .toggle(
      "skip-others", of: [.lint], sets: \.lint.skipsForeign,
      help: "Leave out files that are not filter lists, with a note, also where they are named themselves"),
    .value(
      "against", "FILE", of: [.lint], expected: "a path", absent: .described("none"),
      help: """
        A list in which filters may stand already, and for which exceptions may be; may be repeated
        """,
      read: { $0.isEmpty ? nil : $0 }
    ) { $0.lint.against.append($1) },
    .value(
      "dead", "FILE", of: [.lint], expected: "a path", absent: .described("none"),
      help: "A file of hosts that no longer resolve, a host a line; may be repeated",
      read: { $0.isEmpty ? nil : $0 }
    ) { $0.lint.dead.append($1) },
    .value(
      "requests", "FILE", of: [.lint], expected: "a path", absent: .described("60,000 made-up ones"),
      help: """
        Requests to count filters against that do too much: JSON lines as for 'match -', or HAR; may be repeated
        """,
      read: { $0.isEmpty ? nil : $0 }
    ) { $0.lint.requests.append($1) },
    .text(
      "baseline", "FILE", of: [.lint], sets: \.lint.baseline, absent: "what the configuration says",
      help: "A file of findings that are known, which are not shown"),
    .text(
      "write-baseline", "FILE", of: [.lint], sets: \.lint.newBaseline, absent: "not written",
      help: "Write all findings to FILE as known ones"),
    Flag(
      name: "fix", scope: .commands([.lint]), effect: .set { $0.lint.fixing = .rewrite },
      help: """
        Write the lists again with everything changed that has one right answer; what filters do stays the same
        """),
    Flag(
      name: "diff", scope: .commands([.lint]), effect: .set { $0.lint.fixing = .patch },
      help: "Show what --fix would change, as a patch, and nothing else"),
    .choice(
      "fail-on", "LEVEL", of: [.lint], absent: .described("what the configuration says, or error"),
      help: "The least severity of a finding with which the exit status is 1",
      read: FailureLevel.init(rawValue:)
    ) { $0.lint.failOn = $1 },
    Flag(
      name: "all", scope: .commands([.match, .inspect]),
      effect: .set { ($0.match.showsAll, $0.inspect.showsAll) = (true, true) },
      help: "Show all filters and selectors of a rule, however many they are"),
    .text(
      "trackers", "FILE", of: [.inspect], sets: \.inspect.trackers, absent: "none",
      help: "Tracker Radar's tds.json, which says who owns hosts"),
    .text(
      "html", "FILE", of: [.inspect], sets: \.inspect.html, absent: "not written",
      help:
        "Also write a page: a waterfall, the filters of each request, boxes to leave some out and a search"),
    .text(
      "git", "REV..REV", of: [.lint], sets: \.lint.git, expected: "one or two revisions", absent: "none",
      help: """
        Show what is found in lines that changed between two revisions of the repository of this folder, with REV...REV from where \
        the second left the first, or with REV one and the work tree; operands are then paths
        """),
    .toggle(
      "staged", of: [.lint], sets: \.lint.isStaged,
      help: "Show what is found in lines that the next commit changes, in the lists as they are staged"),
    .value(
      "exclude", "PATTERN", of: [.lint], expected: "a pattern", absent: .described("none"),
      help: """
        Files not to review: a name, or a path with '*', '?' and '**'; may be repeated
        """,
      read: { $0.isEmpty ? nil : $0 }
    ) { $0.lint.exclude.append($1) },
    .text(
      "git", "REV..REV", of: [.trial], sets: \.trial.git, expected: "one or two revisions", absent: "none",
      help: """
        Take the lists of before and the new ones from the repository of this folder, as diff does; LIST are then \
        paths in it
        """),
    .text(
      "git", "REV..REV", of: [.diff], sets: \.diff.git, expected: "one or two revisions", absent: "none",
      help: """
        Compare two revisions of the repository of this folder, with REV...REV from where the second left the first, or \
        with REV one and the work tree; operands are then paths
        """),
    .value(
      "requests", "FILE", of: [.diff], expected: "a path", absent: .described("none"),
      help: "Say what becomes of these requests: JSON lines as match reads them, or a HAR. May be repeated",
      read: { $0.isEmpty ? nil : $0 }
    ) { $0.diff.requests.append($1) },
    .toggle(
      "rules", of: [.diff], sets: \.diff.showsRules,
      help: "Compare filter lists rule by rule, as rule lists are"),
    .choice(
      "format", "FORMAT", of: [.diff], sets: \.diff.format,
      help: """
        How to write differences: text; jsonl, one JSON object a line, of which the last is the summary; markdown of at \
        most 60,000 characters for a comment; or findings in the files, for GitHub, as SARIF, for JUnit or GitLab
        """),
    .choice(
      "fail-on", "DIFFERENCE", of: [.diff], sets: \.diff.failOn,
      help: "At which differences the exit status is 1"),
    .value(
      "source-map", "FILE", of: [.convert, .match, .inspect, .trial, .check, .diff], expected: "a path",
      absent: .described("none"),
      help: """
        The file that says which filters each rule comes from: convert writes it, other commands read it
        """,
      read: { $0.isEmpty ? nil : $0 }
    ) {
      $0.convert.sourceMap = $1
      $0.match.sourceMaps.append($1)
      $0.inspect.sourceMaps.append($1)
      $0.trial.sourceMaps.append($1)
      $0.check.sourceMaps.append($1)
      $0.diff.sourceMaps.append($1)
    },
    .target(
      of: [.convert, .lint, .lsp, .match, .inspect, .trial, .merge, .explain, .diff, .report],
      absent: .value(Target.standard.rawValue),
      help: """
        The WebKit that the output is for. Other releases (safari-17.4) are rounded down, systems (ios-17, macos-14) \
        mean their WebKit, and host is that of this machine
        """
    ) {
      $0.conversion.target = $1.target
      $0.reporting.targetNote = $1.note
    },
    .target(
      of: [.check], absent: .described("none in particular"),
      help: "Also say what the WebKit of TARGET has not of what a list uses, and whether it rejects the list"
    ) {
      $0.check.options.target = $1.target
      $0.reporting.targetNote = $1.note
    },
    .choice(
      "domain-scope", "SCOPE", of: [.convert, .match, .inspect, .trial, .merge, .explain, .diff, .report],
      sets: \.conversion.domainScope,
      help: """
        Whose host $domain= asks for: that of the page, or that of the frame that makes the request, which takes \
        more rules
        """),
    .choice(
      "generic-hiding", "WHERE", of: [.convert, .match, .inspect, .trial, .merge, .explain, .diff, .report],
      sets: \.conversion.genericHiding,
      help: """
        Where the hiding filters act that name no site: everywhere; pages, not in their frames; or scripted, in \
        documents that ask for a script. The last two make pages faster and hide less
        """),
    .choice(
      "dialect", "DIALECT",
      of: [.convert, .lint, .lsp, .match, .inspect, .trial, .merge, .explain, .diff, .report],
      sets: \.conversion.dialectChoice,
      help: """
        What the lists are written for, which decides what a line that is no more than a host name means; \
        auto detects it
        """),
    .toggle(
      "allow-empty",
      of: [.convert, .lint, .match, .inspect, .trial, .merge, .diff, .report],
      sets: \.conversion.allowsEmptyLists,
      help: "Take lists without a filter, and empty files, which otherwise are errors"),
    .value(
      "define", "NAME[,NAME...]",
      of: [.convert, .lint, .lsp, .match, .inspect, .trial, .merge, .diff, .report],
      expected: "NAME or NAME=false, of letters, digits and _",
      absent: .described(ConversionOptions().constants.sorted().joined(separator: ", ")),
      help:
        "Names that hold in !#if besides the default, or NAME=false for one that does not; may be repeated",
      read: ConversionOptions.definitions
    ) { $0.conversion.define($1) },
    .choice(
      "platform", "PLATFORM",
      of: [.convert, .lint, .lsp, .match, .inspect, .trial, .merge, .diff, .report],
      absent: .described("none in particular"),
      help: "The program for which !#if is decided: its names hold besides those of --define",
      read: ListPlatform.init(rawValue:)
    ) { $0.conversion.constants.formUnion($1.constants) },
    .number(
      "max-rules", in: 1...RuleList.maximumRules, of: [.convert, .check, .merge, .report],
      absent: .described("the target's limit"), help: "The most rules in a list"
    ) { ($0.conversion.maximumRules, $0.check.options.maximumRules) = ($1, $1) },
    .number(
      "max-bytes", in: 1...1_000_000_000, of: [.convert, .check, .merge, .report],
      absent: .described("no limit"),
      help: "The most bytes of JSON in a list"
    ) { ($0.conversion.maximumBytes, $0.check.options.maximumBytes) = ($1, $1) },
    .choice(
      "prefer", "FORM", of: [.convert, .merge, .diff, .report], sets: \.conversion.preferredForm,
      help: """
        Which of two forms that mean the same: compile, which WebKit compiles in a fifth less time, or size, \
        which is a fifth smaller; auto takes compile unless that is larger than allowed, or than is known to \
        work on iPhones and iPads of the target
        """),
    .choice(
      "fail-on", "OUTCOME", of: [.trial], sets: \.trial.failOn,
      help: """
        At what the exit status is 1: a broken expectation; changed, which is also anything newly blocked or hidden or no \
        longer so; or never
        """),
    .choice(
      "fail-on", "LEVEL", of: [.check], sets: \.check.failOn,
      help: "The least severity of a finding with which the exit status is 1"),
    .number(
      "costs", in: 0...1_000_000, of: [.convert, .check],
      absent: .value(String(CheckOptions().costCount)),
      help: """
        Show the N filters that cost pages most; check shows rules, and the N patterns that WebKit's compiler \
        needs most for
        """
    ) { ($0.convert.costs, $0.check.options.costCount) = ($1, $1) },
    .toggle(
      "engine", of: [.check], sets: \.check.usesEngine,
      help: "Also compile the lists with the WebKit of this machine"),
    .toggle(
      "engine", of: [.inspect], sets: \.inspect.engine.isUsed,
      help: "Load the page in the WebKit of this machine, without the lists and with them"),
    .toggle(
      "engine", of: [.trial], sets: \.trial.usesEngine,
      help: "Load pages in the WebKitGTK of this machine where else an expectation would be undecided"),
    .toggle(
      "network", of: [.inspect], sets: \.inspect.engine.hasNetwork,
      help: "Let the browser reach the network, for a PAGE that is a URL"),
    .toggle(
      "broken", of: [.inspect], sets: \.inspect.engine.isBroken,
      help: "Look for the fewest exceptions with which the page is as it is expected"),
    .value(
      "expect-visible", "SELECTOR", of: [.inspect], expected: "a selector", absent: .described("none"),
      help: "An element of the page that must be seen; may be repeated", read: { $0.isEmpty ? nil : $0 }
    ) { $0.inspect.engine.visible.append($1) },
    .value(
      "expect-request", "URL", of: [.inspect], expected: "a URL", absent: .described("none"),
      help: "A request that must be made: its URL, or what it begins with and '*'; may be repeated",
      read: { $0.isEmpty ? nil : $0 }
    ) { $0.inspect.engine.requests.append($1) },
    .toggle(
      "expect-no-error", of: [.inspect], sets: \.inspect.engine.expectsNoError,
      help: "No error in the console that there is not without the lists"),
    .number(
      "timeout", "SECONDS", in: 1...3600, of: [.inspect, .trial],
      absent: .value(String(EngineArguments().timeout)),
      help: "How long a load of the page may take"
    ) { ($0.inspect.engine.timeout, $0.trial.timeout) = ($1, $1) },
    .number(
      "timeout", "SECONDS", in: 1...86_400, of: [.check, .webKitCompile],
      absent: .value(String(CheckArguments().timeout)), help: "How long WebKit may take for a list"
    ) { ($0.check.timeout, $0.webKitCompile.timeout) = ($1, $1) },
    .choice(
      "on-limit", "POLICY", of: [.convert, .report], sets: \.conversion.limitPolicy,
      help: """
        What to do at a limit: stop with an error, or truncate, which leaves out blocking rules from the \
        end (never an exception) and reports them
        """),
    .choice(
      "format", "FORMAT", of: [.convert, .lint, .check, .trial], sets: \.reporting.findingFormat,
      help: """
        How to write diagnostics: text; jsonl, one JSON object a line, of which the last is the summary; or all as \
        one document for programs that show them: annotations of GitHub Actions, SARIF 2.1.0, JUnit's XML, or \
        GitLab's Code Quality
        """),
    .choice(
      "format", "FORMAT", of: [.match, .inspect], sets: \.reporting.format,
      help: "How to write diagnostics: text, or one JSON object a line, of which the last is the summary"),
    .choice(
      "format", "FORMAT", of: [.build, .serve, .merge, .explain, .conformance, .help],
      absent: .value(ObjectFormat.text.rawValue),
      help: "How to write what there is to say: text, or one JSON object in a line on standard output",
      read: ObjectFormat.init(rawValue:)
    ) { $0.reporting.objectFormat = $1 },
    .choice(
      "format", "FORMAT", of: [.report], absent: .value(ReportFormat.html.rawValue),
      help: "How to write the report: as a page, or what it tells as JSON", read: ReportFormat.init(rawValue:)
    ) { $0.report.format = $1 },
    .number(
      "max-diagnostics", in: 0...1_000_000_000, of: [.convert, .lint, .merge, .check],
      absent: .described("one example for each reason"),
      help: "List each finding with its line, at most N of them as text, for check in each file; 0 lists all"
    ) { $0.reporting.listing = .each(atMost: $1 == 0 ? .max : $1) },
    .number(
      "max-diagnostics", in: 0...1_000_000_000, of: [.trial, .diff],
      absent: .described(String(Reporting.usualMaximum)),
      help: "Maximum number of findings to show as text; 0 means no limit"
    ) { $0.reporting.listing = .each(atMost: $1 == 0 ? .max : $1) },
    Flag(
      name: "statistics", scope: .commands([.convert, .lint]),
      effect: .set { $0.reporting.listing = .counts },
      help: "Show only how many findings there are for each reason"),
    Flag(
      name: "verbose", short: "v",
      scope: .commands(CommandName.allCases.filter(\.hasSteps)),
      effect: .set { $0.reporting.detail = .verbose },
      help: """
        Also write each step to standard error, with its time and sizes; convert, lint and merge show notes too, such as \
        filters that need a script
        """),
    Flag(
      name: "quiet", short: "q",
      scope: .commands([
        .convert, .lint, .check, .match, .inspect, .trial, .build, .merge, .diff, .report, .serve,
        .conformance,
      ]),
      effect: .set { $0.reporting.detail = .quiet },
      help: "Write only errors to standard error, and show at no terminal what is going on"),
    .number(
      "threads", in: 1...256, of: [.convert, .lint, .match, .inspect, .trial, .build, .merge, .report],
      absent: .described("as many as there are cores"),
      help: "How many threads to use; the output does not depend on it"
    ) { ($0.conversion.threads, $0.build.threads) = ($1, $1) },
    .choice(
      "color", "WHEN",
      of: [
        .convert, .lint, .check, .match, .inspect, .trial, .build, .merge, .explain, .diff, .report, .serve,
        .conformance,
      ],
      sets: \.reporting.color,
      help: "Whether diagnostics and errors have colours; auto heeds NO_COLOR, CLICOLOR_FORCE and TERM"),
    Flag(name: "help", short: "h", scope: .everywhere, effect: .showHelp, help: "Show this help"),
    Flag(name: "version", short: "V", scope: .topLevel, effect: .showVersion, help: "Show the version"),
  ]
}
