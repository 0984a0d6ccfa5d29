/// Estimates of sizes and steps, which are compared with limits. Lists that are expensive on purpose can make them as
/// large as they like, and `Int` has only 32 bits in WebAssembly.
extension Int {
  /// Returns the sum with a number that is not negative, or the largest `Int` if it is larger.
  @inlinable @inline(__always)
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  /// Returns the product of two numbers that are not negative, or the largest `Int` if it is larger.
  @inlinable @inline(__always)
  package func multipliedClamped(by other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
