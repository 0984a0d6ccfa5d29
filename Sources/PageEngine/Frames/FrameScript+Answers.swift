import ContentBlocker
import Foundation

extension FrameScript {
  /// What the script says.
  struct Message: Decodable {
    var frame: String
    /// What the document has asked for, once it was answered.
    var loads: [Load]?
    /// An error of a script, with its place.
    var error: String?
    /// The address of an element that is not loaded.
    var failed: String?
    /// The number of the document, of which there can be several of one address.
    var number: Double?
    /// For each selector whether an element can be seen.
    var visible: [Bool]?
    /// Whether the document is that of the page.
    var isTop: Bool?
    /// The document as it is now.
    var html: String?

    /// A load, as `PerformanceResourceTiming` has it.
    struct Load: Decodable {
      /// The address that was asked for, before redirects.
      var url: String
      /// What asked.
      var initiator: String
      /// In milliseconds since 1970.
      var start: Double
      /// In milliseconds.
      var duration: Double
      /// How many bytes came, 0 where the document may not know it; nil where WebKit does not say it.
      var size: Int?
      /// The status of the answer, as with ``size``.
      var status: Int?
    }

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
    /// What was asked for, each with the address of the document that asked.
    private(set) var loads: [(frame: String, load: Message.Load)] = []
    /// The errors of scripts, in order, 200 at most.
    private(set) var errors: [String] = []
    /// Elements that were not loaded, in order, each once.
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
