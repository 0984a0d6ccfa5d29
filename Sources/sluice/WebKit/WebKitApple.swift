#if canImport(WebKit)
  import SluiceSystem

  /// The WebKit of macOS.
  ///
  /// Use it only on the main thread of a process that does nothing else.
  struct SystemWebKit {
    let version: String

    /// The timeout of a compilation. It is practically infinite, because the process has its own timeout.
    private static let patience = Duration.seconds(1 << 30)

    init() throws(InstalledEngineProblem) { version = AppleRuleListStore.version }

    /// Compiles a rule list. The folder must be empty and contains WebKit's files afterwards.
    func compile(_ json: [UInt8], in folder: String) -> EngineVerdict {
      guard let store = AppleRuleListStore(folder: folder) else {
        return .rejected(words: "WKContentRuleListStore cannot use \(folder)")
      }
      let start = ContinuousClock.now
      let text = String(decoding: json, as: UTF8.self)
      switch store.compile(text, named: "rules", atMost: Self.patience) {
      case .compiled:
        return .accepted(bytes: Pathname.byteCount(of: folder), duration: start.duration(to: .now))
      case .rejected(let words): return .rejected(words: EngineVerdict.words(ofMessage: words))
      case nil: return .rejected(words: "WebKit gave no answer")
      }
    }
  }
#endif
