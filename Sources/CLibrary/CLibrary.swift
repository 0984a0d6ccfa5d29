// The C library of this system under one name, for whoever imports this module: `Platform`, whose functions everybody
// else calls. It is no part of what `Platform` shows.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif
