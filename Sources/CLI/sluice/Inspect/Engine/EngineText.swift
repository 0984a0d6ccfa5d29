import SluiceLists
import SluicePageEngine
import SluicePageInspection

/// The differences that the lists make in a browser, as text.
struct EngineText {
  let style: TextStyle

  func render(_ engine: EngineInspection) -> String {
    var text = style.bold("\(engine.with.engine), without the lists and with them") + "\n"
    for (name, seen) in [("without", engine.without), ("with", engine.with)] {
      if let words = Self.failure(seen.outcome) { text += "  \(name): \(words)\n" }
    }
    if engine.with.isSeenByScripts {
      text += "  seen by a script in each document: WebKit does not report what it loads and blocks\n"
    }
    if let difference = engine.with.difference {
      text += "  \(Self.share(difference)) of the picture differs\n"
    }
    let disputed = engine.inspection.requests.count(where: \.isDisputed)
    if disputed > 0 {
      text +=
        "  \(style.yellow("WebKit did not act as stated above")) of \(Format.counted(disputed, "request"))\n"
    }
    for error in engine.errors {
      text += "  \(style.red("error")): \(DisplayText.escaping(error.text))\n"
      for cause in error.causes {
        let url = engine.inspection.requests[cause].verdict.request.url
        text += "    because of \(InspectionWords.shown(url)), which is blocked\n"
      }
    }
    if engine.errors.isEmpty { text += "  no new errors in the console\n" }
    return text
  }

  static func failure(_ outcome: EngineObservation.Outcome) -> String? {
    switch outcome {
    case .loaded: nil
    case .failed(let words): "the page did not load: \(DisplayText.escaping(words))"
    case .timeout: "the page was still loading at the time limit"
    // `InspectedBrowser` throws an error for this outcome.
    case .rejected(_, let words): DisplayText.escaping(words)
    }
  }

  static func share(_ difference: PictureDifference) -> String {
    let whole = 1_000_000_000
    return Percentage(of: Int((difference.share * Double(whole)).rounded(.up)), in: whole).text
  }
}
