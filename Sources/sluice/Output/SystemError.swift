#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a system call failed.
struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  let code: Int32

  /// The failure of the call just made.
  static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
  var description: String { String(cString: strerror(code)) }
}
