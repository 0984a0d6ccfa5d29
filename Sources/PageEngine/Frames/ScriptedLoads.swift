import ContentBlocker
import Foundation

/// What a page asks for as far as a script in each of its documents sees it, where WebKit tells of nothing but documents.
///
/// Not seen are sockets and event streams, where servers send the browser, and what is under way in the end. A beacon is known as no more
/// than a load. How large an answer was and its status are known of the document's own site, and of servers that allow it.
struct ScriptedLoads {
  /// In the order in which they began.
  let loads: [ObservedLoad]
  /// What failed and was not loaded: blocked, or not there.
  let blocked: [BlockedLoad]

  /// - Parameters:
  ///   - documents: what WebKit tells of the page's own document and of its redirects.
  ///   - start: when the trial began.
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
    // The clocks of the page and of this process differ a little, and all begins with the page.
    let rest = (documents.dropFirst() + others).sorted { $0.start < $1.start }
    loads = Array((documents.prefix(1) + rest).prefix(EngineObservation.maximumLoads))
    let loaded = Set(loads.map(\.url))
    blocked = answers.failed.filter { !loaded.contains($0.url) }
  }

  /// Where what asks says too little the address does.
  private static func kind(of load: FrameScript.Message.Load) -> Request.Kind {
    let guessed = Request.Kind(guessedFrom: Array(load.url.utf8))
    switch load.initiator {
    case "css": return guessed == .stylesheet || guessed == .image ? guessed : .font
    case "link": return guessed == .other || guessed == .subdocument ? .stylesheet : guessed
    default: return Request.Kind(initiatorType: load.initiator) ?? guessed
    }
  }
}
