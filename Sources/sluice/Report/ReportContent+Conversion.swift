import SluiceConversion
import SluiceLists
import SluiceRules
import SluiceSyntax
import SluiceSystem
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ReportContent {
  init(
    converting sources: [Source], _ options: ConversionOptions, steps: Steps = .silent
  ) throws(CommandError) {
    let (parsed, result) = try steps.convert(sources, converter: Converter(options: options))
    steps.begin(Step("counting"))
    var list = List(
      name: Summary.title(of: sources.map(\.name)), targets: [options.target.rawValue],
      inputs: sources.map(\.name),
      readings: parsed.map { ListReading($0.list, dialect: $0.dialect ?? options.dialect).words })
    var costs: [BuildReport.ListCost] = []
    for converted in result.lists {
      let name = converted.part == .all ? "rules" : "\(converted.part.rawValue) rules"
      var bytes = 0
      converted.rules.writeJSON { bytes += $0.count }
      list.files.append(
        File(
          name: name, rules: converted.rules.rules.count, bytes: bytes,
          ruleLimit: options.maximumRules ?? RuleList.maximumRules,
          byteLimit: options.maximumBytes ?? options.target.advisedSize?.bytes))
      let cost = converted.rules.pageCost(mostExpensive: Cost.ruleLimit, by: .filter)
      costs.append(
        .init(file: name, cost: cost, filters: converted.filters(of: cost.mostExpensive, in: parsed)))
    }
    // Only the examples need locations.
    var counts: [String: Int] = [:]
    let examples = result.report.diagnostics.filter { diagnostic in
      counts["\(diagnostic.outcome) \(diagnostic.reason.id)", default: 0] += 1
      return counts["\(diagnostic.outcome) \(diagnostic.reason.id)", default: 0] <= Reason.exampleLimit
    }
    let section = BuildReport.section(
      list: list.name, part: list.name, result.report, diagnostics: examples, costs: costs, parsed: parsed,
      sources: sources, removed: [], constants: options.constants)
    // The program can read what it writes.
    list.conversion = (try? JSONDecoder().decode(Section.self, from: Data(section)))?.conversion ?? .init()
    self.init(version: Program.version, lists: [list])
  }

  /// The start tag of the data in a page. No text of a page can contain it, because `<` is escaped.
  static let dataStart = #"<script type="application/json" id="sluice-report">"#

  /// The data for a page. It contains no `<`, and all of its characters are visible.
  var embeddedJSON: String { Self.visible(self) }

  /// Returns the data as a separate document, with the data of the previous report under the key `previous`.
  func documentJSON(previous: ReportContent?) -> [UInt8] {
    struct Document: Encodable {
      let content: ReportContent
      let previous: ReportContent?

      enum Key: CodingKey { case previous }

      func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(previous, forKey: .previous)
      }
    }
    return Array("\(Self.visible(Document(content: self, previous: previous)))\n".utf8)
  }

  private static func visible(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Text and numbers can always be encoded.
    let json = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    return json.unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar == "<" || scalar.isHidden else { return text.unicodeScalars.append(scalar) }
      for unit in String(scalar).utf16 { text += "\\u" + String(unit, radix: 16).padded(to: 4, with: "0") }
    }
  }

  /// Returns whether a file is a report in JSON.
  static func isDocument(_ file: [UInt8]) -> Bool { decoded(file[...]) != nil }

  init(inReport file: [UInt8], named name: String) throws(CommandError) {
    guard let content = Self.decoded(Self.data(inPage: file) ?? file[...]) else {
      throw .failure(
        "\(name.quotedName) is not a report of 'sluice report'",
        advice:
          "--previous takes a page or JSON of 'sluice report', or a folder or manifest.json of 'sluice build'"
      )
    }
    self = content
  }

  private static func data(inPage page: [UInt8]) -> ArraySlice<UInt8>? {
    guard let start = page.firstRange(of: Array(dataStart.utf8))?.upperBound,
      let end = page[start...].firstIndex(of: ASCII.less)
    else { return nil }
    return page[start..<end]
  }

  private static func decoded(_ json: ArraySlice<UInt8>) -> ReportContent? {
    guard let content = try? JSONDecoder().decode(Self.self, from: Data(json)),
      content.schema == currentSchema
    else { return nil }
    return content
  }

  /// Returns the folder of a build, given the folder or its manifest; nil for any other path.
  static func buildFolder(_ path: String) -> String? {
    if (try? FileStatus.of(path).kind) == .folder { return path }
    return Pathname.name(of: path) == Manifest.fileName.description ? Pathname.folder(of: path) : nil
  }
}
