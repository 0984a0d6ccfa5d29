#if os(Linux)
  import SluiceAnalysis
  import SluicePageInspection
  import SluiceRules
  import SluiceSystem

  /// The requests of a page as WebKit reports them. Blocked requests and WebSockets are not included.
  struct LiveLoads {
    private(set) var loads: [ObservedLoad] = []
    private(set) var waiting = 0
    private let start = ContinuousClock.now

    mutating func begin(_ request: Pointer?, library: WebKitWindows) -> Int {
      waiting += 1
      return add(request, library: library)
    }

    private mutating func add(_ request: Pointer?, library: WebKitWindows) -> Int {
      func text(_ pointer: CFunction.Text?) -> String? { pointer.map { String(cString: $0) } }
      let headers = library.requestHeaders(request)
      func header(_ name: String) -> String? { headers.flatMap { text(library.header($0, name)) } }
      var load = ObservedLoad(
        url: text(library.uriOfRequest(request)) ?? "", method: text(library.method(request)) ?? "GET",
        start: start.duration(to: .now).milliseconds)
      load.kind =
        (header("Sec-Fetch-Dest").flatMap { Request.Kind(fetchDestination: Array($0.utf8)) }
        ?? header("Accept").flatMap(Request.Kind.init(accept:)))?.rawValue
      loads.append(load)
      return loads.count - 1
    }

    /// Records a redirect and returns the index of the new request.
    mutating func redirect(
      _ number: Int, response: Pointer?, request: Pointer?, library: WebKitWindows
    ) -> Int {
      let next = add(request, library: library)
      loads[number].duration = loads[next].start - loads[number].start
      loads[number].status = Int(library.status(response))
      loads[number].redirect = loads[next].url
      return next
    }

    mutating func end(_ number: Int, resource: Pointer?, library: WebKitWindows) {
      waiting -= 1
      loads[number].duration = start.duration(to: .now).milliseconds - loads[number].start
      loads[number].status = library.responseOfResource(resource).map { Int(library.status($0)) }
    }

    /// A listener to WebKit's signals about a request of a view. It exists as long as WebKit can send them.
    final class Listener {
      private weak var view: PageView?
      private var number: Int

      init(view: PageView, number: Int) { (self.view, self.number) = (view, number) }

      /// The user data for WebKit's signals.
      var data: Pointer { Unmanaged.passRetained(self).toOpaque() }

      static func of(_ data: Pointer?) -> Listener? {
        data.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
      }

      func finish(_ resource: Pointer?) { view?.end(number, resource: resource) }

      func redirect(_ response: Pointer?, request: Pointer?) {
        if let view { number = view.redirect(number, response: response, request: request) }
      }
    }
  }
#endif
