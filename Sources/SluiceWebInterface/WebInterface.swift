import SluiceAnalysis
import SluiceConversion
import SluicePageInspection
import SluiceRules
import SluiceSyntax
import SluiceText

/// The functions of `sluice.js`. Arguments and results are arrays of bytes: first one JSON object, then lists.
package struct WebInterface {
  private var judge: RequestJudge?
  /// The arguments that made the judge, without requests.
  private var judged: (options: [UInt8], lists: [[UInt8]]) = ([], [])

  /// A function.
  package enum Function: Int, CaseIterable, Sendable {
    case convert
    case check
    case match
    case explain
    case vocabulary
  }

  /// Creates an interface without lists in memory.
  package init() {}

  /// Calls a function. A failure is a result, too: an object with the key `error`.
  package mutating func call(_ function: Int, parts: [[UInt8]]) -> [[UInt8]] {
    do throws(CallFailure) {
      guard let function = Function(rawValue: function), let options = parts.first else {
        throw CallFailure(code: .invalidCall, message: "this version has no such function")
      }
      let lists = Array(parts.dropFirst())
      switch function {
      case .convert: return try Self.convert(CallOptions(options), in: lists)
      case .check: return [try Self.check(CallOptions(options), list: lists.first ?? [])]
      case .match: return [try match(options, lists: lists)]
      case .explain: return [try Self.explain(CallOptions(options), text: lists.first ?? [])]
      case .vocabulary: return [Self.vocabulary()]
      }
    } catch {
      return [error.json]
    }
  }

  private static func explain(_ options: CallOptions, text: [UInt8]) throws(CallFailure) -> [UInt8] {
    do throws(ConversionError) {
      let meaning = try FilterMeaning(String(decoding: text, as: UTF8.self), options: options.conversion)
      var json = JSONWriter(.hidden)
      json.object { $0.add(meaning) }
      return json.bytes
    } catch {
      throw CallFailure(error)
    }
  }

  /// Answers requests. Lists are converted again only if they or the options have changed.
  private mutating func match(_ json: [UInt8], lists: [[UInt8]]) throws(CallFailure) -> [UInt8] {
    let options = try CallOptions(json)
    // Requests come last, so that what is before them can be compared.
    let before = Array(json[..<(options.requests.first?.lowerBound ?? json.count)])
    var requests: [RequestDescription] = []
    for (index, range) in options.requests.enumerated() {
      do throws(RequestProblem) {
        requests.append(try RequestDescription(decodingJSON: json[range]))
      } catch {
        throw CallFailure(code: .invalidRequest, message: error.message, path: "requests[\(index)]")
      }
    }
    var current: RequestJudge
    if let judge, judged.options == before, judged.lists == lists {
      current = judge
    } else {
      // Two converted lists at once take twice the memory.
      judge = nil
      judged = ([], [])
      current = RequestJudge(
        try MatchedLists(options, in: lists).lists, suffixes: .wellKnown,
        filterLimit: VerdictJSON.filterLimit(showsAll: false))
      judged = (before, lists)
    }
    judge = nil
    var output = JSONWriter(.hidden)
    output.openObject()
    output.array("verdicts") { output in
      for request in requests {
        let verdict = current.verdict(on: request)
        output.object { VerdictJSON(showsAll: false).append(verdict, to: &$0) }
      }
    }
    output.closeObject()
    judge = current
    return output.bytes
  }
}

extension WebInterface {
  /// Converts filter lists as one list. The result is an object, then the rule lists, then the rules that change requests
  /// and the source map if there are any.
  static func convert(_ options: CallOptions, in texts: [[UInt8]]) throws(CallFailure) -> [[UInt8]] {
    let sources = texts.enumerated().map { options.source($0.offset, text: $0.element) }
    let converter = Converter(options: options.conversion)
    let parsed = converter.parse(sources)
    var result: ConversionResult
    do throws(ConversionError) {
      result = try converter.convert(parsed)
    } catch {
      throw CallFailure(error)
    }
    var changes: RequestChanges?
    if options.makesRequestChanges {
      let made = result.requestChanges()
      result.settle(in: made)
      changes = made
    }
    var outputs = result.lists.map { $0.rules.encodedJSON() }
    var json = JSONWriter(.hidden)
    json.openObject()
    json.array("lists") { json in
      for (list, output) in zip(result.lists, outputs) {
        json.object { json in
          json.add("part", text: list.part.rawValue)
          json.add("rules", number: list.rules.rules.count)
          json.add("bytes", number: output.count)
          json.add("form", text: list.form.rawValue)
          guard let count = options.costs else { return }
          let cost = list.rules.pageCost(mostExpensive: count, by: .filter)
          json.add("pageCost", cost: cost, filters: list.filters(of: cost.mostExpensive, in: parsed))
        }
      }
    }
    json.array("diagnostics") { json in
      for diagnostic in result.report.diagnostics { json.append(diagnostic.located(in: sources)) }
    }
    if let changes {
      json.add("requestChanges") { json in
        json.add("filters", number: changes.filterCount)
        json.add("rules", number: changes.rules.count)
      }
    }
    json.add("summary") { $0.add(result.report, lists: parsed, options: converter.options) }
    json.closeObject()
    let lists = outputs
    if let changes { outputs.append(changes.encodedJSON()) }
    if var map = result.sourceMap {
      for (index, output) in lists.enumerated() {
        map.lists[index].fingerprint = SourceMap.fingerprint(of: output)
      }
      outputs.append(map.encodedJSON())
    }
    return [json.bytes] + outputs
  }
}

