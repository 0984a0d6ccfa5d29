/// The name of something in a folder: one step of a path, and one that leads down.
///
/// What a manifest, a cache or a list of names on disk says is input like everything else: somebody else may
/// have written it. As this type a name can neither lead out of the folder in which it is used nor be that
/// folder.
public struct FileName: Hashable, Sendable {
  /// The name as file systems have it, which need not be text.
  package let bytes: [UInt8]

  /// The name of these bytes; nil for what is no name: nothing, `.`, `..`, or anything with `/` or NUL in it.
  package init?(bytes: [UInt8]) {
    let isStepUpOrNowhere = bytes.count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") }
    guard !isStepUpOrNowhere, !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  /// The name of this text; nil for what is no name: nothing, `.`, `..`, or anything with `/` or NUL in it.
  public init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// A hidden name made of this one: `.NAME` and a suffix. Names have at most 255 bytes, so a long one is cut.
  package func hidden(_ suffix: FileName) -> FileName {
    FileName(unchecked: [UInt8(ascii: ".")] + bytes.prefix(200) + suffix.bytes)
  }

  /// Of what is made of names.
  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the name begins so.
  package func hasPrefix(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }

  /// Whether the name ends so.
  package func hasSuffix(_ suffix: String) -> Bool {
    bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// For calls of the system.
  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}

extension FileName: CustomStringConvertible {
  /// The name as text, with a replacement for what is none.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension FileName: Comparable {
  /// By bytes, as `LC_ALL=C ls` has them.
  public static func < (first: FileName, second: FileName) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
}

extension FileName: ExpressibleByStringLiteral {
  /// A name that stands in the program's text.
  public init(stringLiteral text: StaticString) {
    let bytes = text.withUTF8Buffer { Array($0) }
    guard let name = FileName(bytes: bytes) else { preconditionFailure("'\(text)' is no name") }
    self = name
  }
}

extension FileName: Codable {
  /// Decodes text, if it is a name.
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
