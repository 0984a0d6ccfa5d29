import SluiceAnalysis
import SluiceRules
import SluiceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs trials: loads a page in an engine once per trial.
struct TrialRun<Engine: TrialEngine> {
  private let page: EnginePage
  private let exchange: TrialExchange
  private let engine: Engine
  private let replay: ReplayServer?
  private var lastPicture: Picture?
  /// The compiled lists of earlier trials, so that each list is compiled only once.
  private var compiled: [Data: Engine.List] = [:]
  private var count = 0

  /// The maximum number of lists to keep for later trials.
  private static var maximumLists: Int { 32 }

  /// - Parameter replay: The server that answers web requests, or `nil` for a live page.
  init(_ page: EnginePage, exchange: TrialExchange, engine: Engine, replay: ReplayServer? = nil) {
    (self.page, self.exchange, self.engine, self.replay) = (page, exchange, engine, replay)
  }

  /// Runs the trials from standard input until it ends.
  mutating func answerAll() throws(BrowserProblem) {
    var number = 0
    while let line = readLine() {
      guard let trial = TrialExchange.trial(Array(line.utf8)) else { throw .died("cannot read a trial") }
      let answer: TrialExchange.Answer
      do throws(BrowserProblem) {
        answer = .observation(try observe(trial, number: number))
      } catch {
        answer = .problem(error)
      }
      do {
        try exchange.write(answer, number: number)
      } catch {
        throw .died("cannot write the answer: \(error)")
      }
      number += 1
    }
  }

  mutating func observe(_ trial: EngineTrial, number: Int) throws(BrowserProblem) -> EngineObservation {
    if compiled.count >= Self.maximumLists { compiled = [:] }
    var lists: [Engine.List] = []
    for (index, json) in trial.lists.enumerated() {
      switch try list(json) {
      case .compiled(let list): lists.append(list)
      case .rejected(let words):
        return EngineObservation(engine: engine.version, outcome: .rejected(list: index, words: words))
      }
    }
    let isSeenByScripts = trial.isSeenByScripts || engine.console == nil
    let script = try FrameScript(
      selectors: trial.selectors, readsDocuments: trial.readsDocuments, tellsErrors: isSeenByScripts)
    replay?.restart()
    // Ignore the remaining output of the previous page.
    engine.console?.start()
    let view = try engine.view(
      lists, script: script, folder: "\(exchange.folder)/session-\(number)", proxy: replay?.port)
    defer { view.close() }
    let start = (clock: ContinuousClock.now, date: Date.now)
    view.load(page.address)
    let lastSign = wait(for: view, trial, since: start.clock, isSeenByScripts: isSeenByScripts)
    let picture = trial.takesPicture && view.state == .loaded ? view.picture() : nil
    var observation = EngineObservation(engine: engine.version, outcome: Self.outcome(of: view))
    observation.page = view.address
    observation.lastChange = Int(start.clock.duration(to: lastSign).milliseconds)
    if isSeenByScripts {
      observation.isSeenByScripts = true
      let documents = view.loads.filter { $0.kind == Request.Kind.document.rawValue }
      let seen = ScriptedLoads(view.answers, documents: documents, since: start.date)
      (observation.loads, observation.blocked) = (seen.loads, seen.blocked)
      observation.errors = view.answers.errors
    } else {
      observation.loads = loads(of: view)
      if let log = engine.console?.log {
        (observation.blocked, observation.errors) = (log.blocked, log.errors)
      }
    }
    observation.visible = trial.selectors.indices.map(view.answers.canSee)
    if trial.readsDocuments { observation.documents = view.answers.all }
    observation.picture = picture.flatMap(engine.png)
    if let picture {
      observation.difference = lastPicture.flatMap { difference(of: picture, from: $0) }
      lastPicture = picture
    }
    return observation
  }

  private mutating func list(_ json: Data) throws(BrowserProblem) -> TrialList<Engine.List> {
    if let known = compiled[json] { return .compiled(known) }
    count += 1
    let list = try engine.compile(json, named: "list\(count)")
    if case .compiled(let list) = list { compiled[json] = list }
    return list
  }

