import SluiceC

#if canImport(Darwin)
  import Foundation
#endif

/// A conversion of texts in an old encoding to UTF-8 with the tables of the system.
package final class TextConverter {
  #if canImport(Darwin)
    private let encoding: String.Encoding
  #else
    private let converter: iconv_t
  #endif

  /// Opens the tables of an encoding. Returns nil if the system does not have them.
  ///
  /// - Parameters:
  ///   - name: The name in `iconv`.
  ///   - number: The number in Core Foundation, for Apple's systems.
  package init?(from name: String, number: UInt32) {
    #if canImport(Darwin)
      // Equivalent to `CFStringConvertEncodingToNSStringEncoding`.
      encoding = String.Encoding(rawValue: 0x8000_0000 | UInt(number))
    #else
      // The value that `iconv_open` returns if it fails.
      guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return nil }
      self.converter = converter
    #endif
  }

  #if !canImport(Darwin)
    deinit { iconv_close(converter) }
  #endif

  /// Returns the text of these bytes in UTF-8; nil if they are empty or invalid.
  package func utf8(of bytes: [UInt8]) -> [UInt8]? {
    #if canImport(Darwin)
      guard let text = String(data: Data(bytes), encoding: encoding), !text.isEmpty else { return nil }
      return Array(text.utf8)
    #else
      var input = bytes.map { CChar(bitPattern: $0) }
      // No encoding has one byte for more than two characters.
      var output = [CChar](repeating: 0, count: 8 * bytes.count + 8)
      let length = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in convert(input, to: output) }
      }
      guard let length, length > 0 else { return nil }
      return output.prefix(length).map { UInt8(bitPattern: $0) }
    #endif
  }

  #if !canImport(Darwin)
    /// Returns the length of the output; nil if the input is invalid or incomplete.
    private func convert(
      _ input: UnsafeMutableBufferPointer<CChar>, to output: UnsafeMutableBufferPointer<CChar>
    ) -> Int? {
      var (next, left) = (input.baseAddress, input.count)
      var (end, room) = (output.baseAddress, output.count)
      // The first call forgets what an invalid input left, and the last one writes what waits for the next
      // character.
      iconv(converter, nil, nil, nil, nil)
      guard iconv(converter, &next, &left, &end, &room) != .max, left == 0,
        iconv(converter, nil, nil, &end, &room) != .max
      else { return nil }
      return output.count - room
    }
  #endif
}
