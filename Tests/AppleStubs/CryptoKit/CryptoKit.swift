// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

import Foundation

@available(macOS 10.15, iOS 13.0, *)
public struct SHA256Digest: Sequence, Sendable {
  let bytes: [UInt8]
  public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct SHA256 {
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { fatalError() }
}
