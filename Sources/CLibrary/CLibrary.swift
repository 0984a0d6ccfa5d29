// Re-exports the C library of this system under a single name. Only `Platform` imports this module, and all
// other modules use the functions of `Platform`. It is not part of the interface of `Platform`.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif
