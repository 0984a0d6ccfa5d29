// Re-exports the C library of this system under a single name. Only `SluiceSystem` imports this module, and all
// other modules use the functions of `SluiceSystem`. It is not part of the interface of `SluiceSystem`.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif
