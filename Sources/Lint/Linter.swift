import Bytes
import ContentBlocker
import Conversion
import FilterSyntax
import Foundation
import ListBuilding

/// A list to look at.
public struct LintSource: Sendable {
  /// The list.
  public var source: Source
  /// What to look for in it.
  public var settings: LintSettings

  /// A list, and what to look for in it.
  public init(_ source: Source, settings: LintSettings = LintSettings()) {
    (self.source, self.settings) = (source, settings)
  }
}

/// Reviews filter lists: what is wrong in them, does too much, is not needed, is dead, or cannot be said in
/// WebKit.
public struct Linter: Sendable {
  /// For which WebKit, and how, filters are converted; `ConversionOptions.constants` too.
  public var conversion = ConversionOptions()
  /// Lists in which filters may stand already, and which exceptions may be for.
  public var others: [Source] = []
  /// The public suffixes by which sites are told apart.
  public var suffixes = PublicSuffixList.wellKnown { didSet { updateTopLevelDomains() } }
  /// Whether ``suffixes`` has all top-level domains, so that others cannot be.
  public var knowsAllSuffixes = false { didSet { updateTopLevelDomains() } }
  private var topLevelDomains: Set<HostKey>?
  /// Hosts that no longer resolve, in lower case and punycode, and the file that says so.
  public var deadHosts: [String: String] = [:] {
    didSet {
      dead = Dictionary(
        deadHosts.map { (HostKey(Array($0.key.utf8)), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
  }
  /// The same as they are looked up: an editor asks at every key.
  private var dead: [HostKey: String] = [:]
  /// What a filter that does too much is counted against; nil for ``RequestSample``.
  public var requests: [Request]?
  /// Whether it is said how many requests are stopped by filters that do too much, which takes longer than
  /// all the rest.
  var countsRequests = true
  /// The bytes of exclusions that the conversion allows in addition to its share of the input; nil for the
  /// default.
  var freeExclusions: Int?
  /// The day, for lists that say when they were changed.
  public var today = Date()

  /// A linter for the standard target.
  public init() {}

  private mutating func updateTopLevelDomains() {
    topLevelDomains = knowsAllSuffixes ? suffixes.topLevelDomains : nil
  }

  /// Looks at lists as if they were one: an exception in one of them may be for a filter of another.
  ///
  /// The findings do not depend on the order of the lists, nor on the number of threads. Any bytes are a
  /// list.
  public func lint(_ lists: [LintSource]) -> LintReport { lint(lists, whenBegun: { _ in }) }

  /// What a review is about.
  package enum Step: Hashable, Sendable {
    /// Reads the lists, and looks at one line after the other.
    case lines
    /// Compares filters with one another.
    case comparing
    /// Finds what WebKit cannot say.
    case converting
    /// Counts the requests that filters stop which do too much.
    case counting
  }

  /// Looks at lists as if they were one; `whenBegun` is called at the beginning of each step.
  package func lint(_ lists: [LintSource], whenBegun: (Step) -> Void) -> LintReport {
    whenBegun(.lines)
    let lists = lists.sorted { $0.source.name.utf8.lexicographicallyPrecedes($1.source.name.utf8) }
    let sources = lists.map(\.source)
    var options = conversion
    options.ignoresLimit = true
    options.makesSourceMap = false
    // Of all that lint does little is done by threads, and each has a heap of its own: a twentieth more work
    // for a fifteenth of the time.
    options.threads = options.threads ?? 1
    var converter = Converter(options: options)
    if let freeExclusions { converter.freeExclusions = freeExclusions }
    let linted = converter.parse(sources)
    let all = LintedLists(linted + converter.parse(others), lintedCount: linted.count)
    var found = FindingCollector(all.sources, lists.map(\.settings))
    checkLines(all, sources, &found)
    if found.isOn(where: { $0.group == .notNeeded || $0 == .own(.combinableFilters) }) {
      whenBegun(.comparing)
      LintIndex(all, conversion.dialect).check(&found)
    }
    if found.isOn(where: \.needsConversion) {
      whenBegun(.converting)
      addReasons(converter, linted, &found)
    }
    var comments = linted.map { DisableComments($0.list) }
    for (number, comments) in comments.enumerated() {
      for (line, word) in comments.unknown {
        found.add(.unknownLintRule, at: FilterLocation(source: UInt32(number), line: UInt32(line)), word)
      }
    }
    // Taken, not copied: of lists that are large there are millions.
    var findings = found.takeFindings()
    if countsRequests {
      whenBegun(.counting)
      RequestCount.add(to: &findings, of: all.sources) { requests ?? RequestSample.requests }
    }
    findings.sort(by: LintFinding.isBefore)
    Self.removeRepeated(&findings)
    findings.removeAll { comments[$0.source].turnOff($0) }
    return LintReport(sources: sources, lists: all.sources, findings: findings)
  }

  /// Leaves one of two findings that say the same: of a pattern that no URL matches that of the whole
  /// pattern, of a domain that cannot be that which says why.
  private static func removeRepeated(_ findings: inout [LintFinding]) {
    guard findings.contains(where: { $0.rule == .own(.impossibleHost) }) else { return }
    var hosts: [FilterLocation: [ByteRange]] = [:]
    var patterns: Set<FilterLocation> = []
    for finding in findings {
      if finding.rule == .own(.impossibleHost) { hosts[finding.location, default: []].append(finding.span) }
      if finding.rule == .reason(.conversion(.patternNeverMatches)) { patterns.insert(finding.location) }
    }
    findings.removeAll { finding in
      switch finding.rule {
      case .own(.impossibleHost): patterns.contains(finding.location)
      case .reason(.conversion(.unusableDomain)):
        hosts[finding.location]?.contains(finding.span) ?? false
      case .own, .reason: false
      }
    }
  }

  // MARK: Line by line

  private func checkLines(_ lists: LintedLists, _ sources: [Source], _ found: inout FindingCollector) {
    let header = HeaderCheck(today: found.isOn(.staleHeader) ? today : nil)
    let breadth = BreadthCheck(suffixes: suffixes)
    let hosts = HostCheck(dead: dead, topLevelDomains: topLevelDomains)
    for number in 0..<lists.lintedCount {
      let list = lists.sources[number].list
      header.check(number, list, bytes: sources[number].bytes, &found)
      let hasStyle = found.isOn(.optionOrder, .domainOrder, .optionName, .upperCase)
      check(list, number, breadth, hosts, hasStyle ? StyleCheck(list) : nil, &found)
      if found.settings[number].isOn(.format) {
        checkFormat(list, number, lists.sources[number].dialect, &found)
      }
    }
  }

  private func check(
    _ list: FilterList, _ number: Int, _ breadth: BreadthCheck, _ hosts: HostCheck, _ style: StyleCheck?,
    _ found: inout FindingCollector
  ) {
    let bytes = list.bytes.span
    let dialect = conversion.dialect ?? Dialect.detect(list)
    var lines = LineCheck()
    for (index, line) in list.lines.enumerated() {
      let location = FilterLocation(source: UInt32(number), line: UInt32(index))
      lines.check(line, of: list, at: location, &found)
      switch line.content {
      case .network(let filter):
        if let host = filter.hostName(in: bytes, for: dialect) {
          breadth.check(host: host, at: location, bytes, &found)
          hosts.check(host, at: location, bytes, &found)
          style?.check(filter, at: location, bytes, &found)
          continue
        }
        breadth.check(filter, at: location, bytes, &found)
        hosts.check(filter, at: location, bytes, &found)
        guard !filter.options.isEmpty else {
          style?.check(filter, at: location, bytes, &found)
          continue
        }
        OptionCheck.check(filter, at: location, bytes, &found)
        let lists = filter.options.compactMap { $0.domains(in: bytes) }
        DomainCheck.check(lists, at: location, bytes, &found)
        for entries in lists { hosts.check(entries, at: location, bytes, &found) }
        style?.check(filter, at: location, bytes, &found)
      case .cosmetic(let filter):
        HidingBreadthCheck.check(filter, at: location, bytes, &found)
        DomainCheck.check([filter.domains], at: location, bytes, &found)
        ScriptletCheck.check(filter, at: location, bytes, &found)
        hosts.check(filter.domains, at: location, bytes, &found)
        // AdGuard's modifiers have domains of their own, which stand elsewhere.
        if style != nil, bytes[line.range.lowerBound] != UInt8(ascii: "[") {
          StyleCheck.check(filter.domains, at: location, bytes, &found)
        }
      case .hosts(let line):
        for host in line.hosts {
          if line.isBlock { breadth.check(host: host, at: location, bytes, &found) }
          hosts.check(host, at: location, bytes, &found)
        }
      case .blank, .comment, .header, .metadata, .directive, .hint, .continuation, .rejected: break
      }
    }
  }

  /// Looks for sections that are not sorted and combined.
  private func checkFormat(
    _ list: FilterList, _ number: Int, _ dialect: Dialect?, _ found: inout FindingCollector
  ) {
    for section in ListFormatter(list, dialect: dialect ?? conversion.dialect).sections {
      let first = section.lines.lowerBound
      found.add(
        .format, at: FilterLocation(source: UInt32(number), line: UInt32(first)), list.lines[first].range,
        .words("\(first + 1) to \(section.lines.upperBound)"))
    }
  }

  // MARK: Conversion

  /// Adds what the parser and the converter say.
  private func addReasons(_ converter: Converter, _ sources: [ParsedSource], _ found: inout FindingCollector)
  {
    let review = converter.review(sources, dearest: found.isOn(.dearPattern) ? DearPatterns.count : 0)
    let report = review.report
    for (diagnostic, location) in zip(report.diagnostics, report.diagnosticLocations) {
      if diagnostic.reason == .conversion(.includeNotFollowed), isAmong(sources, diagnostic) { continue }
      found.add(.reason(diagnostic.reason), at: location, diagnostic.span)
    }
    DearPatterns.check(review, sources, &found)
  }

  /// Whether a list that another asks for is one of those that are looked at.
  private func isAmong(_ sources: [ParsedSource], _ diagnostic: Diagnostic) -> Bool {
    let bytes = sources[diagnostic.source].list.bytes
    let name = bytes.span.text(diagnostic.span)
    guard let last = name.split(separator: "/").last else { return false }
    return sources.contains { $0.name.split(separator: "/").last == last }
  }
}
