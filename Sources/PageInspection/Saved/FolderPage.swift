import ContentBlocker
import Platform

/// A page that a browser saved: a file of HTML, and what it loads in a folder beside it. Nothing outside of the folder that
/// the page stands in is read, and no link in it is followed.
public struct FolderPage: SavedPage {
  /// The address of the page.
  public let address: [UInt8]
  /// The HTML of the page.
  public let text: PageText
  private let folder: Directory?
  /// The names that the folder of the page's own files can have.
  private let ownNames: [FileName]

  /// The most bytes of a file that is an answer.
  public static let maximumFileSize = 1 << 26

  /// A page.
  ///
  /// - Parameters:
  ///   - text: What the file has.
  ///   - path: Where it stands; nil for a page that has nothing beside it.
  ///   - address: A URL of the web; nil for that which browsers write into what they save.
  ///   - otherwise: Its URL where nothing stands in it either.
  /// - Throws: When the address is not known, or is none.
  public init(
    _ text: PageText, at path: String?, address: [UInt8]? = nil, otherwise: [UInt8]? = nil
  ) throws(SavedPageProblem) {
    guard let address = address ?? Self.address(in: text.bytes) ?? otherwise else { throw .noAddress }
    guard ArchiveURL.isOfTheWeb(address) else { throw .notOfTheWeb(address) }
    self.text = text
    self.address = SerializedURL(address).withoutFragment
    folder = path.flatMap { try? Directory(Path.folder(of: $0)) }
    ownNames = path.map(Self.folderNames) ?? []
  }

  /// The file that was saved for an address: at the page's own path beside the page, else by its host in the page's folder.
  public func answer(to url: [UInt8]) -> SavedAnswer? {
    if url == address { return Self.answer(text.original, SavedContentType.html) }
    let names = SavedFileNames(url)
    for steps in names.beside(address) {
      if let answer = answer(at: steps) { return answer }
    }
    let byHost = names.byHost
    for name in ownNames {
      for steps in byHost {
        if let answer = answer(at: [name] + steps) { return answer }
      }
    }
    return nil
  }

  /// Whether a URL is that of a file in the page's folder. Browsers write such in the place of the URL that the file had, which
  /// is then not known.
  func isInOwnFolder(_ url: [UInt8]) -> Bool {
    SavedFileNames(url).beside(address).contains { steps in
      guard steps.count > 1, let first = steps.first else { return false }
      return ownNames.contains(first)
    }
  }

  /// The address in the comment that browsers, and SingleFile, write at the start of a page when they save it; nil where there is
  /// none of the web: `<!-- saved from url=(0021)https://news.example/ -->`.
  static func address(in document: [UInt8]) -> [UInt8]? {
    addressOfBrowser(in: document.prefix(1 << 12)) ?? addressOfSingleFile(in: document.prefix(1 << 14))
  }

  /// SingleFile's comment has a line `Page saved with SingleFile`, and behind it a line `url: https://news.example/`.
  private static func addressOfSingleFile(in start: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = start
    while let open = rest.firstRange(of: Array("<!--".utf8)) {
      rest = rest[open.upperBound...]
      let comment = rest[..<(rest.firstRange(of: Array("-->".utf8))?.lowerBound ?? rest.endIndex)]
      guard comment.firstRange(of: Array("SingleFile".utf8)) != nil else { continue }
      for line in comment.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        let text = line.drop(while: \.isJSONSpace)
        guard text.starts(with: Array("url:".utf8)) else { continue }
        let url = Array(text.dropFirst(4).drop(while: \.isJSONSpace).prefix { $0 > 0x20 })
        if ArchiveURL.isOfTheWeb(url) { return url }
      }
    }
    return nil
  }

  private static func addressOfBrowser(in start: ArraySlice<UInt8>) -> [UInt8]? {
    guard let mark = start.firstRange(of: Array("<!-- saved from url=(".utf8)) else { return nil }
    // The number is how long the URL is; the URL itself ends at a blank.
    let rest = start[mark.upperBound...].drop(while: \.isDigit)
    guard rest.first == UInt8(ascii: ")") else { return nil }
    let url = Array(rest.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") })
    return ArchiveURL.isOfTheWeb(url) ? url : nil
  }

  /// The names that the folder of a page's own files can have.
  private static func folderNames(of path: String) -> [FileName] {
    let name = Path.name(of: path)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return [stem + "_files", stem].compactMap(FileName.init)
  }

  /// The folders of a page's own files that are there. A link is none.
  package static func folders(beside path: String) -> [String] {
    folderNames(of: path).map { "\(Path.folder(of: path))/\($0)" }.filter {
      $0 != path && (try? FileStatus.of($0, followingLinks: false).kind) == .folder
    }
  }

  private func answer(at steps: [FileName]) -> SavedAnswer? {
    guard var folder, let name = steps.last else { return nil }
    for step in steps.dropLast() {
      guard let next = try? folder.folder(step) else { return nil }
      folder = next
    }
    guard let body = try? folder.contents(of: name, atMost: Self.maximumFileSize) else { return nil }
    return Self.answer(body, SavedContentType.named(by: name))
  }

  private static func answer(_ body: [UInt8], _ type: String?) -> SavedAnswer {
    SavedAnswer(headers: type.map { [.init(name: "Content-Type", value: $0)] } ?? [], body: body)
  }
}

/// Why a file is no page to look at.
public enum SavedPageProblem: Error, Hashable, Sendable {
  /// Nothing says which page it is.
  case noAddress
  /// Its address is not one of `http` or `https`.
  case notOfTheWeb([UInt8])
}
