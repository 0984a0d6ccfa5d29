#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileDescriptor {
  /// Reads to the end, at most 4 GiB. A file that is as large as expected is read in one go, without a copy.
  package func readToEnd(expecting size: Int) throws(SystemError) -> [UInt8] {
    var bytes = try chunk(capacity: max(size + 1, 1 << 16))
    var isAtEnd = bytes.count < max(size + 1, 1 << 16)
    while !isAtEnd {
      let capacity = bytes.count
      let next = try chunk(capacity: capacity)
      isAtEnd = next.count < capacity
      bytes += next
    }
    guard bytes.count <= UInt32.max else { throw SystemError(code: EFBIG) }
    return bytes
  }

  /// The bytes of the file at a path.
  package static func contents(of path: String) throws(SystemError) -> [UInt8] {
    let file = try open(path, O_RDONLY)
    defer { try? file.close() }
    let status = try file.status()
    guard status.kind != .folder else { throw SystemError(code: EISDIR) }
    return try file.readToEnd(expecting: status.kind == .regular ? status.size : 0)
  }

  private func chunk(capacity: Int) throws(SystemError) -> [UInt8] {
    guard capacity <= 1 << 32 else { throw SystemError(code: EFBIG) }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(SystemError) {
        count = try fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
