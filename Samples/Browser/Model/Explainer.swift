import Foundation
import SluiceAnalysis
import SluiceConversion
import SluiceDocuments
import SluicePageInspection
import SluiceLists
import SluicePageScript
import SluiceProtection
import SluiceRules
import SluiceTrackers

/// A blocked request with the filters that block it.
public struct ExplainedRequest: Hashable, Sendable, Identifiable {
  /// The place in the order of the requests.
  public var id: Int
  /// The URL, and the type, such as `script`.
  public var url, kind: String
  /// The owner of the tracker; nil if unknown.
  public var owner: String?
  /// The filters, such as `starter: ||ads.example^ (starter.txt:12)`.
  public var causes: [String]
}

/// Everything about a page that takes a moment to find out.
public struct PageDetails: Hashable, Sendable {
  /// The blocked requests.
  public var requests: [ExplainedRequest] = []
  /// The exceptions that `sluice inspect --broken` tries.
  public var exceptions: [String] = []
  /// The number of effects that no exception in an embedded list can undo.
  public var beyond = 0
  /// The minimum number of elements that lists hide; nil if the page could not be asked.
  public var hiddenElements: Int?
}

/// Explains, off the main actor, what lists do to a page.
actor Explainer {
  private let embedded: EmbeddedLists?
  private let source: (any ListSource)?
  private let trackers: TrackerRadar?
  /// The last lists, and what was prepared for them.
  private var known: (rules: [RuleList], lists: Blocklists)?

  init(embedded: EmbeddedLists?, source: (any ListSource)?, trackers: TrackerRadar?) {
    (self.embedded, self.source, self.trackers) = (embedded, source, trackers)
  }

  /// Returns the blocked requests with their filters, and the exceptions that would undo the effects of the lists.
  ///
  /// - Parameter html: The document as it is now; nil if only requests are of interest.
  func details(
    _ blocked: [BlockedRequest], page: String, html: String?, _ active: [BlockJudge.List]
  ) async -> PageDetails {
    let lists = await blocklists(active)
    var details = PageDetails()
    var judge = RequestJudge(lists, suffixes: .wellKnown, filterLimit: 3)
    for (number, request) in blocked.enumerated() {
      let rules = judge.verdict(on: request.request).acting.filter { $0.rule.action == .block }
      details.requests.append(
        ExplainedRequest(
          id: number, url: request.request.urlString,
          kind: request.request.kind.rawValue, owner: request.verdict.owner,
          causes: rules.flatMap { causes($0, request.request) }))
    }
    var candidates = RepairCandidates(lists, suffixes: .wellKnown)
    candidates.add(blocked.map(\.request))
    let text = Array((html ?? "").utf8)
    if html != nil, let document = try? HTMLDocument(parsing: text) {
      let description = RequestDescription(url: nil, page: Array(page.utf8))
      candidates.add(SavedDocument(description: description, text: text, document))
    }
    details.exceptions = candidates.all.map(\.exception)
    details.beyond = candidates.beyond.count
    return details
  }

  /// Returns the selectors that lists hide in a page.
  func hiddenSelectors(on page: String, _ active: [BlockJudge.List]) -> [String] {
    let request = RequestDescription(url: nil, page: Array(page.utf8)).request(.wellKnown)
    return active.flatMap { $0.rules.decide(request).hiddenSelectors.map(\.description) }
  }

  private func causes(_ rule: JudgedRule, _ request: RequestDescription) -> [String] {
    if let filters = rule.origin?.filters, !filters.isEmpty {
      return filters.map { "\(rule.listName): \($0.text) (\($0.file):\($0.line))" }
    }
    let decision = trackers?.resolve(
      TrackerRequest(url: request.url, page: request.page, type: request.kind.rawValue))
    let tracker = rule.listName == TrackerRadarSource.listName ? decision?.tracker : nil
    let what = tracker.map { "tracker \(String(decoding: $0, as: UTF8.self))" } ?? "rule \(rule.index + 1)"
    return ["\(rule.listName): \(what)"]
  }

  /// Returns the active lists with their filters: those of the embedded lists, or those of source maps.
  private func blocklists(_ active: [BlockJudge.List]) async -> Blocklists {
    if let known, known.rules == active.map(\.rules.list) { return known.lists }
    let own = try? await embedded?.blocklists()
    let maps = await sourceMaps()
    var lists = Blocklists()
    for list in active {
      if let same = own?.lists.first(where: { $0.evaluator.list == list.rules.list }) {
        lists.append(same)
        continue
      }
      let json = maps.isEmpty ? [] : list.rules.list.encodedJSON()
      let filters = maps.lazy.compactMap { map in
        map.list(of: json).map { MappedFilters(map: map, list: $0) }
      }.first
      lists.append(Blocklist(name: list.name, rules: list.rules.list, filters: filters))
    }
    known = (active.map(\.rules.list), lists)
    return lists
  }

  /// Returns the source maps that `sluice build` has written next to the lists.
  private func sourceMaps() async -> [SourceMap] {
    guard let bytes = try? await source?.bytes(of: Manifest.fileName, atMost: 1 << 26),
      let manifest = try? Manifest(decodingJSON: bytes)
    else { return [] }
    var maps: [SourceMap] = []
    for file in (manifest.lists ?? []).flatMap({ $0.sourceMaps ?? [] }) {
      guard let text = try? await source?.bytes(of: file.name, atMost: 1 << 26) else { continue }
      if let map = try? SourceMap(decodingJSON: text) { maps.append(map) }
    }
    return maps
  }
}

/// Scripts that faces run in pages.
enum PageQuestion {
  static let html = "document.documentElement.outerHTML"
  /// Returns a script that counts the elements that selectors match.
  static func count(_ selectors: [String]) -> String {
    let json = (try? JSONEncoder().encode(selectors)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    return """
      (() => { const found = new Set()
        for (const selector of \(json)) {
          try { for (const element of document.querySelectorAll(selector)) found.add(element) } catch {}
        }
        return String(found.size) })()
      """
  }
}
