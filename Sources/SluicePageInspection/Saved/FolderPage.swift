import SluiceAnalysis
import SluiceConversion
import SluiceDocuments
import SluiceRules
import SluiceSystem
import SluiceText

/// A page that a browser saved as an HTML file, with a folder of resources next to it.
///
/// Only files in the folder of the page are read, and links in it are not followed.
package struct FolderPage: SavedPage {
  /// The URL of the page.
  package let address: [UInt8]
  /// The HTML of the page.
  package let text: PageText
  private let folder: Directory?
  /// The possible names of the folder with the page's resources.
  private let ownNames: [FileName]

  /// The maximum size of a resource in bytes.
  package static let maximumFileSize = 1 << 26

  /// - Parameters:
  ///   - text: The content of the file.
  ///   - path: The path of the file, or `nil` for a page without resources.
  ///   - address: The web URL of the page, or `nil` to use the URL that browsers write into saved pages.
  ///   - otherwise: The URL to use if the file contains none.
  /// - Throws: A ``SavedPageProblem`` if the URL is unknown or not a web URL.
  package init(
    _ text: PageText, at path: String?, address: [UInt8]? = nil, otherwise: [UInt8]? = nil
  ) throws(SavedPageProblem) {
    guard let address = address ?? Self.address(in: text.bytes) ?? otherwise else { throw .noAddress }
    guard ArchiveURL.isOfTheWeb(address) else { throw .notOfTheWeb(address) }
    self.text = text
    self.address = SerializedURL(address).withoutFragment
    folder = path.flatMap { try? Directory(Pathname.folder(of: $0)) }
    ownNames = path.map(Self.folderNames) ?? []
  }

  /// Returns the file that was saved for a URL. It is next to the page under its relative path, or in the
  /// page's folder under its host.
  package func answer(to url: [UInt8]) -> SavedAnswer? {
    if url == address { return Self.answer(text.original, type: SavedContentType.html) }
    let names = SavedFileNames(url)
    for steps in names.nextTo(address) {
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

  /// Returns whether a URL refers to a file in the page's folder. Browsers replace the original URLs with
  /// these, so the original URL is unknown.
  func isInOwnFolder(_ url: [UInt8]) -> Bool {
    SavedFileNames(url).nextTo(address).contains { steps in
      guard steps.count > 1, let first = steps.first else { return false }
      return ownNames.contains(first)
    }
  }

  /// Returns the URL in the comment that browsers and SingleFile write at the start of saved pages, such as
  /// `<!-- saved from url=(0021)https://news.example/ -->`. Returns `nil` if there is no web URL.
  static func address(in document: [UInt8]) -> [UInt8]? {
    addressOfBrowser(in: document.prefix(1 << 12)) ?? addressOfSingleFile(in: document.prefix(1 << 14))
  }

  /// Returns the URL in SingleFile's comment, which has the lines `Page saved with SingleFile` and
  /// `url: https://news.example/`.
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
    // The number is the length of the URL, which ends at a space.
    let rest = start[mark.upperBound...].drop(while: \.isDigit)
    guard rest.first == ASCII.closeParenthesis else { return nil }
    let url = Array(rest.dropFirst().prefix { $0 > 0x20 && $0 != ASCII.greater })
    return ArchiveURL.isOfTheWeb(url) ? url : nil
  }

  private static func folderNames(of path: String) -> [FileName] {
    let name = Pathname.name(of: path)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return [stem + "_files", stem].compactMap(FileName.init)
  }

  /// Returns the existing folders with a page's resources, without symbolic links.
  package static func folders(nextTo path: String) -> [String] {
    folderNames(of: path).map { "\(Pathname.folder(of: path))/\($0)" }.filter {
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
    return Self.answer(body, type: SavedContentType.named(by: name))
  }

  private static func answer(_ body: [UInt8], type: String?) -> SavedAnswer {
    SavedAnswer(headers: type.map { [.init(name: "Content-Type", value: $0)] } ?? [], body: body)
  }
}

/// An error that is thrown if a file is not a usable page.
package enum SavedPageProblem: Error, Hashable, Sendable {
  /// The URL of the page is unknown.
  case noAddress
  /// The URL of the page is not an `http` or `https` URL.
  case notOfTheWeb([UInt8])
}

extension SavedPageProblem: CustomStringConvertible, DescribedError {
  /// The message for the user.
  package var description: String {
    switch self {
    case .noAddress: "the page does not contain its URL"
    case .notOfTheWeb(let address): "'\(String(decoding: address, as: UTF8.self))' is not the URL of a page"
    }
  }
}

/// Determines the content type of a saved file from its name extension, because browsers save no other type
/// information.
package enum SavedContentType {
  package static func named(by name: FileName) -> String? {
    // The name may contain the query.
    let path = name.bytes.prefix { $0 != ASCII.question }
    guard let dot = path.lastIndex(of: ASCII.dot), path.count - dot <= 12 else { return nil }
    return types[String(decoding: path[(dot + 1)...].map(\.asciiLowercased), as: UTF8.self)]
  }

  static let html = "text/html"
  static let css = "text/css"

  private static let types: [String: String] = [
    "html": html, "htm": html, "xhtml": "application/xhtml+xml", "css": css, "js": "text/javascript",
    "mjs": "text/javascript", "json": "application/json", "map": "application/json", "txt": "text/plain",
    "xml": "application/xml", "vtt": "text/vtt", "wasm": "application/wasm", "pdf": "application/pdf",
    "webmanifest": "application/manifest+json",
    "png": "image/png", "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    "avif": "image/avif", "svg": "image/svg+xml", "ico": "image/x-icon", "bmp": "image/bmp",
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "wav": "audio/wav", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t",
  ]
}

/// The possible file names of the saved response for a URL.
///
/// The names come from untrusted URLs, so names that are not valid file names, such as `..`, are excluded.
struct SavedFileNames {
  /// The components of a relative path from a folder to a file.
  typealias Steps = [FileName]

  private let url: ReferencedURL.Parts

  /// - Parameter url: A URL in the form that browsers use.
  init(_ url: [UInt8]) { self.url = ReferencedURL.Parts(url) }

  /// Returns paths relative to the folder of a page with this URL, most likely first. Returns an empty array
  /// if the URL is not below that folder.
  func nextTo(_ address: [UInt8]) -> [Steps] {
    let page = ReferencedURL.Parts(address)
    guard page.scheme == url.scheme, page.authority == url.authority,
      url.path.starts(with: page.folder)
    else { return [] }
    return names(of: url.path.dropFirst(page.folder.count))
  }

  /// The paths relative to a folder with one subfolder per host, most likely first.
  var byHost: [Steps] {
    let names = names(of: url.path)
    let host = Array(url.host)
    let bare = host.lastIndex(of: ASCII.colon).map { Array(host[..<$0]) }
    return ([host] + (bare.map { [$0] } ?? [])).compactMap(FileName.init(bytes:)).flatMap { host in
      names.map { [host] + $0 }
    }
  }

  /// Returns the paths as written and percent-decoded, with and without the query.
  private func names(of path: ArraySlice<UInt8>) -> [Steps] {
    var steps = path.split(separator: ASCII.slash).map(Array.init)
    if path.isEmpty || path.last == ASCII.slash { steps.append(Array("index.html".utf8)) }
    // File systems do not allow longer paths.
    guard let last = steps.last, steps.count <= 128, path.count <= 4096 else { return [] }
    let decoded = steps.map(\.percentDecoded)
    var all: [[[UInt8]]] = []
    if !url.query.isEmpty {
      // Slashes of the query are encoded in file names.
      let query = url.query.flatMap { $0 == ASCII.slash ? $0.percentEncoded : [$0] }
      all.append(decoded.dropLast() + [last.percentDecoded + Array(url.query).percentDecoded])
      all.append(decoded.dropLast() + [last.percentDecoded + query])
      all.append(steps.dropLast() + [last + query])
    }
    all += [decoded, steps]
    var known: Set<Steps> = []
    return all.compactMap { steps in
      let names = steps.compactMap(FileName.init(bytes:))
      return names.count == steps.count && known.insert(names).inserted ? names : nil
    }
  }
}
