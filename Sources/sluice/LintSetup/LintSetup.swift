import SluiceConversion
import SluiceLint
import SluiceSyntax
import SluiceText

/// A linter and its lists, set up by the command line and the configurations.
struct LintSetup {
  let linter: Linter
  let sources: [LintSource]
  private let baselines: [LintBaselineFile]
  /// The minimum severity for a failure, by list name.
  private let failOn: [String: FailureLevel]
  private let writesBaseline: Bool

  /// - Parameter emptyFiles: The names of files that may have no filter.
  init(
    _ files: [InputFile], options: LintOptions, emptyFiles: Set<String> = []
  ) throws(CommandError) {
    var configurations = LintConfigurations()
    var linter = Linter()
    var sources: [LintSource] = []
    var failOn: [String: FailureLevel] = [:]
    var paths = Paths(against: options.against, dead: options.dead, requests: options.requests)
    var baselines = [options.baseline].compactMap { $0 }
    for file in files {
      let placed = try configurations.configuration(for: file.name)
      let configuration = placed?.configuration ?? LintConfiguration()
      if let placed, configuration.exclude.map(PathPattern.init).mean(file.name, from: placed.root) {
        continue
      }
      let settings = configuration.settings(
        select: options.select, ignore: options.ignore, severities: options.severities
      ) { pattern in placed.map { [PathPattern(pattern)].mean(file.name, from: $0.root) } ?? false }
      let accepts = emptyFiles.contains(file.name) ? .lists : options.conversion.acceptedFiles
      let source = FilterListFile.source(file.judged(as: options.conversion.dialect), accepts: accepts)
      sources.append(LintSource(source, settings: settings))
      failOn[file.name] = options.failOn ?? configuration.failOn ?? .error
      guard let placed else { continue }
      paths.add(placed)
      if options.baseline == nil, let path = placed.configuration.baseline.map(placed.path),
        !baselines.contains(path)
      {
        baselines.append(path)
      }
    }
    linter.conversion = options.conversion
    linter.others = try Self.others(paths.against, but: files, options: options.conversion)
    linter.deadHosts = try Self.deadHosts(paths.dead)
    if options.suffixes != nil || !paths.requests.isEmpty {
      // Reading the system's list takes time, and only these need it.
      let suffixes = try SuffixSource(options.suffixes).suffixes
      if options.suffixes != nil {
        linter.suffixes = suffixes
        linter.knowsAllSuffixes = true
      }
      if !paths.requests.isEmpty {
        linter.requests = try RequestFile.all(paths.requests).flatMap { file in
          file.requests.map { $0.request(suffixes) }
        }
      }
    }
    (self.linter, self.sources, self.failOn) = (linter, sources, failOn)
    writesBaseline = options.newBaseline != nil
    // A new baseline includes the known findings.
    if options.newBaseline != nil { baselines = [] }
    self.baselines = try baselines.map { path throws(CommandError) in try LintBaselineFile(path) }
  }

  /// The paths of files other than the lists, without duplicates.
  private struct Paths {
    var against: [String]
    var dead: [String]
    var requests: [String]

    mutating func add(_ placed: LintConfigurations.Placed) {
      Self.add(placed.configuration.against.map(placed.path), to: &against)
      Self.add(placed.configuration.dead.map(placed.path), to: &dead)
      Self.add(placed.configuration.requests.map(placed.path), to: &requests)
    }

    private static func add(_ more: [String], to paths: inout [String]) {
      for path in more where !paths.contains(path) { paths.append(path) }
    }
  }

