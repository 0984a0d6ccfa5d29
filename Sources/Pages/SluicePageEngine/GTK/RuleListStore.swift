#if os(Linux)
  import Foundation

  /// Compiles rule lists with WebKitGTK and stores them in a folder.
  struct RuleListStore {
    private let library: BrowserLibrary
    private let loop: MainLoop
    private let store: Pointer?

    /// The maximum time to compile a list.
    private static let patience = Duration.seconds(120)

    init(_ library: BrowserLibrary, _ loop: MainLoop, folder: String) {
      (self.library, self.loop) = (library, loop)
      store = library.newStore(folder)
    }

    /// A compiled list, released when it is no longer referenced.
    final class List {
      let filter: Pointer
      private let library: BrowserLibrary

      fileprivate init(_ filter: Pointer, _ library: BrowserLibrary) {
        (self.filter, self.library) = (filter, library)
      }

      deinit { library.unrefFilter(filter) }
    }

    func compile(_ json: Data, named name: String) throws(BrowserProblem) -> TrialList<List> {
      var result = TrialList<List>.rejected("")
      let library = library
      let answer = MainLoop.Answer { source, answer in
        var error: Pointer?
        let filter = library.finishSaving(source, answer, &error)
        result = filter.map { .compiled(List($0, library)) } ?? .rejected(library.take(error))
      }
      let bytes = json.withUnsafeBytes { library.newBytes($0.baseAddress, $0.count) }
      library.save(store, name, bytes, nil, MainLoop.Answer.ready, answer.data)
      library.unrefBytes(bytes)
      guard loop.run(until: { answer.isThere }, atMost: Self.patience) else { throw .timeout }
      return result
    }
  }
#endif
