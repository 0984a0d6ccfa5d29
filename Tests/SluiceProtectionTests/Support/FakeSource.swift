import SluiceConversion
import SluiceLists
import SluiceProtection
import SluiceSystem
import SluiceText

/// Lists of a fake server.
final class FakeSource: ListSource {
  struct Content: Sendable {
    var offer: ListOffer?
    var files: [FileName: [UInt8]] = [:]
    /// The error that replaces the response.
    var problem: ListSourceProblem?
    /// The files that are reported as damaged.
    var damaged: Set<FileName> = []
    var asked = 0
    var fetched: [FileName] = []
    /// Called before a file is returned.
    var gate: (@Sendable (FileName) async -> Void)?
  }

  let content = Locked(Content())

  /// Creates a source of lists, each with one file with the rules, in order.
  init(_ lists: [(name: String, json: String)] = [], etag: String? = nil) { set(lists, etag: etag) }

  func set(_ lists: [(name: String, json: String)], etag: String? = nil) {
    let made = lists.map { list in (list.name, Self.file("\(list.name).json", list.json), list.json) }
    set(
      ListOffer(
        identifier: lists.map(\.json).joined(), etag: etag,
        lists: made.map { .init(name: $0.0, forms: [.init(files: [$0.1])]) }),
      files: made.map { ($0.1, $0.2) })
  }

  func set(_ offer: ListOffer, files: [(ListOffer.File, String)]) {
    content.withLock { content in
      content.offer = offer
      for (file, json) in files { content.files[file.name] = Array(json.utf8) }
    }
  }

  static func file(_ name: String, _ text: String, rules: Int? = nil, isHiding: Bool = false)
    -> ListOffer.File
  {
    let bytes = Array(text.utf8)
    return .init(
      name: FileName(name) ?? "none", sha256: SHA256Hasher.digest(of: bytes).description, bytes: bytes.count,
      rules: rules, isHiding: isHiding)
  }

  func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
    let result = content.withLock { content -> Result<ListOffer?, ListSourceProblem> in
      content.asked += 1
      if let problem = content.problem { return .failure(problem) }
      guard let offer = content.offer else { return .failure(.answered(status: 404)) }
      return .success(etag != nil && offer.etag == etag ? nil : offer)
    }
    return try result.get()
  }

  func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
    await content.withLock { $0.gate }?(name)
    let result = content.withLock { content -> Result<[UInt8], ListSourceProblem> in
      content.fetched.append(name)
      if let problem = content.problem { return .failure(problem) }
      guard let bytes = content.files[name] else { return .failure(.answered(status: 404)) }
      return .success(content.damaged.contains(name) ? bytes.dropLast(3) + [0, 0, 0] : bytes)
    }
    return try result.get()
  }
}

/// Returns a rule list that contains a word.
func rules(_ word: String) -> String {
  #"[{"trigger":{"url-filter":"\#(word)"},"action":{"type":"block"}}]"# + "\n"
}
