import SluiceLists
import SluicePageInspection
import SluiceSyntax
import SluiceSystem

/// The expectations for a page: `page.expect.json` next to `page.html`, or `expect.json` for all pages in the
/// folder without their own file.
struct ExpectationFile {
  let file: InputFile
  let expectations: Expectations

  private static let maximumSize = 1 << 24

  /// Returns the expectations for the page at a path; nil if there is no file.
  static func nextTo(_ path: String) throws(CommandError) -> ExpectationFile? {
    let (folder, name) = (Pathname.folder(of: path), Pathname.name(of: path))
    let stem = PageFolder.stem(of: name) ?? name
    for candidate in ["\(stem).expect.json", "expect.json"] {
      guard let file = FileName(candidate), let directory = try? Directory(folder),
        (try? directory.existingStatus(of: file)) != nil
      else { continue }
      // Uses the path as a user would write it, so that the paths in a report work.
      let input = try InputFile(file, in: folder, atMost: maximumSize)
      let shown = path.contains("/") ? input.name : candidate
      return try ExpectationFile(InputFile(name: shown, bytes: input.bytes, identity: input.identity))
    }
    return nil
  }

  private init(_ file: InputFile) throws(CommandError) {
    self.file = file
    let content = FilterList.content(of: file.bytes)
    let expectations = try RequestFailure.of(
      file, advice: TryFailure.expectationsAdvice
    ) { () throws(RequestFault) in try Expectations(decodingJSON: Array(file.bytes[content])) }
    self.expectations = expectations
    start = content.lowerBound
  }

  /// The start of the text, from which locations are counted.
  private let start: Int

  /// Returns the location of an expectation, the line, and the range of the expectation in the line.
  func place(
    of placed: Expectations.Placed
  ) -> (location: TextLocation, source: ArraySlice<UInt8>, span: Range<Int>) {
    let bytes = file.bytes
    let range = start + placed.range.lowerBound..<min(start + placed.range.upperBound, bytes.count)
    let lineStart = bytes[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    let lineEnd = bytes[range.lowerBound...].firstIndex(of: 0x0A) ?? bytes.endIndex
    let end = min(range.upperBound, lineEnd)
    return (TextLocation(of: range, in: bytes), bytes[lineStart..<lineEnd], range.lowerBound..<end)
  }
}
