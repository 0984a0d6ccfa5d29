import SluiceAnalysis
import SluiceDocuments
import SluiceRules
import SluiceText

/// The references of a document to other resources, without those that scripts add, in document order.
struct DocumentReferences {
  enum Reference {
    /// A URL as written.
    case load([UInt8], Request.Kind)
    case frame([UInt8])
    /// The content of a style element or style attribute.
    case style([UInt8])
    /// A frame whose document is in an attribute.
    case inlineFrame([UInt8])
  }

  private(set) var all: [Reference] = []
  /// The base URL as written, or `nil` for the document's own URL.
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

  private struct Node {
    let document: HTMLDocument
    let element: HTMLDocument.Node
    var name: [UInt8] { document.name(of: element) }
    var namespace: HTMLDocument.Namespace { document.namespace(of: element) }

    subscript(_ name: String) -> [UInt8]? { document.attribute(name, of: element) }

    /// Returns an attribute in lowercase without whitespace.
    func word(_ name: String) -> String {
      let text = (self[name] ?? []).filter { !$0.isHTMLSpace }
      return String(decoding: text, as: UTF8.self).lowercased()
    }

    var parent: Node? { document.parent(of: element).map { Node(document: document, element: $0) } }
    var children: some Sequence<Node> {
      document.children(of: element).lazy.filter { document.kind(of: $0) == .element }
        .map { Node(document: document, element: $0) }
    }
    func isCalled(_ names: String...) -> Bool { names.contains { name.elementsEqual($0.utf8) } }
  }

  private mutating func add(_ url: [UInt8]?, kind: Request.Kind) {
    if let url, !url.isEmpty { all.append(.load(url, kind)) }
  }

  private mutating func addHTML(_ node: Node) {
    switch String(decoding: node.name, as: UTF8.self) {
    case "script":
      if Self.isScript(node.word("type")), node["nomodule"] == nil { add(node["src"], kind: .script) }
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
    case "object": add(node["data"], kind: .object)
    case "embed": add(node["src"], kind: .object)
    case "video":
      add(node["poster"], kind: .image)
      addMedia(node)
    case "audio": addMedia(node)
    case "track": if node["default"] != nil { add(node["src"], kind: .media) }
    case "input": if node.word("type") == "image" { add(node["src"], kind: .image) }
    case "body", "table", "td", "th": add(node["background"], kind: .image)
    default: break
    }
  }

  private mutating func addSVG(_ node: Node) {
    // Only the list of attributes contains `xlink:href`, under its local name `href`.
    let link = node.document.attributes(of: node.element).first { $0.name.elementsEqual("href".utf8) }?.value
    switch String(decoding: node.name, as: UTF8.self) {
    case "image", "feImage": add(link.flatMap { $0.first == ASCII.hash ? nil : $0 }, kind: .image)
    case "script": if Self.isScript(node.word("type")) { add(link, kind: .script) }
    case "style": all.append(.style(node.document.text(of: node.element)))
    default: break
    }
  }

  private mutating func addLink(_ node: Node) {
    guard let url = node["href"] else { return }
    let words = (node["rel"] ?? []).split(whereSeparator: \.isHTMLSpace).map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    if words.contains("stylesheet") {
      if node["disabled"] == nil, ["", "text/css"].contains(node.word("type")) {
        add(url, kind: .stylesheet)
      }
    } else if words.contains("modulepreload") {
      add(url, kind: .script)
    } else if words.contains("preload") {
      if let kind = Self.preloaded[node.word("as")] { add(url, kind: kind) }
    } else if words.contains("icon") {
      add(url, kind: .image)
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
        return add(url, kind: .image)
      }
    }
    add(ImageCandidates.pick(source: node["src"], set: node["srcset"], sizes: node["sizes"]), kind: .image)
  }

  /// Adds the first source of a media element, unless it is loaded only on user action.
  private mutating func addMedia(_ node: Node) {
    if node.word("preload") == "none", node["autoplay"] == nil { return }
    if let url = node["src"] { return add(url, kind: .media) }
    add(node.children.first { $0.isCalled("source") && $0["src"] != nil }?["src"], kind: .media)
  }

  /// Returns whether scripts of a type run. The sources of other scripts are not loaded.
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

