import Foundation
import SluiceAnalysis
import SluiceRules
import Testing

@testable import sluice

/// A page of a made-up engine: its requests, and the parts that are visible.
struct MadeUpPage {
  struct Load {
    var url: String
    var kind: Request.Kind
    /// The URL that must load first.
    var needs: String?
  }

  var loads: [Load] = []
  /// Selectors with the URLs without which none of their elements is visible.
  var visible: [String: [String]] = [:]
  /// Errors with the URL whose absence causes them.
  var errors: [String: String] = [:]
  var html = "<!doctype html><body>"
}

/// An engine that applies rule lists to made-up pages.
final class MadeUpEngine: TrialEngine {
  let page: MadeUpPage
  let console: (any TrialConsole)?
  private(set) var compiled: [String] = []
  /// The final state of subsequent views.
  var state = TrialState.loaded

  /// Creates an engine.
  ///
  /// - Parameter tells: Whether the engine reports requests and console output.
  init(_ page: MadeUpPage, tells: Bool) {
    self.page = page
    console = tells ? MadeUpConsole() : nil
  }

  var version: String { "made up" }

  func compile(_ json: Data, named name: String) throws(BrowserProblem) -> TrialList<RuleListEvaluator> {
    compiled.append(name)
    do throws(RuleListFinding) {
      return .compiled(RuleListEvaluator(try RuleList(decodingJSON: Array(json))))
    } catch {
      return .rejected("no list")
    }
  }

  func view(_ lists: [RuleListEvaluator], script: FrameScript, folder: String, proxy: Int?) -> MadeUpView {
    MadeUpView(page, lists, script, state, console as? MadeUpConsole)
  }

  func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
    let end = ContinuousClock.now + duration
    while !isDone() {
      if ContinuousClock.now >= end { return false }
      usleep(1_000)
    }
    return true
  }

  func png(_ picture: Picture) -> Data? { Data(picture.points) }
}

final class MadeUpConsole: TrialConsole {
  var text = ""
  var isFull: Bool { false }
  var log: ConsoleLog { ConsoleLog(Array(text.utf8)) }
  func start() { text = "" }
}

/// A view that delivers all of its messages when it has loaded.
final class MadeUpView: TrialView {
  private(set) var state = TrialState.loading
  let lastSign = ContinuousClock.now
  private(set) var answers = FrameScript.Answers()
  private(set) var loads: [ObservedLoad] = []
  let waiting = 0
  private(set) var address: String?

  private let page: MadeUpPage
  private let lists: [RuleListEvaluator]
  private let script: FrameScript
  private let end: TrialState
  private let console: MadeUpConsole?
  private var hidden: Set<String> = []

  init(
    _ page: MadeUpPage, _ lists: [RuleListEvaluator], _ script: FrameScript, _ end: TrialState,
    _ console: MadeUpConsole?
  ) {
    (self.page, self.lists, self.script, self.end, self.console) = (page, lists, script, end, console)
  }

  func load(_ address: String) {
    self.address = address
    state = end
    guard end == .loaded else { return }
    let own = Array(address.utf8)
    func decisions(_ description: RequestDescription) -> [Decision] {
      lists.map { $0.decide(description.request(.wellKnown)) }
    }
    hidden = Set(
      decisions(RequestDescription(url: nil, page: own)).flatMap(\.hiddenSelectors).map(\.description))
    add(address, .document)
    var there: Set = [address]
    for load in page.loads where load.needs.map(there.contains) ?? true {
      let description = RequestDescription(url: Array(load.url.utf8), page: own, kind: load.kind)
      if decisions(description).contains(where: \.isBlocked) {
        console?.text +=
          "CONSOLE CONTENTBLOCKER INFO Content blocker prevented frame displaying \(address) from loading a resource from \(load.url)\n"
        say(["frame": address, "failed": load.url])
        continue
      }
      there.insert(load.url)
      if console != nil { add(load.url, load.kind) }
      let entry: [String: Any] = [
        "url": load.url, "initiator": load.kind == .image ? "img" : load.kind.rawValue,
        "start": Date.now.timeIntervalSince1970 * 1000, "duration": 1, "size": 0,
      ]
      say(["frame": address, "loads": [entry]])
    }
    for (error, url) in page.errors where !there.contains(url) {
      console?.text += "\(address):1:1: CONSOLE JS ERROR \(error)\n"
      say(["frame": address, "error": "\(address):1:1: \(error)"])
    }
    // The script contains the requested selectors as JSON.
    let names = page.visible.keys.filter { script.text.contains("\"\($0)\"") }
    for name in names.sorted() {
      let isVisible = !hidden.contains(name) && (page.visible[name] ?? []).allSatisfy(there.contains)
      say(["frame": address, "number": 1, "visible": [isVisible]])
    }
    say(["frame": address, "number": 1, "isTop": true, "html": page.html])
  }

  private func add(_ url: String, _ kind: Request.Kind) {
    var load = ObservedLoad(url: url, method: "GET", start: Double(loads.count))
    load.kind = kind.rawValue
    loads.append(load)
  }

  private func say(_ message: [String: Any]) {
    guard let data = try? JSONSerialization.data(withJSONObject: message),
      let message = FrameScript.Message(String(decoding: data, as: UTF8.self))
    else {
      Issue.record("no message: \(message)")
      return
    }
    answers.add(message)
  }

  /// Returns a picture with a pixel for each selector, red if visible and blue if hidden.
  func picture() -> Picture? {
    let points = page.visible.keys.sorted().flatMap { name -> [UInt8] in
      hidden.contains(name) ? [0, 0, 255, 255] : [255, 0, 0, 255]
    }
    return Picture(width: points.count / 4, height: 1, points: points)
  }

  func close() {}
}
