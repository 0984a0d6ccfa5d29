/// A scheme of the requests that pages make over the network.
package enum WebScheme: CaseIterable, Sendable {
  case http, https, ws, wss

  /// The schemes of pages.
  package static let ofPages: [WebScheme] = [.http, .https]

  /// Creates a scheme from its name in lowercase; nil for other names.
  package init?(_ name: some Sequence<UInt8>) {
    guard let scheme = Self.allCases.first(where: { name.elementsEqual($0.name.utf8) }) else { return nil }
    self = scheme
  }

  package var name: String {
    switch self {
    case .http: "http"
    case .https: "https"
    case .ws: "ws"
    case .wss: "wss"
    }
  }

  /// The start of URLs with this scheme.
  package var prefix: String { name + "://" }

  /// The port of URLs that name none.
  package var port: Int {
    switch self {
    case .http, .ws: 80
    case .https, .wss: 443
    }
  }

  package var isWebSocket: Bool {
    switch self {
    case .http, .https: false
    case .ws, .wss: true
    }
  }
}
