import SluiceAnalysis
import SluiceConversion
import SluiceRequestChanges
import SluiceRules
import SluiceSyntax
import SluiceText

extension WebInterface {
  /// Converts filter lists as one list. The result is an object, then the rule lists, then the rules that change requests
  /// and the source map if there are any.
  static func convert(_ options: CallOptions, _ texts: [[UInt8]]) throws(CallFailure) -> [[UInt8]] {
    let sources = texts.enumerated().map { options.source($0.offset, $0.element) }
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
      let made = result.requestChanges
      result.settle(in: made)
      changes = made
    }
    var outputs = result.lists.map { $0.rules.encodedJSON() }
    var json = JSONWriter(.hidden)
    json.openObject()
    json.array("lists") { json in
      for (list, output) in zip(result.lists, outputs) {
        json.object { json in
          json.add("part", list.part.rawValue)
          json.add("rules", list.rules.rules.count)
          json.add("bytes", output.count)
          json.add("form", list.form.rawValue)
          guard let count = options.costs else { return }
          let cost = list.rules.pageCost(mostExpensive: count, by: .filter)
          json.add("pageCost", cost, filters: list.filters(of: cost.mostExpensive, in: parsed))
        }
      }
    }
    json.array("diagnostics") { json in
      for diagnostic in result.report.diagnostics { json.append(diagnostic.located(in: sources)) }
    }
    if let changes {
      json.add("requestChanges") { json in
        json.add("filters", changes.filterCount)
        json.add("rules", changes.rules.count)
      }
    }
    json.add("summary") { $0.add(result.report, parsed, converter.options) }
    json.closeObject()
    let lists = outputs
    if let changes { outputs.append(changes.rules.encodedJSON()) }
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
    _ report: ConversionReport, _ lists: [ParsedSource], _ options: ConversionOptions
  ) {
    add("lists", objects: lists) { json, list in
      let reading = list.reading(options)
      json.add("file", list.name)
      json.add("kind", reading.kind.rawValue)
      json.add("dialect", reading.dialect.rawValue)
    }
    add("lines", report.lines)
    add("filters", report.filters)
    add("converted", report.converted)
    add("approximated", report.count(.approximated))
    add("needsScript", report.count(.needsScript))
    add("unsupported", report.count(.unsupported))
    add("reasons", objects: report.reasons) {
      $0.add("outcome", $1.outcome.rawValue)
      $0.add("reason", $1.reason.id)
      $0.add("count", $1.count)
    }
    add("notes", objects: report.notes) {
      $0.add("note", $1.note.id)
      $0.add("filters", $1.count)
    }
  }
}
