// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

import Foundation

// Compiled together with the project's own SHA256.
extension SHA256 {
  /// Returns the digest of data, as in CryptoKit.
  public static func hash<D: DataProtocol>(data: D) -> [UInt8] { digest(of: Array(data)).bytes }
}
