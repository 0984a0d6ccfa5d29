import Foundation
import WebKit

// The parts of Protection that the views of Apple's WebKit use. .ci/steps/apple-views compiles the views with the
// real module, to check that they use it correctly.

/// The part of Protection that the views use.
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

// An error with an error domain, as Swift imports it.
struct WKError: Error {
  enum Code { case contentRuleListStoreCompileFailed }
  var code: Code
}
