#if os(Linux)
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import SluiceSystem

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
      guard library.start() != 0 else { throw .unavailable("GTK found no display") }
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

    func view(_ lists: [CompiledFilter], script: FrameScript, folder: String, proxy: Int?) -> PageView {
      PageView(
        library, loop: loop, filters: lists.map(\.pointer), script: script, folder: folder, proxy: proxy)
    }

    func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
      loop.run(until: isDone, atMost: duration)
    }

    func png(_ picture: Picture) -> Data? {
      let path = "\(folder)/picture.png"
      guard picture.write(to: path, library) else { return nil }
      return (try? OpenFile.contents(of: path, atMost: 64 << 20)).map { Data($0) }
    }
  }

  /// The file to which WebKitGTK writes the console messages of all pages.
  final class ConsoleFile: TrialConsole {
    private let path: String
    /// The size of the file when the current trial started.
    private var read = 0

    /// The maximum number of bytes to read per trial.
    private static let limit = 16 << 20

    init(path: String) { self.path = path }

    func start() { read = size }

    var isFull: Bool { size - read > Self.limit }

    var log: ConsoleLog {
      guard let file = try? OpenFile.open(path) else { return ConsoleLog([]) }
      defer { try? file.close() }
      let count = min(max(0, size - read), Self.limit)
      return ConsoleLog((try? file.bytes(from: read, count: count)) ?? [])
    }

    private var size: Int { (try? FileStatus.of(path, followingLinks: false).size) ?? 0 }
  }

  /// A virtual display that ends with this process.
  struct VirtualDisplay {
    private let process: ChildProcess

    /// The maximum time to start the display.
    private static let patience = Duration.seconds(60)

    /// Starts Xvfb and selects it for the libraries that this process loads.
    init() throws(BrowserProblem) {
      guard let program = CurrentProcess.program("Xvfb") else {
        throw .unavailable("Xvfb, for a virtual display, is not installed")
      }
      do throws(SystemError) {
        let (reading, writing) = try OpenFile.pipe()
        defer { try? reading.close() }
        let size = "\(Picture.viewSize.width)x\(Picture.viewSize.height)x24"
        process = try ChildProcess(
          program, arguments: ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"],
          streams: [.input("/dev/null"), .descriptor(writing), .output("/dev/null")])
        try? writing.close()
        let end = ContinuousClock.now + Self.patience
        var number: [UInt8] = []
        while !number.contains(0x0A) {
          let isThere = OpenFile.wait(for: [(reading, .readable)], milliseconds: 1000)[0]
          let bytes = isThere ? try reading.readSome(atMost: 64) : []
          guard !isThere || !bytes.isEmpty, ContinuousClock.now < end else {
            throw SystemError.notFound
          }
          number += bytes
        }
        CurrentProcess.set("DISPLAY", to: ":" + String(decoding: number.dropLast(), as: UTF8.self))
      } catch {
        throw .unavailable("Xvfb does not start")
      }
    }
  }
#endif
