import SluiceSystem

/// The lines of a stream. They are available as soon as they arrive, because the writing program may wait for
/// an answer.
struct LineStream {
  private let file: OpenFile
  private let name: String
  /// The maximum number of bytes per read; a pipe can return fewer.
  private let piece: Int
  private var rest: [UInt8] = []
  private var isAtEnd = false

  init(_ file: OpenFile, name: String, piece: Int = 1 << 20) {
    self.file = file
    self.name = name
    self.piece = piece
  }

  /// Returns the available complete lines, at least one, without line breaks; nil at the end of the stream.
  mutating func nextLines() throws(CommandError) -> [ArraySlice<UInt8>]? {
    while !isAtEnd {
      let new = try CommandError.of({ FileFailure.unreadable(name, $0) }) { () throws(SystemError) in
        try file.readSome(atMost: piece)
      }
      isAtEnd = new.isEmpty
      // Only the new bytes are searched, because a long line can arrive in many pieces.
      let lineEnd = new.lastIndex(of: 0x0A).map { rest.count + $0 + 1 }
      rest += new
      guard rest.count <= Self.maximumLength || lineEnd != nil else {
        throw CommandError(MatchFailure.lineTooLong(name))
      }
      guard let end = isAtEnd ? rest.endIndex : lineEnd, end > 0 else { continue }
      let whole = rest[..<end]
      rest = Array(rest[end...])
      var lines = whole.split(separator: 0x0A, omittingEmptySubsequences: false)
      if whole.last == 0x0A { lines.removeLast() }
      return lines
    }
    return nil
  }

  /// The maximum length of a line in bytes.
  private static let maximumLength = 1 << 26
}
