import SluiceAnalysis
import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceRules
import SluiceText

/// A verdict as text: the decision, its rules, and their filters.
struct MatchText {
  let style: TextStyle
  let showsAll: Bool

  /// The maximum number of filters to print per rule, unless all are printed.
  static let limit = 5
  /// The maximum number of page script filters to print.
  static let pageLimit = 20

  func render(_ verdict: Verdict, inPage effects: [ScriptedFilters.Effect]) -> String {
    var text = headline(verdict) + "\n"
    if verdict.acting.isEmpty, verdict.overridden.isEmpty {
      text +=
        verdict.request.isBlockable
        ? "No rule matches.\n" : "WebKit loads this URL whatever the rules say.\n"
    }
    for rule in verdict.acting { text += "\n" + render(rule, note: "") }
    for overridden in verdict.overridden {
      text += "\n" + render(overridden.rule, note: ", overridden by rule \(overridden.by.index)")
      let others = overridden.exceptions.filter { $0.index != overridden.by.index }
      for exception in [overridden.by] + others {
        text += filters(of: exception.origin, prefix: style.dim("exception: "))
      }
    }
    for excepted in verdict.excepted { text += "\n" + render(excepted) }
    if !effects.isEmpty { text += "\n" + inPage(effects) }
    return text
  }

  /// Describes the change of the request by a web extension; empty without a change.
  func render(_ change: MatchedChanges.Change?) -> String {
    guard let change else { return "" }
    var text = "\n" + style.bold("changed by a web extension (convert --request-changes):") + "\n"
    if change.isBlocked { text += "  blocked\n" }
    if let url = change.url { text += "  to \(Self.shown(url))\n" }
    for header in change.headers { text += "  header of the \(DisplayText.escaping(header))\n" }
    return text + lines(change.filters, of: change.filters.count, prefix: "")
  }

  private func headline(_ verdict: Verdict) -> String {
    let outcome = verdict.isBlocked ? style.red("blocked") : style.green("allowed")
    var effects = [outcome]
    if verdict.blocksCookies { effects.append("without cookies") }
    if verdict.isUpgraded { effects.append("upgraded to https") }
    if verdict.hiddenSelectors > 0 {
      effects.append("hides elements of \(Format.counted(verdict.hiddenSelectors, noun: "selector"))")
    }
    let request = verdict.request
    var place = "\(verdict.description.kind.rawValue) \(Self.shown(request.url))"
    if verdict.description.isKindGuessed { place += " (type guessed; set it with --type)" }
    if verdict.description.kind != .document {
      place += "\n  on \(Self.shown(request.topURL)), "
      place += request.party == .firstParty ? "first-party" : "third-party"
      if let frame = verdict.description.frame { place += ", in the frame \(Self.shown(frame))" }
    }
    return "\(effects.joined(separator: ", ")): \(place)"
  }

  /// Describes the actions that only page scripts can perform.
  private func inPage(_ effects: [ScriptedFilters.Effect]) -> String {
    var text = style.bold("done in the page by scripts (convert --page-script):") + "\n"
    let shown = effects.prefix(showsAll ? .max : Self.pageLimit)
    let hidden = effects.count - shown.count
    for effect in shown {
      text += "  \(shortened(effect.filter.words))\n"
      text += style.dim("    \(DisplayText.escaping(PageEffectText.line(effect.kind)))") + "\n"
    }
    if hidden > 0 {
      text += "  and \(Format.counted(hidden, noun: "more filter")); --all shows them\n"
    }
    return text
  }

  private func render(_ judged: JudgedRule, note: String) -> String {
    let place = style.bold("\(DisplayText.escaping(judged.listName)) rule \(judged.index)\(note):")
    var text = "\(place) \(shortened(judged.rule.summary(limit: showsAll ? 1_000_000 : 5)))\n"
    guard let origin = judged.origin else { return text }
    if origin.filters.isEmpty {
      text += "  comes from no filter: it keeps blocks from applying to page visits and opened windows\n"
    }
    text += filters(of: origin, prefix: "")
    text += lines(origin.limits, of: origin.limitCount, prefix: style.dim("except: "))
    return text
  }

  /// Describes the filters that do not hide anything here, because an exception is part of the rule's
  /// condition.
  private func render(_ excepted: ExceptedFilters) -> String {
    let place = "\(DisplayText.escaping(excepted.listName)) rule \(excepted.index) does not hide here:"
    return style.bold(place) + "\n" + lines(excepted.filters, of: excepted.filterCount, prefix: "")
      + lines(excepted.exceptions, of: excepted.exceptions.count, prefix: style.dim("exception: "))
  }

  private func filters(of origin: JudgedRule.Origin?, prefix: String) -> String {
    origin.map { lines($0.filters, of: $0.filterCount, prefix: prefix) } ?? ""
  }

  private func lines(_ filters: [PlacedFilter], of count: Int, prefix: String) -> String {
    let shown = filters.prefix(showsAll ? .max : Self.limit)
    var text = ""
    for filter in shown { text += "  \(prefix)\(shortened(filter.words))\n" }
    if count > shown.count {
      text += "  \(prefix)and \(Format.counted(count - shown.count, noun: "more filter")); --all shows them\n"
    }
    return text
  }

