import Foundation
import SluiceConversion
import SluiceRules
import Testing

/// The result of a conversion as short text: a line for each rule and each diagnostic.
struct Converted: Sendable {
  /// The rules as `action url-filter key=values`, with the usual parts of url-filters abbreviated.
  var rules: [String]
  /// The diagnostics as `outcome reason: the bytes at its location`.
  var diagnostics: [String]
  var report: ConversionReport
}

/// Converts lines of filters.
///
/// The result omits the rules that exempt pages, popups and `blob:` URLs from blocks, because they follow
/// blocks of every kind.
func convert(
  _ text: String, target: Target = .webKitGTK2_50, split: ConvertedList.Part? = nil,
  _ configure: (inout ConversionOptions) -> Void = { _ in }
) throws -> Converted {
  var options = ConversionOptions()
  options.target = target
  options.split = split == nil ? .none : .action
  configure(&options)
  let bytes = Array(text.utf8)
  let result = try Converter(options: options).convert([
    Source(name: "list.txt", bytes: bytes, accepts: .anything)
  ])
  let rules = result.lists.filter { split == nil || $0.part == split }.flatMap(\.rules.rules)
  let diagnostics = result.report.diagnostics.map { diagnostic in
    let about = String(decoding: bytes[diagnostic.span.indices], as: UTF8.self)
    return "\(diagnostic.outcome) \(diagnostic.reason.id): \(about)"
  }
  return Converted(
    rules: rules.filter { !isGuard($0) }.map(describe), diagnostics: diagnostics, report: result.report)
}

private func isGuard(_ rule: Rule) -> Bool {
  guard rule.trigger.condition == nil,
    rule.action == .ignorePreviousRules || rule.action == .ignoreFollowingRules
  else { return false }
  if rule.trigger.urlFilter.description == "^blob:" { return true }
  guard rule.trigger.urlFilter == .any else { return false }
  let types = rule.trigger.resourceTypes
  return types == [.topDocument, .popup] || types == .popup
    || types == .document && rule.trigger.loadContexts == .topFrame
}

/// Returns a rule in the form `block ||ads\.com[:/] case type=script if-domain=*a.com`.
func describe(_ rule: Rule) -> String {
  let trigger = rule.trigger
  var parts: [String] = []
  switch rule.action {
  case .block: parts.append("block")
  case .blockCookies: parts.append("block-cookies")
  case .hide(let selectors):
    parts.append("hide " + selectors.elements.map(\.description).joined(separator: " | "))
  case .ignorePreviousRules: parts.append("ignore-previous")
  case .ignoreFollowingRules: parts.append("ignore-following")
  default: parts.append("\(rule.action)")
  }
  parts.append(shortened(trigger.urlFilter))
  if trigger.isCaseSensitive { parts.append("case") }
  parts += names("type", trigger.resourceTypes.rawValue, ResourceTypes.names)
  parts += names("load", UInt16(trigger.loadTypes.rawValue), LoadTypes.names)
  parts += names("context", UInt16(trigger.loadContexts.rawValue), LoadContexts.names)
  switch trigger.condition {
  case .ifDomain(let domains): parts.append("if-domain=" + text(domains))
  case .unlessDomain(let domains): parts.append("unless-domain=" + text(domains))
  case .ifTopURL(let filters): parts.append("if-top-url=" + text(filters))
  case .unlessTopURL(let filters): parts.append("unless-top-url=" + text(filters))
  case .ifFrameURL(let filters): parts.append("if-frame-url=" + text(filters))
  case .unlessFrameURL(let filters): parts.append("unless-frame-url=" + text(filters))
  case nil: break
  }
  return parts.joined(separator: " ")
}

/// Abbreviates the usual parts of a url-filter.
///
/// - `*a.com`: the pages of a host and its subdomains.
/// - `a.com`: the pages of the host alone.
/// - `||`: the host anchor.
/// - `^`: the class of separators.
private func shortened(_ filter: URLFilter) -> String {
  let text = filter.description
  for (start, mark) in [(#"^[^:]+://([^/]+\.)?"#, "*"), ("^[^:]+://", "")] {
    let host = text.dropFirst(start.count).dropLast(pageEnd.count).replacingOccurrences(of: "\\.", with: ".")
    if text.hasPrefix(start), text.hasSuffix(pageEnd),
      host.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
    {
      return mark + host
    }
  }
  return
    text
    .replacingOccurrences(of: #"^[^:]+://([^/]+\.)?"#, with: "||")
    .replacingOccurrences(of: #"^[^:]+://+([^/]+\.)?"#, with: "||")
    .replacingOccurrences(of: #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?"#, with: "||…")
    .replacingOccurrences(of: #"^[^:]+://+(([^/:]+[/:]\x01)*[^/:]+\.)?"#, with: "||:…")
    .replacingOccurrences(of: #"[^\x01]*"#, with: "‹*›")
    .replacingOccurrences(of: #"[^a-z0-9_.%-]"#, with: "‹^›")
    .replacingOccurrences(of: #"[^%.0-9_a-z-]"#, with: "‹^›")
}

private let pageEnd = "(:[0-9]+)?/"

private func names(_ key: String, _ bits: UInt16, _ names: [StaticString]) -> [String] {
  let set = names.indices.filter { bits & 1 << UInt16($0) != 0 }.map { "\(names[$0])" }
  return set.isEmpty ? [] : ["\(key)=" + set.joined(separator: ",")]
}

private func text(_ domains: NonEmpty<Domain>) -> String {
  domains.elements.map { ($0.includesSubdomains ? "*" : "") + String(decoding: $0.host, as: UTF8.self) }
    .joined(separator: ",")
}

private func text(_ filters: NonEmpty<URLFilter>) -> String {
  filters.elements.map(shortened).joined(separator: ",")
}

/// A row of a table: filters, with their rules and diagnostics.
struct Row: Sendable, CustomTestStringConvertible {
  var filters: String
  var rules: [String]
  var diagnostics: [String]

  init(_ filters: String, _ rules: String..., diagnostics: [String] = []) {
    self.filters = filters
    self.rules = rules
    self.diagnostics = diagnostics
  }

  var testDescription: String { filters }

  func check(target: Target = .webKitGTK2_50, split: ConvertedList.Part? = nil) throws {
    let converted = try convert(filters, target: target, split: split)
    #expect(converted.rules == rules)
    #expect(converted.diagnostics == diagnostics)
  }
}
