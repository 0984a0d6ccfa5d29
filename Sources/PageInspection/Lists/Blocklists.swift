import ContentBlocker
import Conversion

/// A rule list to ask, and where its rules come from.
public struct Blocklist: Sendable {
  /// What answers call it.
  public let name: String
  /// Its rules, ready to be asked.
  public let evaluator: RuleListEvaluator
  /// The filters behind its rules; nil where they are not known.
  public let filters: MappedFilters?
  /// How it was converted; nil where that is not known.
  let options: ConversionOptions?
  /// The filter lists that its hiding rules come from; none where that is not known.
  package let sources: [ParsedSource]
  /// Whether rules hide because of scripts that a document asks for, and not because of its own load.
  let hidesOnScripts: Bool

  /// A list that was converted elsewhere, or written as rules.
  public init(name: String, rules: RuleList, filters: MappedFilters?) {
    self.init(name: name, rules: rules, filters: filters, options: nil)
  }

  init(
    name: String, rules: RuleList, filters: MappedFilters?, options: ConversionOptions?,
    sources: [ParsedSource] = []
  ) {
    self.sources = sources
    self.name = name
    evaluator = RuleListEvaluator(rules)
    self.filters = filters
    self.options = options
    hidesOnScripts = rules.rules.contains(where: \.hidesOnScripts)
  }

  /// Whether exceptions can be added to it: it was converted here.
  public var canGrow: Bool { options != nil }

  /// A rule of the list, by its index.
  public func rule(_ index: Int) -> Rule { evaluator.list.rules[index] }
}

/// The lists that loads are judged by. In WebKit each rule list decides for itself, and a load happens when none blocks it.
public struct Blocklists: Sendable {
  /// The rule lists.
  public private(set) var lists: [Blocklist] = []
  /// What scripts for pages would do of the filter lists; nil where there are none.
  public private(set) var scripted: ScriptedFilters?

  /// No lists.
  public init() {}

  /// Adds a rule list.
  public mutating func append(_ list: Blocklist) { lists.append(list) }

  /// Converts filter lists as if they were one, and adds the rule list or the two of them. Once: the filters that scripts
  /// do are those of the last conversion.
  ///
  /// - Returns: What became of the filters. Those that scripts do in pages are not deferred in it.
  /// - Throws: When there are more rules than a list may have.
  public mutating func append(
    converting sources: [Source], named title: String, _ options: ConversionOptions
  ) throws(ConversionError) -> ConversionReport {
    var options = options
    options.makesSourceMap = true
    let converter = Converter(options: options)
    let parsed = converter.parse(sources)
    var result = try converter.convert(parsed)
    let scripted = ScriptedFilters(parsed, result.report, options)
    result.report.settleInPages { scripted.lines.contains($0) }
    self.scripted = scripted
    for (number, list) in result.lists.enumerated() {
      let name = list.part == .all ? title : "\(title) (\(list.part.rawValue))"
      lists.append(
        Blocklist(
          name: name, rules: list.rules, filters: result.filters(ofList: number), options: options,
          sources: list.part == .network ? [] : parsed))
    }
    return result.report
  }
}

extension Rule {
  fileprivate var hidesOnScripts: Bool {
    guard case .hide = action else { return false }
    return trigger.resourceTypes.contains(.script)
      && trigger.resourceTypes.isDisjoint(with: [.document, .topDocument, .childDocument])
  }
}
