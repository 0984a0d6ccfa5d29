import Foundation
import SluiceSystem
import SluiceLists

/// A source of lists.
public protocol ListSource: Sendable {
  /// Returns the current offer, or nil if it still has the given entity tag.
  func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer?

  /// Returns the contents of a file or script of an offer: at most `limit` bytes. The caller verifies the
  /// digest.
  func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8]
}

/// The reason why a source returned nothing.
@nonexhaustive public enum ListSourceProblem: Error, Hashable, Sendable, Codable {
  /// The server cannot be reached: no network, an unknown host, no connection, or an untrusted certificate.
  case unreachable(String)
  /// The server responded with an unexpected status.
  case answered(status: Int)
  /// The data exceeds its maximum size.
  case tooLarge(String)
  /// The data is shorter than announced, or the connection was closed early.
  case cut(String)
  /// The manifest cannot be used, with the reason.
  case badManifest(String)
  /// A file cannot be read.
  case unreadable(String, String)
  /// A file does not match the manifest.
  case damaged(String)
  /// The Tracker Radar data cannot be used, with the reason.
  case badData(String)

  /// A description of the problem.
  public var message: String {
    switch self {
    case .unreachable(let reason): "cannot reach the server: \(reason)"
    case .answered(let status): "the server answered \(status)"
    case .tooLarge(let name): "\(name) is larger than the limit"
    case .cut(let reason): "the transfer ended early: \(reason)"
    case .badManifest(let reason): "cannot use the manifest: \(reason)"
    case .unreadable(let name, let reason): "cannot read \(name): \(reason)"
    case .damaged(let name): "\(name) does not match the manifest"
    case .badData(let reason): "cannot use the data: \(reason)"
    }
  }
}

extension ListSourceProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { message }
}

extension ListSource {
  func verified(_ content: ListOffer.Content) async throws(ListSourceProblem) -> [UInt8] {
    let bytes = try await self.bytes(of: content.name, atMost: content.bytes)
    guard bytes.count == content.bytes, SHA256Hasher.digest(of: bytes).description == content.sha256 else {
      throw .damaged(content.name.description)
    }
    return bytes
  }
}

/// A directory written by `sluice build`, such as a local directory or a folder in the app's bundle.
public struct DirectorySource: ListSource {
  /// The path of the directory.
  public let path: String

  /// Creates a source from a path.
  public init(path: String) { self.path = path }

  /// Creates a source from a file URL.
  public init(_ url: URL) { path = url.path }

  /// Returns the offer in the manifest. The offer has no entity tag, because reading the manifest is cheap.
  public func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    try ListOffer(manifest: await bytes(of: Manifest.fileName, atMost: 1 << 26))
  }

  /// Returns the contents of a file in the directory. Links are not followed.
  public func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    do throws(SystemError) {
      return try Directory(path).contents(of: name, atMost: limit)
    } catch {
      throw .unreadable(name.description, "\(error)")
    }
  }
}

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
