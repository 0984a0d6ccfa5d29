@testable import SluiceListFiles
@testable import SluiceLists

/// A stub for builds without lists at a URL.
final class NoRemoteDocuments: RemoteDocuments {
  let warnings: [BuildProblem] = []
  func result(of url: String) -> Result<ListDocument, BuildProblem>? { nil }
  func load(_ documents: [RemoteDocument]) {}
  func keep(_ urls: Set<String>, of sources: [RemoteSource]) {}
  func lastGoodCopy(of source: RemoteSource) -> [String: ListDocument]? { nil }
}
