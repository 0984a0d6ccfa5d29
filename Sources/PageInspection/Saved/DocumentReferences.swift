import ContentBlocker
import Documents

/// What a document itself asks for, before a script of it runs, in the order of its elements.
struct DocumentReferences {
  /// Something that a document asks for.
  enum Reference {
    /// A URL as it is written.
    case load([UInt8], Request.Kind)
    /// The document of a frame.
    case frame([UInt8])
    /// A style sheet, or declarations, in the document.
    case style([UInt8])
    /// A frame whose document stands in the attribute.
    case inlineFrame([UInt8])
  }

  private(set) var all: [Reference] = []
  /// What URLs are relative to, as it is written; nil for the document's own URL.
  private(set) var base: [UInt8]?

  init(_ document: HTMLDocument) {
    for element in document.elements {
      let node = Node(document: document, element: element)
      switch node.namespace {
      case .html:
        if base == nil, node.name.elementsEqual("base".utf8) { base = node["href"] }
        addHTML(node)
      case .svg: addSVG(node)
      case .mathML: break
      }
      if let style = node["style"], !style.isEmpty { all.append(.style(style)) }
    }
  }

  /// An element, to be asked for its attributes.
  private struct Node {
    let document: HTMLDocument
    let element: HTMLDocument.Node
    var name: [UInt8] { document.name(of: element) }
    var namespace: HTMLDocument.Namespace { document.namespace(of: element) }

    subscript(_ name: String) -> [UInt8]? { document.attribute(name, of: element) }

    /// The value in small letters, without what is around it.
    func word(_ name: String) -> String {
      let text = (self[name] ?? []).filter { !$0.isSpaceOfHTML }
      return String(decoding: text, as: UTF8.self).lowercased()
    }

    var parent: Node? { document.parent(of: element).map { Node(document: document, element: $0) } }
    var children: some Sequence<Node> {
      document.children(of: element).lazy.filter { document.kind(of: $0) == .element }
        .map { Node(document: document, element: $0) }
    }
    func isCalled(_ names: String...) -> Bool { names.contains { name.elementsEqual($0.utf8) } }
  }

  private mutating func add(_ url: [UInt8]?, _ kind: Request.Kind) {
    if let url, !url.isEmpty { all.append(.load(url, kind)) }
  }

  private mutating func addHTML(_ node: Node) {
    switch String(decoding: node.name, as: UTF8.self) {
    case "script": if Self.isScript(node.word("type")), node["nomodule"] == nil { add(node["src"], .script) }
    case "link": addLink(node)
    case "style":
      if ["", "text/css"].contains(node.word("type")) {
        all.append(.style(node.document.text(of: node.element)))
      }
    case "img": addImage(node)
    case "iframe":
      if let text = node["srcdoc"] {
        all.append(.inlineFrame(text))
      } else if let url = node["src"] {
        all.append(.frame(url))
      }
    case "frame": if let url = node["src"] { all.append(.frame(url)) }
    case "object": add(node["data"], .object)
    case "embed": add(node["src"], .object)
    case "video":
      add(node["poster"], .image)
      addMedia(node)
    case "audio": addMedia(node)
    case "track": if node["default"] != nil { add(node["src"], .media) }
    case "input": if node.word("type") == "image" { add(node["src"], .image) }
    case "body", "table", "td", "th": add(node["background"], .image)
    default: break
    }
  }

  private mutating func addSVG(_ node: Node) {
    // Of `xlink:href` the name is `href`, and its value is found by going through the attributes.
    let link = node.document.attributes(of: node.element).first { $0.name.elementsEqual("href".utf8) }?.value
    switch String(decoding: node.name, as: UTF8.self) {
    case "image", "feImage": add(link.flatMap { $0.first == UInt8(ascii: "#") ? nil : $0 }, .image)
    case "script": if Self.isScript(node.word("type")) { add(link, .script) }
    case "style": all.append(.style(node.document.text(of: node.element)))
    default: break
    }
  }

  private mutating func addLink(_ node: Node) {
    guard let url = node["href"] else { return }
    let words = (node["rel"] ?? []).split(whereSeparator: \.isSpaceOfHTML).map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    if words.contains("stylesheet") {
      if node["disabled"] == nil, ["", "text/css"].contains(node.word("type")) { add(url, .stylesheet) }
    } else if words.contains("modulepreload") {
      add(url, .script)
    } else if words.contains("preload") {
      if let kind = Self.preloaded[node.word("as")] { add(url, kind) }
    } else if words.contains("icon") {
      add(url, .image)
    }
  }

  private mutating func addImage(_ node: Node) {
    let picture = node.parent.flatMap { $0.isCalled("picture") ? $0 : nil }
    let sources = picture.map { Array($0.children.prefix { $0.element != node.element }) } ?? []
    for source in sources where source.isCalled("source") {
      guard let set = source["srcset"], ImageCandidates.holds(source["media"]),
        source["type"] == nil || Self.imageTypes.contains(source.word("type"))
      else { continue }
      if let url = ImageCandidates.pick(source: nil, set: set, sizes: source["sizes"]) {
        return add(url, .image)
      }
    }
    add(ImageCandidates.pick(source: node["src"], set: node["srcset"], sizes: node["sizes"]), .image)
  }

  /// The first of the sources; of what waits for its user to play it, none.
  private mutating func addMedia(_ node: Node) {
    if node.word("preload") == "none", node["autoplay"] == nil { return }
    if let url = node["src"] { return add(url, .media) }
    add(node.children.first { $0.isCalled("source") && $0["src"] != nil }?["src"], .media)
  }

  /// Whether a script of a type runs; of others the source is not loaded.
  private static func isScript(_ type: String) -> Bool {
    type.isEmpty || type == "module" || type.hasSuffix("javascript") || type.hasSuffix("ecmascript")
      || type.hasSuffix("jscript") || type.hasSuffix("livescript")
  }

  private static let preloaded: [String: Request.Kind] = [
    "script": .script, "style": .stylesheet, "image": .image, "font": .font, "fetch": .xmlhttprequest,
    "audio": .media, "video": .media, "track": .media, "document": .subdocument,
  ]

  private static let imageTypes: Set<String> = [
    "image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/avif", "image/svg+xml",
    "image/bmp", "image/x-icon",
  ]
}
