import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that uses Foundation's URL session without cookies, caches or credentials.
public struct SystemTransport: ListTransport {
  private let idleTimeout: Duration
  private let totalTimeout: Duration

  /// Creates a transport with a timeout for idle connections and one for the entire request.
  public init(idleTimeout: Duration = .seconds(30), totalTimeout: Duration = .seconds(600)) {
    (self.idleTimeout, self.totalTimeout) = (idleTimeout, totalTimeout)
  }

  /// Requests a URL. Redirects from https to http are rejected.
  public func get(
    _ url: URL, etag: String?, atMost limit: Int
  ) async throws(ListSourceProblem) -> TransportAnswer {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = idleTimeout / .seconds(1)
    var request = URLRequest(url: url)
    if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    switch await BoundedExchange(request, atMost: limit).run(configuration, within: totalTimeout) {
    case .success(let answer): return answer
    case .failure(.system(let error)): throw Self.problem(of: error)
    case .failure(.tooLarge): throw .tooLarge(url.lastPathComponent)
    case .failure(.notHTTP): throw .unreachable("it is not an HTTP server")
    case .failure(.notEncrypted):
      throw .unreachable("it redirects to a connection that is not encrypted")
    }
  }

  private static func problem(of error: any Error) -> ListSourceProblem {
    switch (error as? URLError)?.code {
    case .cannotFindHost, .dnsLookupFailed: .unreachable("the host is not known")
    case .cannotConnectToHost: .unreachable("there is no connection")
    case .notConnectedToInternet: .unreachable("there is no network")
    case .timedOut: .unreachable("it does not answer")
    case .networkConnectionLost: .cut("the connection was lost")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      .unreachable("its certificate is not trusted")
    default: .unreachable(error.localizedDescription)
    }
  }
}
