#if os(Linux)
  import Foundation
  import SluiceSystem
  import SluiceLists
  import SluiceProtection

  extension Driver {
    /// Opens pages in every way with the scripts of a list, which the test has written into the folder.
    ///
    /// It records the styles of each page: of an element whose own style is important, of one that only some
    /// hosts style, and of one that the rule list hides, each when the page began and now, and the number of
    /// sheets that the page sees.
    func styles() async throws -> [String: Any] {
      var lists = Lists.standard
      for (name, isOfPage) in [("isolated", false), ("page", true)] {
        guard let data = FileManager.default.contents(atPath: "\(folder)/ads.\(name).js"),
          let file = FileName("ads.\(name).js")
        else { throw Problem(description: "there is no script") }
        let bytes = Array(data)
        lists.files[file] = bytes
        lists.lists[0].scripts.append(
          .init(
            name: file, sha256: SHA256Hasher.digest(of: bytes).description, bytes: bytes.count,
            isOfPage: isOfPage))
      }
      let protection = protection(lists, store: "styles")
      await protection.start()
      guard let site = Site(host: "a.test") else { return [:] }
      protection.setUnprotected(site)
      let view = try open(protection)
      var result: [String: Any] = [:]
      func note(_ name: String, _ page: Page) { result[name] = page.style ?? "nothing" }
      try await note("P", load(view, "http://p.test/?styles"))
      try await note("P to A", load(view, "http://a.test/?styles"))
      try await note("back", go(view, to: "p.test") { gtk.goBack(view) })
      try await note("forward", go(view, to: "a.test") { gtk.goForward(view) })
      try await note("Q", load(view, "http://q.test/?styles"))
      try await note(
        "redirect to P", load(view, "http://a.test/redirect?to=http://p.test/?styles", host: "p.test"))
      try await note("reload", go(view, to: "p.test") { gtk.reload(view) })
      try await note(
        "Q goes to P", go(view, to: "p.test") { gtk.load(view, "http://q.test/?go=http://p.test/?styles") })
      allowPopups(view, protection)
      _ = try await load(view, "http://q.test/?styles&open=http://p.test/?styles")
      try await until("there is a popup") { popup.flatMap { self.page($0)?.frame } != nil }
      if let popup, let shown = self.page(popup) { note("popup", shown) }
      protection.setUnprotected(site, isUnprotected: false)
      try await note("A again", load(view, "http://a.test/?styles"))
      return result
    }
  }
#endif
