import SluiceText

/// The element names that parsing or matching depends on. The raw value is the number of the name in every
/// document.
enum Tag: Int32, CaseIterable, Sendable {
  case a, address, annotationXML, applet, area, article, aside, b, base, basefont, bdi, bgsound, big,
    blockquote
  case body, br, button, caption, center, code, col, colgroup, dd, desc, details, dialog, dir, div, dl, dt, em
  case embed, fieldset, figcaption, figure, font, footer, foreignObject, form, frame, frameset, h1, h2, h3, h4
  case h5, h6, head, header, hgroup, hr, html, i, iframe, image, img, input, keygen, legend, li, link, listing
  case main, malignmark, marquee, math, menu, meta, mglyph, mi, mn, mo, ms, mtext, nav, nobr, noembed,
    noframes
  case noscript, object, ol, optgroup, option, p, param, plaintext, pre, rb, rp, rt, rtc, ruby, s, script,
    search
  case section, select, small, source, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td
  case template, textarea, tfoot, th, thead, title, tr, track, tt, u, ul, `var`, wbr, xmp, audio, video

  var name: String {
    switch self {
    case .annotationXML: "annotation-xml"
    default: "\(self)"
    }
  }
}

struct TagSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var rest: UInt64 = 0

  init(_ tags: Tag...) {
    for tag in tags { insert(tag.rawValue) }
  }

  init(_ set: TagSet, tags: Tag...) {
    self = set
    for tag in tags { insert(tag.rawValue) }
  }

  private mutating func insert(_ number: Int32) {
    switch number {
    case 0..<64: low |= 1 << UInt64(number)
    case 64..<128: high |= 1 << UInt64(number - 64)
    default: rest |= 1 << UInt64(number - 128)
    }
  }

  static func ~= (set: TagSet, tag: Tag?) -> Bool { tag.map { set.contains($0.rawValue) } ?? false }

  func contains(_ number: Int32) -> Bool {
    switch number {
    case 0..<64: low >> UInt64(number) & 1 == 1
    case 64..<128: high >> UInt64(number - 64) & 1 == 1
    case 128..<192: rest >> UInt64(number - 128) & 1 == 1
    default: false
    }
  }
}

/// The unique names of elements and attributes in a document. The names in ``Tag`` have fixed numbers.
struct Names: Sendable {
  private var table: ByteTable

  private static let known: ByteTable = {
    var table = ByteTable(capacity: 512)
    for tag in Tag.allCases { _ = table.insert(tag.name) }
    _ = table.insert("class")
    _ = table.insert("id")
    return table
  }()

  init() { table = Self.known }

  static let classNumber = Int32(Tag.allCases.count)
  static let idNumber = classNumber + 1

  var count: Int { table.count }

  subscript(_ number: Int32) -> Span<UInt8> {
    @_lifetime(borrow self)
    get { table[Int(number)] }
  }

  mutating func insert(_ name: Span<UInt8>) -> Int32 {
    var hash = ByteHash()
    hash.mix(name)
    return Int32(truncatingIfNeeded: table.insert(name, hash: hash))
  }

  func number(of name: Span<UInt8>) -> Int32? {
    var hash = ByteHash()
    hash.mix(name)
    return table.number(of: name, hash).map { Int32(truncatingIfNeeded: $0) }
  }
}
