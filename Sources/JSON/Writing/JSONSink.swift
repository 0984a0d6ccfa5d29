/// Where JSON goes that is written in pieces: bytes on their way out, or no more than their number. Both are asked for
/// the same pieces, so a size is that of what is written.
package protocol JSONSink: ~Copyable {
  /// Takes JSON as it is.
  mutating func append(_ text: StaticString)
  /// Takes JSON as it is.
  mutating func append(_ bytes: [UInt8])
  /// Takes the inside of a JSON string, as ``JSONEscapes/outsideASCII`` writes it.
  mutating func appendEscaped(_ text: [UInt8])
}
