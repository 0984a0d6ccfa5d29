import ContentBlocker
import Conversion
import JSON

/// Reads what the allowlist and the request blocklist have in common: for domains of requests rules, each a host
/// with the start of a path, and the sites on which it holds.
struct SiteRuleReader {
  /// A rule as it stands in the file.
  struct SiteRule {
    /// The host, without the wildcard before it.
    var host: [UInt8]
    /// What stands before the host: nothing, or `*`, or `*.`.
    var prefix: Prefix
    /// From the slash on.
    var path: [UInt8]
    /// The sites; nil for all.
    var domains: [[UInt8]]?
    var place: TrackerDataPlace
  }

  /// What a rule may have before its host.
  enum Prefix {
    case none
    /// `*`: any hosts below, which are meant anyway.
    case any
    /// `*.`: some host below.
    case below
  }

  /// Whether `*` is a wildcard. Before and behind a rule it says nothing, since any text may stand there anyway.
  let hasWildcards: Bool

  /// What stands for every site.
  private static let everywhere = Array("<all>".utf8)

  /// Calls `body` with the rules of each domain.
  func read(
    _ object: JSONValue, _ reader: inout TrackerDataReader, _ json: Span<UInt8>,
    _ body: (_ domain: [UInt8], _ rules: [SiteRule]) -> Void
  ) {
    reader.members(object, json) { reader, key, value in
      guard let domain = reader.host(key, json) else { return }
      var rules: [SiteRule] = []
      reader.members(value, json) { reader, key, value in
        guard key.isString("rules", json) else { return }
        reader.elements(value, json) { reader, value in
          if let rule = rule(value, of: domain, &reader, json) { rules.append(rule) }
        }
      }
      body(domain, rules)
    }
  }

  private func rule(
    _ object: JSONValue, of domain: [UInt8], _ reader: inout TrackerDataReader, _ json: Span<UInt8>
  ) -> SiteRule? {
    var rule: (text: [UInt8], value: JSONValue)?
    var domains: [[UInt8]] = []
    var isEverywhere = false
    var hasDomains = false
    reader.members(object, json) { reader, key, value in
      if key.isString("rule", json) {
        if let text = reader.text(value, json) { rule = (text, value) }
      } else if key.isString("domains", json) {
        reader.elements(value, json) { reader, value in
          hasDomains = true
          // Some encoders escape the angle brackets.
          if value.kind == .string, JSONText(value, json).bytes == Self.everywhere {
            isEverywhere = true
          } else if let host = reader.host(value, json) {
            domains.append(host)
          }
        }
      }
    }
    guard object.kind == .object else { return nil }
    guard let rule else {
      reader.note(.missing("rule"), object, json)
      return nil
    }
    if !hasDomains { reader.note(.missing("domains"), object, json) }
    var text = rule.text[...]
    var prefix = Prefix.none
    if hasWildcards, text.first == UInt8(ascii: "*") {
      text = text.drop { $0 == UInt8(ascii: "*") }
      prefix = text.first == UInt8(ascii: ".") ? .below : .any
      if prefix == .below { text = text.dropFirst() }
    }
    while hasWildcards, text.last == UInt8(ascii: "*") { text = text.dropLast() }
    let slash = text.firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
    guard let host = HostNames.ascii(Array(text[..<slash])) else {
      reader.note(.notHost(String(decoding: rule.text[..<slash], as: UTF8.self)), rule.value, json)
      return nil
    }
    guard HostNames.isHost(host, within: domain) else {
      reader.note(.foreignHost, rule.value, json)
      return nil
    }
    return SiteRule(
      host: host, prefix: prefix, path: Array(text[slash...]), domains: isEverywhere ? nil : domains,
      place: reader.place(rule.value, json))
  }
}
