import Foundation
import SluiceLists

/// A directory written by `sluice build` on a server.
///
/// An update costs one response without a body if nothing is new, or the changed files otherwise. Compression
/// is up to the transport.
public struct ServerSource: ListSource {
  /// The URL of the directory with the manifest and the lists.
  public let url: URL
  private let transport: any ListTransport

  /// Creates a source from the URL of a directory, such as `https://lists.example/public/`.
  public init(_ url: URL, transport: any ListTransport = SystemTransport()) {
    self.url = url
    self.transport = transport
  }

  /// Returns the offer in the server's manifest.
  public func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    let answer = try await get(Manifest.fileName, etag: etag, atMost: 1 << 26)
    if answer.status == 304, etag != nil { return nil }
    guard answer.status == 200 else { throw .answered(status: answer.status) }
    return try ListOffer(manifest: answer.body, etag: answer.etag)
  }

  /// Returns the contents of a file.
  public func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    let answer = try await get(name, etag: nil, atMost: limit)
    guard answer.status == 200 else { throw .answered(status: answer.status) }
    return answer.body
  }

  private func get(
    _ name: FileName, etag: String?, atMost limit: Int
  ) async throws(ListSourceProblem) -> TransportAnswer {
    let answer = try await transport.get(url.appending(path: name.description), etag: etag, atMost: limit)
    guard answer.body.count <= limit else { throw .tooLarge(name.description) }
    return answer
  }
}

/// A transport for HTTP requests.
public protocol ListTransport: Sendable {
  /// Requests a URL, with `If-None-Match` if there is an entity tag.
  func get(_ url: URL, etag: String?, atMost limit: Int) async throws(ListSourceProblem) -> TransportAnswer
}

/// A response from a server.
public struct TransportAnswer: Hashable, Sendable {
  /// The HTTP status.
  public var status: Int
  /// The entity tag; nil if the response has none.
  public var etag: String?
  /// The body, decompressed.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, etag: String? = nil, body: [UInt8] = []) {
    (self.status, self.etag, self.body) = (status, etag, body)
  }
}
