import Foundation

extension BuildFile {
  /// Reads a build file: the project's own form, or a configuration of HostlistCompiler, which has its
  /// sources at the top. Either is JSON5: comments, trailing commas, keys without quotation marks.
  ///
  /// - Parameters:
  ///   - file: The file's bytes.
  ///   - name: What messages call it; nil for the name of the file that was read.
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
  /// Whether the text is a configuration of HostlistCompiler.
  fileprivate var isHostlistCompiler: Bool {
    guard case .object(_, let members) = root else { return false }
    return !members.contains { $0.key == "lists" } && members.contains { $0.key == "sources" }
  }
}
