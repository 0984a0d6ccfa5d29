#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Conversion between paths and the URIs that editors use.
enum FileURI {
  /// Returns the path of a `file:` URI; nil for any other URI.
  static func path(of uri: String) -> String? {
    guard let url = URL(string: uri), url.scheme?.lowercased() == "file",
      url.host() ?? "" == "" || url.host() == "localhost"
    else {
      return nil
    }
    let path = url.path(percentEncoded: false)
    return path.hasPrefix("/") && !path.utf8.contains(0) ? path : nil
  }

  static func uri(ofPath path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).absoluteString
  }
}
