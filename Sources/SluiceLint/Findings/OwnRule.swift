import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A rule of the linter itself: its texts, its settings, how it is checked, and how its findings are fixed.
///
/// The rules are in `Rules`, by subject, and ``LintRule/Own/rule`` is their table.
struct OwnRule: Sendable {
  let group: LintGroup
  let severity: LintSeverity
  /// Whether the rule is off by default although its group is on.
  let isOff: Bool
  private let message: LintMessage
  /// The texts of the rule, without the message.
  private let texts: ReasonDefinition
  let check: Check
  /// How findings are fixed; nil if they have no single correct fix.
  let fix: Fix?
  /// Returns the correct spelling of the text of a finding, if there is one.
  let nearest: (@Sendable (_ text: String, LintDetail) -> String?)?

  init(
    _ group: LintGroup, severity: LintSeverity, isOff: Bool = false, message: LintMessage,
    meaning: String, example: String, instead: String, advice: ReasonDefinition.Advice = .instead,
    check: Check, fix: Fix? = nil, nearest: (@Sendable (String, LintDetail) -> String?)? = nil
  ) {
    (self.group, self.severity, self.isOff, self.message) = (group, severity, isOff, message)
    texts = ReasonDefinition("", meaning: meaning, example: example, instead: instead, advice: advice)
    (self.check, self.fix, self.nearest) = (check, fix, nearest)
  }

  /// Returns the texts of the rule for the text of a finding and the text that it is compared with.
  func definition(_ text: String, other: String) -> ReasonDefinition {
    var definition = texts
    definition.message = message.about(text, other: other)
    return definition
  }

  /// The check of a rule. The facts that a check needs are computed only for rules that are on.
  enum Check: Sendable {
    case line(@Sendable (LintedLine, inout LintFindingCollector) -> Void)
    /// Checks each network filter that is not only the name of a host.
    case network(@Sendable (NetworkFilter, LintedLine, inout LintFindingCollector) -> Void)
    case cosmetic(@Sendable (CosmeticFilter, LintedLine, inout LintFindingCollector) -> Void)
    /// Returns whether the selector of a hiding filter for all sites is a finding.
    case name(@Sendable (GenericName) -> Bool)
    /// Returns what is wrong with a host in a line that has to exist; nil if nothing is.
    case host(@Sendable (ByteRange, LintedLine, LintContext) -> String?)
    case domains(@Sendable ([[DomainEntry]], LintedLine, inout LintFindingCollector) -> Void)
    /// Finds filters that match far more than intended. Findings say how many requests the filter blocks.
    case breadth(OverbroadMatch.Kind)
    case list(@Sendable (LintedList, LintContext, inout LintFindingCollector) -> Void)
    /// Compares filters with each other. `LintIndex` runs these checks.
    case comparison
    /// Needs a conversion of the list. The linter runs these checks.
    case conversion
    /// Checks bodies of filters that need a script. The linter runs these checks after the conversion.
    case body

    /// Whether the findings in a line depend only on that line, and on the directives and comments that
    /// decide whether it counts.
    var isAboutOneLine: Bool {
      switch self {
      case .line, .network, .cosmetic, .name, .host, .domains, .breadth, .body: true
      case .list, .comparison, .conversion: false
      }
    }

    var isBreadth: Bool { if case .breadth = self { true } else { false } }
    var isComparison: Bool { if case .comparison = self { true } else { false } }
    var isConversion: Bool {
      switch self {
      case .conversion, .body: true
      case .line, .network, .cosmetic, .name, .host, .domains, .breadth, .list, .comparison: false
      }
    }
  }

  enum Fix: Sendable {
    /// Changes the line of the finding. Edits that change its meaning are dropped.
    case line(Edits)
    case removal(Edits)
    /// Replaces the text of the finding by the words of its detail. The filter then means something else.
    case correction
    /// Returns the edits for all findings in a list in a given dialect, by the line of the finding.
    case list(@Sendable (FilterList, Dialect?) -> [Int: TextEdits])

