import SluiceAnalysis
import SluiceConversion
import SluiceLint
import SluiceRules
import SluiceSyntax
import SluiceTrackers

extension CommandTable {
  /// All flags, in the order in which help lists them.
  static let flags: [Flag<Arguments>] = [
    .text(
      "output", short: "o", placeholder: "FILE", of: [.convert], sets: \.convert.output,
      absent: "standard output",
      help: "Write the JSON to FILE, which is replaced only after all output is written"),
    .text(
      "output", short: "o", placeholder: "DIR", of: [.build], sets: \.build.output,
      absent: "the output of the build file, or public", help: "Directory to write"),
    .text(
      "cache", placeholder: "DIR", of: [.build], sets: \.build.cache, absent: "the user's cache folder",
      help: "Folder that keeps fetched lists"),
    .value(
      "address", placeholder: "ADDRESS", of: [.serve], expected: "an IPv4 address or localhost",
      absent: .value(ServeArguments().address),
      help: "Address to listen on; 0.0.0.0 also accepts connections from the network",
      read: ServeArguments.address
    ) { $0.serve.address = $1 },
    .number(
      "port", in: 0...65_535, of: [.serve], absent: "\(ServeCommand.defaultPort)",
      help: "Port to listen on, 0 for any free port; repeat it to serve the same files from two origins"
    ) { $0.serve.ports.append($1) },
    .toggle(
      "sizes", of: [.conformance], sets: \.conformance.writesSizes,
      help: """
        Also write lists that test how many rules and bytes WebKit accepts: 127 MB, slow to load
        """),
    .toggle(
      "cors", of: [.serve], sets: \.serve.sharesFiles,
      help: "Let pages of any origin read the files, instead of only pages of the server itself"),
    .toggle(
      "offline", of: [.build], sets: \.build.isOffline,
      help: "Do not fetch; use cached lists, however old they are"),
    .toggle(
      "refresh", of: [.build], sets: \.build.refreshes,
      help: "Fetch every source, even if it has not expired"),
    .toggle(
      "believe", of: [.build], sets: \.build.believes,
      help: """
        Accept sources that became much smaller; without it they count as truncated, and the last good copy \
        is used
        """),
    .toggle(
      "split", of: [.convert, .match, .inspect, .trial, .explain, .report], sets: \.conversion.isSplit,
      help: """
        Make two lists, one of network and one of cosmetic filters; with -o NAME.json or NAME, convert writes \
        NAME.network.json and NAME.cosmetic.json
        """),
    .text(
      "output", short: "o", placeholder: "FILE", of: [.merge], sets: \.merge.output,
      absent: .required,
      help: "Name of the list, or prefix of the names of several lists"),
    .choice(
      "split", placeholder: "BY", of: [.merge], sets: \.merge.options.split,
      help: """
        How to split the output: none (as few lists as possible), action (blocking and hiding apart) or input \
        (one list for each input)
        """),
    .toggle(
      "shared-exceptions", of: [.merge], sets: \.merge.options.sharesExceptions,
      help: "Let exceptions of one input undo rules of the others too, which makes a single list"),
    .toggle(
      "append-exceptions", of: [.merge], sets: \.merge.options.appendsExceptions,
      help: """
        Put Tracker Radar's exceptions and the user's sites at the end, where they undo rules of every input
        """),
    .toggle(
      "mix-licenses", of: [.merge], sets: \.merge.options.mixesLicenses,
      help: "Let inputs share a list although their licenses conflict, with a warning"),
    .toggle(
      "click-to-load", of: [.merge], sets: \.merge.options.trackers.blocksClickToLoad,
      help: "Block the requests that Tracker Radar blocks until the user clicks (for apps that offer this)"),
    .value(
      "app-version", placeholder: "VERSION", of: [.merge], expected: "numbers separated by dots",
      absent: "the newest",
      help: "App version to which a privacy configuration is applied; some features require a minimum",
      read: { TrackerExceptions.isAppVersion($0) ? $0 : nil }
    ) { $0.merge.options.appVersion = $1 },
    .text(
      "surrogates", placeholder: "DIR", of: [.merge], sets: \.merge.surrogates, absent: "none",
      help: """
        Folder with surrogate scripts and mapping.json: checks that all exist and writes surrogates.json with \
        the rules that need them; --page-script includes the scripts
        """),
    .text(
      "page-script", placeholder: "NAME", of: [.merge], sets: \.merge.pageScript, absent: "not written",
      help: """
        Also write content scripts for filters that rules cannot express: NAME.isolated.js and NAME.page.js, \
        with the surrogates of --surrogates and the Tracker Radar rules that WebKit cannot express
        """),
    .text(
      "advanced", placeholder: "FILE", of: [.convert], sets: \.convert.advanced, absent: "not written",
      help: """
        Also write the filters that need a content script or a proxy to FILE, as JSON for programs that have \
        one
        """),
    .text(
      "request-changes", placeholder: "FILE", of: [.convert], sets: \.convert.requestChanges,
      absent: "not written",
      help: """
        Also write the filters that change requests, such as removeparam, to FILE, as declarativeNetRequest rules \
        for a Safari web extension, and the resources that they redirect to next to it
        """),
    .text(
      "page-script", placeholder: "NAME", of: [.convert], sets: \.convert.pageScript, absent: "not written",
      help: """
        Also write content scripts for filters that rules cannot express: NAME.isolated.js and NAME.page.js, \
        which an app injects into every page
        """),
    .text(
      "output", short: "o", placeholder: "FILE", of: [.report], sets: \.report.output,
      absent: "standard output",
      help: "Write the page to FILE"),
    .text(
      "output", short: "o", placeholder: "DIR", of: [.man], sets: \.man.output, absent: "standard output",
      help: "Write the pages to DIR, replacing pages of the same name"),
    .text(
      "previous", placeholder: "FILE", of: [.report], sets: \.report.previous, absent: "none",
      help:
        "Report changes since FILE: a page or JSON of this command, or a manifest.json or folder of 'sluice build'"
    ),
    .text(
      "badges", placeholder: "DIR", of: [.report], sets: \.report.badges, expected: "a folder",
      absent: "not written",
      help: "Also write two badges into DIR: coverage.svg and rules.svg"),
    .toggle(
      "page-reports", of: [.convert], sets: \.convert.pageReports,
      help: """
        Make the scripts of --page-script report requests that seem to be blocked to their app, which costs time \
        in every page
        """),
    .toggle(
      "page-collapse", of: [.convert], sets: \.convert.pageCollapse,
      help: """
        Make the scripts of --page-script hide images and frames whose requests seem to be blocked, which costs time \
        in every page
        """),
    .toggle(
      "trusted", of: [.convert], sets: \.convert.isTrusted,
      help: "Trust the lists: the scripts of --page-script also run their trusted scriptlets"),
    .text(
      "page", placeholder: "URL", of: [.match], sets: \.match.page, expected: "a URL", absent: "none",
      help: "URL of the page"),
    .text(
      "page", placeholder: "URL", of: [.inspect], sets: \.inspect.page, expected: "a URL",
      absent: "the URL recorded in the page",
      help: "URL of a saved page, if the browser did not record it in the file"),
    .texts(
      "page", placeholder: "PATH", of: [.trial], addsTo: \.trial.pages, absent: .required,
      help: "Saved page, HAR, or a folder of them"),
    .texts(
      "against", placeholder: "LIST", of: [.trial], addsTo: \.trial.against, absent: "no list",
      help: "List to compare with, such as its former version"),
    .text(
      "page", placeholder: "URL", of: [.webKitPage], sets: \.webKitPage.page, expected: "a URL",
      absent: "the URL recorded in the page", help: "URL of a saved page"),
    .text(
      "url", placeholder: "URL", of: [.match], sets: \.match.url, expected: "a URL", absent: "none",
      help: "URL of the request; without it, the page load itself is matched"),
    .choice(
      "type", placeholder: "TYPE", of: [.match], absent: "guessed from the URL",
      help: "Type of the request", read: Request.Kind.init(name:)
    ) { $0.match.requestType = $1 },
    .text(
      "frame", placeholder: "URL", of: [.match], sets: \.match.frame, expected: "a URL", absent: "none",
      help: "URL of the frame that makes the request"),
    .text(
      "selector", placeholder: "SELECTOR", of: [.match], sets: \.match.elements.selector,
      expected: "a selector",
      absent: "none",
      help: "Show which filters hide with this selector on the page, and which exception prevents it"),
    .text(
      "element", placeholder: "HTML", of: [.match], sets: \.match.elements.element, expected: "an element",
      absent: "none",
      help:
        "Show which filters hide this element on the page, for example '<div class=\"ad\" id=x>'"),
    .text(
      "html", placeholder: "FILE", of: [.match], sets: \.match.elements.html, absent: "none",
      help: "Show which filters hide which elements of a saved page; --page is its URL"),
    .value(
      "suffixes", placeholder: "FILE", of: [.match, .inspect, .trial, .diff], expected: "a path",
      absent: "the system's, or a small built-in table",
      help: "Public suffix list, which separates sites",
      read: { $0.isEmpty ? nil : $0 }
    ) {
      ($0.match.suffixes, $0.inspect.suffixes, $0.trial.suffixes, $0.diff.suffixes) = ($1, $1, $1, $1)
    },
    .text(
      "suffixes", placeholder: "FILE", of: [.lint], sets: \.lint.options.suffixes,
      absent: "a small built-in table",
      help: "Public suffix list, which separates sites and lists the top-level domains"),
    .value(
      "select", placeholder: "RULE[,RULE...]", of: [.lint],
      expected: "rules or groups: docs/reference/lint-rules.md lists them",
      absent: "default",
      words: LintSelector.names,
      help: """
        Rules to check, by id or group: all, default, \
        \(LintGroup.allCases.map(\.rawValue).joined(separator: ", ")); may be repeated
        """,
      read: LintOptions.selectors
    ) { $0.lint.options.select += $1 },
    .value(
      "ignore", placeholder: "RULE[,RULE...]", of: [.lint],
      expected: "rules or groups: docs/reference/lint-rules.md lists them",
      absent: "none", words: LintSelector.names,
      help: "Rules not to check; may be repeated",
      read: LintOptions.selectors
    ) { $0.lint.options.ignore += $1 },
    .value(
      "severity", placeholder: "RULE=SEVERITY[,...]", of: [.lint],
      expected: "a rule's id, '=' and error, warning or note", absent: "each rule's own",
      words: LintRule.allCases.flatMap { rule in LintSeverity.allCases.map { "\(rule.id)=\($0.rawValue)" } },
      help: "Severity of the findings of a rule; may be repeated", read: LintOptions.severities
    ) { $0.lint.options.severities.merge($1) { $1 } },
    .toggle(
      "skip-others", of: [.lint], sets: \.lint.skipsForeign,
      help: "Skip files that are not filter lists, with a note, even if they are given as operands"),
    .texts(
      "against", placeholder: "FILE", of: [.lint], addsTo: \.lint.options.against, absent: "none",
      help: "List that is used together with the reviewed ones, for duplicates and unused exceptions"),
    .texts(
      "dead", placeholder: "FILE", of: [.lint], addsTo: \.lint.options.dead, absent: "none",
      help: "File of hosts that no longer resolve, one per line"),
    .texts(
      "requests", placeholder: "FILE", of: [.lint], addsTo: \.lint.options.requests,
      absent: "60,000 generated ones",
      help: "Requests to measure overly broad filters with: JSON lines as for 'match -', or HAR"),
    .text(
      "baseline", placeholder: "FILE", of: [.lint], sets: \.lint.options.baseline,
      absent: "the baseline of the configuration",
      help: "File of known findings, which are not shown"),
    .text(
      "write-baseline", placeholder: "FILE", of: [.lint], sets: \.lint.options.newBaseline,
      absent: "not written",
      help: "Write all findings to FILE as known findings"),
    .toggle(
      "fix", of: [.lint],
      help:
        "Fix the findings that have one correct fix in the files, such as duplicates and typing mistakes"
    ) { $0.lint.fixing = .rewrite },
    .toggle("diff", of: [.lint], help: "Print the changes of --fix as a patch, without writing files") {
      $0.lint.fixing = .patch
    },
    .choice(
      "fail-on", placeholder: "LEVEL", of: [.lint], absent: "the level of the configuration, or error",
      help: "Lowest severity of a finding that makes the exit status 1",
      read: FailureLevel.init(rawValue:)
    ) { $0.lint.options.failOn = $1 },
    .toggle(
      "request-changes", of: [.match],
      help: """
        Also show how a web extension with the rules of 'sluice convert --request-changes' changes the request
        """
    ) { $0.match.showsChanges = true },
    .toggle("all", of: [.match, .inspect], help: "Show all filters and selectors of a rule") {
      ($0.match.showsAll, $0.inspect.showsAll) = (true, true)
    },
    .text(
      "trackers", placeholder: "FILE", of: [.inspect], sets: \.inspect.trackers, absent: "none",
      help: "Tracker Radar's tds.json, which names the owners of hosts"),
    .text(
      "html", placeholder: "FILE", of: [.inspect], sets: \.inspect.html, absent: "not written",
      help:
        "Also write an HTML page with a waterfall, the filters of each request, and a search"),
    .text(
      "git", placeholder: "REV..REV", of: [.lint], sets: \.lint.git, expected: "one or two revisions",
      absent: "none",
      help: """
        Show only findings on lines that changed between two revisions of this folder's repository; REV...REV \
        starts at their merge base, a single REV compares with the work tree; operands are then paths
        """),
    .toggle(
      "staged", of: [.lint], sets: \.lint.isStaged,
      help: "Show only findings on lines that the next commit changes, in the staged files"),
    .texts(
      "exclude", placeholder: "PATTERN", of: [.lint], addsTo: \.lint.exclude, expected: "a pattern",
      absent: "none",
      help: "Files to skip: a name, or a path with '*', '?' and '**'"),
    .text(
      "git", placeholder: "REV..REV", of: [.trial], sets: \.trial.git, expected: "one or two revisions",
      absent: "none",
      help: """
        Take the former and the new lists from this folder's repository, as diff does; LIST are then paths in it
        """),
    .text(
      "git", placeholder: "REV..REV", of: [.diff], sets: \.diff.git, expected: "one or two revisions",
      absent: "none",
      help: """
        Compare two revisions of this folder's repository; REV...REV starts at their merge base, a single REV \
        compares with the work tree; operands are then paths
        """),
    .texts(
      "requests", placeholder: "FILE", of: [.diff], addsTo: \.diff.requests, absent: "none",
      help: "Requests whose outcomes to compare: JSON lines as for 'match -', or a HAR"),
    .toggle(
      "rules", of: [.diff], sets: \.diff.showsRules,
      help: "Compare filter lists rule by rule, like rule lists"),
    .choice(
      "format", placeholder: "FORMAT", of: [.diff], sets: \.diff.format,
      help: """
        Output format: text; jsonl (one JSON object per line, the summary last); markdown (at most 60,000 \
        characters, for a comment); or findings in the files, for GitHub, as SARIF, for JUnit or GitLab
        """),
    .choice(
      "fail-on", placeholder: "DIFFERENCE", of: [.diff], sets: \.diff.failOn,
      help: "Differences that make the exit status 1"),
    .value(
      "source-map", placeholder: "FILE", of: [.convert, .match, .inspect, .trial, .check, .diff],
      expected: "a path",
      absent: "none",
      help: """
        File that maps each rule to its filters: convert writes it, other commands read it
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
        WebKit that the output is for. Other releases (safari-17.4) are rounded down, systems (ios-17, macos-14) \
        mean their WebKit, and host is that of this machine
        """
    ) {
      $0.conversion.target = $1.target
      $0.reporting.targetNote = $1.note
    },
    .target(
      of: [.check], absent: "none",
      help: "Also report features that the WebKit of TARGET does not support, and whether it rejects the list"
    ) {
      $0.check.options.target = $1.target
      $0.reporting.targetNote = $1.note
    },
    .choice(
      "domain-scope", placeholder: "SCOPE",
      of: [.convert, .match, .inspect, .trial, .merge, .explain, .diff, .report],
      sets: \.conversion.domainScope,
      help: """
        Which host $domain= matches: that of the page, or that of the frame that makes the request, which needs \
        more rules
        """),
    .choice(
      "generic-hiding", placeholder: "WHERE",
      of: [.convert, .match, .inspect, .trial, .merge, .explain, .diff, .report],
      sets: \.conversion.genericHiding,
      help: """
        Where hiding filters without a site act: everywhere; pages (not in frames); or scripted (in documents \
        that load a script). The last two make pages faster and hide less
        """),
    .choice(
      "dialect", placeholder: "DIALECT",
      of: [.convert, .lint, .lsp, .match, .inspect, .trial, .merge, .explain, .diff, .report],
      sets: \.conversion.dialectChoice,
      help: """
        Dialect of the lists, which decides the meaning of a line that is only a host name; auto detects it
        """),
    .toggle(
      "allow-empty",
      of: [.convert, .lint, .match, .inspect, .trial, .merge, .diff, .report],
      sets: \.conversion.allowsEmptyLists,
      help: "Accept lists without filters and empty files, which are errors otherwise"),
    .value(
      "define", placeholder: "NAME[,NAME...]",
      of: [.convert, .lint, .lsp, .match, .inspect, .trial, .merge, .diff, .report],
      expected: "NAME or NAME=false, of letters, digits and _",
      absent: .described(ConversionOptions().constants.sorted().joined(separator: ", ")),
      help:
        "Additional names that are true in !#if, or NAME=false for false ones; may be repeated",
      read: ConversionOptions.definitions
    ) { $0.conversion.define($1) },
    .choice(
      "platform", placeholder: "PLATFORM",
      of: [.convert, .lint, .lsp, .match, .inspect, .trial, .merge, .diff, .report],
      absent: "none",
      help: "Program for which !#if is evaluated; its names are true in addition to those of --define",
      read: ListPlatform.init(rawValue:)
    ) { $0.conversion.constants.formUnion($1.constants) },
    .number(
      "max-rules", in: 1...RuleList.maximumRules, of: [.convert, .check, .merge, .report],
      absent: "WebKit's limit", help: "Maximum number of rules in a list"
    ) { ($0.conversion.maximumRules, $0.check.options.maximumRules) = ($1, $1) },
    .number(
      "max-bytes", in: 1...1_000_000_000, of: [.convert, .check, .merge, .report],
      absent: "no limit",
      help: "Maximum size of a list in bytes of JSON"
    ) { ($0.conversion.maximumBytes, $0.check.options.maximumBytes) = ($1, $1) },
    .choice(
      "prefer", placeholder: "FORM", of: [.convert, .merge, .diff, .report], sets: \.conversion.preferredForm,
      help: """
        Form of the rules: compile, which WebKit compiles in a fifth less time, or size, which is a fifth \
        smaller; auto uses compile unless the list would exceed a limit or the size that works on iPhones and \
        iPads of the target
        """),
    .choice(
      "fail-on", placeholder: "OUTCOME", of: [.trial], sets: \.trial.failOn,
      help: """
        Results that make the exit status 1: broken (an expectation), changed (also anything newly blocked or \
        hidden, or no longer so) or never
        """),
    .choice(
      "fail-on", placeholder: "LEVEL", of: [.check], sets: \.check.failOn,
      help: "Lowest severity of a finding that makes the exit status 1"),
    .number(
      "costs", in: 0...1_000_000, of: [.convert, .check],
      absent: .value(String(CheckOptions().costCount)),
      help: """
        Show the N filters that cost pages most; check shows rules, and the N patterns that are most expensive \
        to compile
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
      help: "Load pages in the WebKitGTK of this machine to decide expectations that need a browser"),
    .toggle(
      "network", of: [.inspect], sets: \.inspect.engine.hasNetwork,
      help: "Let the browser use the network, for a PAGE that is a URL"),
    .toggle(
      "broken", of: [.inspect], sets: \.inspect.engine.isBroken,
      help: "Find the smallest set of exceptions with which the page meets its expectations"),
    .texts(
      "expect-visible", placeholder: "SELECTOR", of: [.inspect], addsTo: \.inspect.engine.visible,
      expected: "a selector",
      absent: "none",
      help: "Element of the page that must be visible"),
    .texts(
      "expect-request", placeholder: "URL", of: [.inspect], addsTo: \.inspect.engine.requests,
      expected: "a URL",
      absent: "none",
      help: "Request that must be made: its URL, or a prefix and '*'"),
    .toggle(
      "expect-no-error", of: [.inspect], sets: \.inspect.engine.expectsNoError,
      help: "Expect no console error that does not also occur without the lists"),
    .number(
      "timeout", placeholder: "SECONDS", in: 1...3600, of: [.inspect, .trial],
      absent: .value(String(EngineArguments().timeout)),
      help: "Maximum time to load the page"
    ) { ($0.inspect.engine.timeout, $0.trial.timeout) = ($1, $1) },
    .number(
      "timeout", placeholder: "SECONDS", in: 1...86_400, of: [.check, .webKitCompile],
      absent: .value(String(CheckArguments().timeout)), help: "Maximum time that WebKit may take for a list"
    ) { ($0.check.timeout, $0.webKitCompile.timeout) = ($1, $1) },
    .choice(
      "on-limit", placeholder: "POLICY", of: [.convert, .report], sets: \.conversion.limitPolicy,
      help: """
        Action at a limit: stop with an error, or truncate, which drops blocking rules from the end (never an \
        exception) and reports them
        """),
    .choice(
      "format", placeholder: "FORMAT", of: [.convert, .lint, .check, .trial], sets: \.reporting.findingFormat,
      help: """
        Format of diagnostics: text; jsonl (one JSON object per line, the summary last); or a single document: \
        GitHub Actions annotations, SARIF 2.1.0, JUnit XML or GitLab Code Quality
        """),
    .choice(
      "format", placeholder: "FORMAT", of: [.match, .inspect], sets: \.reporting.format,
      help: "Format of diagnostics: text, or one JSON object per line, the summary last"),
    .choice(
      "format", placeholder: "FORMAT",
      of: [.initialize, .build, .serve, .merge, .explain, .conformance, .playground, .help],
      sets: \.reporting.objectFormat, help: "Output format: text, or one JSON object on standard output"),
    .choice(
      "format", placeholder: "FORMAT", of: [.report], sets: \.report.format,
      help: "Format of the report: an HTML page, or JSON"),
    maximum(
      of: [.convert, .lint, .merge, .check], absent: "one example for each reason",
      help: "List each finding with its line, at most N of them as text, for check in each file; 0 lists all"),
    maximum(
      of: [.trial], absent: "\(Reporting.usualMaximum)",
      help: "Maximum number of findings to show as text; 0 means no limit"),
    maximum(
      of: [.diff],
      absent: """
        \(Reporting.usualExamples.ofFilters), \(Reporting.usualExamples.ofRules) for rules, \
        \(Reporting.usualMaximum) as Markdown
        """,
      help: "Maximum number of examples in each section; 0 means no limit"),
    .toggle(
      "statistics", of: [.convert, .lint], help: "Show only the number of findings for each reason"
    ) { $0.reporting.listing = .counts },
    .toggle(
      "watch", of: [.convert, .lint, .build, .check],
      help: "Run again when a file that the command read changes, until interrupted"
    ) {
      ($0.convert.watches, $0.lint.watches, $0.build.watches, $0.check.watches) = (true, true, true, true)
    },
    .toggle(
      "verbose", short: "v", of: CommandName.allCases.filter(\.hasSteps),
      help: """
        Also report each step on standard error, with its time and sizes; convert, lint and merge also show notes, \
        such as filters that need a script
        """
    ) { $0.reporting.detail = .verbose },
    .toggle(
      "quiet", short: "q",
      of: [
        .convert, .lint, .check, .match, .inspect, .trial, .initialize, .build, .merge, .diff, .report,
        .serve, .conformance, .playground,
      ], help: "Write only errors to standard error, and show no progress"
    ) { $0.reporting.detail = .quiet },
    .number(
      "threads", in: 1...256, of: [.convert, .lint, .match, .inspect, .trial, .build, .merge, .report],
      absent: "the number of cores",
      help: "Number of threads; the output does not depend on it"
    ) { ($0.conversion.threads, $0.build.threads) = ($1, $1) },
    .choice(
      "color", placeholder: "WHEN",
      of: [
        .convert, .lint, .check, .match, .inspect, .trial, .initialize, .build, .merge, .explain, .diff,
        .report,
        .serve, .conformance, .playground,
      ],
      sets: \.reporting.color,
      help: "Whether to color diagnostics and errors; auto follows NO_COLOR, CLICOLOR_FORCE and TERM"),
    Flag(
      name: "help", short: "h", scope: .everywhere, effect: .showHelp,
      help: "Show this help; -h shows only usual options"),
    Flag(name: "version", short: "V", scope: .topLevel, effect: .showVersion, help: "Show the version"),
  ]

  private static func maximum(
    of commands: [CommandName], absent: @autoclosure @escaping @Sendable () -> Flag<Arguments>.Default,
    help: String
  ) -> Flag<Arguments> {
    .number("max-diagnostics", in: 0...1_000_000_000, of: commands, absent: absent(), help: help) {
      $0.reporting.listing = .each(atMost: $1 == 0 ? .max : $1)
    }
  }
}
