import SluiceCodecs

/// Documents at URLs that a closure returns, without a cache.
package final class FetchedDocuments: RemoteDocuments {
  private let fetch: ((String) throws(BuildProblem) -> [UInt8])?
  private var results: [String: Result<ListDocument, BuildProblem>] = [:]

  /// Creates documents without content. Without `fetch`, no document can be loaded.
  package init(_ fetch: ((String) throws(BuildProblem) -> [UInt8])?) { self.fetch = fetch }

  package func result(of url: String) -> Result<ListDocument, BuildProblem>? { results[url] }

  package func load(_ documents: [RemoteDocument]) {
    for document in documents where results[document.url] == nil {
      results[document.url] = load(document)
    }
  }

  private func load(_ document: RemoteDocument) -> Result<ListDocument, BuildProblem> {
    let url = document.url
    guard let fetch else {
      return .failure(
        BuildProblem(url, "is a URL, and this build fetches nothing", advice: "create the build with 'fetch'")
      )
    }
    do throws(BuildProblem) {
      let bytes = ListText(of: try fetch(url)).bytes
      // Without a former copy, no size is too small.
      if let problem = BodyCheck.problem(of: bytes, for: document.use, previous: nil, minimumShare: 0) {
        throw BuildProblem(url, problem)
      }
      return .success(
        ListDocument(name: url, bytes: bytes, sha256: SHA256Hasher.digest(of: bytes).description))
    } catch {
      return .failure(error)
    }
  }

  package func keep(_ urls: Set<String>, of sources: [RemoteSource]) {}

  package func lastGoodCopy(of source: RemoteSource) -> [String: ListDocument]? { nil }

  package var warnings: [BuildProblem] { [] }
}
