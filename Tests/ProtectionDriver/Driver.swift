#if os(Linux)
  import Foundation
  import SluiceProtection
  import SluiceSystem

  /// A browser without a user, which the tests control.
  @MainActor final class Driver {
    let gtk: GTK
    let folder: String
    let engine: WebKitGTKEngine
    private var offset = 0
    private var count = 0
    /// The last popup that pages of a view opened.
    private(set) var popup: Pointer?
    private var popupProtection: Protection?

    init(_ gtk: GTK, folder: String) throws {
      (self.gtk, self.folder) = (gtk, folder)
      engine = try WebKitGTKEngine()
    }

    struct Problem: Error, CustomStringConvertible {
      var description: String
    }

    /// Returns a protection with a store of the given name.
    func protection(
      _ source: (any ListSource)? = Lists.standard, builtIn: (any ListSource)? = nil, store: String = "store",
      exceptionDelay: Duration? = nil, firstPageBound: Duration? = .seconds(10)
    ) -> Protection {
      var options = ProtectionOptions()
      options.exceptionDelay = exceptionDelay
      options.firstPageBound = firstPageBound
      return Protection(
        source: source, builtIn: builtIn, engine: engine, folder: "\(folder)/\(store)", options: options)
    }

    /// Opens a window with a view.
    func open(_ protection: Protection?) throws -> Pointer {
      guard let view = gtk.newView() else { throw Problem(description: "there is no view") }
      show(view, protection, opener: nil)
      return view
    }

    /// Opens a window with a view and protects it.
    func gtkView(_ protection: Protection) throws -> (pointer: Pointer, view: WebKitGTKView)? {
      let view = try open(protection)
      return (view, protection.protect(webView: view, with: engine))
    }

    private func show(_ view: Pointer, _ protection: Protection?, opener: Pointer?) {
      if let protection { protection.protect(webView: view, with: engine, openedBy: opener) }
      let window = gtk.newWindow()
      gtk.setChild(window, view)
      gtk.present(window)
    }

    /// Allows pages of a view to open windows.
    func allowPopups(_ view: Pointer, _ protection: Protection) {
      popupProtection = protection
      gtk.allowPopups(
        view,
        { opener, _, data in
          guard let opener, let data else { return nil }
          let driver = Unmanaged<Driver>.fromOpaque(data).takeUnretainedValue()
          nonisolated(unsafe) let related = opener
          nonisolated(unsafe) var popup: Pointer?
          MainActor.assumeIsolated { popup = driver.makePopup(related) }
          return popup
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func makePopup(_ opener: Pointer) -> Pointer? {
      guard let view = gtk.newView(relatedTo: opener) else { return nil }
      show(view, popupProtection, opener: opener)
      popup = view
      return view
    }

    /// The state of a page, as the page itself reports it.
    struct Page: Decodable {
      var host: String
      var id: String
      var first: Bool
      var hidden: Bool
      var ok: Int
      var bad: Int
      var frame: Bool?
      var done: Bool
      var style: String?

      /// The host, followed by `f` if the tracker's script loaded, `h` if its element is hidden, and `i` if
      /// the script in its frame loaded.
      var short: String {
        "\(host) " + [first ? "f" : "", hidden ? "h" : "", frame == true ? "i" : ""].joined()
      }
    }

    func page(_ view: Pointer) -> Page? {
      gtk.title(view).flatMap { try? JSONDecoder().decode(Page.self, from: Data(String(cString: $0).utf8)) }
    }

    /// Performs an action, and waits until a new page of this host has loaded with its frame.
    func go(_ view: Pointer, to host: String, _ action: () -> Void) async throws -> Page {
      let before = page(view)
      action()
      // The previous page may still be there for a moment.
      try await until("\(host) is there after \(before?.host ?? "nothing")") {
        guard let page = page(view), page.host == host, page.done, page.frame != nil else { return false }
        return gtk.isLoading(view) == 0
      }
      try await Task.sleep(for: .milliseconds(60))
      guard let page = page(view) else { throw Problem(description: "the page of \(host) has gone") }
      return page
    }

    func load(_ view: Pointer, _ address: String, host: String? = nil) async throws -> Page {
      count += 1
      let target = "\(address)\(address.contains("?") ? "&" : "?")id=\(count)"
      let host = host ?? String(address.dropFirst(7).prefix { $0 != "/" && $0 != "?" })
      return try await go(view, to: host) { gtk.load(view, target) }
    }

    func until(_ what: String, seconds: Int = 20, _ condition: () -> Bool) async throws {
      let end = ContinuousClock.now + .seconds(seconds)
      while !condition() {
        guard ContinuousClock.now < end else {
          throw Problem(description: "it did not come to that: \(what)")
        }
        try await Task.sleep(for: .milliseconds(5))
      }
    }

    /// Returns the number of requests to tracker.test since the last call, by page and kind.
    func requests() -> [String: Int] {
      let text = (try? String(contentsOfFile: "\(folder)/requests", encoding: .utf8)) ?? ""
      let new = text.utf8.dropFirst(offset)
      offset = text.utf8.count
      var counts: [String: Int] = [:]
      for line in String(decoding: Array(new), as: UTF8.self).split(separator: "\n") {
        counts[String(line), default: 0] += 1
      }
      return counts
    }

    func run(_ task: String, _ words: [String]) async throws -> [String: Any] {
      switch task {
      case "sites": try await sites(isExact: words.first == "exact")
      case "orders": try await orders()
      case "faults": try await faults()
      case "first": try await firstPage(waits: words.first == "waits")
      case "full": try await full()
      case "reports": try await reports()
      case "styles": try await styles()
      case "cycle": try await cycle(words.first.flatMap { Int($0) } ?? 0)
      case "switches": try await switches(words.first.flatMap { Int($0) } ?? 0)
      case "update": try await update(words)
      case "silence": try await silence(words.first ?? "")
      case "start": try await start(words.first ?? "")
      default: throw Problem(description: "there is no task '\(task)'")
      }
    }
  }
#endif