  private func shortened(_ text: String) -> String {
    Excerpt.beginning(of: text, unless: showsAll)
  }

  /// Returns what to do next, as a line for standard error. It names only flags that are not set.
  static func nextStep(after verdict: Verdict, isChanged: Bool, _ arguments: MatchArguments) -> String {
    if verdict.isBlocked {
      return
        "'sluice explain FILTER' explains a filter, and 'sluice inspect --broken' finds exceptions for a page"
    }
    guard verdict.acting.isEmpty && verdict.overridden.isEmpty && !isChanged else {
      return "'sluice explain FILTER' explains a filter"
    }
    // A web extension changes page loads, too.
    guard arguments.url != nil, arguments.requestType != .document || arguments.showsChanges else {
      return "this is the page load itself; --url matches a request of the page"
    }
    var flags: [String] = []
    if arguments.requestType == nil { flags.append("--type sets the type, which is guessed from the URL") }
    if arguments.frame == nil { flags.append("--frame is for a request of a frame") }
    return flags.isEmpty
      ? "'sluice explain FILTER' shows what a filter matches" : flags.joined(separator: "; ")
  }

  private static func shown(_ url: [UInt8]) -> String {
    DisplayText.escaping(String(decoding: url, as: UTF8.self))
  }
}

/// The changes of requests by a web extension with the rules of `sluice convert --request-changes`.
struct MatchedChanges {
  /// The URL that the paths of the extension are relative to.
  private static let extensionURL = Array("safari-web-extension://extension".utf8)

  private let evaluator: RuleListEvaluator
  private let rules: [Rule]
  /// The filters of each rule that WebKit compiles, with the names of the parameters that they remove.
  private let filters: [[(placed: PlacedFilter, names: [[UInt8]]?)]]

  struct Change {
    /// Whether the request is blocked, because an exception only undoes its redirect.
    var isBlocked = false
    /// The new URL; nil if it stays as it is.
    var url: [UInt8]?
    /// The changes of headers: `response content-security-policy append img-src *`.
    var headers: [String]
    var filters: [PlacedFilter]
  }

  init(_ changes: RequestChanges, of lists: [ParsedSource]) {
    let translation = Ruleset.translation(of: [Ruleset(decodingJSON: changes.encodedJSON())])
    evaluator = RuleListEvaluator(translation.list)
    rules = translation.list.rules
    filters = translation.origins.map { origin in
      changes.origins[origin.rule].compactMap { place in
        PlacedFilter(place, in: lists).map { ($0, changes.parameters[place]) }
      }
    }
  }

  /// Returns the change of a request that no list blocks; nil if nothing changes it.
  func change(of verdict: Verdict) -> Change? {
    guard !verdict.isBlocked else { return nil }
    let decision = evaluator.decide(verdict.request)
    if decision.isBlocked {
      return Change(
        isBlocked: true, headers: [], filters: decision.acting.flatMap { filters[$0] }.map { $0.placed })
    }
    let url = decision.redirectedURL(of: verdict.request.url, extensionURL: Self.extensionURL)
    let headers = [("request", false), ("response", true)].flatMap { name, isOfResponse in
      decision.effectiveHeaderChanges(ofResponse: isOfResponse).map {
        "\(name) \(WebExtensionRuleText.words(of: $0))"
      }
    }
    let isChanged = url != nil && url != verdict.request.url
    guard isChanged || !headers.isEmpty else { return nil }
    let acting = decision.acting.filter { index in
      guard case .redirect(let redirect) = rules[index].action else { return true }
      return changesURL(redirect, of: verdict.request, in: decision)
    }
    // Filters with equal conditions share a rule.
    let named = acting.flatMap { filters[$0] }.filter { filter in
      guard let names = filter.names else { return true }
      var transform = URLTransform()
      transform.query = .parameters(removed: names, added: [])
      return changesURL(.transform(transform), of: verdict.request, in: decision)
    }
    return Change(url: isChanged ? url : nil, headers: headers, filters: named.map { $0.placed })
  }

  /// Returns whether a redirect alone changes the URL. One that removes parameters may find none of them.
  private func changesURL(_ redirect: Redirect, of request: Request, in decision: Decision) -> Bool {
    var alone = decision
    alone.redirects = [redirect]
    return alone.redirectedURL(of: request.url, extensionURL: Self.extensionURL) != request.url
  }
}

extension JSONWriter {
  mutating func add(_ change: MatchedChanges.Change) {
    add("changes") { json in
      if change.isBlocked { json.add("blocked", flag: true) }
      if let url = change.url { json.add("url", utf8: url) }
      json.add("headers", texts: change.headers)
      json.add("filters", objects: change.filters) { json, filter in
        json.add("file", text: filter.file)
        json.add("line", number: filter.line)
        json.add("text", text: filter.text)
      }
    }
  }
}

extension ListFiles {
  /// Returns the changes of requests by a web extension with the rules of the filter lists.
  /// Filters that they apply are no longer noted as ignored.
  mutating func changes() -> MatchedChanges {
    let converter = Converter(options: conversion)
    let parsed = converter.parse(sources)
    let changes = converter.requestChanges(of: parsed)
    settleNote(in: changes, of: parsed)
    return MatchedChanges(changes, of: parsed)
  }
}
