import ContentBlocker

/// The documents of a page and of its popups, as the delegate of a view hears of them.
struct DocumentLoads<View: Hashable> {
  private(set) var loads: [ObservedLoad] = []
  private let start = ContinuousClock.now
  /// The load of each view that is under way.
  private var current: [View: Int] = [:]

  /// How many are under way.
  var waiting: Int { current.count }

  /// A document is asked for.
  mutating func begin(_ url: String, in view: View) {
    end(in: view)
    guard loads.count < EngineObservation.maximumLoads else { return }
    current[view] = loads.count
    var load = ObservedLoad(url: url, method: "GET", start: now)
    load.kind = Request.Kind.document.rawValue
    loads.append(load)
  }

  /// The server sends the view elsewhere.
  mutating func redirect(to url: String, in view: View) {
    guard let number = current[view] else { return }
    loads[number].redirect = url
    begin(url, in: view)
  }

  /// The server answers.
  mutating func answer(_ status: Int?, in view: View) {
    if let number = current[view] { loads[number].status = status }
  }

  /// The load has ended, in whatever way.
  mutating func end(in view: View) {
    guard let number = current.removeValue(forKey: view) else { return }
    loads[number].duration = now - loads[number].start
  }

  private var now: Double { start.duration(to: .now).milliseconds }
}
