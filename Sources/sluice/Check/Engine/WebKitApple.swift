import Platform

#if canImport(WebKit)
  import Conversion
  import Foundation
  import WebKit

  /// The WebKit of macOS.
  ///
  /// To be used from the main thread of a process that does nothing else.
  struct SystemWebKit {
    let version: String

    init() throws(EngineFailure.Problem) {
      let number = Bundle(for: WKContentRuleListStore.self).infoDictionary?["CFBundleVersion"] as? String
      version = "WebKit \(number ?? "of unknown version")"
    }

    /// Compiles a rule list. The folder is empty and is left with WebKit's files in it.
    func compile(_ json: [UInt8], in folder: String) -> EngineVerdict {
      MainActor.assumeIsolated {
        guard let store = WKContentRuleListStore(url: URL(filePath: folder)) else {
          return .rejected(words: "WKContentRuleListStore cannot use \(folder)")
        }
        let start = ContinuousClock.now
        let answer = Locked<EngineVerdict?>(nil)
        store.compileContentRuleList(
          forIdentifier: "rules", encodedContentRuleList: String(decoding: json, as: UTF8.self)
        ) { _, error in
          let verdict: EngineVerdict
          if let error {
            let text = (error as NSError).userInfo[NSHelpAnchorErrorKey] as? String
            verdict = .rejected(words: EngineProtocol.words(ofMessage: text ?? error.localizedDescription))
          } else {
            verdict = .accepted(bytes: nil, duration: start.duration(to: .now))
          }
          answer.withLock { $0 = verdict }
          CFRunLoopStop(CFRunLoopGetMain())
        }
        while true {
          switch answer.withLock({ $0 }) {
          case nil: CFRunLoopRun()
          case .rejected(let words): return .rejected(words: words)
          case .accepted(_, let duration):
            return .accepted(bytes: Path.byteCount(of: folder), duration: duration)
          }
        }
      }
    }
  }
#endif
