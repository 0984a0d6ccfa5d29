import Foundation

extension BuildFile {
  /// Reads a build file: the project's own form, or a configuration of HostlistCompiler, which has its
  /// sources at the top. Either is JSON5: comments, trailing commas, keys without quotation marks.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - name: What messages call it.
  public init(bytes: [UInt8], name: String) throws(BuildFileMistake) {
    let layout: JSON5Layout
    do throws(JSON5Layout.Mistake) {
      layout = try JSON5Layout(bytes)
    } catch {
      throw BuildFileMistake(at: error.offset, of: bytes, name, error.message)
    }
    let decoder = JSONDecoder()
    let data = Data(layout.json)
    do {
      self =
        layout.isHostlistCompiler
        ? try decoder.decode(HostlistCompilerFile.self, from: data).buildFile
        : try decoder.decode(BuildFile.self, from: data)
    } catch let mistake as RecipeMistake {
      let offset =
        mistake.key.map { layout.offset(of: $0, in: mistake.path) } ?? layout.offset(of: mistake.path)
      throw BuildFileMistake(at: offset, of: bytes, name, mistake.message, mistake.advice)
    } catch let DecodingError.keyNotFound(key, context) {
      throw BuildFileMistake(
        at: layout.offset(of: context.codingPath), of: bytes, name, "the key '\(key.stringValue)' is missing")
    } catch let DecodingError.typeMismatch(type, context) {
      throw BuildFileMistake(
        at: layout.offset(of: context.codingPath), of: bytes, name,
        "this is not \(Self.description(of: type))")
    } catch let DecodingError.valueNotFound(type, context) {
      throw BuildFileMistake(
        at: layout.offset(of: context.codingPath), of: bytes, name,
        "this is not \(Self.description(of: type))")
    } catch let DecodingError.dataCorrupted(context) {
      throw BuildFileMistake(
        at: layout.offset(of: context.codingPath), of: bytes, name, context.debugDescription)
    } catch {
      throw BuildFileMistake(at: 0, of: bytes, name, String(describing: error))
    }
  }

  private static func description(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text between quotation marks"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "an array: [...]"
    default: "an object: {...}"
    }
  }
}

extension BuildFileMistake {
  init(at offset: Int, of bytes: [UInt8], _ file: String, _ message: String, _ advice: String? = nil) {
    var position = PositionCounter()
    position.move(to: offset, in: bytes)
    self.init(
      file: file, line: position.line, column: position.column, message: message, advice: advice)
  }
}

extension JSON5Layout {
  /// Whether the text is a configuration of HostlistCompiler.
  fileprivate var isHostlistCompiler: Bool {
    guard case .object(_, let members) = root else { return false }
    return !members.contains { $0.key == "lists" } && members.contains { $0.key == "sources" }
  }
}
