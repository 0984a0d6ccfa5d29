// A front end: parses a list once, counts its filters, converts it, and writes its problems as lines of JSON.
//
//     swift run FrontEnd FILE
import Foundation
import SluiceConversion
import SluiceSyntax

/// A summary of a list by its syntax, independent of WebKit.
struct Overview: Encodable {
  var networkFilters = 0
  var cosmeticFilters = 0
  var blockedHosts = 0
  var options: [String: Int] = [:]

  init(of list: FilterList) {
    for line in list.lines {
      switch line.content {
      case .network(let filter):
        networkFilters += 1
        for option in filter.options { options[option.kind.rawValue, default: 0] += 1 }
      case .cosmetic: cosmeticFilters += 1
      case .hosts(let line): blockedHosts += line.isBlock ? line.hosts.count : 0
      case .blank, .comment, .header, .metadata, .directive, .hint, .continuation, .rejected: break
      @unknown default: break
      }
    }
  }
}

/// A diagnostic in the form for an editor or a page.
struct Problem: Encodable {
  enum Severity: String, Encodable { case error, warning, information }

  var severity: Severity
  var line: Int
  var columns: [Int]
  var text: String
  var rule: String
  var message: String
  var advice: String?

  init(_ diagnostic: Diagnostic, in source: ParsedSource) {
    severity =
      switch diagnostic.outcome {
      case .unsupported: .error
      case .approximated: .warning
      case .needsScript, .inPage, .converted: .information
      }
    (line, columns) = (diagnostic.location.line, [diagnostic.location.column, diagnostic.location.endColumn])
    text = String(decoding: source.list.bytes[diagnostic.span.indices], as: UTF8.self)
    let definition = diagnostic.reason.definition(about: text)
    (rule, message, advice) = (diagnostic.reason.id, definition.message, definition.advice)
  }
}

func writeLine(_ value: some Encodable) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

guard CommandLine.arguments.count == 2 else {
  print("usage: FrontEnd FILE")
  exit(64)
}
do {
  let file = try FileText(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
  let source = ParsedSource(name: file.path, list: FilterList(parsing: file))
  try writeLine(Overview(of: source.list))

  let result = try Converter().convert([source])
  for diagnostic in result.report.diagnostics { try writeLine(Problem(diagnostic, in: source)) }
} catch {
  print("error: \(error)")
  exit(1)
}
