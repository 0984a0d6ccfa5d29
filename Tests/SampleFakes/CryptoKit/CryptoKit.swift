// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

import Foundation

// Compiled together with the project's own SHA256Hasher.
public typealias SHA256 = SHA256Hasher

extension SHA256Hasher {
  /// Returns the digest of data, as in CryptoKit.
  public static func hash<D: DataProtocol>(data: D) -> [UInt8] { digest(of: Array(data)).bytes }
}
