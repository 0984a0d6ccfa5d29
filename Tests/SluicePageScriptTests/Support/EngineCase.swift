import Foundation
import SluiceText
@testable import SluiceConversion
import SluiceSyntax

@testable import SluicePageScript

/// A case of `Driver/run_cases.py`, which documents the format, with the scripts that Sluice makes from its
/// filters or calls.
struct EngineCase: Codable {
  private var members: [String: JSONValue]

  init(from decoder: any Decoder) throws {
    members = try decoder.singleValueContainer().decode([String: JSONValue].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(members)
  }

  /// Returns the case with its scripts.
  ///
  /// - Parameter number: A unique number for each case. The driver derives the page's host from it, which
  ///   filters may name.
  func withScripts(number: Int) throws -> Self {
    let (isolated, page) = try members["filters"] == nil ? callScripts(number: number) : filterScripts()
    var whole = self
    whole.members["number"] = .number(Double(number))
    whole.members["scripts"] = .array(
      [("page", page), ("sluice", isolated)].compactMap { world, script in
        script.map { script in
          let text = String(decoding: script, as: UTF8.self)
          let secret = "Secret-for-these-cases-0123456789"
          return .array([
            .string(world), .string(text.replacing(PageScript.secretToken, with: secret)),
          ])
        }
      })
    return whole
  }

  /// Returns the scripts for a complete list, as `sluice convert` makes them.
  private func filterScripts() throws -> (isolated: [UInt8]?, page: [UInt8]?) {
    var watching: PageWatching = members["reported"] != nil ? .reports : []
    if members["collapses"] != nil { watching.insert(.collapse) }
    let script = try Scripts(Self.texts(members["filters"]), watching: watching).script
    return (script?.isolated, script?.page)
  }

  /// Returns the scripts for calls as filters for the page's host, and for the surrogates and blocked requests of the
  /// case.
  private func callScripts(number: Int) throws -> (isolated: [UInt8]?, page: [UInt8]?) {
    let site = "s\(2 * number).cases.example"
    let named = { (text: String) in
      text.replacing("{{host}}", with: "c\(2 * number).\(site)").replacing("{{site}}", with: site)
    }
    var calls: [JSONValue] = []
    if case .array(let given)? = members["calls"] { calls = given }
    var advancedFilters = AdvancedFilters()
    for call in calls {
      guard case .array(let parts) = call, case .string(let name)? = parts.first, parts.count > 1 else {
        continue
      }
      var dialect = Self.text(members["dialect"])
      if parts.count > 2 { dialect = Self.text(parts[2]) }
      let arguments = Self.texts(parts[1]).map(named)
      let (action, source): (AdvancedAction, Int) =
        switch dialect {
        case "adguard": (.scriptlet(name: name, arguments: arguments, syntax: .adGuard), 1)
        case "script": (.script(name), 1)
        case "abp": (.snippets([[name] + arguments]), 2)
        default: (.scriptlet(name: name, arguments: arguments, syntax: .uBlockOrigin), 0)
        }
      advancedFilters.filters.append(
        AdvancedFilter(
          action: action,
          isException: false, domains: .init(included: [.init(.host("cases.example"))]),
          place: FilterPlace(source: source, lineNumber: advancedFilters.filters.count + 1),
          location: TextLocation(line: advancedFilters.filters.count + 1, column: 1, endColumn: 1)))
    }
    let lists = [Dialect.uBlockOrigin, .adGuard, .adblockPlus].flatMap { dialect in
      var options = ConversionOptions()
      options.dialect = dialect
      return Converter(options: options).parse([Source(name: "calls.txt", bytes: [])]).map {
        PageScript.List($0, options: options, isTrusted: true)
      }
    }
    let filters = PageFilters(advancedFilters, of: lists)
    let needs = PageScriptNeeds(
      filters.filters, surrogates: Self.text(members["surrogates"]).map { Array(named($0).utf8) },
      blockedRequests: Self.text(members["blockedRequests"]).map { Array(named($0).utf8) }, watching: [])
    return (
      filters.filters.isEmpty ? nil : needs.isolatedScript(PageTable(filters)),
      needs.usesPage ? needs.pageScript() : nil
    )
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    if case .array(let values)? = value { values.compactMap { text($0) } } else { [] }
  }
}
