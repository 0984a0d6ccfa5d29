#if os(Linux)
  import Foundation
  import SluiceSystem
  import SluiceWebKitGTK

  /// WebKitGTK on a virtual display.
  final class GTKEngine: TrialEngine {
    private let library: WebKitWindows
    private let loop: MainLoop
    private let store: FilterStore
    private let folder: String
    private let display: VirtualDisplay
    let console: (any TrialConsole)?

    /// The maximum time to compile a list.
    private static let patience = Duration.seconds(120)

    init(_ exchange: TrialExchange) throws(BrowserProblem) {
      folder = exchange.folder
      console = ConsoleFile(path: exchange.log)
      display = try VirtualDisplay()
      do throws(LibraryProblem) {
        library = try WebKitWindows()
      } catch {
        throw .unavailable(error.words)
      }
      guard library.start() != 0 else { throw .unavailable("GTK finds no display") }
      loop = MainLoop(library.views.library)
      store = FilterStore(loop, folder: "\(folder)/lists")
    }

    var version: String { library.version }

    func compile(_ json: Data, named name: String) throws(BrowserProblem) -> TrialList<CompiledFilter> {
      switch store.compile(Array(json), named: name, atMost: Self.patience) {
      case .compiled(let filter): .compiled(filter)
      case .rejected(let words): .rejected(words)
      case nil: throw .timeout
      }
    }

    func view(_ lists: [CompiledFilter], _ script: FrameScript, folder: String, proxy: Int?) -> PageView {
      PageView(library, loop, lists.map(\.pointer), script, folder: folder, proxy: proxy)
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
