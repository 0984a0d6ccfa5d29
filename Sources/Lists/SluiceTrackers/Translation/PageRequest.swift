/// A kind of request that page scripts can intercept.
@nonexhaustive public enum PageRequest: String, Hashable, Sendable, CaseIterable {
  /// `fetch` and `XMLHttpRequest`.
  case xmlhttprequest
  /// `navigator.sendBeacon`. WebKit's type is `other`; the data calls it `beacon` or `ping`.
  case beacon

  /// The names of these requests in the data.
  var typeNames: Set<String> {
    switch self {
    case .xmlhttprequest: ["xmlhttprequest"]
    case .beacon: ["beacon", "ping"]
    }
  }
}
