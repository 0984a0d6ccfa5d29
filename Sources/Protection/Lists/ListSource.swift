import ListBuilding

/// Where lists come from.
public protocol ListSource: Sendable {
  /// What there is now; nil when it is what had this entity tag.
  func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer?

  /// The bytes of a file or script that an offer names, at most `limit` of them. Whoever asks compares their digest.
  func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8]
}

/// Why a source gave nothing.
public enum ListSourceProblem: Error, Hashable, Sendable, Codable {
  /// The server cannot be asked: no network, no such host, no connection, a certificate that is not trusted.
  case unreachable(String)
  /// The server answers, but not with what was asked for.
  case answered(status: Int)
  /// What comes is larger than it may be.
  case tooLarge(String)
  /// Fewer bytes come than were announced, or the connection ends.
  case cut(String)
  /// The manifest cannot be used, and why.
  case badManifest(String)
  /// A file cannot be read.
  case unreadable(String, String)
  /// A file is not what the manifest says.
  case damaged(String)
  /// Tracker Radar's data cannot be used, and why.
  case badData(String)

  /// What is wrong, in plain words.
  public var message: String {
    switch self {
    case .unreachable(let reason): "the server cannot be asked: \(reason)"
    case .answered(let status): "the server answered \(status)"
    case .tooLarge(let name): "\(name) is larger than it may be"
    case .cut(let reason): "the transfer ended early: \(reason)"
    case .badManifest(let reason): "the manifest cannot be used: \(reason)"
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)"
    case .damaged(let name): "\(name) is not what the manifest says"
    case .badData(let reason): "the data cannot be used: \(reason)"
    }
  }
}
