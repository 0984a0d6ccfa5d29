import SluiceText

#if canImport(WebKit)
  import Foundation
  import SluiceConversion
  import WebKit

  /// Compiles rule lists with Apple's WebKit and stores them in a folder. Use it from the main thread.
  struct AppleRuleListStore {
    private let store: WKContentRuleListStore

    /// The version of WebKit, such as `WebKit 20622.1.22`.
    static var version: String {
      let number = Bundle(for: WKContentRuleListStore.self).infoDictionary?["CFBundleVersion"] as? String
      return "WebKit \(number ?? "of unknown version")"
    }

    enum Answer: Sendable {
      case compiled(WKContentRuleList)
      case rejected(String)
    }

    /// Creates a store in an existing folder, or returns `nil` if WebKit cannot use it.
    init?(folder: String) {
      guard let store = MainActor.assumeIsolated({ WKContentRuleListStore(url: URL(filePath: folder)) })
      else { return nil }
      self.store = store
    }

    /// Compiles a list, or returns `nil` if it takes longer than `duration`.
    func compile(_ json: String, named name: String, atMost duration: Duration) -> Answer? {
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

  /// The main run loop, which WebKit needs while the program waits for a result. Use it from the main thread.
  enum AppleRunLoop {
    /// The polling interval in seconds.
    private static let interval = 0.01

    /// Runs until a condition is true. Returns `false` on timeout.
    static func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
      let end = ContinuousClock.now + duration
      while !isDone() {
        if ContinuousClock.now >= end { return false }
        _ = CFRunLoopRunInMode(.defaultMode, interval, false)
      }
      return true
    }
  }
#endif
