#if canImport(WebKit)
  import Foundation
  import WebKit

  /// The WebKit of macOS.
  ///
  /// To be used from the main thread of a process that does nothing else.
  struct SystemWebKit {
    let version: String

    init() throws(EngineUnavailable) {
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
        var answer: EngineVerdict?
        store.compileContentRuleList(
          forIdentifier: "rules", encodedContentRuleList: String(decoding: json, as: UTF8.self)
        ) { _, error in
          if let error {
            let text = (error as NSError).userInfo[NSHelpAnchorErrorKey] as? String
            let words = text ?? error.localizedDescription
            let prefix = "Rule list compilation failed: "
            answer = .rejected(words: words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : words)
          } else {
            answer = .accepted(bytes: nil, duration: start.duration(to: .now))
          }
          CFRunLoopStop(CFRunLoopGetMain())
        }
        while answer == nil { CFRunLoopRun() }
        guard case .accepted(_, let duration) = answer else {
          return answer ?? .rejected(words: "no answer")
        }
        return .accepted(bytes: Folder.byteCount(of: folder), duration: duration)
      }
    }
  }
#endif
