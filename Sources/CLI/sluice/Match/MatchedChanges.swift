import SluiceAnalysis
import SluiceConversion
import SluicePageInspection
import SluiceRequestChanges
import SluiceRules

/// The changes of requests by a web extension with the rules of `sluice convert --request-changes`.
struct MatchedChanges {
  /// The URL that the paths of the extension are relative to.
  private static let extensionURL = Array("safari-web-extension://extension".utf8)

  private let evaluator: RuleListEvaluator
  private let rules: [Rule]
  /// The filters of each rule that WebKit compiles.
  private let filters: [[PlacedFilter]]

  /// The change of a request.
  struct Change {
    /// Whether the request is blocked, because an exception only undoes its redirect.
    var isBlocked = false
    /// The new URL; nil if it stays as it is.
    var url: [UInt8]?
    /// The changes of headers: `response content-security-policy append img-src *`.
    var headers: [String]
    /// The filters that change the request.
    var filters: [PlacedFilter]
  }

  init(_ changes: RequestChanges, of lists: [ParsedSource]) {
    let translation = Ruleset.translation(of: [Ruleset(decodingJSON: changes.rules.encodedJSON())])
    evaluator = RuleListEvaluator(translation.list)
    rules = translation.list.rules
    filters = translation.origins.map { origin in
      changes.origins[origin.rule].compactMap { PlacedFilter($0, in: lists) }
    }
  }

  /// Returns the change of a request that no list blocks; nil if nothing changes it.
  func change(of verdict: Verdict) -> Change? {
    guard !verdict.isBlocked else { return nil }
    let decision = evaluator.decide(verdict.request)
    if decision.isBlocked {
      return Change(isBlocked: true, headers: [], filters: decision.acting.flatMap { filters[$0] })
    }
    let url = decision.redirectedURL(of: verdict.request.url, extensionURL: Self.extensionURL)
    let headers = [("request", false), ("response", true)].flatMap { name, isOfResponse in
      decision.effectiveHeaderChanges(ofResponse: isOfResponse).map {
        "\(name) \(RequestChangeText.words(of: $0))"
      }
    }
    let isChanged = url != nil && url != verdict.request.url
    guard isChanged || !headers.isEmpty else { return nil }
    let acting = decision.acting.filter { index in
      // A rule for parameters that the URL does not have changes nothing.
      guard case .redirect(let redirect) = rules[index].action else { return true }
      var alone = decision
      alone.redirects = [redirect]
      return alone.redirectedURL(of: verdict.request.url, extensionURL: Self.extensionURL)
        != verdict.request.url
    }
    return Change(url: isChanged ? url : nil, headers: headers, filters: acting.flatMap { filters[$0] })
  }
}

extension JSONWriter {
  /// Adds the change of a request.
  mutating func add(_ change: MatchedChanges.Change) {
    add("changes") { json in
      if change.isBlocked { json.add("blocked", true) }
      if let url = change.url { json.add("url", url) }
      json.add("headers", change.headers)
      json.add("filters", objects: change.filters) { json, filter in
        json.add("file", filter.file)
        json.add("line", filter.line)
        json.add("text", filter.text)
      }
    }
  }
}

extension ListFiles {
  /// Returns the changes of requests by a web extension with the rules of the filter lists.
  func changes() -> MatchedChanges {
    let converter = Converter(options: conversion)
    let parsed = converter.parse(sources)
    return MatchedChanges(converter.requestChanges(of: parsed), of: parsed)
  }
}
