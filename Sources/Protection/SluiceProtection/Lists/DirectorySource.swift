import Foundation
import SluiceLists
import SluiceSystem

/// A directory written by `sluice build`, such as a local directory or a folder in the app's bundle.
public struct DirectorySource: ListSource {
  /// The path of the directory.
  public let path: String

  /// Creates a source from a path.
  public init(path: String) { self.path = path }

  /// Creates a source from a file URL.
  public init(_ url: URL) { path = url.path }

  /// Returns the offer in the manifest. The offer has no entity tag, because reading the manifest is cheap.
  public func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    try ListOffer(manifest: await bytes(of: Manifest.fileName, atMost: 1 << 26))
  }

  /// Returns the contents of a file in the directory. Links are not followed.
  public func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    do throws(SystemError) {
      return try Directory(path).contents(of: name, atMost: limit)
    } catch {
      throw .unreadable(name.description, "\(error)")
    }
  }
}
