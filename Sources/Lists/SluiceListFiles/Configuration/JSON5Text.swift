#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A configuration in JSON5: comments, trailing commas and unquoted keys are allowed.
package struct JSON5Text {
  package let bytes: [UInt8]
  package let name: String
  package let layout: JSON5Layout

  /// Parses the contents of a file. Messages show `name`.
  package init(parsing bytes: [UInt8], name: String) throws(BuildFileMistake) {
    (self.bytes, self.name) = (bytes, name)
    do throws(JSON5Layout.Mistake) {
      layout = try JSON5Layout(bytes)
    } catch {
      throw BuildFileMistake(
        at: error.offset, of: bytes, name, error.message,
        "the file is JSON5: {key: value} for objects, [value] for lists, commas in between, text in quotation marks"
      )
    }
  }

  /// Decodes the values of the file. Errors include a location.
  package func decode<Values: Decodable>(_ type: Values.Type) throws(BuildFileMistake) -> Values {
    do {
      return try JSONDecoder().decode(type, from: Data(layout.json))
    } catch let mistake as RecipeMistake {
      let offset = layout.offset(of: mistake.path, key: mistake.key)
      throw BuildFileMistake(at: offset, of: bytes, name, mistake.message, mistake.advice)
    } catch let DecodingError.keyNotFound(key, context) {
      throw mistake(
        context, "the key '\(key.stringValue)' is missing",
        "add " + (ValueShape.example(of: key.stringValue) ?? "'\(key.stringValue)'"))
    } catch let DecodingError.typeMismatch(type, context) {
      throw mistake(context, Self.words(of: type, at: context.codingPath))
    } catch let DecodingError.valueNotFound(type, context) {
      throw mistake(context, Self.words(of: type, at: context.codingPath))
    } catch let DecodingError.dataCorrupted(context) {
      throw mistake(context, context.debugDescription)
    } catch {
      throw BuildFileMistake(at: 0, of: bytes, name, String(describing: error))
    }
  }

  private func mistake(
    _ context: DecodingError.Context, _ message: String, _ advice: String? = nil
  ) -> BuildFileMistake {
    BuildFileMistake(at: layout.offset(of: context.codingPath), of: bytes, name, message, advice)
  }

  /// Returns the message about a value of the wrong type, such as `'sources' takes a list: ["my.txt"]`.
  private static func words(of type: Any.Type, at path: [any CodingKey]) -> String {
    guard let last = path.last else { return "the file must be \(ValueShape.words(of: nil, type))" }
    guard last.intValue != nil else {
      return "'\(last.stringValue)' takes \(ValueShape.words(of: last.stringValue, type))"
    }
    guard let key = path.last(where: { $0.intValue == nil })?.stringValue else {
      return "the file must be \(ValueShape.words(of: nil, type))"
    }
    return "each of '\(key)' must be \(ValueShape.words(ofElementOf: key, type))"
  }
}
