import SluiceConversion
import SluiceRules

/// A snippet of Adblock Plus that page scripts run: as a scriptlet, or as a selector with operators.
enum Snippet: String, CaseIterable {
  case abortCurrentInlineScript = "abort-current-inline-script"
  case abortOnIframePropertyRead = "abort-on-iframe-property-read"
  case abortOnIframePropertyWrite = "abort-on-iframe-property-write"
  case abortOnPropertyRead = "abort-on-property-read"
  case abortOnPropertyWrite = "abort-on-property-write"
  case arrayOverride = "array-override"
  case cookieRemover = "cookie-remover"
  case debug, log, profile, trace
  case eventOverride = "event-override"
  case hideIfContains = "hide-if-contains"
  case hideIfContainsAndMatchesStyle = "hide-if-contains-and-matches-style"
  case hideIfHasAndMatchesStyle = "hide-if-has-and-matches-style"
  case hideIfMatchesXPath = "hide-if-matches-xpath"
  case hideIfShadowContains = "hide-if-shadow-contains"
  case jsonOverride = "json-override"
  case jsonPrune = "json-prune"
  case mapOverride = "map-override"
  case overridePropertyRead = "override-property-read"
  case preventElementSrcLoading = "prevent-element-src-loading"
  case preventListener = "prevent-listener"
  case replaceFetchResponse = "replace-fetch-response"
  case replaceOutboundValue = "replace-outbound-value"
  case replaceXHRResponse = "replace-xhr-response"
  case stripFetchQueryParameter = "strip-fetch-query-parameter"
  case timerOverride = "timer-override"

  private enum Meaning {
    /// The scriptlet with this name, whose arguments get the form of a content blocker.
    case scriptlet(String, AdvancedAction.Syntax = .adGuard)
    /// A selector with operators.
    case selector(String, (SnippetArguments) -> [PageAction]?)
    /// Nothing: the snippet only writes messages.
    case nothing
  }

  private var meaning: Meaning {
    switch self {
    case .abortCurrentInlineScript: .scriptlet("abort-current-script")
    case .abortOnIframePropertyRead, .abortOnIframePropertyWrite: .scriptlet("abort-on-iframe-property")
    case .abortOnPropertyRead, .abortOnPropertyWrite, .hideIfShadowContains, .jsonOverride, .jsonPrune,
      .preventElementSrcLoading, .timerOverride:
      .scriptlet(rawValue)
    case .arrayOverride, .mapOverride: .scriptlet("override-members")
    case .cookieRemover: .scriptlet("remove-cookie")
    case .eventOverride, .preventListener: .scriptlet("prevent-addEventListener")
    case .overridePropertyRead: .scriptlet("set-constant")
    case .replaceFetchResponse: .scriptlet("trusted-replace-fetch-response", .uBlockOrigin)
    case .replaceOutboundValue: .scriptlet("trusted-replace-outbound-text")
    case .replaceXHRResponse: .scriptlet("trusted-replace-xhr-response", .uBlockOrigin)
    case .stripFetchQueryParameter: .scriptlet("remove-request-query-parameter")
    case .hideIfContains: .selector("`:has-text()`") { $0.hidingByText() }
    case .hideIfContainsAndMatchesStyle:
      .selector("`:has-text()`, with computed styles") { $0.hidingByText(hasStyle: true) }
    case .hideIfHasAndMatchesStyle:
      .selector("`:has()`, with computed styles") { $0.hidingByDescendant() }
    case .hideIfMatchesXPath: .selector("`:xpath()`") { $0.hidingByXPath() }
    case .debug, .log, .profile, .trace: .nothing
    }
  }

  /// The scriptlet that does the same; nil for selectors, and for snippets that only write messages.
  var scriptlet: Scriptlet? {
    if case .scriptlet(let name, _) = meaning { Scriptlet.named(name) } else { nil }
  }

  /// Returns the actions of a call with these arguments; nil if page scripts do not have this meaning. There are
  /// none if the call only writes messages.
  func actions(_ arguments: [String]) -> [PageAction]? {
    let given = SnippetArguments(arguments)
    switch meaning {
    case .scriptlet(let name, let syntax):
      guard let scriptlet = Scriptlet.named(name) else { return [] }
      return scriptletArguments(given).map { [.scriptlet(scriptlet, $0, syntax)] }
    case .selector(_, let hiding): return hiding(given)
    case .nothing: return []
    }
  }

