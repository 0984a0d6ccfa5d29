import Foundation
import ListBuilding

/// A directory of `sluice build` on a server. Asked again, it costs an answer without a body where nothing is new, and the
/// files that changed otherwise; compression is the transport's.
public struct ServerSource: ListSource {
  /// Where the manifest and the lists are.
  public let url: URL
  private let transport: any ListTransport

  /// The directory at a URL, such as `https://lists.example/public/`.
  public init(_ url: URL, transport: any ListTransport = SystemTransport()) {
    self.url = url
    self.transport = transport
  }

  /// What the server's manifest offers.
  public func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    let answer = try await get(Manifest.fileName, etag: etag, atMost: 1 << 26)
    if answer.status == 304, etag != nil { return nil }
    guard answer.status == 200 else { throw .answered(status: answer.status) }
    return try ListOffer(manifest: answer.body, etag: answer.etag)
  }

  /// The bytes of a file.
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

/// What asks servers.
public protocol ListTransport: Sendable {
  /// Asks for a URL, with `If-None-Match` where there is an entity tag.
  func get(_ url: URL, etag: String?, atMost limit: Int) async throws(ListSourceProblem) -> TransportAnswer
}

/// What a server answers.
public struct TransportAnswer: Hashable, Sendable {
  /// The status of HTTP.
  public var status: Int
  /// The entity tag; nil without one.
  public var etag: String?
  /// The body, decompressed.
  public var body: [UInt8]

  /// An answer.
  public init(status: Int, etag: String? = nil, body: [UInt8] = []) {
    (self.status, self.etag, self.body) = (status, etag, body)
  }
}