extension JSONWriter {
  /// Adds the counts of a conversion, with the keys of `sluice convert`.
  fileprivate mutating func add(
    _ report: ConversionReport, lists: [ParsedSource], options: ConversionOptions
  ) {
    add("lists", objects: lists) { json, list in
      let reading = list.reading(options)
      json.add("file", text: list.name)
      json.add("kind", text: reading.kind.rawValue)
      json.add("dialect", text: reading.dialect.rawValue)
    }
    add("lines", number: report.lines)
    add("filters", number: report.filters)
    add("converted", number: report.converted)
    add("approximated", number: report.count(.approximated))
    add("needsScript", number: report.count(.needsScript))
    add("unsupported", number: report.count(.unsupported))
    add("reasons", objects: report.reasons) {
      $0.add("outcome", text: $1.outcome.rawValue)
      $0.add("reason", text: $1.reason.id)
      $0.add("count", number: $1.count)
    }
    add("notes", objects: report.notes) {
      $0.add("note", text: $1.note.id)
      $0.add("filters", number: $1.count)
    }
  }
}

extension WebInterface {
  /// Checks a rule list. The keys are those of `sluice check --format jsonl`.
  static func check(_ options: CallOptions, list: [UInt8]) throws(CallFailure) -> [UInt8] {
    if let words = ListJudgement(of: list).wordsUnlessRules {
      throw CallFailure(
        code: .foreignText, message: "this is \(words), not a rule list",
        location: TextLocation(file: options.names.first, line: 1, column: 1, endColumn: 1))
    }
    let check = RuleList.check(inJSON: list, options: options.check)
    var json = JSONWriter(.hidden)
    json.openObject()
    json.add("findings", objects: check.findings) { json, finding in
      json.add("line", number: finding.location.line)
      json.add("column", number: finding.location.column)
      json.add("endColumn", number: finding.location.endColumn)
      json.add("offset", number: finding.offset)
      json.add("length", number: finding.length)
      if let rule = finding.ruleIndex { json.add("rule", number: rule) }
      json.add("severity", text: finding.reason.severity.rawValue)
      json.add("reason", text: finding.reason.id)
      json.add("message", text: finding.reason.message)
      if let words = finding.reason.webKitMessage { json.add("webkit", text: words) }
      if let advice = finding.reason.advice { json.add("help", text: advice) }
    }
    json.add("summary") { json in
      json.add("rules", number: check.ruleCount)
      json.add("bytes", number: check.byteCount)
      for severity in RuleListFinding.Severity.allCases.reversed() {
        json.add(named: "\(severity.rawValue)s", check.counts[severity] ?? 0)
      }
      json.add("omitted", number: check.omitted)
      json.add("accepted", flag: check.isAcceptedByWebKit)
      json.add("pageCost", cost: check.pageCost)
    }
    json.closeObject()
    return json.bytes
  }

  /// Returns the names that an editor offers: targets, dialects, kinds of requests, and the options of filters.
  static func vocabulary() -> [UInt8] {
    var json = JSONWriter(.hidden)
    json.object { json in
      json.add("targets", texts: Target.names)
      json.add("dialects", texts: ["auto"] + Dialect.allCases.map { $0.rawValue })
      json.add("types", texts: Request.Kind.allCases.map { $0.rawValue })
      json.add("options", objects: OptionTable.definitions) { json, option in
        json.add("name", text: option.name)
        json.add("meaning", text: option.meaning)
        switch option.value {
        case .never: break
        case .optional, .required, .requiredToAct: json.add("hasValue", flag: true)
        }
        if option.isNegatable { json.add("isNegatable", flag: true) }
      }
    }
    return json.bytes
  }
}
