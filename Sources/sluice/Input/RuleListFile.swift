import ContentBlocker
import ListBuilder
import Conversion

/// Files of rule lists in WebKit's JSON, and of source maps.
enum RuleListFile {
  /// Whether a file is meant as a rule list in JSON: it begins with an array of objects (a filter list can
  /// begin with `[Adblock Plus]`), is an empty array and no more (`[]` can be a header too), or is called
  /// `.json`.
  static func isJSON(_ file: InputFile) -> Bool {
    var rest = file.bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } }
    skipSpace()
    if rest.first == UInt8(ascii: "[") {
      rest = rest.dropFirst()
      skipSpace()
      if rest.first == UInt8(ascii: "{") { return true }
      if rest.first == UInt8(ascii: "]") {
        rest = rest.dropFirst()
        skipSpace()
        if rest.isEmpty { return true }
      } else if !rest.isEmpty {
        return false
      }
    }
    return file.name.hasSuffix(".json")
  }

  /// Reads a rule list as WebKit does; one that WebKit would reject is an error. With it a note on rules that
  /// take no part, or nil.
  static func ruleList(_ name: String, _ json: [UInt8]) throws(CommandError) -> (RuleList, note: String?) {
    let (list, report) = RuleList.reading(json: json.span)
    if let problem = report.problems.first(where: { $0.severity == .error }) {
      var position = PositionCounter()
      position.move(to: problem.offset, in: json)
      throw .rejectedRuleList("\(name):\(position.line):\(position.column)", problem.message)
    }
    let unsupported = report.problems.count { $0.severity == .unsupported }
    return (
      list,
      unsupported == 0
        ? nil
        : "\(name): \(Format.counted(unsupported, "rule")) take no part here: WebKit has their action"
          + " (notify, redirect, modify-headers) or selector, sluice has not"
    )
  }

  /// Reads a source map.
  static func sourceMap(_ path: String) throws(CommandError) -> SourceMap {
    let file = try InputFile(path)
    do throws(SourceMapProblem) {
      return try SourceMap(decodingJSON: file.bytes)
    } catch {
      throw .notASourceMap(file.name, error.message)
    }
  }
}
