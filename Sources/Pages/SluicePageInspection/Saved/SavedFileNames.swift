import SluiceRules
import SluiceSystem

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
