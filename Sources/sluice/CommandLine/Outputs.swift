import SluiceListFiles
import SluiceLists
import SluiceSystem
import SluiceText

extension Destination {
  /// Returns the destination of a path that the user named.
  static func named(_ path: String) throws(CommandError) -> Destination {
    try CommandError.of { () throws(OutputError) in try Destination(path) }
  }

  /// Returns the destination of a file that the user did not name, such as a file next to a named output.
  ///
  /// Symbolic links are rejected, because another user could have created one that leads elsewhere.
  static func unnamed(_ path: String) throws(CommandError) -> Destination {
    guard (try? FileStatus.of(path, followingLinks: false).kind) != .link else {
      throw .failure(
        "\(path.quotedName) is a link, and links are not followed there",
        advice: "remove it, or choose another folder")
    }
    return try named(path)
  }

  /// Throws if a file exists that is neither empty nor written by this program.
  ///
  /// - Parameter flag: The option that names the output.
  func refuseForeign(flag: String, isOwn: ([UInt8]) -> Bool) throws(CommandError) {
    guard case .file(let path, _?) = kind else { return }
    let file = try InputFile(path).bytes
    guard file.isEmpty || isOwn(file) else {
      throw .failure(
        "\(name.quotedName) would be overwritten, and Sluice did not write it",
        advice: "move it away, or choose another \(flag)")
    }
  }
}

extension [Destination] {
  /// Whether all destinations are files, so that nothing is printed to a terminal.
  var areFiles: Bool {
    allSatisfy { destination in
      switch destination.kind {
      case .file: true
      case .stream, .special: false
      }
    }
  }

  func refuse(inputs: [InputFile], flag: String = "--output") throws(CommandError) {
    for destination in self {
      guard let identity = destination.identity else { continue }
      if inputs.contains(where: { $0.identity == identity }) {
        throw .failure(
          "\(destination.name.quotedName) is an input and would be overwritten",
          advice: "choose another \(flag)")
      }
    }
  }
}

extension OutputBatch {
  func add(_ content: [UInt8], to destination: Destination) throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try write(content, to: destination) }
  }

  /// Removes a file when the batch is committed. Throws failures as ``CommandError``.
  func drop(_ destination: Destination) throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try remove(destination) }
  }

  /// Commits the batch, so that all files appear. Throws failures as ``CommandError``.
  func finish() throws(CommandError) {
    try CommandError.of { () throws(OutputError) in try commit() }
  }
}

extension JSONWriter {
  mutating func line(_ body: (inout JSONWriter) -> Void) {
    object(body)
    endLine()
  }

  /// Appends a line with an object under a key that distinguishes it from other lines.
  mutating func line(_ name: StaticString, body: (inout JSONWriter) -> Void) {
    object { $0.add(name, body: body) }
    endLine()
  }

  /// Adds a duration in seconds with three decimals.
  mutating func add(_ name: StaticString, duration: Duration) {
    key(name)
    append(written: Array(Format.milliseconds(duration).utf8))
  }
}

// MARK: Batches

extension JSONWriter {
  /// Returns and removes the text if it is large enough for a write.
  mutating func takeBatch() -> [UInt8]? {
    guard bytes.count >= 1 << 16 else { return nil }
    defer { removeAll() }
    return bytes
  }
}

extension String {
  /// Returns and removes the text if it is large enough for a write.
  mutating func takeBatch() -> String? {
    guard utf8.count >= 1 << 16 else { return nil }
    defer { self = "" }
    return self
  }
}

/// Formatting of numbers for people.
typealias Format = SluiceListFiles.Format

extension Format {
  /// Returns a count with a noun: `1 rule`, `2 rules`.
  static func counted(_ number: Int, noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns a size in powers of 1,000: `6.1 MB`.
  static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return counted(bytes, noun: "byte") }
    var unit = 1000
    // A size that would be rounded to 1000.0 gets the next unit.
    for name in ["kB", "MB"] {
      if bytes < unit * 1000 - unit / 20 { return "\(tenths(bytes, of: unit)) \(name)" }
      unit *= 1000
    }
    return "\(tenths(bytes, of: unit)) GB"
  }

  /// Returns a duration like `0.09 s`.
  static func seconds(_ duration: Duration) -> String { "\(hundredths(duration)) s" }

  /// Returns a duration in seconds like `0.087`.
  static func milliseconds(_ duration: Duration) -> String {
    let milliseconds = thousandths(duration)
    return "\(milliseconds / 1000).\(String(milliseconds % 1000).padded(to: 3, with: "0"))"
  }

  private static func hundredths(_ duration: Duration) -> String {
    let hundredths = (thousandths(duration) + 5) / 10
    return "\(hundredths / 100).\(String(hundredths % 100).padded(to: 2, with: "0"))"
  }

  private static func thousandths(_ duration: Duration) -> Int64 {
    let parts = duration.components
    return parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
  }

  private static func tenths(_ number: Int, of unit: Int) -> String {
    let tenths = (number + unit / 20) / (unit / 10)
    return "\(grouped(tenths / 10)).\(tenths % 10)"
  }
}

extension String {
  /// Returns the text with characters before it up to a width in bytes.
  func padded(to width: Int, with character: Character = " ") -> String {
    String(repeating: character, count: max(0, width - utf8.count)) + self
  }
}

/// Values that need not be freed because the process is about to exit. Freeing a hundred thousand small
/// arrays would take longer.
final class LeakedAtExit {
  private let values: Any

  private init(_ values: Any) { self.values = values }

  /// Keeps values forever, unless the command runs again.
  static func keep(_ values: Any) {
    guard ReadFiles.current == nil else { return }
    _ = Unmanaged.passRetained(LeakedAtExit(values))
  }
}
