#if os(Linux)
  import Foundation
  import SluiceProtection

  extension Driver {
    /// Records the order in which WebKitGTK reports navigations: the signals that the view receives, with
    /// navigations numbered from 1 in each case.
    func orders() async throws -> [String: Any] {
      let protection = protection()
      await protection.start()
      guard let site = Site(host: "a.test") else { return [:] }
      protection.setUnprotected(site)
      var heard: [NavigationEvent] = []
      protection.hearsNavigations = { heard.append($0) }
      let view = try open(protection)
      var result: [String: Any] = ["engine": engine.version]

      /// Performs an action on a page, and records until no further signals arrive for a while.
      func record(_ name: String, from page: String, _ action: () async throws -> Void) async throws {
        gtk.load(view, page)
        let host = URL(string: page)?.host() ?? ""
        try await until("\(name): \(page) is shown") {
          heard.contains { if case .committed(let page, _) = $0 { page.contains(host) } else { false } }
        }
        if !page.contains("hang") {
          try await until("\(name): it has ended") { if case .ended = heard.last { true } else { false } }
        }
        try await Task.sleep(for: .milliseconds(100))
        let last = heard.compactMap { if case .started(_, let id) = $0 { id.number } else { nil } }.max() ?? 0
        heard = []
        try await action()
        // A link within a page ends no navigation.
        if name != "part" {
          try await until("\(name): it has ended") {
            heard.contains {
              switch $0 {
              case .ended(let id): id.number > last
              case .processEnded: true
              case .asked, .started, .redirected, .answered, .committed: false
              }
            }
          }
        }
        var count = -1
        while count != heard.count {
          count = heard.count
          try await Task.sleep(for: .milliseconds(700))
        }
        result[name] = heard.map { Self.text($0, from: last) }.joined(separator: ", ")
        heard = []
      }

      for (name, page) in [("a page that loads", "http://p.test/?hang"), ("a page", "http://p.test/")] {
        try await record(name, from: page) { gtk.load(view, "http://a.test/") }
      }
      try await record("a link of an unprotected page that loads", from: "http://a.test/?hang") {
        gtk.load(view, "http://p.test/")
      }
      try await record("replaced", from: "http://p.test/") {
        gtk.load(view, "http://a.test/?delay=600")
        try await Task.sleep(for: .milliseconds(200))
        gtk.load(view, "http://b.test/")
      }
      try await record("redirect", from: "http://p.test/") {
        gtk.load(view, "http://p.test/redirect?to=http://a.test/")
      }
      for (name, path) in [("204", "empty"), ("download", "download"), ("failure", "fail")] {
        try await record(name, from: "http://p.test/") { gtk.load(view, "http://a.test/\(path)") }
      }
      try await record("part", from: "http://a.test/") { gtk.load(view, "http://a.test/#part") }
      try await record("process", from: "http://a.test/") { gtk.terminate(view) }
      return result
    }

    private static func text(_ event: NavigationEvent, from last: Int) -> String {
      func host(_ page: String) -> String { URL(string: page)?.host() ?? page }
      return switch event {
      case .asked(let page, _): "asked \(host(page))"
      case .started(let page, let id): "started \(host(page)) \(id.number - last)"
      case .redirected(let page, let id): "redirected \(host(page)) \(id.number - last)"
      case .answered(let page): "answered \(host(page))"
      case .committed(let page, let id): "committed \(host(page)) \(id.number - last)"
      case .ended(let id): "ended \(id.number - last)"
      case .processEnded: "process ended"
      }
    }
  }
#endif
