#if canImport(WebKit)
  import Conversion
  import Foundation
  import WebKit

  /// Has Apple's WebKit compile rule lists, in a folder. To be used from the main thread.
  package struct AppleRuleListStore {
    private let store: WKContentRuleListStore

    /// Such as `WebKit 20622.1.22`.
    package static var version: String {
      let number = Bundle(for: WKContentRuleListStore.self).infoDictionary?["CFBundleVersion"] as? String
      return "WebKit \(number ?? "of unknown version")"
    }

    /// What becomes of a list.
    package enum Answer: Sendable {
      case compiled(WKContentRuleList)
      /// WebKit's words.
      case rejected(String)
    }

    /// Uses a folder, which is there; nil where WebKit cannot.
    package init?(folder: String) {
      guard let store = MainActor.assumeIsolated({ WKContentRuleListStore(url: URL(filePath: folder)) })
      else { return nil }
      self.store = store
    }

    /// Compiles a list; nil when it takes longer.
    package func compile(_ json: String, named name: String, atMost duration: Duration) -> Answer? {
      let answer = Locked<Answer?>(nil)
      MainActor.assumeIsolated {
        store.compileContentRuleList(forIdentifier: name, encodedContentRuleList: json) { list, error in
          let words = error.map { error in
            (error as NSError).userInfo[NSHelpAnchorErrorKey] as? String ?? error.localizedDescription
          }
          answer.withLock {
            $0 = list.map(Answer.compiled) ?? .rejected(words ?? "WebKit did not say why")
          }
        }
      }
      _ = AppleRunLoop.run(until: { answer.withLock { $0 != nil } }, atMost: duration)
      return answer.withLock { $0 }
    }
  }
#endif
