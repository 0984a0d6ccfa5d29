import Foundation
import SluiceLists
import SluiceProtection
import Testing
import TestSupport

/// The orders in which WebKit reports navigations, and the lists that act after each event.
///
/// In all of them, `news.example` and `other.example` are protected, and `good.example` is not. For Apple's
/// WebKit, each row names the place in WebKit's source; `WebKitTests` records the orders of WebKitGTK.
@MainActor @Suite(.ends) struct NavigationTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    /// The source of the order.
    var place: String
    var shown: String?
    var steps: [Step]

    var testDescription: String { name }
  }

  /// An event, and what acts from then on: `n` the network list, `h` the hiding list, `s` the script.
  struct Step: Sendable {
    var event: Event
    var active: String
  }

  enum Event: Sendable {
    case navigation(NavigationEvent)
    /// Time passes.
    case wait
  }

  private nonisolated static let (news, good, other) = (
    "https://news.example/", "https://good.example/", "https://other.example/"
  )
  private nonisolated static let (first, second, third) = (NavigationID(1), NavigationID(2), NavigationID(3))

  private nonisolated static func step(_ event: NavigationEvent, _ active: String) -> Step {
    Step(event: .navigation(event), active: active)
  }

  /// FrameLoader::continueLoadAfterNavigationPolicy calls stopAllLoaders after the answer to decidePolicyFor,
  /// so FrameLoader::checkLoadCompleteForThisFrame reports the end of the page that was still loading.
  ///
  /// FrameLoader::prepareForLoadStart then reports the start of the new navigation.
  private nonisolated static let stop = "FrameLoader::continueLoadAfterNavigationPolicy"

  nonisolated static let rows: [Row] = [
    Row(
      name: "a link of a protected page that still loads, to an unprotected one", place: stop, shown: news,
      steps: [
        step(.asked(good), "n"), step(.ended(first), "n"), step(.started(good, second), "n"),
        step(.answered(good), ""), step(.committed(good, second), ""), step(.ended(second), ""),
      ]),
    Row(
      name: "the same, and the end comes behind the beginning",
      place: "WebPageProxy::continueNavigationInNewProcess: another process has its own order", shown: news,
      steps: [
        step(.asked(good), "n"), step(.started(good, second), "n"), step(.ended(first), "n"),
        step(.answered(good), ""), step(.committed(good, second), ""), step(.ended(first), ""),
        step(.ended(second), ""),
      ]),
    Row(
      name: "a link of an unprotected page that still loads, to a protected one", place: stop, shown: good,
      steps: [
        step(.asked(news), "nhs"), step(.ended(first), "nhs"), step(.started(news, second), "nhs"),
        step(.answered(news), "nhs"), step(.committed(news, second), "nhs"), step(.ended(second), "nhs"),
      ]),
    Row(
      name: "a download, or an answer without content, from a protected page",
      place: "DocumentLoader::continueAfterContentPolicy, stopLoadingForPolicyChange", shown: news,
      steps: [
        step(.asked(good), "n"), step(.ended(first), "n"), step(.started(good, second), "n"),
        step(.ended(second), "nhs"),
      ]),
    Row(
      name: "a download from an unprotected page", place: "DocumentLoader::continueAfterContentPolicy",
      shown: good,
      steps: [
        step(.asked(news), "nhs"), step(.started(news, second), "nhs"), step(.ended(second), ""),
      ]),
    Row(
      name: "a server that cannot be reached", place: "FrameLoader::checkLoadCompleteForThisFrame",
      shown: news,
      steps: [
        step(.asked(good), "n"), step(.started(good, second), "n"), step(.ended(second), "nhs"),
      ]),
    Row(
      name: "a redirect to an unprotected page",
      place:
        "SubresourceLoader::willSendRequestInternal asks, then ResourceLoader::willSendRequestInternal tells",
      shown: news,
      steps: [
        step(.asked(other), "nhs"), step(.started(other, second), "nhs"), step(.asked(good), "n"),
        step(.redirected(good, second), "n"), step(.answered(good), ""), step(.committed(good, second), ""),
        step(.ended(second), ""), Step(event: .wait, active: ""),
      ]),
    Row(
      name: "a redirect from an unprotected page to a protected one", place: "the same", shown: news,
      steps: [
        step(.asked(good), "n"), step(.started(good, second), "n"), step(.asked(other), "nhs"),
        step(.redirected(other, second), "nhs"), step(.answered(other), "nhs"),
        step(.committed(other, second), "nhs"),
      ]),
    Row(
      name: "a link within the page",
      place: "FrameLoader::continueFragmentScrollAfterNavigationPolicy: nothing begins",
      shown: good, steps: [step(.asked(good + "#part"), ""), Step(event: .wait, active: "")]),
    Row(
      name: "from the back-forward cache", place: "FrameLoader::loadProvisionalItemFromCachedPage: no answer",
      shown: news,
      steps: [
        step(.asked(good), "n"), step(.started(good, second), "n"), step(.committed(good, second), ""),
        step(.ended(second), ""),
      ]),
    Row(
      name: "a process ends, and the page is loaded again", place: "WebPageProxy::processDidTerminate",
      shown: good,
      steps: [
        step(.processEnded, "nhs"), step(.asked(good), ""), step(.started(good, second), ""),
        step(.answered(good), ""), step(.committed(good, second), ""),
      ]),
    Row(
      name: "a process ends on the way", place: "WebPageProxy::processDidTerminate", shown: good,
      steps: [
        step(.asked(good), ""), step(.started(good, second), ""), step(.processEnded, "nhs"),
        step(.asked(news), "nhs"),
      ]),
    Row(
      name: "two navigations, of which the first is cancelled", place: "FrameLoader::stopAllLoaders",
      shown: news,
      steps: [
        step(.asked(good), "n"), step(.started(good, second), "n"), step(.asked(other), "nhs"),
        step(.ended(second), "nhs"), step(.started(other, third), "nhs"), step(.answered(other), "nhs"),
        step(.committed(other, third), "nhs"), step(.ended(third), "nhs"),
      ]),
    Row(
      name: "two navigations, and the first is committed all the same", place: "a race of both processes",
      shown: news,
      steps: [
        step(.asked(other), "nhs"), step(.started(other, second), "nhs"), step(.answered(other), "nhs"),
        step(.asked(good), "n"), step(.committed(other, second), "n"), step(.ended(second), "n"),
        step(.started(good, third), "n"), step(.answered(good), ""), step(.committed(good, third), ""),
      ]),
    Row(
      name: "the address of the view is that of a navigation which came after",
      place: "PageLoadState::activeURL: that of a pending request", shown: news,
      steps: [
        step(.asked(other), "nhs"), step(.started(good, second), "nhs"), step(.answered(other), "nhs"),
        step(.committed(good, second), "nhs"),
      ]),
    Row(
      name: "another app takes the address of an unprotected page",
      place: "NavigationState::NavigationClient::decidePolicyForNavigationAction, tryInterceptNavigation",
      shown: news, steps: [step(.asked(good), "n"), Step(event: .wait, active: "nhs")]),
    Row(
      name: "a web process that is slow to begin",
      place: "WebFramePolicyListenerProxy::use, an answer to a busy process",
      shown: good,
      steps: [
        step(.asked(news), "nhs"), Step(event: .wait, active: "nhs"), step(.started(news, second), "nhs"),
        step(.answered(news), "nhs"), step(.committed(news, second), "nhs"),
      ]),
    Row(
      name: "WebKitGTK: a page that cannot be had, and one that says so", place: "recorded with 2.50.6",
      shown: news,
      steps: [
        step(.asked(good, isCertain: false), "n"), step(.started(good, second), "n"),
        step(.ended(second), "nhs"), step(.started(good, third), "n"), step(.committed(good, third), ""),
        step(.ended(third), ""),
      ]),
    Row(
      name: "WebKitGTK: a frame that looks like the page", place: "WebKitGTKView.ask", shown: good,
      steps: [
        step(.asked(news, isCertain: false), "nhs"), Step(event: .wait, active: ""),
      ]),
    Row(
      name: "nothing is there yet", place: "WebPageProxy::loadRequest", shown: nil,
      steps: [
        step(.asked(good), ""), step(.started(good, first), ""), step(.answered(good), ""),
        step(.committed(good, first), ""), step(.ended(first), ""),
      ]),
  ]

  @Test(arguments: rows) func navigationEventsApplyListsOfPage(_ row: Row) async throws {
    let source = FakeSource()
    let (network, cosmetic, script) = (
      FakeSource.file("network.json", rules("network")),
      FakeSource.file("cosmetic.json", rules("cosmetic"), isHiding: true),
      FakeSource.file("ads.isolated.js", "script")
    )
    source.set(
      ListOffer(
        identifier: "1",
        lists: [
          .init(
            name: "ads", forms: [.init(files: [network, cosmetic])],
            scripts: [.init(name: script.name, sha256: script.sha256, bytes: script.bytes, isOfPage: false)])
        ]),
      files: [(network, rules("network")), (cosmetic, rules("cosmetic")), (script, "script")])
    var options = ProtectionOptions()
    options.exceptionDelay = nil
    let bench = try Bench(source, options: options)
    await bench.protection.start()
    bench.protection.setUnprotected(try #require(Site(host: "good.example")))
    let view = FakeView()
    view.page = row.shown
    bench.protection.protect(view)
    for (number, step) in row.steps.enumerated() {
      switch step.event {
      case .navigation(let event): bench.protection.navigation(event, in: view)
      case .wait:
        // The timer may not exist yet.
        for _ in 0..<20 { await Task.yield() }
        bench.clock.advance(.seconds(3))
        for _ in 0..<20 { await Task.yield() }
      }
      let active = [
        view.lists.has("network") ? "n" : "", view.lists.has("cosmetic") ? "h" : "",
        view.lists.scripts.isEmpty ? "" : "s",
      ].joined()
      #expect(active == step.active, "\(row.name), step \(number + 1): \(step.event)")
    }
  }
}
