#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceAnalysis
import SluiceConversion
import SluiceSyntax
import SluiceText

/// A list to check.
public struct LintSource: Sendable {
  /// The list.
  public var source: Source
  /// The settings for the list.
  public var settings: LintSettings

  /// Creates a list to check.
  public init(_ source: Source, settings: LintSettings = LintSettings()) {
    (self.source, self.settings) = (source, settings)
  }
}

/// A linter for filter lists.
///
/// It finds mistakes, filters that match too much, redundant filters, filters for dead hosts, and filters
/// that WebKit does not support.
public struct Linter: Sendable {
  /// The options for converting filters, such as the target and `ConversionOptions.constants`.
  public var conversion = ConversionOptions()
  /// Other lists that may already contain the same filters, or the filters for exceptions.
  public var others: [Source] = []
  /// The public suffixes that determine sites.
  public var suffixes = PublicSuffixList.wellKnown { didSet { updateTopLevelDomains() } }
  /// Whether ``suffixes`` contains all top-level domains, so that any other is impossible.
  public var knowsAllSuffixes = false { didSet { updateTopLevelDomains() } }
  /// Hosts that no longer resolve, in lower case and Punycode, each with the file that lists it.
  public var deadHosts: [String: String] = [:] {
    didSet {
      context.dead = Dictionary(
        deadHosts.map { (HostKey(Array($0.key.utf8)), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
  }
  /// The requests for counting what overly broad filters block; nil for a sample of common ones.
  public var requests: [Request]?
  /// Whether to count the requests that overly broad filters block. This takes longer than everything else.
  var countsRequests = true
  /// The number of bytes of exclusions that the conversion allows in addition to a share of the input; nil
  /// for the default.
  var freeExclusions: Int?
  /// The current date, for the rule about outdated lists.
  public var today: Date {
    get { context.today }
    set { context.today = newValue }
  }
  /// The knowledge of checks, which is computed once, because an editor checks after every keystroke.
  private var context = LintContext()

  /// Creates a linter for the standard target.
  public init() {}

  private mutating func updateTopLevelDomains() {
    context.suffixes = suffixes
    context.topLevelDomains = knowsAllSuffixes ? suffixes.topLevelDomains : nil
  }

  /// Checks lists as if they were one, so that an exception can apply to a filter in another list.
  ///
  /// The findings depend neither on the order of the lists nor on the number of threads. Any bytes are a
  /// valid input.
  public func lint(_ lists: [LintSource]) -> LintReport { lint(lists, whenBegun: { _ in }) }

  package enum Step: Hashable, Sendable {
    /// Parses the lists and checks them line by line.
    case lines
    /// Compares filters with each other.
    case comparing
    /// Finds filters that WebKit does not support.
    case converting
    /// Counts the requests that overly broad filters block.
    case counting
  }

  /// Checks lists as if they were one. Calls `whenBegun` at the beginning of each step.
  package func lint(_ lists: [LintSource], whenBegun: (Step) -> Void) -> LintReport {
    whenBegun(.lines)
    let lists = lists.sorted { $0.source.name.utf8.lexicographicallyPrecedes($1.source.name.utf8) }
    let sources = lists.map(\.source)
    var options = conversion
    options.ignoresLimit = true
    options.makesSourceMap = false
    // Little of the work runs in parallel, and each thread has its own heap: more threads take a twentieth
    // more CPU time and save only a fifteenth of the duration.
    options.threads = options.threads ?? 1
    var converter = Converter(options: options)
    if let freeExclusions { converter.freeExclusions = freeExclusions }
    let linted = converter.parse(sources)
    let all = LintedLists(linted + converter.parse(others), lintedCount: linted.count)
    var found = LintFindingCollector(all.sources, settings: lists.map(\.settings))
    checkLines(all, sources: sources, found: &found)
    if found.isOn(where: \.needsComparison) {
      whenBegun(.comparing)
      LintIndex(all, options: conversion).check(&found)
    }
    if found.isOn(where: \.needsConversion) {
      whenBegun(.converting)
      addReasons(converter, sources: linted, found: &found)
    }
    var comments = linted.map { DisableComments($0.list) }
    // Moved and not copied: large lists have millions of findings.
    var findings = found.takeFindings()
    if countsRequests {
      whenBegun(.counting)
      RequestCount.add(to: &findings, of: all.sources) { requests ?? RequestSample.requests }
    }
    findings.sort(by: LintFinding.isBefore)
    Self.removeRepeated(&findings)
    findings.removeAll { comments[$0.source].turnOff($0) }
    Self.removeFurther(&findings)
    return LintReport(sources: sources, lists: all.sources, findings: findings)
  }

  /// Removes the less specific of two findings about the same problem.
  ///
  /// For a pattern that matches no URL, the finding about the entire pattern stays. For an impossible domain,
  /// the finding with the reason stays.
  private static func removeRepeated(_ findings: inout [LintFinding]) {
    guard findings.contains(where: { $0.rule == .own(.impossibleHost) }) else { return }
    var hosts: [FilterPlace: [ByteRange]] = [:]
    var patterns: Set<FilterPlace> = []
    for finding in findings {
      if finding.rule == .own(.impossibleHost) { hosts[finding.place, default: []].append(finding.span) }
      if finding.rule == .reason(.conversion(.patternNeverMatches)) { patterns.insert(finding.place) }
    }
    findings.removeAll { finding in
      switch finding.rule {
      case .own(.impossibleHost): patterns.contains(finding.place)
      case .reason(.conversion(.unusableDomain)):
        hosts[finding.place]?.contains(finding.span) ?? false
      case .own, .reason: false
      }
    }
  }

  /// The maximum number of findings of a rule in one line. Each finding names the whole line, which can have an
  /// option or a name thousands of times.
  static let maximumInLine = 100

  /// Removes the findings of a rule in a line beyond the maximum. The findings are in the order of lines.
  private static func removeFurther(_ findings: inout [LintFinding]) {
    var further: Set<Int> = []
    var start = 0
    while start < findings.count {
      var end = start + 1
      while end < findings.count, findings[end].place == findings[start].place { end += 1 }
      if end - start > maximumInLine {
        var counts: [LintRule: Int] = [:]
        for index in start..<end {
          counts[findings[index].rule, default: 0] += 1
          if counts[findings[index].rule, default: 0] > maximumInLine { further.insert(index) }
        }
      }
      start = end
    }
    if further.isEmpty { return }
    findings = findings.indices.lazy.filter { !further.contains($0) }.map { findings[$0] }
  }

  private func checkLines(_ lists: LintedLists, sources: [Source], found: inout LintFindingCollector) {
    let rules = LintRule.Own.allCases.filter { found.isOn($0) }
    let checks = LineChecks(rules)
    for number in 0..<lists.lintedCount {
      let source = lists.sources[number]
      let list = LintedList(
        source, number: number, original: sources[number].bytes, dialect: source.dialect ?? conversion.dialect
      )
      // Other rules are about the lines of lists.
      let own = list.refused == nil ? rules : rules.filter(\.isAboutFile)
      for case .list(let check) in own.map(\.rule.check) { check(list, context, &found) }
      guard list.refused == nil else { continue }
      let dialect = conversion.dialect ?? source.list.dialect
      for (index, line) in source.list.lines.enumerated() {
        let line = LintedLine(line, of: source.list, at: list.location(ofLine: index), dialect: dialect)
        checks.check(line, context: context, found: &found)
      }
    }
  }

  // MARK: Conversion

  /// Adds the diagnostics of the parser and the converter.
  private func addReasons(
    _ converter: Converter, sources: [ParsedSource], found: inout LintFindingCollector
  ) {
    let review = converter.review(
      sources, mostExpensive: found.isOn(.expensivePattern) ? ExpensivePatterns.count : 0)
    for diagnostic in review.report.diagnostics {
      if diagnostic.reason == .conversion(.includeNotFollowed), isAmong(sources, diagnostic: diagnostic) {
        continue
      }
      found.add(.reason(diagnostic.reason), at: diagnostic.place, place: diagnostic.span)
    }
    for further in review.furtherFindings where LintRule.reason(further.reason).group == .syntax {
      let list = sources[further.place.source].list
      found.add(.reason(further.reason), at: further.place, place: list.place(of: further.span))
    }
    if found.isOn(.invalidBody) {
      InvalidBodies.check(review, sources: sources, options: conversion, found: &found)
    }
    ExpensivePatterns.check(review, sources: sources, found: &found)
  }

  private func isAmong(_ sources: [ParsedSource], diagnostic: Diagnostic) -> Bool {
    let bytes = sources[diagnostic.place.source].list.bytes
    let name = bytes.span.text(diagnostic.span)
    guard let last = name.split(separator: "/").last else { return false }
    return sources.contains { $0.name.split(separator: "/").last == last }
  }
}
