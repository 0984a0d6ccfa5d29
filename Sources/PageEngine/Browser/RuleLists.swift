#if os(Linux)
  import Foundation

  /// The rule lists that WebKit has compiled, so that a list is compiled once however often a page is tried with it.
  final class RuleLists {
    private let library: BrowserLibrary
    private let loop: MainLoop
    private let store: Pointer?
    private var compiled: [Data: Pointer] = [:]
    /// How many have been compiled.
    private var count = 0

    /// How long a list may take.
    private static let patience = Duration.seconds(120)
    /// How many are kept for the next trial.
    private static let limit = 32

    init(_ library: BrowserLibrary, _ loop: MainLoop, folder: String) {
      (self.library, self.loop) = (library, loop)
      store = library.newStore(folder)
    }

    /// A list, or WebKit's words on why it does not take it.
    func filter(_ json: Data) throws(BrowserProblem) -> (filter: Pointer?, words: String) {
      if let known = compiled[json] { return (known, "") }
      var (filter, words): (Pointer?, String) = (nil, "")
      let library = library
      let answer = MainLoop.Answer { source, result in
        var error: Pointer?
        filter = library.finishSaving(source, result, &error)
        if filter == nil { words = library.take(error) }
      }
      let bytes = json.withUnsafeBytes { library.newBytes($0.baseAddress, $0.count) }
      count += 1
      library.save(store, "list\(count)", bytes, nil, MainLoop.Answer.ready, answer.data)
      library.unrefBytes(bytes)
      guard loop.run(until: { answer.isThere }, atMost: Self.patience) else { throw .timeout }
      if let filter { compiled[json] = filter }
      return (filter, words)
    }

    /// Forgets lists where there are many. To be called between trials: those of one are in use.
    func makeRoom() {
      guard compiled.count >= Self.limit else { return }
      for filter in compiled.values { library.unrefFilter(filter) }
      compiled = [:]
    }
  }
#endif
