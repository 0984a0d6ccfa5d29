import SluiceText

/// SVG and MathML: the rules for foreign content.
extension TreeBuilder {
  func usesForeignRules(_ token: Token) -> Bool {
    guard let current = stack.entries.last, current.namespace != .html else { return false }
    if isTextPoint(current) {
      switch token {
      case .space, .text: return false
      case .start(let tag): if tag != .mglyph && tag != .malignmark { return false }
      case .end, .comment, .doctype, .endOfFile: break
      }
    }
    if current.namespace == .mathML, current.name == Tag.annotationXML.rawValue, case .start(.svg) = token {
      return false
    }
    if isHTMLPoint(current) {
      switch token {
      case .space, .text, .start: return false
      case .end, .comment, .doctype, .endOfFile: break
      }
    }
    if case .endOfFile = token { return false }
    return true
  }

  private func isTextPoint(_ entry: ElementStack.Entry) -> Bool {
    entry.namespace == .mathML && TagSet(.mi, .mo, .mn, .ms, .mtext).contains(entry.name)
  }

  private func isHTMLPoint(_ entry: ElementStack.Entry) -> Bool {
    switch entry.namespace {
    case .html: return false
    case .svg: return TagSet(.foreignObject, .desc, .title).contains(entry.name)
    case .mathML:
      guard entry.name == Tag.annotationXML.rawValue,
        let encoding = document.attribute("encoding", of: HTMLDocument.Node(index: entry.node))
      else { return false }
      let text = String(decoding: encoding, as: UTF8.self).lowercased()
      return text == "text/html" || text == "application/xhtml+xml"
    }
  }

  mutating func foreign(_ token: Token) {
    switch token {
    case .space(let text): insertText(text)
    case .text(let text):
      insertText(Self.replacingNulls(text))
      if !text.allSatisfy({ $0.isHTMLSpace || $0 == 0 }) { isFramesetAllowed = false }
    case .comment: insertComment()
    case .doctype, .endOfFile: return
    case .start(let tag):
      if breaksOut(tag) { return leaveForeign(token) }
      guard let namespace = stack.entries.last?.namespace else { return }
      insertForeign(namespace)
    case .end(.br), .end(.p): leaveForeign(token)
    case .end: endForeign(token)
    }
  }

  private static func replacingNulls(_ text: [UInt8]) -> [UInt8] {
    text.contains(0) ? text.flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0] } : text
  }

  private static let breaking = TagSet(
    .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4,
    .h5,
    .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span,
    .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var)

  private func breaksOut(_ tag: Tag?) -> Bool {
    guard let tag else { return false }
    if tag == .font {
      return ["color", "face", "size"].contains { tagAttribute($0) != nil }
    }
    return Self.breaking.contains(tag.rawValue)
  }

  /// Closes foreign elements for a token that is invalid inside SVG and MathML.
  private mutating func leaveForeign(_ token: Token) {
    while let current = stack.entries.last, current.namespace != .html, !isTextPoint(current),
      !isHTMLPoint(current), pop() != nil
    {}
    process(token, mode: mode)
  }

  private mutating func endForeign(_ token: Token) {
    let name = [UInt8](document.names[tokenizer.tag.name])
    for index in stack.entries.indices.dropFirst().reversed() {
      let entry = stack.entries[index]
      if entry.namespace == .html { return process(token, mode: mode) }
      // Names in SVG may have uppercase letters.
      let isMatch = document.names[entry.name].equalsIgnoringCase(
        name, range: 0..<document.names[entry.name].count)
      if isMatch { return pop(to: index) }
    }
  }

  mutating func insertForeign(_ namespace: HTMLDocument.Namespace) {
    if namespace == .svg {
      let name = [UInt8](document.names[tokenizer.tag.name])
      if let meant = ForeignNames.elements[String(decoding: name, as: UTF8.self)] {
        tokenizer.tag.name = document.names.insert(Array(meant.utf8).span)
      }
    }
    for index in tokenizer.tag.attributes { adjust(index, namespace: namespace) }
    let entry = insertClosed(
      namespace, name: tokenizer.tag.name, attributes: tokenizer.tag.attributes)
    if tokenizer.tag.isSelfClosing { return }
    open(entry)
  }

  private mutating func adjust(_ index: Int, namespace: HTMLDocument.Namespace) {
    let name = String(document.names[document.attributes[index].name])
    if let local = ForeignNames.prefixed[name] {
      document.attributes[index].name = document.names.insert(Array(local.utf8).span)
      document.attributes[index].hasNamespace = true
      return
    }
    let meant = namespace == .svg ? ForeignNames.attributes[name] : ForeignNames.mathAttributes[name]
    if let meant { document.attributes[index].name = document.names.insert(Array(meant.utf8).span) }
  }
}

/// The names in SVG and MathML that have uppercase letters or a namespace, by the lowercase form that the
/// tokenizer produces.
enum ForeignNames {
  static let elements = table(
    """
    altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
    feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology
    feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef
    linearGradient radialGradient textPath
    """)

  static let attributes = table(
    """
    attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode
    filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines
    keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits
    numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ
    preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions
    requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
    surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector
    yChannelSelector zoomAndPan
    """)

  static let mathAttributes = table("definitionURL")

  /// The local names of the attributes with a namespace.
  static let prefixed = [
    "xlink:actuate": "actuate", "xlink:arcrole": "arcrole", "xlink:href": "href", "xlink:role": "role",
    "xlink:show": "show", "xlink:title": "title", "xlink:type": "type", "xml:lang": "lang",
    "xml:space": "space", "xmlns": "xmlns", "xmlns:xlink": "xlink",
  ]

  private static func table(_ names: String) -> [String: String] {
    var table: [String: String] = [:]
    for name in names.split(whereSeparator: \.isWhitespace) { table[name.lowercased()] = String(name) }
    return table
  }
}
