#if os(Linux)
  import Foundation
  import SluiceSystem
  import SluiceLists
  import SluiceProtection

  extension Driver {
    /// Runs a script in pages that reports as those of lists do: one request that a list blocks, and one that
    /// no list blocks.
    func reports() async throws -> [String: Any] {
      let script = """
        const requests = ["http://tracker.test/x", "http://other.test/y"].map(url => ({url, type: "script"}))
        addEventListener("load", () => webkit.messageHandlers.sluiceReports.postMessage(
          JSON.stringify({page: location.origin + "/", frame: null, requests})))
        document.documentElement.dataset.secret = "__SLUICE_SECRET__"
        """
      var lists = Lists.standard
      let bytes = Array(script.utf8)
      lists.files["ads.isolated.js"] = bytes
      lists.lists[0].scripts = [
        .init(
          name: "ads.isolated.js", sha256: SHA256Hasher.digest(of: bytes).description, bytes: bytes.count,
          isOfPage: false)
      ]
      var options = ProtectionOptions()
      options.countsBlocked = true
      let protection = Protection(
        source: lists, engine: engine, folder: "\(folder)/reports", options: options)
      await protection.start()
      guard let view = try gtkView(protection), let site = Site(host: "p.test"),
        let other = Site(host: "a.test")
      else {
        return [:]
      }
      protection.setUnprotected(other)
      _ = try await load(view.pointer, "http://p.test/")
      try await until("a report of the page and its frame") { protection.statistics(for: site).requests > 0 }
      try await Task.sleep(for: .milliseconds(200))
      let page = protection.statistics(for: view.view)
      var result: [String: Any] = ["page, lists": page.byList, "page": page.requests]
      _ = try await load(view.pointer, "http://a.test/")
      try await Task.sleep(for: .milliseconds(300))
      result["unprotected"] = protection.statistics(for: other).requests
      result["next page"] = protection.statistics(for: view.view).requests
      result["site"] = protection.statistics(for: site).requests
      // WebKit shows the page that it has kept, whose scripts do not report again.
      _ = try await go(view.pointer, to: "p.test") { gtk.goBack(view.pointer) }
      try await Task.sleep(for: .milliseconds(300))
      result["back"] = protection.statistics(for: view.view).requests
      result["back, site"] = protection.statistics(for: site).requests
      return result
    }
  }
#endif
