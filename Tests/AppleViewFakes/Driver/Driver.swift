import Foundation
import ProtectionApple
import SluiceLists
import SluiceProtection
import WebKit

/// Drives `WebKitView` as WebKit would: `driver FOLDER`.
///
/// Each sequence of calls follows WebKit's source; see Tests/SluiceProtectionTests/NavigationTests.swift.
@main @MainActor
struct Driver {
  static var failures = 0

  static let response = URLResponse(
    url: URL(filePath: "/"), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)

  static func check(_ isTrue: Bool, _ what: String) {
    if !isTrue {
      print("not so: \(what)")
      failures += 1
    }
  }

  static func main() async throws {
    let root = URL(filePath: CommandLine.arguments[1])
    let (news, good, other) = ("https://news.example/", "https://good.example/", "https://other.example/")
    let engine = WebKitEngine()
    var options = ProtectionOptions()
    options.exceptionDelay = nil
    let protection = Protection(
      source: DirectorySource(root.appending(path: "lists")), engine: engine,
      folder: root.appending(path: "Library/Application Support/Store").path, options: options)
    await protection.start()
    check(protection.state.kind == .protected, "lists act: \(protection.state)")
    if let site = Site(host: "good.example") { protection.setUnprotected(site) }

    /// Returns a tab that shows a page, still loading or finished.
    func tab(_ page: String, isLoading: Bool) async -> Tab {
      let tab = Tab(protection, engine)
      let id = await tab.ask(page)
      tab.start(id, page)
      await tab.answer(page)
      tab.commit(id, page)
      if isLoading { tab.current = id } else { tab.finish(id) }
      return tab
    }

    // The user types the address of an unprotected page while a page is loading: the view's URL changes
    // immediately.
    var page = await tab(news, isLoading: true)
    check(page.acting == "nhs", "all acts on a protected page: \(page.acting)")
    page.webView.url = URL(string: good)
    var id = await page.ask(good)
    check(page.acting == "n", "requests of the page that is there are blocked: \(page.acting)")
    page.fail(page.current)
    check(page.acting == "n", "the end of the page before changes nothing: \(page.acting)")
    check(page.view.page == news, "the page that is shown: \(page.view.page ?? "")")
    page.start(id, good)
    check(page.acting == "n", "nor does the beginning: \(page.acting)")
    await page.answer(good)
    check(page.acting == "", "an unprotected page is let alone: \(page.acting)")
    page.commit(id, good)
    page.finish(id)
    check(page.acting == "" && page.view.page == good, "and stays so: \(page.acting)")

    // From an unprotected page that is still loading to a protected one.
    page = await tab(good, isLoading: true)
    id = await page.ask(news)
    check(page.acting == "nhs", "its document is asked for with lists: \(page.acting)")
    page.fail(page.current)
    check(page.acting == "nhs", "the end of the page before takes none away: \(page.acting)")
    page.start(id, news)
    await page.answer(news)
    page.commit(id, news)
    page.finish(id)
    check(page.acting == "nhs", "lists stay: \(page.acting)")

    // A link that would become a download: the delegate does not handle downloads, so no download starts.
    page = await tab(news, isLoading: false)
    id = await page.ask(good)
    page.start(id, good)
    var policy = await page.answer(good, canShow: false)
    check(policy == .cancel, "what cannot be shown is cancelled: \(policy)")
    policy = await page.answer(good, header: "Attachment; filename=x")
    check(policy == .allow, "an attachment that can be shown is: \(policy)")
    var downloads = 0
    page.view.takesDownload = { _ in downloads += 1 }
    check(await page.answer(good, canShow: false) == .download, "a handler takes downloads")
    check(await page.answer(good, header: "Attachment; filename=x") == .download, "and attachments")
    check(await page.policy(good, shouldPerformDownload: true) == .download, "and links that ask for one")
    page.fail(id, early: true)
    check(page.acting == "nhs", "the page stays, with its lists: \(page.acting)")
    page.view.webView(
      page.webView, navigationResponse: WKNavigationResponse(Self.response), didBecome: WKDownload())
    page.view.webView(
      page.webView, navigationAction: WKNavigationAction(URL(filePath: "/")), didBecome: WKDownload())
    check(downloads == 2, "the handler is given both")

    // A redirect, a response without content, the back-forward cache, and navigations for which WebKit passes
    // no object.
    page = await tab(news, isLoading: false)
    id = await page.ask(other)
    page.start(id, other)
    _ = await page.ask(good)
    page.webView.url = URL(string: good)
    page.view.webView(page.webView, didReceiveServerRedirectForProvisionalNavigation: id)
    check(page.acting == "n", "a redirect to an unprotected page: \(page.acting)")
    await page.answer(good)
    page.commit(id, good)
    page.finish(id)
    check(page.acting == "", "which is let alone: \(page.acting)")
    id = await page.ask(news)
    page.start(id, news)
    await page.answer(news, status: 204)
    check(page.acting == "nhs", "on the way to no content lists act: \(page.acting)")
    page.fail(id, early: true)
    check(page.acting == "", "and no longer: \(page.acting)")
    _ = await page.ask(news)
    page.start(nil, news)
    page.commit(nil, news)
    page.finish(nil)
    check(page.acting == "nhs" && page.view.page == news, "from the cache: \(page.acting)")

    // A page loaded from a string has no back-forward item of its own.
    id = await page.ask(good)
    page.start(id, good)
    page.view.webView(page.webView, didCommit: id)
    page.finish(id)
    check(
      page.acting == "" && page.view.page == good, "a page as text: \(page.acting) \(page.view.page ?? "")")

    // Frames and new windows do not count as pages of the view.
    page = await tab(news, isLoading: false)
    check(await page.policy(good, isMainFrame: false) == .allow && page.acting == "nhs", "a frame")
    check(await page.policy(good, isMainFrame: nil) == .allow && page.acting == "nhs", "a new window")

    // The web content process terminates: no page is shown, and the next page works as usual.
    page = await tab(good, isLoading: true)
    page.view.webViewWebContentProcessDidTerminate(page.webView)
    check(page.acting == "nhs", "no page needs lists to be off: \(page.acting)")
    id = await page.ask(good)
    page.start(id, good)
    await page.answer(good)
    page.commit(id, good)
    check(page.acting == "", "after a reload: \(page.acting)")

    // WebKit does not reload a page whose delegate has the method above, so the view does: at once if it is in a
    // window, or when it comes into one. If the process ends again soon, the page stays away.
    let window = UIWindow()
    check(page.webView.reloads == 0, "a view outside of a window waits")
    page.webView.move(to: window)
    check(
      page.webView.reloads == 0, "for its page, which the app has opened meanwhile: \(page.webView.reloads)")
    for isVisible in [true, false] {
      page = await tab(news, isLoading: false)
      page.webView.move(to: isVisible ? window : nil)
      page.view.webViewWebContentProcessDidTerminate(page.webView)
      check(page.webView.reloads == (isVisible ? 1 : 0), "reloads, in a window \(isVisible)")
      page.webView.move(to: nil)
      page.webView.move(to: window)
      page.webView.move(to: window)
      check(page.webView.reloads == 1, "it is reloaded once: \(page.webView.reloads)")
      check(page.webView.subviews.isEmpty, "nothing stays in the view")
      page.view.webViewWebContentProcessDidTerminate(page.webView)
      check(page.webView.reloads == 1, "a page that ends its process again is not reloaded")
    }
    page = await tab(news, isLoading: false)
    page.view.webViewWebContentProcessDidTerminate(page.webView)
    page.view.release()
    page.webView.move(to: window)
    check(page.webView.reloads == 0, "a closed tab is not reloaded")

    // The app's own delegate makes decisions and receives callbacks.
    let web = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let app = AppDelegate()
    web.navigationDelegate = app
    page = Tab(protection, engine, web)
    check(page.view.navigationDelegate === app, "the delegate of before is the next one")
    app.decidesAction = { $0.request.url?.host() == "good.example" ? .cancel : .allow }
    app.decidesResponse = { _ in .download }
    check(await page.policy(good) == .cancel && page.acting == "nhs", "what it cancels is not asked for")
    id = await page.ask(news)
    page.start(id, news)
    check(await page.answer(news) == .download, "it decides on answers")
    page.commit(id, news)
    page.finish(id)
    page.fail(id)
    page.fail(id, early: true)
    web.move(to: window)
    page.view.webViewWebContentProcessDidTerminate(web)
    check(web.reloads == 0, "the app reloads")
    page.view.webView(web, navigationResponse: WKNavigationResponse(Self.response), didBecome: WKDownload())
    check(
      app.heard == [
        "start", "commit", "finish", "fail", "fail early", "terminate", "download of a response",
      ],
      "it hears: \(app.heard)")
    page.view.release()
    check(web.navigationDelegate === app && page.acting == "", "a view that is released is the app's again")

    // A popup shares its opener's controller.
    page = await tab(news, isLoading: false)
    let configuration = WKWebViewConfiguration()
    configuration.userContentController = page.webView.configuration.userContentController
    guard let popup = page.view.popup(configuration) else { return check(false, "there is a popup") }
    let second = Tab(protection, engine, popup.webView, popup.view)
    id = await second.ask(good)
    second.start(id, good)
    await second.answer(good)
    second.commit(id, good)
    check(page.acting == "nhs", "the opener's lists stay: \(page.acting)")
    second.view.release()
    check(page.acting == "nhs", "when the popup is closed, too: \(page.acting)")
    exit(failures == 0 ? 0 : 1)
  }
}

