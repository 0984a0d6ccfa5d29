import Foundation

extension BuildFile {
  /// Parses a build file, or a HostlistCompiler configuration, which has its sources at the top level.
  ///
  /// Both are JSON5: comments, trailing commas and unquoted keys are allowed.
  ///
  /// - Parameters:
  ///   - file: The contents of the file.
  ///   - name: The name of the file in messages; nil for the name of the file that was read.
  public init(parsing file: some InputBytes & ~Escapable, name: String? = nil) throws(BuildFileMistake) {
    let name = name ?? file.inputName ?? Self.fileName
    let text = try JSON5Text(parsing: file.inputArray(), name: name)
    self =
      text.layout.isHostlistCompiler
      ? try text.decode(HostlistCompilerFile.self).buildFile : try text.decode(BuildFile.self)
  }
}

extension BuildFileMistake {
  init(at offset: Int, of bytes: [UInt8], _ file: String, _ message: String, _ advice: String? = nil) {
    var counter = PositionCounter()
    let location = counter.location(of: offset..<offset, in: bytes.span, file: file)
    self.init(location: location, message: message, advice: advice)
  }
}

extension JSON5Layout {
  /// Whether the text is a HostlistCompiler configuration.
  fileprivate var isHostlistCompiler: Bool {
    guard case .object(_, let members) = root else { return false }
    return !members.contains { $0.key == "lists" } && members.contains { $0.key == "sources" }
  }
}
