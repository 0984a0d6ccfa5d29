import SluiceAnalysis
import SluiceRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A script that runs in each document of a page and reports requests and visible elements. It runs in an
/// isolated world, so the page cannot see it.
struct FrameScript {
  /// The name of the script's world and of the message handler in that world.
  static let world = "sluice"

  let text: String

  /// - Parameters:
  ///   - selectors: The selectors whose visibility is reported.
  ///   - readsDocuments: Whether documents are reported whenever they have changed.
  ///   - tellsErrors: Whether errors are reported: script errors and elements that failed to load.
  init(selectors: [String], readsDocuments: Bool, tellsErrors: Bool) throws(BrowserProblem) {
    let json: String
    do {
      json = String(decoding: try JSONEncoder().encode(selectors), as: UTF8.self)
    } catch {
      throw .died("cannot write the selectors: \(error)")
    }
    text = """
      (() => {
        const selectors = \(json);
        const frame = location.href;
        const post = message => webkit.messageHandlers.\(Self.world).postMessage(JSON.stringify(message));
        const tell = entry => ({
          url: entry.name, initiator: entry.initiatorType, start: performance.timeOrigin + entry.startTime,
          duration: entry.duration, size: entry.transferSize, status: entry.responseStatus
        });
        new PerformanceObserver(list => post({frame, loads: list.getEntries().map(tell)}))
          .observe({type: 'resource', buffered: true});
        if (\(tellsErrors)) {
          addEventListener('error', event => {
            const {target} = event;
            if (event instanceof ErrorEvent) {
              const place = event.filename ? `${event.filename}:${event.lineno}:${event.colno}: ` : '';
              post({frame, error: place + event.message});
            } else if (target instanceof Element) {
              const url = target.currentSrc || target.src || target.href || target.data;
              if (url) post({frame, failed: String(url)});
            }
          }, true);
          addEventListener('unhandledrejection', () => post({frame, error: 'Unhandled Promise Rejection'}));
        }
        const canBeSeen = element =>
          getComputedStyle(element).visibility === 'visible'
          && [...element.getClientRects()].some(box => box.width > 0 && box.height > 0);
        const look = selector => {
          try { return [...document.querySelectorAll(selector)].some(canBeSeen); } catch { return false; }
        };
        const number = Math.random();
        let last = '';
        const tellVisible = () => {
          const visible = selectors.map(look);
          if (String(visible) === last) return;
          last = String(visible);
          post({frame, number, visible});
        };
        if (selectors.length) { setInterval(tellVisible, 50); addEventListener('load', tellVisible); }
        let text = '';
        const read = () => {
          const root = document.documentElement;
          const now = root ? (document.doctype ? '<!doctype html>' : '') + root.outerHTML : '';
          if (now !== text) post({frame, number, isTop: self === top, html: text = now});
        };
        // Also report after the load event, so that the page does not count as finished before, even on slow
        // machines.
        if (\(readsDocuments)) { setInterval(read, 200); addEventListener('load', read); }
      })()
      """
  }
}

extension FrameScript {
  struct Message: Decodable {
    var frame: String
    /// The completed requests of the document.
    var loads: [Load]?
    /// A script error with its location.
    var error: String?
    /// The URL of an element that failed to load.
    var failed: String?
    /// The number of the document. Several documents can have the same URL.
    var number: Double?
    /// For each selector, whether a matching element is visible.
    var visible: [Bool]?
    var isTop: Bool?
    var html: String?

    /// A request, as described by `PerformanceResourceTiming`.
    struct Load: Decodable {
      /// The requested URL, before redirects.
      var url: String
      var initiator: String
      /// The start time in milliseconds since 1970.
      var start: Double
      var duration: Double
      /// The size of the response in bytes: 0 if WebKit hides it from the document, `nil` if WebKit does not
      /// report it.
      var size: Int?
      /// The HTTP status of the response: 0 if WebKit hides it from the document, `nil` if WebKit does not
      /// report it.
      var status: Int?
    }

    /// Decodes a message. Returns `nil` if it is invalid. The script sends only valid messages, and its world
    /// is isolated, so that the page cannot send any.
    init?(_ json: String) {
      guard let message = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
      self = message
    }
  }

  /// The collected messages from all documents of a page.
  struct Answers {
    /// The senders of requests, by requested URL.
    private var askers: [String: Set<Asker>] = [:]
    private var visible: [Double: [Bool]] = [:]
    private var documents: [(number: Double, document: ObservedDocument)] = []
    /// The requests, each with the URL of the document that sent it.
    private(set) var loads: [(frame: String, load: Message.Load)] = []
    /// The script errors in order, at most 200.
    private(set) var errors: [String] = []
    /// The elements that failed to load, in order and without duplicates.
    private(set) var failed: [BlockedLoad] = []
    private var knownFailures: Set<BlockedLoad> = []

    private static let maximumErrors = 200
    private static let maximumError = 4_096

    mutating func add(_ message: Message) {
      for load in message.loads ?? [] {
        askers[load.url, default: []].insert(Asker(frame: message.frame, kind: load.initiator))
        if loads.count < EngineObservation.maximumLoads { loads.append((message.frame, load)) }
      }
      if let error = message.error, errors.count < Self.maximumErrors {
        errors.append(String(error.prefix(Self.maximumError)))
      }
      if let url = message.failed, failed.count < EngineObservation.maximumLoads {
        let load = BlockedLoad(url: url, page: message.frame)
        if knownFailures.insert(load).inserted { failed.append(load) }
      }
      if let number = message.number, let visible = message.visible { self.visible[number] = visible }
      if let number = message.number, let html = message.html {
        let document = ObservedDocument(
          address: message.frame, isTop: message.isTop ?? false, html: html)
        if let known = documents.firstIndex(where: { $0.number == number }) {
          documents[known].document = document
        } else {
          documents.append((number, document))
        }
      }
    }

    private struct Asker: Hashable {
      let frame: String
      let kind: String
    }

    private struct Correction: Hashable {
      let from: Request.Kind
      let to: Request.Kind
    }

    /// The changes of kind that only the initiator type can justify. It distinguishes beacons from other
    /// script requests, and, on insecure origins, frames from pages.
    private static let corrections: Set = [
      Correction(from: .xmlhttprequest, to: .beacon), Correction(from: .beacon, to: .xmlhttprequest),
      Correction(from: .document, to: .subdocument),
    ]

    /// Sets the sender and kind of a request, if they are unambiguous.
    func complete(_ load: inout ObservedLoad) {
      let askers = askers[load.url] ?? []
      let frames = Set(askers.map(\.frame))
      if frames.count == 1 { load.frame = frames.first }
      let types = Set(askers.map(\.kind))
      guard types.count == 1, let kind = types.first.flatMap(Request.Kind.init(initiatorType:)) else {
        return
      }
      let known = load.kind.flatMap(Request.Kind.init(rawValue:))
      if known.map({ Self.corrections.contains(Correction(from: $0, to: kind)) }) ?? true {
        load.kind = kind.rawValue
      }
    }

    /// The documents in the order of their messages, top-level documents first.
    var all: [ObservedDocument] {
      let all = documents.map(\.document)
      return all.filter(\.isTop) + all.filter { !$0.isTop }
    }

    /// Returns whether an element that matches the selector with this index is visible in any document.
    func canSee(_ selector: Int) -> Bool {
      visible.values.contains { $0.indices.contains(selector) && $0[selector] }
    }
  }
}
