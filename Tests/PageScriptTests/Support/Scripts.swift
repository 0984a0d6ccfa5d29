import Conversion
import FilterSyntax

@testable import PageScript

/// The scripts of filters, as `sluice convert` makes them.
struct Scripts {
  let script: PageScript?
  var problems: [PageFilterProblem] = []

  init(_ filters: [String], dialect: Dialect = .uBlockOrigin, isTrusted: Bool = false) throws {
    let source = Source(name: "list.txt", bytes: Array((filters.joined(separator: "\n") + "\n").utf8))
    var options = ConversionOptions()
    options.dialect = dialect
    let converter = Converter(options: options)
    let parsed = converter.parse([source])
    let result = try converter.convert(parsed)
    let deferred = DeferredFilters(parsed, result.report, options: options)
    let lists = parsed.map { PageScript.List($0, options: options, isTrusted: isTrusted) }
    script = PageScript(deferred, of: lists, problems: &problems)
  }

  var isolated: String? { script.map { String(decoding: $0.isolated, as: UTF8.self) } }
  var page: String? { script?.page.map { String(decoding: $0, as: UTF8.self) } }
}
