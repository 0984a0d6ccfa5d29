import SluiceConversion
import SluiceSyntax

@testable import SluicePageScript

/// The scripts for filters, as `sluice convert` makes them.
struct Scripts {
  let script: PageScript?
  var problems: [PageFilterProblem] = []
  /// The look-up of filters by page, without a browser.
  let lookUp: PageLookUp

  init(
    _ filters: [String], dialect: Dialect = .uBlockOrigin, isTrusted: Bool = false,
    watching: PageWatching = []
  ) throws {
    let list = Array((filters.joined(separator: "\n") + "\n").utf8)
    try self.init(list, dialect: dialect, isTrusted: isTrusted, watching: watching)
  }

  /// Creates the scripts for a list, which may contain invalid text.
  init(_ list: [UInt8], dialect: Dialect, isTrusted: Bool, watching: PageWatching = []) throws {
    let source = Source(name: "list.txt", bytes: list, accepts: .anything)
    var options = ConversionOptions()
    options.dialect = dialect
    let converter = Converter(options: options)
    let parsed = converter.parse([source])
    let result = try converter.convert(parsed)
    let advancedFilters = result.advancedFilters()
    let lists = parsed.map { PageScript.List($0, options: options, isTrusted: isTrusted) }
    lookUp = PageLookUp(advancedFilters, of: lists)
    script = PageScript(advancedFilters, of: lists, watching: watching, problems: &problems)
  }

  var isolated: String? { script?.isolated.map { String(decoding: $0, as: UTF8.self) } }
  var page: String? { script?.page.map { String(decoding: $0, as: UTF8.self) } }
}
