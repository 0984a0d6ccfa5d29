import SluiceAnalysis
import SluiceDocuments
import SluicePageInspection
import SluiceRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The requests of a page that a script in each document can see. It is used with a WebKit that only reports
/// documents.
///
/// - WebSockets, event streams, redirect targets and requests that are active at the end are not seen.
/// - Beacons cannot be distinguished from other requests.
/// - The size and status of a response are only known for the document's own site and for servers that allow
///   it.
struct ScriptedLoads {
  /// The requests in the order of their start.
  let loads: [ObservedLoad]
  /// The requests that failed, because they were blocked or for another reason.
  let blocked: [BlockedLoad]

  /// - Parameters:
  ///   - documents: The requests for the page's own document, including redirects, as reported by WebKit.
  ///   - start: The start of the trial.
  init(_ answers: FrameScript.Answers, documents: [ObservedLoad], since start: Date) {
    let begin = start.timeIntervalSince1970 * 1000
    let others = answers.loads.map { frame, load in
      var seen = ObservedLoad(url: load.url, method: "GET", start: max(0, load.start - begin))
      seen.duration = load.duration
      seen.frame = frame
      seen.size = load.size.flatMap { 1...1 << 40 ~= $0 ? $0 : nil }
      seen.status = load.status.flatMap { $0 > 0 ? $0 : nil }
      seen.kind = Self.kind(of: load).rawValue
      return seen
    }
    // The clocks of the page and this process differ slightly, and the page's document must come first.
    let rest = (documents.dropFirst() + others).sorted { $0.start < $1.start }
    loads = Array((documents.prefix(1) + rest).prefix(EngineObservation.maximumLoads))
    let loaded = Set(loads.map(\.url))
    blocked = answers.failed.filter { !loaded.contains($0.url) }
  }

  /// Returns the kind of a request. If the initiator type is not specific, the URL decides.
  private static func kind(of load: FrameScript.Message.Load) -> Request.Kind {
    let guessed = Request.Kind(guessedFrom: Array(load.url.utf8))
    switch load.initiator {
    case "css": return guessed == .stylesheet || guessed == .image ? guessed : .font
    case "link": return guessed == .other || guessed == .subdocument ? .stylesheet : guessed
    default: return Request.Kind(initiatorType: load.initiator) ?? guessed
    }
  }
}

/// The document requests of a page and its popups, as reported to the delegate of a view.
struct DocumentLoads<View: Hashable> {
  private(set) var loads: [ObservedLoad] = []
  private let start = ContinuousClock.now
  private var current: [View: Int] = [:]

  var waiting: Int { current.count }

  mutating func begin(_ url: String, in view: View) {
    end(in: view)
    guard loads.count < EngineObservation.maximumLoads else { return }
    current[view] = loads.count
    var load = ObservedLoad(url: url, method: "GET", start: now)
    load.kind = Request.Kind.document.rawValue
    loads.append(load)
  }

  mutating func redirect(to url: String, in view: View) {
    guard let number = current[view] else { return }
    loads[number].redirect = url
    begin(url, in: view)
  }

  mutating func answer(_ status: Int?, in view: View) {
    if let number = current[view] { loads[number].status = status }
  }

  /// Records the end of a request, whether it succeeded or failed.
  mutating func end(in view: View) {
    guard let number = current.removeValue(forKey: view) else { return }
    loads[number].duration = now - loads[number].start
  }

  private var now: Double { start.duration(to: .now).milliseconds }
}

