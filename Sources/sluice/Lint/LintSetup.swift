import Bytes
import Conversion
import ContentBlocker
import Lint
import ListBuilding

/// A linter and its lists, as the command line and the configurations want them.
struct LintSetup {
  let linter: Linter
  let sources: [LintSource]
  private let baselines: [LintBaselineFile]
  /// By name of the list, with which findings the run fails.
  private let failOn: [String: FailureLevel]
  /// Whether all that is found is written as known.
  private let writesBaseline: Bool

  init(_ files: [InputFile], _ arguments: LintArguments) throws(CommandError) {
    var configurations = LintConfigurations()
    var linter = Linter()
    var sources: [LintSource] = []
    var failOn: [String: FailureLevel] = [:]
    var paths = Paths(against: arguments.against, dead: arguments.dead, requests: arguments.requests)
    var baselines = [arguments.baseline].compactMap { $0 }
    for file in files {
      let placed = try configurations.configuration(for: file.name)
      let configuration = placed?.configuration ?? LintConfiguration()
      if let placed, configuration.exclude.map(PathPattern.init).mean(file.name, from: placed.root) {
        continue
      }
      let settings = configuration.settings(
        select: arguments.select, ignore: arguments.ignore, severities: arguments.severities)
      sources.append(LintSource(Source(name: file.name, bytes: file.bytes), settings: settings))
      failOn[file.name] = arguments.failOn ?? configuration.failOn ?? .error
      guard let placed else { continue }
      paths.add(placed)
      if arguments.baseline == nil, let path = placed.configuration.baseline.map(placed.path),
        !baselines.contains(path)
      {
        baselines.append(path)
      }
    }
    linter.conversion = arguments.conversion
    linter.others = try Self.others(paths.against, but: files)
    linter.deadHosts = try Self.deadHosts(paths.dead)
    let suffixes = try SuffixSource(arguments.suffixes)
    linter.suffixes = arguments.suffixes == nil ? .wellKnown : suffixes.suffixes
    linter.knowsAllSuffixes = arguments.suffixes != nil
    if !paths.requests.isEmpty {
      linter.requests = try RequestFile.all(paths.requests).flatMap { file in
        file.requests.map { $0.request(suffixes.suffixes) }
      }
    }
    (self.linter, self.sources, self.failOn) = (linter, sources, failOn)
    writesBaseline = arguments.newBaseline != nil
    // What is written as known is known.
    if arguments.newBaseline != nil { baselines = [] }
    var known: [LintBaselineFile] = []
    for path in baselines { known.append(try LintBaselineFile(path)) }
    self.baselines = known
  }

  /// Files that are named beside the lists, each once.
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

  /// The lists to compare with. One that is looked at itself is not compared with itself.
  private static func others(_ paths: [String], but files: [InputFile]) throws(CommandError) -> [Source] {
    var others: [Source] = []
    for path in paths {
      let file = try InputFile(path).asText
      if let identity = file.identity, files.contains(where: { $0.identity == identity }) { continue }
      others.append(Source(name: file.name, bytes: file.bytes))
    }
    return others.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The hosts of files with a host a line, or of hosts files; comments begin with `#` or `!`.
  private static func deadHosts(_ paths: [String]) throws(CommandError) -> [String: String] {
    var hosts: [String: String] = [:]
    for path in paths {
      let file = try InputFile(path)
      for line in file.bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        let words = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }).prefix(2)
        guard let first = words.first, first.first != UInt8(ascii: "#"), first.first != UInt8(ascii: "!")
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

  /// The lists with those rules alone that a fix can come of.
  var fixableSources: [LintSource] {
    sources.map { LintSource($0.source, settings: $0.settings.ofFixableRules) }
  }

  /// The lists as they are after fixes.
  func sources(with lists: [FixedList], of report: LintReport) -> [LintSource] {
    let texts = Dictionary(
      zip(report.sources.map(\.name), lists.map(\.bytes)), uniquingKeysWith: { first, _ in first })
    return sources.map { source in
      var source = source
      source.source.bytes = texts[source.source.name] ?? source.source.bytes
      return source
    }
  }

  /// Takes out what baselines know, and says how many findings those were.
  ///
  /// - Parameter root: The folder to which the names of the report are relative; nil for the one that the program runs in.
  func takeKnown(from report: inout LintReport, root: String? = nil) -> Int {
    if writesBaseline {
      defer { report.findings = [] }
      return report.findings.count
    }
    return baselines.reduce(0) { $0 + $1.apply(to: &report, root: root) }
  }

  /// Whether a note makes the run fail.
  var failsAtNotes: Bool { failOn.values.contains { $0.isReached(by: .note) } }

  /// Whether there is a finding with which the run fails.
  func isFailure(_ report: LintReport) -> Bool {
    report.findings.contains { finding in
      (failOn[report.sources[finding.source].name] ?? .error).isReached(by: finding.severity)
    }
  }
}
