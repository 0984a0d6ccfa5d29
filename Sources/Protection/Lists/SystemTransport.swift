import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Foundation's URL session, without cookies, caches or credentials.
public struct SystemTransport: ListTransport {
  private let session: URLSession

  /// A transport that gives up when nothing comes for some seconds, and after some minutes in any case.
  public init(idleTimeout: Duration = .seconds(30), totalTimeout: Duration = .seconds(600)) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = idleTimeout / .seconds(1)
    configuration.timeoutIntervalForResource = totalTimeout / .seconds(1)
    session = URLSession(configuration: configuration)
  }

  /// Asks for a URL. What redirects from https to http is not taken.
  public func get(
    _ url: URL, etag: String?, atMost limit: Int
  ) async throws(ListSourceProblem) -> TransportAnswer {
    var request = URLRequest(url: url)
    if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await session.data(for: request)
    } catch {
      throw Self.problem(of: error)
    }
    guard let response = response as? HTTPURLResponse else { throw .unreachable("it is no server of HTTP") }
    if url.scheme == "https", response.url?.scheme != "https" {
      throw .unreachable("it redirects to a connection that is not encrypted")
    }
    guard data.count <= limit else { throw .tooLarge(url.lastPathComponent) }
    return TransportAnswer(
      status: response.statusCode, etag: response.value(forHTTPHeaderField: "ETag"), body: [UInt8](data))
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
