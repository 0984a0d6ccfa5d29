#if os(Linux)
  import Foundation
  import Platform

  /// Tries a page in WebKitGTK, in this process, as often as it is asked to. To be used from the main thread of a process
  /// that does nothing else.
  public struct TrialServer {
    private let page: EnginePage
    private let exchange: TrialExchange
    private let library: BrowserLibrary
    private let loop: MainLoop
    private let lists: RuleLists
    private let replay: ReplayServer?
    private let display: VirtualDisplay
    private var lastPicture: Picture?
    /// How much of the log is of trials before.
    private var read = 0

    /// Answers the trials of standard input until it ends.
    ///
    /// - Parameters:
    ///   - page: the page that is loaded.
    ///   - folder: where answers go, with a file `log`, to which this process writes what goes to standard error.
    public static func run(_ page: EnginePage, folder: String) {
      let exchange = TrialExchange(folder: folder)
      do throws(BrowserProblem) {
        var server = try TrialServer(page, exchange)
        try server.answerAll()
      } catch {
        try? exchange.write(TrialExchange.Answer(error), number: 0)
      }
    }

    private init(_ page: EnginePage, _ exchange: TrialExchange) throws(BrowserProblem) {
      (self.page, self.exchange) = (page, exchange)
      display = try VirtualDisplay()
      library = try BrowserLibrary()
      guard library.start() != 0 else { throw .unavailable("GTK finds no display") }
      loop = MainLoop(library)
      lists = RuleLists(library, loop, folder: "\(exchange.folder)/lists")
      switch page {
      case .live: replay = nil
      case .saved(let page):
        replay = try ReplayServer(page)
        replay?.start()
      }
    }

    private mutating func answerAll() throws(BrowserProblem) {
      var number = 0
      while let line = readLine() {
        guard let trial = TrialExchange.trial(Array(line.utf8)) else { throw .died("a trial is no trial") }
        let answer: TrialExchange.Answer
        do throws(BrowserProblem) {
          answer = .observation(try observe(trial, number))
        } catch {
          answer = TrialExchange.Answer(error)
        }
        do {
          try exchange.write(answer, number: number)
        } catch {
          throw .died("no answer can be written: \(error)")
        }
        number += 1
      }
    }

    private mutating func observe(_ trial: EngineTrial, _ number: Int) throws(BrowserProblem)
      -> EngineObservation
    {
      lists.makeRoom()
      var filters: [Pointer] = []
      for (index, json) in trial.lists.enumerated() {
        let (filter, words) = try lists.filter(json)
        guard let filter else {
          return EngineObservation(engine: library.version, outcome: .rejected(list: index, words: words))
        }
        filters.append(filter)
      }
      let script = try FrameScript(selectors: trial.selectors, readsDocuments: trial.readsDocuments)
      let folder = "\(exchange.folder)/session-\(number)"
      replay?.restart()
      // What the page before has still written is not of this one.
      read = logSize
      let view = PageView(library, filters, script, folder: folder, proxy: replay?.port)
      let start = ContinuousClock.now
      view.load(page.address)
      let lastSign = wait(for: view, trial, since: start)
      let picture = trial.takesPicture && view.state == .loaded ? view.picture(loop) : nil
      defer {
        view.close()
        if let picture { lastPicture = picture }
      }
      var observation = observation(of: view, trial, picture)
      observation.lastChange = Int(start.duration(to: lastSign).milliseconds)
      return observation
    }

    /// Waits until nothing has happened for a while, or the time is over, and says when something last happened.
    private func wait(
      for view: PageView, _ trial: EngineTrial, since start: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
      var known = 0
      var lastRequest = ContinuousClock.now
      var lastSign: ContinuousClock.Instant { max(lastRequest, view.lastSign) }
      _ = loop.run(
        until: {
          if case .failed = view.state { return true }
          // A page that writes without end would fill the disk.
          if logSize - read > Self.maximumLog { return true }
          let log = replay?.requests
          if let log, log.entries.count != known || log.waiting > 0 {
            known = log.entries.count
            lastRequest = .now
          }
          if log == nil, view.loads.waiting > 0 { lastRequest = .now }
          return view.state == .loaded && lastSign.duration(to: .now) >= .milliseconds(trial.quiet)
            && start.duration(to: .now) >= .milliseconds(trial.atLeast)
        }, atMost: .seconds(trial.timeout))
      return lastSign
    }

    private mutating func observation(
      of view: PageView, _ trial: EngineTrial, _ picture: Picture?
    ) -> EngineObservation {
      let outcome: EngineObservation.Outcome =
        switch view.state {
        case .failed(let words): .failed(words)
        case .loaded: .loaded
        case .loading: .timeout
        }
      var observation = EngineObservation(engine: library.version, outcome: outcome)
      observation.page = view.address
      if outcome == .loaded, view.address == nil || view.address == "about:blank" {
        observation.outcome = .failed("WebKit does not load such an address")
      }
      observation.loads =
        replay.map {
          $0.requests.entries.lazy.filter { !$0.request.isPreflight }.prefix(Self.maximumLoads)
            .map(ObservedLoad.init)
        } ?? Array(view.loads.loads.prefix(Self.maximumLoads))
      for index in observation.loads.indices { view.answers.complete(&observation.loads[index]) }
      let console = ConsoleLog(newLog())
      (observation.blocked, observation.errors) = (console.blocked, console.errors)
      observation.visible = trial.selectors.indices.map(view.answers.canSee)
      if trial.readsDocuments { observation.documents = view.answers.all }
      observation.picture = picture.flatMap(png)
      if let picture, let last = lastPicture {
        let difference = picture.difference(from: last)
        observation.difference = png(difference.picture).map {
          PictureDifference(share: difference.share, picture: $0)
        }
      }
      return observation
    }

    /// What WebKit has written since the trial before.
    private mutating func newLog() -> [UInt8] {
      guard let file = try? FileDescriptor.open(exchange.log) else { return [] }
      defer { try? file.close() }
      let size = logSize
      let count = min(max(0, size - read), Self.maximumLog)
      defer { read = size }
      return (try? file.bytes(from: read, count: count)) ?? []
    }

    private var logSize: Int { (try? FileStatus.of(exchange.log, followingLinks: false).size) ?? 0 }

    private func png(_ picture: Picture) -> Data? {
      let path = "\(exchange.folder)/picture.png"
      guard picture.write(to: path, library) else { return nil }
      return (try? FileDescriptor.contents(of: path, atMost: 64 << 20)).map { Data($0) }
    }

    /// The most that is read of the log, in bytes.
    private static let maximumLog = 16 << 20
    /// The most that is observed of a page.
    private static let maximumLoads = 10_000
  }

  extension ObservedLoad {
    init(_ entry: ReplayLog.Entry) {
      let request = entry.request
      self.init(url: request.url, method: request.method, start: entry.start.milliseconds)
      kind = request.kind?.rawValue
      cookiesSent = request.value(of: "cookie").map { $0.split(separator: ";").count } ?? 0
      guard let answer = entry.answer else { return }
      (duration, status, size) = (answer.duration.milliseconds, answer.status, answer.size)
      (redirect, cookiesSet) = (answer.redirect, answer.cookiesSet)
    }
  }
#endif

extension TrialExchange.Answer {
  init(_ problem: BrowserProblem) {
    switch problem {
    case .unavailable(let words): self = .unavailable(words)
    case .timeout: self = .timeout
    case .died(let words): self = .died(words)
    case .interrupted: self = .died("it was interrupted")
    }
  }
}
