import Foundation
import WebKit

// What the views of Apple's WebKit use of Protection. That they use it rightly .ci/apple-views shows, which compiles them with the real one.

/// The views' side of it.
@MainActor public final class Protection {
  struct Options {
    var countsBlocked = false
  }
  let options = Options()
  func ready() async {}
  func isUnprotected(page: String) -> Bool { false }
  func protect(_ view: any ProtectedView) {}
  func release(_ view: any ProtectedView) {}
  func navigation(_ event: NavigationEvent, in view: any ProtectedView) {}
  func report(_ message: [UInt8], in view: any ProtectedView) async {}
}

struct CompiledFolder {
  init(path: String) {}
  func file(of identifier: String) -> String? { nil }
}

extension EngineProblem {
  init(words: String, isOfList: Bool) { self = .rejected(words) }
}

// An error of a domain, which Swift sees so.
struct WKError: Error {
  enum Code { case contentRuleListStoreCompileFailed }
  var code: Code
}