extension EngineObservation {
  /// Returns the observed requests in the form that filter lists are evaluated with. Popups that the page has
  /// opened count as separate pages.
  ///
  /// - Parameter address: The URL of the page.
  /// - Returns: The requests, and the URLs of the pages that `RecordedLoad.page` refers to.
  func recordedLoads(of address: [UInt8]) -> (loads: [RecordedLoad], pages: [[UInt8]]) {
    var pages = [address]
    var popups: [String: Int] = [:]
    var recorded: [RecordedLoad] = []
    var isBegun = false
    for (number, load) in loads.enumerated() {
      let url = Array(load.url.utf8)
      func add(_ description: RequestDescription, to page: Int) {
        recorded.append(RecordedLoad(description, load: load, number: number, page: page))
      }
      let kind = load.kind.flatMap(Request.Kind.init(rawValue:))
      switch kind {
      case .document where !isBegun || recorded.last?.redirect != nil && recorded.allSatisfy(\.isOfPage):
        isBegun = true
        pages[0] = url
        add(RequestDescription(url: url, page: url, kind: .document), to: 0)
      case .document:
        // The page itself may navigate to another page.
        if load.url != page {
          add(RequestDescription(url: url, page: pages[0], kind: .popup), to: 0)
        }
        add(RequestDescription(url: url, page: url, kind: .document), to: pages.count)
        popups[load.url] = pages.count
        pages.append(url)
      case .subdocument, .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket, .ping,
        .beacon, .object, .popup, .other, nil:
        let page = load.frame.flatMap { popups[$0] } ?? 0
        let own = pages[page]
        let frame = load.frame.map { Array($0.utf8) }.flatMap {
          $0 == own || !RequestDescription.isURL($0) ? nil : $0
        }
        add(RequestDescription(url: url, page: own, frame: frame, kind: kind), to: page)
      }
    }
    return (recorded, pages)
  }
}

extension EngineObservation {
  /// Returns the documents with the requests that loaded them. Documents that are not HTML or not from the
  /// web are left out.
  ///
  /// For a saved page, the text is the saved text, and the positions of elements refer to it.
  func savedDocuments(of page: EnginePage) -> [SavedDocument] {
    let address = Array((self.page ?? page.address).utf8)
    return documents.compactMap { document in
      let (url, text) = (Array(document.address.utf8), Array(document.html.utf8))
      guard !text.isEmpty, RequestDescription.isURL(url), let read = try? HTMLDocument(parsing: text) else {
        return nil
      }
      let load =
        document.isTop
        ? RequestDescription(url: nil, page: url)
        : RequestDescription(url: url, page: address, kind: .subdocument)
      guard let saved = page.text(of: url), let source = try? HTMLDocument(parsing: saved) else {
        return SavedDocument(description: load, text: text, read)
      }
      return SavedDocument(description: load, text: saved, read.placed(like: source))
    }
  }
}

extension RecordedLoad {
  fileprivate init(_ description: RequestDescription, load: ObservedLoad, number: Int, page: Int) {
    self.init(entry: number, page: page, description, frameSource: load.frame == nil ? .assumed : .recorded)
    recording.start = Self.microseconds(load.start)
    recording.duration = load.duration.map(Self.microseconds)
    (recording.size, recording.status) = (load.size, load.status)
    redirect = load.redirect.map { Array($0.utf8) }
    (recording.cookiesSent, recording.cookiesSet) = (load.cookiesSent, load.cookiesSet)
  }

  fileprivate var isOfPage: Bool { description.kind == .document }

  /// Converts milliseconds, which come from a page script and can be any number.
  private static func microseconds(_ milliseconds: Double) -> Int {
    Int(max(0, min(milliseconds, 1e12)) * 1000)
  }
}

/// Derives the kind of a request without `Sec-Fetch-Dest`, which insecure pages do not send.
extension Request.Kind {
  /// Creates the kind from the `Accept` header of WebKit, or returns `nil` if it is not specific. Documents
  /// are assumed to be pages.
  init?(accept: String) {
    if accept.hasPrefix("text/html") {
      self = .document
    } else if accept.hasPrefix("text/css") {
      self = .stylesheet
    } else if accept.hasPrefix("image/") {
      self = .image
    } else {
      return nil
    }
  }

  /// Creates the kind from the initiator type in `PerformanceResourceTiming`, or returns `nil` if it is not
  /// specific.
  init?(initiatorType: String) {
    switch initiatorType {
    case "script": self = .script
    case "img", "image", "input": self = .image
    // The `Accept` header identifies images and style sheets.
    case "css": self = .font
    case "xmlhttprequest", "fetch": self = .xmlhttprequest
    case "beacon": self = .beacon
    case "iframe", "frame": self = .subdocument
    case "audio", "video", "track": self = .media
    case "object", "embed": self = .object
    default: return nil
    }
  }
}
