import SluiceConversion
import SluiceRules

/// The words for changes of requests by a web extension.
enum WebExtensionRuleText {
  /// The name of the ruleset, which the names of the resources begin with.
  static let ruleset = "changes"

  static func words(of action: WebExtensionRule.Action) -> String {
    switch action {
    case .allow: "ends the rules that follow"
    case .allowPages: "ends the rules that follow on whole pages"
    case .block: "blocks the request"
    case .redirect(let path): "redirects to \(text(path))"
    case .removeParameters(let names):
      "removes from the query: \(names.elements.map(text).joined(separator: ", "))"
    case .removeQuery: "removes the query"
    case .modifyHeaders(let request, let response):
      (request.map { "request \(words(of: $0))" } + response.map { "response \(words(of: $0))" })
        .joined(separator: ", ")
    }
  }

  static func words(of change: HeaderChange) -> String {
    let name = text(change.header)
    return switch change.operation {
    case .remove: "\(name) remove"
    case .set(let value): "\(name) set \(text(value))"
    case .append(let value): "\(name) append \(text(value))"
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