/// A view together with the delegate calls that WebKit would make.
@MainActor final class Tab {
  let webView: WKWebView
  let view: WebKitView
  var current: WKNavigation?

  struct Cancelled: Error {}

  init(
    _ protection: Protection, _ engine: WebKitEngine, _ webView: WKWebView? = nil, _ view: WebKitView? = nil
  ) {
    self.webView = webView ?? WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    self.view = view ?? protection.protect(self.webView, with: engine)
  }

  /// `n` for the network list, `h` for the hiding list, `s` for the script.
  var acting: String {
    let controller = webView.configuration.userContentController
    let text = controller.lists.values.map(\.json).joined()
    return (text.contains("ads") ? "n" : "") + (text.contains("css-display-none") ? "h" : "")
      + (controller.userScripts.isEmpty ? "" : "s")
  }

  func policy(
    _ page: String, isMainFrame: Bool? = true, shouldPerformDownload: Bool = false
  ) async -> WKNavigationActionPolicy? {
    guard let url = URL(string: page) else { return nil }
    let action = WKNavigationAction(
      url, isMainFrame: isMainFrame, shouldPerformDownload: shouldPerformDownload)
    return await view.webView(webView, decidePolicyFor: action, preferences: WKWebpagePreferences()).0
  }

  /// Requests a page, and returns its future navigation.
  func ask(_ page: String) async -> WKNavigation {
    _ = await policy(page)
    return WKNavigation()
  }

