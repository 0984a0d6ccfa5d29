import ListBuilding
import Platform

/// A list as it was read.
struct InputFile: Sendable {
  /// What diagnostics call it.
  let name: String
  let bytes: [UInt8]
  /// Which file it was, if it was a regular one.
  let identity: FileIdentity?
  /// How the text was stored that ``bytes`` are.
  private(set) var storage = ListText.Storage.plain

  /// A list that was read elsewhere.
  init(name: String, bytes: [UInt8], identity: FileIdentity? = nil) {
    (self.name, self.bytes, self.identity) = (name, bytes, identity)
  }

  /// What diagnostics call standard input.
  static let standardInputName = "<stdin>"

  /// Reads a file, pipe or device, or standard input for `-`.
  init(_ path: String) throws(CommandError) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "standard input" : path
    do throws(SystemError) {
      let file = isStandardInput ? .standardInput : try FileDescriptor.open(path)
      defer { if !isStandardInput { try? file.close() } }
      let (bytes, status) = try file.readInput()
      self.bytes = bytes
      self.name = isStandardInput ? Self.standardInputName : path
      identity = status.kind == .regular ? status.identity : nil
    } catch {
      throw CommandError(FileFailure.unreadable(name, error))
    }
  }

  /// The file as text: unpacked if it is packed by gzip, and in UTF-8 if it is in UTF-16.
  var asText: InputFile {
    let text = ListText(of: bytes)
    var file = InputFile(name: name, bytes: text.bytes, identity: identity)
    file.storage = text.storage
    return file
  }

  /// Reads a regular file of a folder that no link leads to, at most `limit` bytes.
  init(_ file: FileName, in folder: String, atMost limit: Int) throws(CommandError) {
    name = folder.joined(file.description)
    do throws(SystemError) {
      let directory = try Directory(folder)
      identity = try directory.status(of: file).identity
      bytes = try directory.contents(of: file, atMost: limit)
    } catch {
      throw CommandError(FileFailure.unreadable(name, error))
    }
  }

  /// Reads all files that a command is given, or standard input when there are none.
  static func all(_ operands: [String], of command: CommandName) throws(CommandError) -> [InputFile] {
    try all(paths(operands, of: command))
  }

  /// Reads all lists that a command is given, or standard input when there are none.
  static func lists(_ operands: [String], of command: CommandName) throws(CommandError) -> [InputFile] {
    try lists(paths(operands, of: command))
  }

  /// Reads lists: filter lists or rule lists, which may be packed.
  static func lists(_ paths: [String]) throws(CommandError) -> [InputFile] { try all(paths).map(\.asText) }

  /// Reads files.
  static func all(_ paths: [String]) throws(CommandError) -> [InputFile] {
    var files: [InputFile] = []
    for path in paths { files.append(try InputFile(path)) }
    return files
  }

  /// The paths that a command is to read, one after the other: standard input when there are none.
  static func paths(_ operands: [String], of command: CommandName) throws(CommandError) -> [String] {
    guard !operands.isEmpty else {
      guard !FileDescriptor.standardInput.isTerminal else { throw .usage(.noInput, of: command) }
      return ["-"]
    }
    try refuseStandardInputTwice(operands, of: command)
    return operands
  }

  /// Standard input is gone when it was read once.
  static func refuseStandardInputTwice(_ paths: [String], of command: CommandName) throws(CommandError) {
    guard paths.count(where: { $0 == "-" }) <= 1 else { throw .usage(.standardInputTwice, of: command) }
  }
}