/// Selects the image that a browser loads from several candidates, in a window 1,280 pixels wide with a
/// device pixel ratio of 1.
enum ImageCandidates {
  private static let windowWidth = 1280.0

  static func pick(source: [UInt8]?, set: [UInt8]?, sizes: [UInt8]?) -> [UInt8]? {
    let width = self.width(sizes)
    var candidates: [(url: [UInt8], density: Double)] = []
    var hasWidths = false
    for candidate in parse(set ?? []) {
      switch candidate.descriptor {
      case .density(let density): candidates.append((candidate.url, density))
      case .width(let pixels):
        hasWidths = true
        candidates.append((candidate.url, pixels / width))
      }
    }
    if let source, !source.isEmpty, !hasWidths { candidates.append((source, 1)) }
    // The first candidate with the lowest density of at least 1, or else with the highest density.
    let enough = candidates.filter { $0.density >= 1 }
    let best = enough.map(\.density).min() ?? candidates.map(\.density).max()
    return candidates.first { $0.density == best }?.url
  }

  private enum Descriptor { case density(Double), width(Double) }

  private static func parse(_ set: [UInt8]) -> [(url: [UInt8], descriptor: Descriptor)] {
    var candidates: [(url: [UInt8], descriptor: Descriptor)] = []
    var rest = set[...]
    while true {
      rest = rest.drop { $0.isHTMLSpace || $0 == ASCII.comma }
      var url = rest.prefix { !$0.isHTMLSpace }
      guard !url.isEmpty else { return candidates }
      rest = rest[url.endIndex...]
      guard url.last != ASCII.comma else {
        while url.last == ASCII.comma { url.removeLast() }
        candidates.append((Array(url), .density(1)))
        continue
      }
      let descriptors = rest.prefix { $0 != ASCII.comma }
      rest = rest[descriptors.endIndex...]
      if let descriptor = descriptor(descriptors) { candidates.append((Array(url), descriptor)) }
    }
  }

  /// Returns the descriptor of a candidate, or `nil` if it is invalid. The default density is 1.
  private static func descriptor(_ text: ArraySlice<UInt8>) -> Descriptor? {
    var result = Descriptor.density(1)
    for word in text.split(whereSeparator: \.isHTMLSpace) {
      guard let number = Double(String(decoding: word.dropLast(), as: UTF8.self)), number.isFinite, number > 0
      else { return nil }
      switch word.last {
      case UInt8(ascii: "x"): result = .density(number)
      case UInt8(ascii: "w"): result = .width(number)
      case UInt8(ascii: "h"): break
      default: return nil
      }
    }
    return result
  }

  /// Returns the width of the image from the last size, which has no condition.
  private static func width(_ sizes: [UInt8]?) -> Double {
    let last = (sizes ?? []).split(separator: ASCII.comma).last ?? []
    let text = String(decoding: last.filter { !$0.isHTMLSpace }, as: UTF8.self).lowercased()
    guard let number = Double(text.dropLast(2)), number.isFinite, number > 0 else { return windowWidth }
    return text.hasSuffix("px") ? number : text.hasSuffix("vw") ? windowWidth * number / 100 : windowWidth
  }

  /// Returns whether a media condition holds: an empty one, or one on the width of the window. All others
  /// count as false.
  static func holds(_ media: [UInt8]?) -> Bool {
    let text = String(decoding: media ?? [], as: UTF8.self).lowercased()
    let alternatives = text.split(separator: ",")
    guard !alternatives.isEmpty else { return true }
    return alternatives.contains { alternative in
      alternative.split(separator: " and ").allSatisfy { part in
        let part = part.filter { $0 != " " && $0 != "(" && $0 != ")" && !$0.isNewline && $0 != "\t" }
        if ["all", "screen", "onlyscreen", "onlyall"].contains(part) { return true }
        guard part.hasSuffix("px"), let colon = part.firstIndex(of: ":"),
          let number = Double(part[part.index(after: colon)...].dropLast(2))
        else { return false }
        return part.hasPrefix("min-width:")
          ? windowWidth >= number : part.hasPrefix("max-width:") && windowWidth <= number
      }
    }
  }
}
