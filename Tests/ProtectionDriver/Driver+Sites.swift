#if os(Linux)
  import Foundation
  import SluiceProtection

  extension Driver {
    /// Navigates a view in every way between a protected site, p.test, and an unprotected one, a.test.
    ///
    /// It records the lists for each page, and the requests to tracker.test that the previous page made.
    func sites(isExact: Bool) async throws -> [String: Any] {
      let protection = protection(exceptionDelay: isExact ? .milliseconds(1) : nil)
      await protection.start()
      guard let site = Site(host: "a.test") else { return [:] }
      protection.setUnprotected(site)
      if isExact { try await until("exact") { protection.state.areSitesExact } }
      var result: [String: Any] = ["engine": engine.version, "state": protection.state.kind.rawValue]
      let view = try open(protection)
      func note(_ name: String, _ page: Page) async throws {
        // Waits until pending requests arrive.
        try await Task.sleep(for: .milliseconds(80))
        result[name] = page.short
        result["\(name), missing"] = page.bad
        result["\(name), requests"] = requests()
      }
      try await note("P", load(view, "http://p.test/?busy"))
      try await note("P to A", load(view, "http://a.test/?busy&delay=400"))
      try await note("A to P", load(view, "http://p.test/?busy"))
      try await note("back", go(view, to: "a.test") { gtk.goBack(view) })
      try await note("forward", go(view, to: "p.test") { gtk.goForward(view) })
      try await note("redirect to A", load(view, "http://p.test/redirect?to=http://a.test/", host: "a.test"))
      try await note("reload", go(view, to: "a.test") { gtk.reload(view) })
      try await note(
        "redirect to P", load(view, "http://a.test/redirect?to=http://p.test/?busy", host: "p.test"))
      // These leave the page unchanged.
      for (name, path) in [("204", "empty"), ("download", "download")] {
        gtk.load(view, "http://a.test/\(path)")
        try await Task.sleep(for: .milliseconds(400))
        guard let page = page(view) else { throw Problem(description: "\(name): the page has gone") }
        try await note(name, page)
      }
      gtk.load(view, "http://a.test/fail")
      try await Task.sleep(for: .milliseconds(400))
      _ = requests()
      try await note("after a failure", load(view, "http://p.test/?busy"))
      try await note("frame of P in A", load(view, "http://a.test/?busy&frame=http://p.test/"))
      try await note("frame of A in P", load(view, "http://p.test/?busy&frame=http://a.test/"))
      try await note("sub", load(view, "http://sub.a.test/?busy"))
      try await note(
        "P goes to A", go(view, to: "a.test") { gtk.load(view, "http://p.test/?go=http://a.test/") })
      try await note(
        "A goes to P", go(view, to: "p.test") { gtk.load(view, "http://a.test/?go=http://p.test/") })
      // A session restored in another view, at A with P before it.
      _ = try await load(view, "http://p.test/")
      _ = try await load(view, "http://a.test/")
      _ = requests()
      let restored = try open(protection)
      try await note("restored", go(restored, to: "a.test") { gtk.restore(restored, from: view) })
      try await note("restored, back", go(restored, to: "p.test") { gtk.goBack(restored) })
      // A popup shares the content manager of its opener.
      allowPopups(view, protection)
      _ = try await load(view, "http://p.test/?open=http://a.test/?busy")
      try await until("there is a popup") { popup.flatMap { self.page($0)?.frame } != nil }
      guard let popup, let shown = self.page(popup) else { return result }
      try await note("popup", shown)
      try await note("opener", load(view, "http://p.test/?busy"))
      try await note("both", load(view, "http://a.test/?busy"))
      try await note("popup again", go(popup, to: "a.test") { gtk.reload(popup) })
      return result
    }
  }

  extension Driver {
    /// Opens a page in a fresh folder before the lists are compiled, which takes WebKit a moment.
    func firstPage(waits: Bool) async throws -> [String: Any] {
      let rules = (0..<20_000).map {
        #"{"trigger":{"url-filter":"^http://a\#($0)\\.test/"},"action":{"type":"block"}}"#
      }
      let blocking = "[\(rules.joined(separator: ",")),\(Lists.blocking.dropFirst())"
      let protection = protection(
        Lists([("ads", [(blocking, false), (Lists.hiding, true)])]),
        firstPageBound: waits ? .seconds(60) : .zero)
      guard let (pointer, view) = try gtkView(protection) else { return [:] }
      let start = Task { await protection.start() }
      var result: [String: Any] = ["page": try await load(pointer, "http://p.test/").short]
      result["requests"] = requests()
      result["missing"] = protection.listsMissing(in: view).joined(separator: " ")
      result["state"] = protection.state.kind.rawValue
      await start.value
      result["state afterwards"] = protection.state.kind.rawValue
      result["missing afterwards"] = protection.listsMissing(in: view).joined(separator: " ")
      result["next page"] = try await load(pointer, "http://p.test/").short
      result["next page, missing"] = protection.listsMissing(in: view).joined(separator: " ")
      return result
    }
  }
#endif
