#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import ListBuilder

/// A list as it was read.
struct InputFile: Sendable {
  /// What diagnostics call it.
  let name: String
  let bytes: [UInt8]
  /// Which file it was, if it was a regular one.
  let identity: FileIdentity?

  /// What diagnostics call standard input.
  static let standardInputName = "<stdin>"

  /// Reads a file, pipe or device, or standard input for `-`.
  init(_ path: String) throws(CommandError) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "standard input" : path
    do throws(SystemError) {
      let file = isStandardInput ? .standardInput : try FileDescriptor.open(path, O_RDONLY)
      defer { if !isStandardInput { try? file.close() } }
      let status = try file.status()
      guard status.kind != .folder else { throw SystemError(code: EISDIR) }
      self.name = isStandardInput ? Self.standardInputName : path
      identity = status.kind == .regular ? status.identity : nil
      bytes = try file.readToEnd(expecting: status.kind == .regular ? status.size : 0)
    } catch {
      switch error.code {
      case EISDIR: throw .inputIsFolder(name)
      case EFBIG: throw .inputTooLarge(name)
      default: throw .cannotRead(name, error)
      }
    }
  }
}