  /// Returns the lists to compare with. A list is not compared with itself.
  private static func others(
    _ paths: [String], but files: [InputFile], options: ConversionOptions
  ) throws(CommandError) -> [Source] {
    var others: [Source] = []
    for path in paths {
      let file = try InputFile(path).asText.judged(as: options.dialect)
      if let identity = file.identity, files.contains(where: { $0.identity == identity }) { continue }
      try FilterListFile.refuseForeign(file, accepts: options.acceptedFiles)
      others.append(FilterListFile.source(file, accepts: .lists))
    }
    return others.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Reads the hosts in files with a host per line, or in hosts files. Comments begin with `#` or `!`.
  private static func deadHosts(_ paths: [String]) throws(CommandError) -> [String: String] {
    var hosts: [String: String] = [:]
    for path in paths {
      let file = try InputFile(path)
      for line in file.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        let words = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }).prefix(2)
        guard let first = words.first, first.first != ASCII.hash, first.first != ASCII.bang
        else {
          continue
        }
        let isAddress = words.count > 1 && first.allSatisfy { $0.isHexDigit || $0 == 0x2E || $0 == 0x3A }
        let name = isAddress ? words[words.startIndex + 1] : first
        guard let host = HostNames.ascii(Array(name)) else { continue }
        hosts[String(decoding: host, as: UTF8.self)] = file.name
      }
    }
    return hosts
  }

  /// The lists, set up to check only the rules that have fixes.
  var fixableSources: [LintSource] {
    sources.map { LintSource($0.source, settings: $0.settings.ofFixableRules) }
  }

  /// Throws for a file that is not a list if no rule reports it, or if no findings are shown.
  func refuseForeign(showsFindings: Bool) throws(CommandError) {
    for list in sources {
      let source = list.source
      guard let judgement = source.judgement, case .foreign(let content) = judgement,
        source.accepts.refuses(content),
        !showsFindings || !list.settings.isOn(.own(.init(about: content)))
      else { continue }
      let line = judgement.problemLine(in: source.bytes)
      throw ConversionError.foreign(name: source.name, content: content, line: line).report
    }
  }

  func sources(with lists: [FixedList]) -> [LintSource] {
    let texts = Dictionary(lists.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    return sources.map { source in
      var source = source
      source.source.bytes = texts[source.source.name] ?? source.source.bytes
      return source
    }
  }

  /// Removes the findings that the baselines contain from a report, and returns their number.
  ///
  /// - Parameter root: The folder that names in the report are relative to; nil for the current folder.
  func takeKnown(from report: inout LintReport, root: String? = nil) -> Int {
    if writesBaseline {
      defer { report.findings = [] }
      return report.findings.count
    }
    return baselines.reduce(0) { $0 + $1.apply(to: &report, root: root) }
  }

  var failsAtNotes: Bool { failOn.values.contains { $0.isReached(by: .note) } }

  func isFailure(_ report: LintReport) -> Bool {
    report.findings.contains { finding in
      (failOn[report.sources[finding.source].name] ?? .error).isReached(by: finding.severity)
    }
  }
}

/// The options for checking lists, which the editor's server shares with `sluice lint`.
struct LintOptions: Sendable {
  /// The rules to enable; empty for the rules of the configuration.
  var select: [LintSelector] = []
  var ignore: [LintSelector] = []
  var severities: [LintRule: LintSeverity] = [:]
  /// The lowest severity that makes the exit status 1; nil for the level of the configuration, or error.
  var failOn: FailureLevel?
  var against: [String] = []
  /// Files with hosts that no longer resolve.
  var dead: [String] = []
  /// Files with requests, for counting the requests that each filter blocks.
  var requests: [String] = []
  var suffixes: String?
  var baseline: String?
  var newBaseline: String?
  var conversion = ConversionOptions()
}

extension LintOptions {
  /// Parses comma-separated rules and groups; returns nil if one is unknown.
  static func selectors(_ text: String) -> [LintSelector]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let selectors = words.compactMap { LintSelector(String($0)) }
    return selectors.count == words.count ? selectors : nil
  }

  /// Parses `ID=SEVERITY,…`; returns nil if an entry is invalid.
  static func severities(_ text: String) -> [LintRule: LintSeverity]? {
    var severities: [LintRule: LintSeverity] = [:]
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let rule = LintRule(id: String(parts[0])),
        let severity = LintSeverity(rawValue: String(parts[1]))
      else { return nil }
      severities[rule] = severity
    }
    return severities
  }
}
