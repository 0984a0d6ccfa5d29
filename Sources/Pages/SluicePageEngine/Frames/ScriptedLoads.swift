#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceAnalysis
import SluiceRules

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
