#if os(Linux)
  /// Compiles rule lists with WebKitGTK and stores them in a folder. Use it from one thread.
  package final class FilterStore {
    private let loop: MainLoop
    private let store: Pointer?
    private var library: WebKitLibrary { loop.library }

    package init(_ loop: MainLoop, folder: String) {
      self.loop = loop
      store = loop.library.newStore(folder)
    }

    deinit { library.unref(store) }

    /// The result of compiling a list.
    package enum Answer {
      case compiled(CompiledFilter)
      /// The list is rejected, with WebKit's message.
      case rejected(String)
    }

    /// Compiles a list, or returns `nil` if it takes longer than `duration`.
    package func compile(_ json: [UInt8], named name: String, atMost duration: Duration) -> Answer? {
      let library = library
      var result: Answer?
      let answer = MainLoop.Answer { source, answer in
        var error: Pointer?
        let filter = library.finishSaving(source, answer, &error)
        result =
          if let filter { .compiled(CompiledFilter(filter, library)) } else {
            .rejected(library.take(error).words)
          }
      }
      // GLib copies the JSON.
      let bytes = json.withUnsafeBytes { library.newBytes($0.baseAddress, $0.count) }
      library.save(store, name, bytes, nil, MainLoop.Answer.ready, answer.data)
      library.unrefBytes(bytes)
      _ = loop.run(until: { answer.isThere }, atMost: duration)
      return result
    }
  }

  /// A compiled list, released when it is no longer referenced.
  package final class CompiledFilter {
    package let pointer: Pointer
    private let library: WebKitLibrary

    fileprivate init(_ pointer: Pointer, _ library: WebKitLibrary) {
      (self.pointer, self.library) = (pointer, library)
    }

    deinit { library.unrefFilter(pointer) }
  }
#endif
