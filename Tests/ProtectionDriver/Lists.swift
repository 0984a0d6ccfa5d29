#if os(Linux)
  import SluiceSystem
  import SluiceLists
  import SluiceProtection

  /// Lists that are part of the driver.
  struct Lists: ListSource {
    var files: [FileName: [UInt8]]
    var lists: [ListOffer.List]

    /// Creates lists from files: the JSON of each, and whether it hides elements.
    init(_ lists: [(name: String, files: [(json: String, isHiding: Bool)])]) {
      files = [:]
      self.lists = []
      for list in lists {
        var made: [ListOffer.File] = []
        for (number, file) in list.files.enumerated() {
          let bytes = Array(file.json.utf8)
          guard let name = FileName("\(list.name).\(number).json") else { continue }
          files[name] = bytes
          made.append(
            .init(
              name: name, sha256: SHA256Hasher.digest(of: bytes).description, bytes: bytes.count,
              isHiding: file.isHiding))
        }
        self.lists.append(.init(name: list.name, forms: [.init(files: made)]))
      }
    }

    func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
      ListOffer(identifier: "driver", lists: lists)
    }

    func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
      guard let bytes = files[name] else { throw .answered(status: 404) }
      return bytes
    }

    static let blocking = """
      [{"trigger":{"url-filter":"^http://tracker\\\\.test/"},"action":{"type":"block"}}]
      """
    static let hiding = """
      [{"trigger":{"url-filter":".*"},"action":{"type":"css-display-none","selector":".ad"}}]
      """

    /// Blocks tracker.test and hides `.ad`.
    static let standard = Lists([("ads", [(blocking, false), (hiding, true)])])
  }
#endif