  /// The minimum quiet time in milliseconds when only scripts report requests, because they report them at
  /// the end.
  private static var leastQuiet: Int { 1_500 }

  /// Waits until the page is quiet or the trial times out. Returns the time of the last activity.
  private func wait(
    for view: Engine.View, _ trial: EngineTrial, since start: ContinuousClock.Instant, isSeenByScripts: Bool
  ) -> ContinuousClock.Instant {
    var known = 0
    var lastRequest = ContinuousClock.now
    let quiet = isSeenByScripts ? max(trial.quiet, Self.leastQuiet) : trial.quiet
    var lastSign: ContinuousClock.Instant { max(lastRequest, view.lastSign) }
    _ = engine.run(
      until: {
        if case .failed = view.state { return true }
        // Endless console output would fill the disk.
        if let console = engine.console, console.isFull { return true }
        let log = replay?.requests
        if let log, log.entries.count != known || log.waiting > 0 {
          known = log.entries.count
          lastRequest = .now
        }
        if log == nil, view.waiting > 0 { lastRequest = .now }
        return view.state == .loaded && lastSign.duration(to: .now) >= .milliseconds(quiet)
          && start.duration(to: .now) >= .milliseconds(trial.atLeast)
      }, atMost: .seconds(trial.timeout))
    return lastSign
  }

  private static func outcome(of view: Engine.View) -> EngineObservation.Outcome {
    switch view.state {
    case .failed(let words): .failed(words)
    case .loaded where view.address == nil || view.address == "about:blank":
      .failed("WebKit does not load this address")
    case .loaded: .loaded
    case .loading: .timeout
    }
  }

  private func loads(of view: Engine.View) -> [ObservedLoad] {
    var loads =
      replay.map {
        $0.requests.entries.lazy.filter { !$0.isPreflight }.prefix(EngineObservation.maximumLoads).map(\.load)
      } ?? Array(view.loads.prefix(EngineObservation.maximumLoads))
    let answers = view.answers
    for index in loads.indices { answers.complete(&loads[index]) }
    return loads
  }

  private func difference(of picture: Picture, from last: Picture) -> PictureDifference? {
    let (share, difference) = picture.difference(from: last)
    return engine.png(difference).map { PictureDifference(share: share, picture: $0) }
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}

/// The protocol between this program and a process that loads pages.
///
/// Each trial is a line of JSON on the standard input of the process. The answer is a JSON file in a shared
/// folder, which is renamed to its final name when it is complete.
struct TrialExchange {
  let folder: String

  private func file(_ number: Int) -> String { "\(folder)/answer-\(number)" }

  /// The path of the file with WebKit's console output.
  var log: String { "\(folder)/log" }

  enum Answer: Codable {
    case observation(EngineObservation)
    case problem(BrowserProblem)

    func get() throws(BrowserProblem) -> EngineObservation {
      switch self {
      case .observation(let observation): return observation
      case .problem(let problem): throw problem
      }
    }
  }

  static func line(_ trial: EngineTrial) throws(BrowserProblem) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(trial)) + [0x0A]
    } catch {
      throw .died("cannot write the trial: \(error)")
    }
  }

  static func trial(_ line: [UInt8]) -> EngineTrial? {
    try? JSONDecoder().decode(EngineTrial.self, from: Data(line))
  }

  func write(_ answer: Answer, number: Int) throws {
    let data = try JSONEncoder().encode(answer)
    try data.write(to: URL(filePath: file(number)), options: .atomic)
  }

  /// Returns the answer to a trial, or `nil` if it does not exist yet.
  func answer(_ number: Int) throws(BrowserProblem) -> Answer? {
    guard
      let bytes = try? OpenFile.contents(of: file(number), followingLinks: false, atMost: Self.limit)
    else { return nil }
    Pathname.remove(file(number))
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
      throw .died("cannot read its answer")
    }
    return answer
  }

  /// The maximum size of an answer in bytes.
  private static let limit = 512 << 20
}
