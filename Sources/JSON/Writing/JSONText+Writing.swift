extension JSONText {
  /// Appends text as a JSON string in which nothing hidden is left, for those who write the rest by hand.
  package static func append(_ text: String, to output: inout [UInt8]) {
    append(Array(text.utf8)[...], to: &output)
  }

  /// Appends bytes as a JSON string in which nothing hidden is left, for those who write the rest by hand.
  package static func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    text.withUnsafeBufferPointer { JSONEscapes.hidden.append($0, to: &output) }
    output.append(UInt8(ascii: "\""))
  }
}
