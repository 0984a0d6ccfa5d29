import SluiceAnalysis
import SluiceRules

/// The document requests of a page and its popups, as reported to the delegate of a view.
struct DocumentLoads<View: Hashable> {
  private(set) var loads: [ObservedLoad] = []
  private let start = ContinuousClock.now
  /// The index of each view's active request.
  private var current: [View: Int] = [:]

  /// The number of active requests.
  var waiting: Int { current.count }

  /// Records the start of a request for a document.
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

  /// Records the response.
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
