import Foundation
import ListBuilding
import Platform

/// A directory that `sluice build` has written: one of the machine's, or a folder of the app's bundle.
public struct DirectorySource: ListSource {
  /// Its path.
  public let path: String

  /// The directory at a path.
  public init(path: String) { self.path = path }

  /// The directory at a URL of a file.
  public init(_ url: URL) { path = url.path }

  /// What the manifest offers. There is no entity tag: to read it costs little.
  public func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    try ListOffer(manifest: await bytes(of: Manifest.fileName, atMost: 1 << 26))
  }

  /// The bytes of a file in it; a link is followed nowhere.
  public func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    do throws(SystemError) {
      return try Directory(path).contents(of: name, atMost: limit)
    } catch {
      throw .unreadable(name.description, "\(error)")
    }
  }
}
