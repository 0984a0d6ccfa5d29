/// The name of an entry in a folder: a single path component that leads downward.
///
/// Names in a manifest, a cache or a list of names on disk are untrusted input like everything else. A name
/// of this type can neither lead out of the folder nor refer to the folder itself.
public struct FileName: Hashable, Sendable {
  /// The name as bytes, which are not necessarily valid text.
  package let bytes: [UInt8]

  /// Creates a name from bytes; returns nil for invalid names: an empty one, `.`, `..`, or one that contains
  /// `/` or NUL.
  package init?(bytes: [UInt8]) {
    let isStepUpOrNowhere = bytes.count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") }
    guard !isStepUpOrNowhere, !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  /// Creates a name from text; returns nil for invalid names: an empty one, `.`, `..`, or one that contains
  /// `/` or NUL.
  public init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Returns a hidden name derived from this one: `.NAME` and a suffix. A long name is cut, since names have
  /// at most 255 bytes.
  package func hidden(_ suffix: FileName) -> FileName {
    FileName(unchecked: [UInt8(ascii: ".")] + bytes.prefix(200) + suffix.bytes)
  }

  /// Creates a name that is composed of valid names.
  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  package func hasPrefix(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

  package func hasSuffix(_ suffix: String) -> Bool {
    bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// The name as a C string for system calls.
  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension FileName: CustomStringConvertible {
  /// The name as text, with a replacement for invalid bytes.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension FileName: Comparable {
  /// Compares by bytes, as `LC_ALL=C ls` does.
  public static func < (first: FileName, second: FileName) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}

extension FileName: ExpressibleByStringLiteral {
  /// Creates a name from a literal.
  public init(stringLiteral text: StaticString) {
    let bytes = text.withUTF8Buffer { Array($0) }
    guard let name = FileName(bytes: bytes) else {
      preconditionFailure("'\(text)' is not the name of a file")
    }
    self = name
  }
}

extension FileName: Codable {
  /// Decodes text if it is a valid name.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let name = FileName(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "'\(text)' is not the name of a file"))
    }
    self = name
  }

  /// Encodes the name as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
