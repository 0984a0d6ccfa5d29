#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluicePageEngine

/// The differences that the lists make in a browser, as a section of an HTML page: screenshots side by side,
/// their differences, and new errors.
struct InspectionEngine {
  let engine: EngineInspection

  func add(to html: inout HTMLWriter) {
    html.element(.section, [.labelledBy: "engine"]) { html in
      html.element(.h2, [.id: "engine"], "In \(engine.with.engine)")
      for (name, seen) in [("Without the lists", engine.without), ("With the lists", engine.with)] {
        if let words = EngineText.failure(seen.outcome) { html.element(.p, "\(name) \(words).") }
      }
      html.element(.div, [.class: "pictures"]) { html in
        add(engine.without.picture, "Without the lists", to: &html)
        add(engine.with.picture, "With the lists", to: &html)
        if let difference = engine.with.difference {
          add(difference.picture, "Difference: \(EngineText.share(difference))", to: &html)
        }
      }
      html.element(.h3, "Errors that occur only with the lists")
      if engine.errors.isEmpty { html.element(.p, "None.") }
      html.element(.ul) { html in
        for error in engine.errors {
          html.element(.li) { html in
            html.element(.code, error.text)
            for cause in error.causes {
              let url = engine.inspection.requests[cause].verdict.request.url
              html.element(
                .p, [.class: "muted"],
                "Because of request \(cause + 1), \(InspectionWords.shown(url)), which is blocked.")
            }
          }
        }
      }
    }
  }

  private func add(_ picture: Data?, _ words: String, to html: inout HTMLWriter) {
    guard let picture else { return }
    html.element(.figure) { html in
      html.image("data:image/png;base64,\(picture.base64EncodedString())", words)
      html.element(.figcaption, words)
    }
  }
}