  /// Returns the arguments of the scriptlet; nil if it does not have the meaning of the call.
  private func scriptletArguments(_ given: SnippetArguments) -> [String]? {
    guard let first = given[0] else { return nil }
    switch self {
    case .abortCurrentInlineScript:
      // Only inline scripts have a text.
      return [first, given.pattern(1) ?? "/[^]/"]
    case .abortOnIframePropertyRead: return ["read"] + given.texts.filter { !$0.isEmpty }
    case .abortOnIframePropertyWrite: return ["write"] + given.texts.filter { !$0.isEmpty }
    case .abortOnPropertyRead, .abortOnPropertyWrite: return [first]
    case .arrayOverride:
      guard ["push", "includes", "forEach"].contains(first), let text = given.pattern(1) else { return nil }
      return ["Array", first, text, given[2] ?? "", given[3] ?? "", given[4] ?? ""]
    case .mapOverride:
      guard ["set", "get", "has"].contains(first), let text = given.pattern(1) else { return nil }
      return ["Map", first, text, given[2] ?? "", given[3] ?? "", given[4] ?? ""]
    case .cookieRemover: return given.pattern(0).map { [$0] }
    case .eventOverride:
      guard given[1] == "disable" else { return nil }
      return ["/^\(TextOperand.escaped(first))$/", given.pattern(2) ?? "", "noProtect"]
    case .preventListener:
      guard let type = given.pattern(0) else { return nil }
      let elements = given[2].map { ["elements", ":is(\($0))"] } ?? []
      return [type, given.pattern(1) ?? ""] + elements + ["noProtect"]
    case .hideIfShadowContains:
      let selector = given[1] ?? "*"
      return ProceduralSelectorParser.isSelector(selector) ? given.pattern(0).map { [$0, selector] } : nil
    case .jsonPrune: return given.pruning()
    case .jsonOverride:
      guard let paths = given.jsonPaths(0), let value = given.constant(1), let needed = given.jsonPaths(2)
      else { return nil }
      return [paths, value, needed, given.pattern(3) ?? ""]
    case .overridePropertyRead: return given.constant(1).map { [first, $0, "", "", "anyType"] }
    case .preventElementSrcLoading: return given.pattern(1).map { [first, $0] }
    case .replaceFetchResponse, .replaceXHRResponse:
      guard !first.hasPrefix("jsonpath("), let found = given.globalPattern(0) else { return nil }
      return [found, given[1] ?? "", ""] + (given.pattern(2).map { ["includes", $0] } ?? [])
    case .replaceOutboundValue:
      guard let found = given.globalPattern(1), given[3] == nil || given[3] == "base64", given[4] == nil
      else { return nil }
      let stack = given.stack(5, separator: ",", isAll: false)
      return [first, found, given[2] ?? "", given[3] ?? "", stack]
    case .stripFetchQueryParameter:
      return ["/^\(TextOperand.escaped(first))$/", given.pattern(1) ?? "", "fetch"]
    case .timerOverride:
      let timers = given[3] ?? "both"
      guard let delay = Int(first), delay >= 0, ["timeout", "interval", "both"].contains(timers),
        given[2] == nil || given[2] == "noop"
      else { return nil }
      return [
        String(delay), given.pattern(1) ?? "", given[2] ?? "", timers,
        given.stack(4, separator: " ", isAll: true),
      ]
    case .debug, .log, .profile, .trace, .hideIfContains, .hideIfContainsAndMatchesStyle,
      .hideIfHasAndMatchesStyle, .hideIfMatchesXPath:
      return nil
    }
  }

  /// A Markdown list of the supported snippets, each with what it runs as.
  static var documentation: String {
    "\n"
      + allCases.map { snippet in
        let meaning =
          switch snippet.meaning {
          case .scriptlet(let name, _): "`\(name)`"
          case .selector(let selector, _): selector
          case .nothing: "nothing: it only writes messages"
          }
        return "- `\(snippet.rawValue)`\(meaning == "`\(snippet.rawValue)`" ? "" : ": \(meaning)")\n"
      }.joined()
  }
}
