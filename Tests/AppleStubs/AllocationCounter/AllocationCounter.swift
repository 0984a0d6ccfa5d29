// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The Swift view of Tests/AllocationCounter/include/AllocationCounter.h, because the check does not read C.

public func allocated_bytes() -> Int { fatalError() }
