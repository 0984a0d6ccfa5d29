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
