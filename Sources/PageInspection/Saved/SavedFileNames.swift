import ContentBlocker
import Platform

/// Under which names the answer to a URL may have been saved. Names come from URLs, so from anybody: what is no name of a
/// file, such as `..`, leads nowhere.
struct SavedFileNames {
  /// Steps from a folder down to a file.
  typealias Steps = [FileName]

  private let url: ReferencedURL.Parts

  /// - Parameter url: As browsers write it.
  init(_ url: [UInt8]) { self.url = ReferencedURL.Parts(url) }

  /// From the folder of a page at an address, the likelier first; none for what is not below it.
  func beside(_ address: [UInt8]) -> [Steps] {
    let page = ReferencedURL.Parts(address)
    guard page.scheme == url.scheme, page.authority == url.authority,
      url.path.starts(with: page.folder)
    else { return [] }
    return names(of: url.path.dropFirst(page.folder.count))
  }

  /// From a folder with a folder for each host, the likelier first.
  var byHost: [Steps] {
    let names = names(of: url.path)
    let host = Array(url.host)
    let bare = host.lastIndex(of: UInt8(ascii: ":")).map { Array(host[..<$0]) }
    return ([host] + (bare.map { [$0] } ?? [])).compactMap(FileName.init(bytes:)).flatMap { host in
      names.map { [host] + $0 }
    }
  }

  /// As it stands in the URL and decoded, with the query in the name and without.
  private func names(of path: ArraySlice<UInt8>) -> [Steps] {
    var steps = path.split(separator: UInt8(ascii: "/")).map(Array.init)
    if path.isEmpty || path.last == UInt8(ascii: "/") { steps.append(Array("index.html".utf8)) }
    // No file has a longer path.
    guard let last = steps.last, steps.count <= 128, path.count <= 4096 else { return [] }
    let decoded = steps.map(Self.decoded)
    var all: [[[UInt8]]] = []
    if !url.query.isEmpty {
      // In a name a slash of the query is encoded.
      let query = url.query.flatMap { $0 == UInt8(ascii: "/") ? $0.percentEncoded : [$0] }
      all.append(decoded.dropLast() + [Self.decoded(last) + Self.decoded(Array(url.query))])
      all.append(decoded.dropLast() + [Self.decoded(last) + query])
      all.append(steps.dropLast() + [last + query])
    }
    all += [decoded, steps]
    var known: Set<Steps> = []
    return all.compactMap { steps in
      let names = steps.compactMap(FileName.init(bytes:))
      return names.count == steps.count && known.insert(names).inserted ? names : nil
    }
  }

  /// Without percent-encoding. What is no escape stays.
  private static func decoded(_ text: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "%"), index + 2 < text.count, text[index + 1].isHexDigit,
        text[index + 2].isHexDigit
      {
        decoded.append(text[index + 1].hexDigitValue << 4 | text[index + 2].hexDigitValue)
        index += 3
      } else {
        decoded.append(byte)
        index += 1
      }
    }
    return decoded
  }
}