  func start(_ navigation: WKNavigation?, _ page: String) {
    webView.url = URL(string: page)
    view.webView(webView, didStartProvisionalNavigation: navigation)
  }

  @discardableResult func answer(
    _ page: String, status: Int = 200, canShow: Bool = true, header: String? = nil
  ) async -> WKNavigationResponsePolicy {
    guard let url = URL(string: page),
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil,
        headerFields: header.map { ["Content-Disposition": $0] })
    else { return .cancel }
    return await view.webView(
      webView, decidePolicyFor: WKNavigationResponse(response, canShowMIMEType: canShow))
  }

  func commit(_ navigation: WKNavigation?, _ page: String) {
    webView.backForwardList.currentItem = URL(string: page).map { WKBackForwardListItem($0) }
    view.webView(webView, didCommit: navigation)
  }

  func finish(_ navigation: WKNavigation?) { view.webView(webView, didFinish: navigation) }

  func fail(_ navigation: WKNavigation?, early: Bool = false) {
    if early {
      // The URL is again that of the page on display.
      webView.url = webView.backForwardList.currentItem?.url
      view.webView(webView, didFailProvisionalNavigation: navigation, withError: Cancelled())
    } else {
      view.webView(webView, didFail: navigation, withError: Cancelled())
    }
  }
}
