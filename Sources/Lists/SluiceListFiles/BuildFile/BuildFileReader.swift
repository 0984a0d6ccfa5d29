extension BuildFile {
  /// Parses a build file, or a HostlistCompiler configuration, which has its sources at the top level.
  ///
  /// Both are JSON5: comments, trailing commas and unquoted keys are allowed.
  ///
  /// - Parameters:
  ///   - file: The contents of the file.
  ///   - name: The name of the file in messages; nil for the name of the file that was read.
  public init(parsing file: some InputBytes & ~Escapable, name: String? = nil) throws(BuildFileMistake) {
    let name = name ?? file.inputName ?? Self.fileName
    try self.init(JSON5Text(parsing: file.inputArray(), name: name))
  }

  /// Decodes a build file or a HostlistCompiler configuration.
  init(_ text: JSON5Text) throws(BuildFileMistake) {
    self =
      text.layout.isHostlistCompiler
      ? try text.decode(HostlistCompilerFile.self).buildFile : try text.decode(BuildFile.self)
  }
}

extension JSON5Text {
  /// The location of each text below the keys `sources` and `trackerRadar`, by the text without secrets.
  var sourcePlaces: [String: TextLocation] {
    var places: [(text: String, offset: Int)] = []
    layout.root.addTexts(below: ["sources", "trackerRadar"], to: &places)
    var counter = PositionCounter()
    var found: [String: TextLocation] = [:]
    for place in places {
      let location = counter.location(of: place.offset..<place.offset, in: bytes.span, file: name)
      if found[place.text] == nil { found[place.text] = location }
    }
    return found
  }
}

extension JSON5Layout.Node {
  /// Adds the texts below these keys, in file order.
  fileprivate func addTexts(
    below keys: Set<String>, isBelow: Bool = false, to places: inout [(text: String, offset: Int)]
  ) {
    switch self {
    case .object(_, let members):
      for member in members {
        member.value.addTexts(below: keys, isBelow: isBelow || keys.contains(member.key), to: &places)
      }
    case .array(_, let elements):
      for element in elements { element.addTexts(below: keys, isBelow: isBelow, to: &places) }
    case .text(let offset, let text):
      if isBelow { places.append((URLSecrets.removed(fromLocation: text), offset)) }
    case .scalar: break
    }
  }
}

extension JSON5Layout {
  /// Whether the text is a HostlistCompiler configuration.
  fileprivate var isHostlistCompiler: Bool {
    guard case .object(_, let members) = root else { return false }
    return !members.contains { $0.key == "lists" } && members.contains { $0.key == "sources" }
  }
}
