import SluiceCodecs
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
  /// Returns contents that match their digest.
  func verified(_ content: ListOffer.Content) async throws(ListSourceProblem) -> [UInt8] {
    let bytes = try await self.bytes(of: content.name, atMost: content.bytes)
    guard bytes.count == content.bytes, SHA256Hasher.digest(of: bytes).description == content.sha256 else {
      throw .damaged(content.name.description)
    }
    return bytes
  }
}
