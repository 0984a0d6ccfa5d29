import SluiceConversion
import SluiceLists
import SluicePageScript
import SluiceProtection
import SluiceSystem

/// The page scripts of a list of filters, as `sluice build` makes them.
struct ListScripts {
  let isolated: [UInt8]
  let page: [UInt8]

  init(_ filters: [String]) throws {
    var options = ConversionOptions()
    options.dialect = .uBlockOrigin
    let converter = Converter(options: options)
    let parsed = converter.parse([
      Source(name: "list.txt", bytes: Array((filters.joined(separator: "\n") + "\n").utf8))
    ])
    let advancedFilters = try converter.convert(parsed).advancedFilters()
    var problems: [PageFilterProblem] = []
    let script = PageScript(
      advancedFilters, of: parsed.map { PageScript.List($0, options: options) }, problems: &problems)
    (isolated, page) = (script?.isolated ?? [], script?.page ?? [])
  }
}

extension FakeSource {
  /// Sets a list with one rule file and the isolated script of filters.
  func set(_ name: String, filters: [String]) throws {
    let script = String(decoding: try ListScripts(filters).isolated, as: UTF8.self)
    let file = Self.file("\(name).json", rules(name))
    let made = Self.file("\(name).isolated.js", script)
    set(
      ListOffer(
        identifier: "\(name) \(made.sha256)",
        lists: [
          .init(
            name: name, forms: [.init(files: [file])],
            scripts: [.init(name: made.name, sha256: made.sha256, bytes: made.bytes, isOfPage: false)])
        ]),
      files: [(file, rules(name)), (made, script)])
  }
}
