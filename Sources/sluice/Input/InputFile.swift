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
      bytes = try Self.read(file, expecting: status.kind == .regular ? status.size : 0)
    } catch {
      switch error.code {
      case EISDIR: throw .inputIsFolder(name)
      case EFBIG: throw .inputTooLarge(name)
      default: throw .cannotRead(name, error)
      }
    }
  }

  /// Reads all files that a command is given, or standard input when there are none.
  static func all(_ operands: [String], of command: CommandName) throws(CommandError) -> [InputFile] {
    var files: [InputFile] = []
    for path in try paths(operands, of: command) { files.append(try InputFile(path)) }
    return files
  }

  /// The paths that a command is to read, one after the other.
  static func paths(_ operands: [String], of command: CommandName) throws(CommandError) -> [String] {
    guard !operands.isEmpty else {
      guard !FileDescriptor.standardInput.isTerminal else {
        throw .usage(UsageError(.noInput, command: command))
      }
      return ["-"]
    }
    guard operands.count(where: { $0 == "-" }) <= 1 else {
      throw .usage(UsageError(.standardInputTwice, command: command))
    }
    return operands
  }

  /// Reads to the end. A file that is as large as expected is read in one go, without a copy.
  private static func read(_ file: FileDescriptor, expecting size: Int) throws(SystemError) -> [UInt8] {
    var bytes = try chunk(of: file, capacity: max(size + 1, 1 << 16))
    var isAtEnd = bytes.count < max(size + 1, 1 << 16)
    while !isAtEnd {
      let capacity = bytes.count
      let next = try chunk(of: file, capacity: capacity)
      isAtEnd = next.count < capacity
      bytes += next
    }
    guard bytes.count <= UInt32.max else { throw SystemError(code: EFBIG) }
    return bytes
  }

  private static func chunk(of file: FileDescriptor, capacity: Int) throws(SystemError) -> [UInt8] {
    guard capacity <= 1 << 32 else { throw SystemError(code: EFBIG) }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(SystemError) {
        count = try file.fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
