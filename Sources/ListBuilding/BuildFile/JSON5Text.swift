import Foundation

/// A configuration in JSON5: comments, trailing commas and unquoted keys are allowed.
package struct JSON5Text {
  private let bytes: [UInt8]
  private let name: String
  let layout: JSON5Layout

  /// Parses the contents of a file. Messages show `name`.
  package init(parsing bytes: [UInt8], name: String) throws(BuildFileMistake) {
    (self.bytes, self.name) = (bytes, name)
    do throws(JSON5Layout.Mistake) {
      layout = try JSON5Layout(bytes)
    } catch {
      throw BuildFileMistake(at: error.offset, of: bytes, name, error.message)
    }
  }

  /// Decodes the values of the file. Errors include a location.
  package func decode<Values: Decodable>(_ type: Values.Type) throws(BuildFileMistake) -> Values {
    do {
      return try JSONDecoder().decode(type, from: Data(layout.json))
    } catch let mistake as RecipeMistake {
      let offset =
        mistake.key.map { layout.offset(of: $0, in: mistake.path) } ?? layout.offset(of: mistake.path)
      throw BuildFileMistake(at: offset, of: bytes, name, mistake.message, mistake.advice)
    } catch let DecodingError.keyNotFound(key, context) {
      throw mistake(context, "the key '\(key.stringValue)' is missing")
    } catch let DecodingError.typeMismatch(type, context) {
      throw mistake(context, "this is not \(Self.description(of: type))")
    } catch let DecodingError.valueNotFound(type, context) {
      throw mistake(context, "this is not \(Self.description(of: type))")
    } catch let DecodingError.dataCorrupted(context) {
      throw mistake(context, context.debugDescription)
    } catch {
      throw BuildFileMistake(at: 0, of: bytes, name, String(describing: error))
    }
  }

  private func mistake(_ context: DecodingError.Context, _ message: String) -> BuildFileMistake {
    BuildFileMistake(at: layout.offset(of: context.codingPath), of: bytes, name, message)
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
