#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceAnalysis
import SluiceSystem
import SluiceConversion
import SluiceLists
import SluicePageInspection

/// The effects of lists on the requests of a page, as an HTML page that loads nothing.
///
/// All contents are visible without scripts, and the check boxes only need the style sheet. The only script
/// is the search.
struct InspectionPage {
  private let inspection: PageInspection
  private let documents: [InspectedDocument]
  private let engine: EngineInspection?
  private let name: String
  private let lists: [String]
  private let suffixes: String
  private let scripted: ScriptedFilters?
  /// The end of the last request in microseconds after the start of the first one; nil if times were not
  /// recorded.
  private let end: Int?

  /// - Parameters:
  ///   - documents: The documents of a saved page.
  ///   - engine: The differences in a browser; nil if the page was not loaded.
  ///   - name: The name of the archive or saved page.
  ///   - lists: The names of the rule lists.
  ///   - suffixes: The source of the public suffixes.
  ///   - scripted: The effects of page scripts for the filter lists.
  init(
    _ inspection: PageInspection, documents: [InspectedDocument] = [], engine: EngineInspection? = nil,
    name: String, lists: [String], suffixes: String, scripted: ScriptedFilters?
  ) {
    (self.documents, self.engine, self.scripted) = (documents, engine, scripted)
    (self.inspection, self.name, self.lists, self.suffixes) = (inspection, name, lists, suffixes)
    end = inspection.requests.compactMap { request in
      request.load.recording.start.map { $0 + (request.load.recording.duration ?? 0) }
    }.max().flatMap { $0 > 0 ? $0 : nil }
  }

  var html: [UInt8] {
    let title = "Effects of lists on \(name)"
    var html = HTMLWriter()
    html.page(title, policy: policy, css: InspectionStyle.css) { html in
      html.element(.header) { html in
        html.element(.h1, text: title)
        html.element(
          .p, attributes: [.class: "muted"],
          text: "By \(lists.joined(separator: ", ")); public suffixes: \(suffixes).")
      }
      html.element(.main) { html in
        addNumbers(to: &html)
        if let engine { InspectionEngine(engine: engine).add(to: &html) }
        addRequests(to: &html)
        for (number, document) in documents.enumerated() {
          InspectionElements(answer: document.answer, number: number).add(to: &html)
        }
        InspectionTables(totals: inspection.totals).add(to: &html)
      }
      html.element(.footer) { html in
        html.element(.p, text: "Written by sluice \(Program.version).")
      }
      html.script(InspectionStyle.script)
    }
    return html.bytes
  }

  /// The content security policy: the page loads nothing, and runs only its own script.
  private var policy: String {
    let script = InspectionStyle.script.withUTF8Buffer { Array($0) }
    let digest = Data(SHA256Hasher.digest(of: script).bytes).base64EncodedString()
    let pictures = engine == nil ? "" : " img-src data:;"
    return "default-src 'none'; style-src 'unsafe-inline';\(pictures) script-src 'sha256-\(digest)'"
  }

  private func addNumbers(to html: inout HTMLWriter) {
    let totals = inspection.totals
    let leftOut = InspectionWords.leftOut(of: inspection)
    html.element(.dl, attributes: [.class: "numbers"]) { html in
      html.number(
        "Requests", value: Format.grouped(totals.requests),
        note: leftOut.isEmpty ? "all of the web" : leftOut.joined(separator: "; "))
      html.number(
        "Blocked", value: Format.grouped(totals.blocked),
        note: Percentage(of: totals.blocked, in: totals.requests).text)
      html.number("Excepted", value: Format.grouped(totals.excepted), note: "allowed by exceptions")
      html.number("Without cookies", value: Format.grouped(totals.losingCookies), note: "that were recorded")
      html.number("Upgraded", value: Format.grouped(totals.upgraded), note: "to https")
      html.number(
        "Size blocked", value: Format.size(totals.blockedSize),
        note: "of \(Format.size(totals.size)) as recorded")
    }
  }

  // MARK: Requests

  private func addRequests(to html: inout HTMLWriter) {
    html.element(.section, attributes: [.labelledBy: "requests"]) { html in
      html.element(.h2, attributes: [.id: "requests"], text: "Requests")
      addBoxes(to: &html)
      var columns = ["request", "outcome", "type", "party", "size"]
      if end != nil { columns.append("time") }
      guard inspection.pages.count > 1 else {
        html.table("All requests in their order", columns: columns, style: "requests") { html in
          for (number, request) in inspection.requests.enumerated() {
            addRow(number, request: request, to: &html)
          }
        }
        return
      }
      let groups = Dictionary(grouping: inspection.requests.indices) { inspection.requests[$0].load.page }
      for (page, url) in inspection.pages.enumerated() {
        guard let numbers = groups[page] else { continue }
        let name = InspectionWords.shown(url, limit: Self.shownCharacters)
        html.element(.h3, text: name)
        html.table("Requests of \(name)", columns: columns, style: "requests") { html in
          for number in numbers { addRow(number, request: inspection.requests[number], to: &html) }
        }
      }
    }
  }

