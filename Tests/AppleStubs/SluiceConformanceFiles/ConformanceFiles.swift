// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The Swift view of Sources/sluice/Conformance/Page/include/ConformanceFiles.h, because the check does not read C.

public struct ConformanceFile {
  public var name: UnsafePointer<CChar>
  public var bytes: UnsafePointer<CUnsignedChar>
  public var count: Int
}

public func conformance_files(_ count: UnsafeMutablePointer<Int>) -> UnsafePointer<ConformanceFile> {
  fatalError()
}
