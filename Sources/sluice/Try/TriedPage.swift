import SluiceLists
import SluicePageInspection
import SluiceSyntax
import SluiceSystem
import SluiceText

/// A page and the effects of lists on it.
struct TriedPage {
  /// The file of the page.
  let name: String
  let trial: PageTrial
  let expectations: ExpectationFile?
  /// Notes about how the page was read.
  let notes: [String]

  /// Reads a page and tests it with the old and the new lists.
  init(
    _ path: String, old: inout PageJudge, new: inout PageJudge, isComparison: Bool,
    usesEngine: Bool, timeout: Int, steps: Steps
  ) throws(CommandError) {
    let expectations = try ExpectationFile.nextTo(path)
    let file = try InputFile(path)
    let page = try PageFile(
      file, at: path, address: nil, otherwise: expectations?.expectations.page, for: .trial)
    let before = page.inspection(&old)
    let after = page.inspection(&new)
    let address =
      after.documents.first?.answer.page ?? expectations?.expectations.page
      ?? after.inspection.requests.first?.verdict.request.topURL ?? []
    func verdicts(
      _ inspected: (inspection: PageInspection, documents: [InspectedDocument]), lists: PageJudge
    ) -> [ExpectationVerdict] {
      var judge = ExpectationJudge(
        inspected.inspection, document: inspected.documents.first, page: address, judge: lists)
      return (expectations?.expectations.all ?? []).map { judge.verdict(on: $0) }
    }
    var oldVerdicts = isComparison ? verdicts(before, lists: old) : []
    var newVerdicts = verdicts(after, lists: new)
    if usesEngine, (oldVerdicts + newVerdicts).contains(where: { $0.outcome == .undecided }) {
      let browser = try InspectedBrowser(page, path: path, hasNetwork: false, timeout: timeout, steps: steps)
      let seen = try ObservedExpectations(
        (oldVerdicts + newVerdicts).filter { $0.outcome == .undecided }.map(\.placed.expectation),
        trial: browser.plainTrial, versions: isComparison ? [new.lists, old.lists] : [new.lists],
        observe: { (trial) throws(CommandError) in try browser.observe(trial) })
      newVerdicts = newVerdicts.map { $0.decided(by: seen, version: 0) }
      oldVerdicts = oldVerdicts.map { $0.decided(by: seen, version: 1) }
    }
    name = file.name
    notes = (page.isCut ? [PageFile.cutNote(of: name)] : []) + page.textNotes(of: name)
    trial = PageTrial(
      page: address, old: PageObservation(before.inspection, documents: before.documents),
      new: PageObservation(after.inspection, documents: after.documents),
      verdicts: newVerdicts, oldVerdicts: oldVerdicts)
    self.expectations = expectations
  }
}

extension ExpectationVerdict {
  /// Returns the verdict. If it is undecided, the observation in a browser decides.
  fileprivate func decided(by seen: ObservedExpectations, version: Int) -> ExpectationVerdict {
    guard outcome == .undecided else { return self }
    return observed(isMet: seen.isMet(placed.expectation, version: version), in: seen.engine)
  }
}

struct TryReport {
  let pages: [TriedPage]
  /// The files of the tested lists.
  let files: [String]
  /// Whether there are old lists. Otherwise, everything that is blocked or hidden is new.
  let isComparison: Bool

  var counts: TryCounts { pages.reduce(into: TryCounts()) { $0.add($1.trial) } }
}

struct TryCounts: Equatable {
  var newlyBlocked = 0
  var noLongerBlocked = 0
  var newlyHidden = 0
  var noLongerHidden = 0
  var met = 0
  var broken = 0
  var undecided = 0

  mutating func add(_ trial: PageTrial) {
    newlyBlocked += trial.newlyBlocked.count
    noLongerBlocked += trial.noLongerBlocked.count
    newlyHidden += trial.newlyHidden.count
    noLongerHidden += trial.noLongerHidden.count
    met += trial.verdicts(.met).count
    broken += trial.verdicts(.broken).count
    undecided += trial.verdicts(.undecided).count
  }

  var isChange: Bool { newlyBlocked + noLongerBlocked + newlyHidden + noLongerHidden > 0 }
}

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
    let expectations = try CommandError.of(
      file, advice: "docs/guide/try.md describes files of expectations"
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

enum PageFolder {
  static let maximumPages = 10_000
  private static let maximumDepth = 32
  private static let endings = [".html", ".htm", ".xhtml", ".har"]

  /// Returns the paths of pages: named files, and all pages below folders, sorted by name.
  ///
  /// Files that a browser saved together with a page are not pages, and links in folders are not followed.
  static func pages(_ operands: [String]) throws(CommandError) -> [String] {
    var pages: [String] = []
    for path in operands {
      guard path != "-" else {
        throw .usage(
          "option '--page' takes a file or a folder, not standard input", advice: "save the page first",
          of: .trial)
      }
      guard (try? FileStatus.of(path).kind) == .folder else {
        pages.append(path)
        continue
      }
      var found: [String] = []
      try CommandError.of({ .unreadable(path, because: $0) }) { () throws(SystemError) in
        try collect(try Directory(path), path: path, to: &found, depth: 0)
      }
      guard !found.isEmpty else {
        throw .failure(
          "no page in \(path.quotedName)", advice: "pages are files named *.html, *.htm, *.xhtml or *.har")
      }
      guard found.count <= maximumPages else {
        throw .failure("\(path.quotedName) has more than \(Format.grouped(PageFolder.maximumPages)) pages")
      }
      pages += found
    }
    var known: Set<String> = []
    return pages.filter { known.insert($0).inserted }
  }

  private static func collect(
    _ folder: Directory, path: String, to found: inout [String], depth: Int
  ) throws(SystemError) {
    let names = try folder.names().filter { !$0.hasPrefix(".") }
    let stems = Set(names.compactMap { stem(of: $0.description) })
    for name in names where found.count <= maximumPages {
      // Skips a name that is not valid UTF-8, because users could not copy it from the output.
      let text = name.description
      guard Array(text.utf8) == name.bytes else { continue }
      switch try folder.status(of: name).kind {
      case .folder:
        let owner = text.hasSuffix("_files") ? String(text.dropLast("_files".count)) : text
        guard depth < maximumDepth, !stems.contains(owner), !stems.contains(text) else { continue }
        try collect(try folder.folder(name), path: path.joined(text), to: &found, depth: depth + 1)
      case .regular: if stem(of: text) != nil { found.append(path.joined(text)) }
      case .link, .special: continue
      }
    }
  }

  /// Returns the name of a page without its extension; nil if the extension is not that of a page.
  static func stem(of name: String) -> String? {
    let lowercased = name.lowercased()
    return endings.first { lowercased.hasSuffix($0) && lowercased != $0 }.map {
      String(name.dropLast($0.count))
    }
  }
}