  /// Adds check boxes that hide rows by outcome and by type.
  private func addBoxes(to html: inout HTMLWriter) {
    var kinds: [Request.Kind: Int] = [:]
    var outcomes: [InspectedRequest.Outcome: Int] = [:]
    for request in inspection.requests {
      kinds[request.verdict.description.kind, default: 0] += 1
      outcomes[request.outcome, default: 0] += 1
    }
    func box(_ id: String, label: String, count: Int, to html: inout HTMLWriter) {
      html.element(.label) { html in
        html.input([.type: "checkbox", .checked: "", .id: id])
        html.text(" \(label) \(Format.grouped(count))")
      }
    }
    html.element(.fieldset) { html in
      html.element(.legend, text: "Outcome")
      for outcome in InspectedRequest.Outcome.allCases {
        guard let count = outcomes[outcome] else { continue }
        box(InspectionStyle.box(outcome), label: outcome.rawValue, count: count, to: &html)
      }
    }
    html.element(.fieldset) { html in
      html.element(.legend, text: "Type")
      for kind in Request.Kind.allCases {
        guard let count = kinds[kind] else { continue }
        box(InspectionStyle.box(kind), label: kind.rawValue, count: count, to: &html)
      }
    }
    html.element(.p, attributes: [.id: "search", .hidden: ""]) { html in
      html.element(.label) { html in
        html.text("Search ")
        html.input([.type: "search", .id: "words"])
      }
      html.element(.span, attributes: [.id: "found", .class: "muted", .role: "status"], text: "")
    }
  }

  private func addRow(_ index: Int, request: InspectedRequest, to html: inout HTMLWriter) {
    let (load, verdict) = (request.load, request.verdict)
    let kind = verdict.description.kind
    var cells: [(inout HTMLWriter) -> Void] = [
      { html in
        html.element(.span, attributes: [.class: "mark \(request.outcome.rawValue)"], text: "")
        html.text(request.outcome.rawValue)
      },
      { $0.text(kind.rawValue) },
      { $0.text(kind == .document ? "–" : verdict.request.party == .firstParty ? "first" : "third") },
      { $0.text(load.recording.size.map(Format.size) ?? "–") },
    ]
    if let end { cells.append { addTime(load.recording, end: end, to: &$0) } }
    html.row(
      { html in
        html.element(.span, attributes: [.class: "muted"], text: "\(index + 1) ")
        addURL(verdict.request.url, to: &html)
        addWhy(request, to: &html)
      }, cells: cells, style: "\(request.outcome.rawValue) \(InspectionStyle.row(kind))")
  }

  /// Adds a URL. Long URLs are collapsed, to keep the table compact.
  private func addURL(_ url: [UInt8], to html: inout HTMLWriter) {
    guard url.count > Self.shownCharacters else { return html.text(InspectionWords.shown(url)) }
    html.element(.details) { html in
      html.element(.summary, text: InspectionWords.shown(url, limit: Self.shownCharacters))
      html.element(.div, text: InspectionWords.shown(url))
    }
  }

  /// The maximum length of a URL that is not collapsed.
  private static let shownCharacters = 200

  /// Adds further information about a request: notes and filters.
  private func addWhy(_ request: InspectedRequest, to html: inout HTMLWriter) {
    let reasons = InspectionWords.reasons(of: request)
    let details = InspectionWords.details(on: request, scripted: scripted, limit: Self.shownCharacters)
    guard !reasons.isEmpty || !details.isEmpty else { return }
    html.element(.ul) { html in
      for detail in details { html.element(.li, attributes: [.class: "muted"], text: detail) }
      for reason in reasons {
        for line in reason.lines.prefix(Self.shownFilters) {
          html.element(.li) { html in
            html.text("\(reason.label) ")
            html.element(.code, text: line)
          }
        }
        let more = reason.count - min(reason.lines.count, Self.shownFilters)
        if more > 0 {
          html.element(.li, text: "\(reason.label) \(Format.counted(more, noun: "more filter"))")
        }
      }
    }
  }

  private static let shownFilters = 10

  /// Adds the time of a request as a bar within the total time.
  private func addTime(_ recording: RecordedLoad.Recording, end: Int, to html: inout HTMLWriter) {
    guard let start = recording.start else { return html.text("–") }
    let duration = recording.duration ?? 0
    let words =
      "\(Format.milliseconds(.microseconds(duration))) s from \(Format.milliseconds(.microseconds(start))) s"
    let place =
      "margin-left: \(Percentage(of: start, in: end).css); width: \(Percentage(of: duration, in: end).css)"
    html.element(.div, attributes: [.class: "time", .role: "img", .label: words]) { html in
      html.element(.span, attributes: [.style: place], text: "")
    }
    html.text("\(Format.milliseconds(.microseconds(duration))) s")
  }
}

/// The tables with the totals by list and by owner.
private struct InspectionTables {
  let totals: InspectionTotals

  func add(to html: inout HTMLWriter) {
    html.element(.section, attributes: [.labelledBy: "lists"]) { html in
      html.element(.h2, attributes: [.id: "lists"], text: "By list")
      if totals.lists.isEmpty { html.element(.p, text: "No list does anything with these requests.") }
      if !totals.lists.isEmpty { addLists(to: &html) }
    }
    guard !totals.owners.isEmpty else { return }
    html.element(.section, attributes: [.labelledBy: "owners"]) { html in
      html.element(.h2, attributes: [.id: "owners"], text: "By owner")
      html.table(
        "Owners of the requested hosts, from Tracker Radar",
        columns: ["owner", "requests", "blocked", "size", "of it blocked"]
      ) { html in
        for owner in totals.owners {
          html.row(
            owner.name ?? "not known",
            cells: [
              Format.grouped(owner.requests), Format.grouped(owner.blocked), Format.size(owner.size),
              Format.size(owner.blockedSize),
            ])
        }
      }
    }
  }

  private func addLists(to html: inout HTMLWriter) {
    html.table(
      "Effects of the filters of each list; several can act on one request",
      columns: ["list", "blocked", "excepted", "without cookies", "upgraded"]
    ) { html in
      for list in totals.lists {
        html.row(
          list.name,
          cells: [list.blocked, list.excepted, list.losingCookies, list.upgraded].map(Format.grouped))
      }
    }
  }
}
