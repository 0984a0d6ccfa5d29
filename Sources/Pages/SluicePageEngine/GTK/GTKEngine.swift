#if os(Linux)
  import Foundation
  import SluiceSystem

  /// WebKitGTK on a virtual display.
  final class GTKEngine: TrialEngine {
    private let library: BrowserLibrary
    private let loop: MainLoop
    private let store: RuleListStore
    private let folder: String
    private let display: VirtualDisplay
    let console: (any TrialConsole)?

    init(_ exchange: TrialExchange) throws(BrowserProblem) {
      folder = exchange.folder
      console = ConsoleFile(path: exchange.log)
      display = try VirtualDisplay()
      library = try BrowserLibrary()
      guard library.start() != 0 else { throw .unavailable("GTK finds no display") }
      loop = MainLoop(library)
      store = RuleListStore(library, loop, folder: "\(folder)/lists")
    }

    var version: String { library.version }

    func compile(_ json: Data, named name: String) throws(BrowserProblem) -> TrialList<RuleListStore.List> {
      try store.compile(json, named: name)
    }

    func view(_ lists: [RuleListStore.List], _ script: FrameScript, folder: String, proxy: Int?) -> PageView {
      PageView(library, loop, lists.map(\.filter), script, folder: folder, proxy: proxy)
    }

    func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
      loop.run(until: isDone, atMost: duration)
    }

    func png(_ picture: Picture) -> Data? {
      let path = "\(folder)/picture.png"
      guard picture.write(to: path, library) else { return nil }
      return (try? FileDescriptor.contents(of: path, atMost: 64 << 20)).map { Data($0) }
    }
  }
#endif