    typealias Edits = @Sendable (LintFinding, Line, FilterList) -> TextEdits

    /// Removes the option or the domain of the finding.
    static let removesEntry = Fix.line { finding, line, list in
      TextEdits.removingEntries([finding.span], line: line, in: list.bytes.span)
    }
  }
}

/// The knowledge of checks in addition to the list.
struct LintContext: Sendable {
  var suffixes = PublicSuffixList.wellKnown
  /// All top-level domains, if known.
  var topLevelDomains: Set<HostKey>?
  /// Hosts that no longer resolve, each with the file that lists it; empty if no file was given.
  var dead: [HostKey: String] = [:]
  var today = Date()
}

/// The message of a rule, in which each finding has its own texts: `"'\(.text)' is the default"`.
struct LintMessage: ExpressibleByStringInterpolation, Sendable {
  enum Part: Sendable {
    case words(String)
    case text
    /// The text that it is compared with.
    case other
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ words: String) { parts.append(.words(words)) }
    mutating func appendInterpolation(_ part: Part) { parts.append(part) }
  }

  private let parts: [Part]

  init(stringLiteral words: String) { parts = [.words(words)] }
  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  func about(_ text: String, other: String) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .text: text
      case .other: other
      }
    }.joined()
  }
}

struct LineChecks {
  /// A rule with its check. An array of closures would call each through another function.
  private struct Rule {
    let id: LintRule.Own
    let check: OwnRule.Check
  }

  private var lines: [Rule] = []
  private var network: [Rule] = []
  private var cosmetic: [Rule] = []
  private var names: [Rule] = []
  private var hosts: [Rule] = []
  private var domains: [Rule] = []
  private var breadth: [Rule] = []

  init(_ rules: [LintRule.Own]) {
    for id in rules {
      let rule = Rule(id: id, check: id.rule.check)
      switch rule.check {
      case .line: lines.append(rule)
      case .network: network.append(rule)
      case .cosmetic: cosmetic.append(rule)
      case .name: names.append(rule)
      case .host: hosts.append(rule)
      case .domains: domains.append(rule)
      case .breadth: breadth.append(rule)
      case .list, .comparison, .conversion, .body: break
      }
    }
  }

  func check(_ line: LintedLine, context: LintContext, found: inout LintFindingCollector) {
    for rule in lines { if case .line(let check) = rule.check { check(line, &found) } }
    switch line.content {
    case .network(let filter):
      if line.hostName == nil {
        for rule in network { if case .network(let check) = rule.check { check(filter, line, &found) } }
      }
    case .cosmetic(let filter):
      for rule in cosmetic { if case .cosmetic(let check) = rule.check { check(filter, line, &found) } }
      guard !names.isEmpty, let name = GenericName(filter, in: line.bytes.span) else { break }
      for rule in names {
        if case .name(let predicate) = rule.check, predicate(name) {
          found.add(rule.id, at: line.location, span: name.range)
        }
      }
    case .hosts: break
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation, .rejected: return
    }
    if !breadth.isEmpty {
      for reason in line.breadth(context.suffixes) {
        for rule in breadth {
          if case .breadth(reason.kind) = rule.check {
            found.add(rule.id, at: line.location, span: reason.range)
          }
        }
      }
    }
    guard !domains.isEmpty || !hosts.isEmpty else { return }
    let entries = line.domains
    for rule in domains where !entries.isEmpty {
      if case .domains(let check) = rule.check { check(entries, line, &found) }
    }
    guard !hosts.isEmpty else { return }
    line.forEachHost(entries) { host in
      for rule in hosts {
        if case .host(let check) = rule.check, let problem = check(host, line, context) {
          found.add(rule.id, at: line.location, span: host, detail: .words(problem))
        }
      }
    }
  }
}
