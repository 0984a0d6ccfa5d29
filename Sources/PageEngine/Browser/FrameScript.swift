import ContentBlocker
import Foundation

/// What is run in each document of a tried page, in a world of its own: it says what the document asks for and what can be
/// seen in it. Nothing of it is there for the page.
struct FrameScript {
  /// The name of the world and of its message handler.
  static let world = "sluice"

  let text: String

  /// - Parameters:
  ///   - selectors: of which it is told whether an element can be seen.
  ///   - readsDocuments: whether documents are told too, whenever they have changed.
  init(selectors: [String], readsDocuments: Bool) throws(BrowserProblem) {
    let json: String
    do {
      json = String(decoding: try JSONEncoder().encode(selectors), as: UTF8.self)
    } catch {
      throw .died("the selectors cannot be written: \(error)")
    }
    text = """
      (() => {
        const selectors = \(json);
        const frame = location.href;
        const post = message => webkit.messageHandlers.\(Self.world).postMessage(JSON.stringify(message));
        new PerformanceObserver(list =>
          post({frame, loads: list.getEntries().map(entry => [entry.name, entry.initiatorType])})
        ).observe({type: 'resource', buffered: true});
        const canBeSeen = element =>
          getComputedStyle(element).visibility === 'visible'
          && [...element.getClientRects()].some(box => box.width > 0 && box.height > 0);
        const look = selector => {
          try { return [...document.querySelectorAll(selector)].some(canBeSeen); } catch { return false; }
        };
        const number = Math.random();
        let last = '';
        const tell = () => {
          const visible = selectors.map(look);
          if (String(visible) === last) return;
          last = String(visible);
          post({frame, number, visible});
        };
        if (selectors.length) { setInterval(tell, 50); addEventListener('load', tell); }
        let text = '';
        const read = () => {
          const root = document.documentElement;
          const now = root ? (document.doctype ? '<!doctype html>' : '') + root.outerHTML : '';
          if (now !== text) post({frame, number, isTop: self === top, html: text = now});
        };
        if (\(readsDocuments)) setInterval(read, 200);
      })()
      """
  }

  /// What the script says.
  struct Message: Decodable {
    var frame: String
    /// What the document has asked for: addresses, each with what asked, as `PerformanceResourceTiming` names it.
    var loads: [[String]]?
    /// The number of the document, of which there can be several of one address.
    var number: Double?
    /// For each selector whether an element can be seen.
    var visible: [Bool]?
    /// Whether the document is that of the page.
    var isTop: Bool?
    /// The document as it is now.
    var html: String?

    /// nil for what the script does not say: its world is its own.
    init?(_ json: String) {
      guard let message = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
      self = message
    }
  }

  /// What the documents of a page have said.
  struct Answers {
    /// By the address that was asked for.
    private var askers: [String: Set<Asker>] = [:]
    private var visible: [Double: [Bool]] = [:]
    private var documents: [(number: Double, document: ObservedDocument)] = []

    mutating func add(_ message: Message) {
      for load in message.loads ?? [] where load.count == 2 {
        askers[load[0], default: []].insert(Asker(frame: message.frame, kind: load[1]))
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

    /// Nothing else tells a beacon for sure from what scripts fetch, and insecure frames from pages.
    private static let corrections: Set = [
      Correction(from: .xmlhttprequest, to: .beacon), Correction(from: .beacon, to: .xmlhttprequest),
      Correction(from: .document, to: .subdocument),
    ]

    /// Says what asked for a load, where that is sure.
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

    /// The documents in the order in which they came, that of the page first.
    var all: [ObservedDocument] {
      let all = documents.map(\.document)
      return all.filter(\.isTop) + all.filter { !$0.isTop }
    }

    /// Whether an element of a selector can be seen in any document, by the number of the selector.
    func canSee(_ selector: Int) -> Bool {
      visible.values.contains { $0.indices.contains(selector) && $0[selector] }
    }
  }
}
