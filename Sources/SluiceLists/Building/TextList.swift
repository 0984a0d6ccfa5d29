import SluiceConversion
import SluiceListFiles
import SluiceSyntax
import SluiceText

/// A list as text, for programs that read filter lists: the filters of all sources as they are built, with
/// includes read and conditions decided.
///
/// Converted again, it gives the rules of the list. It contains no times, so equal inputs give equal bytes.
struct TextList {
  let recipe: ListRecipe
  let headers: [ListMetadata]
  private let sources: [ParsedSource]
  private let inputs: [ListInput]
  private let readings: [ListReading]
  /// The dialects of the filters. Lines that name hosts have none, because they become filters.
  private let dialects: [Dialect]
  private let lines: ActiveLines

  init(
    _ recipe: ListRecipe, headers: [ListMetadata], of sources: [ParsedSource], inputs: [ListInput],
    options: ConversionOptions
  ) {
    (self.recipe, self.headers, self.sources, self.inputs) = (recipe, headers, sources, inputs)
    lines = ActiveLines(constants: recipe.constants)
    let readings = sources.map { $0.reading(options) }
    self.readings = readings
    dialects = Dialect.allCases.filter { dialect in
      zip(sources, readings).contains { source, reading in
        !reading.kind.namesHosts && reading.dialect == dialect && source.list.hasFilter
      }
    }
  }

  /// The dialect of the text.
  ///
  /// If there are several, it is one in which a host name is text, because the names of the others can be
  /// written as filters.
  private var dialect: Dialect {
    if dialects.count == 1 { return dialects[0] }
    return dialects.contains(.adGuard) ? .adGuard : .adblockPlus
  }

  /// A warning if the sources have several dialects, which a text does not have; otherwise nil.
  var warning: BuildProblem? {
    guard dialects.count > 1 else { return nil }
    let names = dialects.map(\.name).joined(separator: ", ")
    return BuildProblem(
      "\(recipe.name).txt",
      message: "has filters in several dialects (\(names)), and is read as one of \(dialect.name);"
        + " 'dialect' of the sources can give them one")
  }

  func encoded(without places: Set<FilterPlace>) -> [UInt8] {
    var writer = Writer(recipe)
    for (number, source) in sources.enumerated() {
      writer.begin(inputs[number], isAlone: sources.count == 1)
      let active = lines.read(source.list)
      for (index, line) in source.list.lines.enumerated() where active.isActive(index) {
        guard !places.contains(FilterPlace(source: number, lineIndex: index)) else { continue }
        add(line, of: number, to: &writer)
      }
    }
    let text = Array("[\(Self.header(of: dialect))]\n".utf8)
    let rest = fields.flatMap { Array("! \($0): \(DisplayText.escaping($1))\n".utf8) } + writer.bytes
    let checksum = ListMetadata(parsing: text + rest).rightChecksum(text + rest)
    return text + Array("! Checksum: \(checksum)\n".utf8) + rest
  }

  private static func header(of dialect: Dialect) -> String {
    switch dialect {
    case .adblockPlus, .hosts: "Adblock Plus 2.0"
    case .uBlockOrigin: "uBlock Origin"
    case .adGuard: "AdGuard"
    }
  }

  /// The fields of the header. A list of one source has those of its source, unless the recipe has its own.
  private var fields: [(key: String, value: String)] {
    let only = headers.count == 1 ? headers[0] : nil
    let license = recipe.sources.count == 1 ? recipe.sources[0].license ?? only?.license : nil
    let fields: [(key: String, value: String?)] = [
      ("Title", recipe.title ?? only?.title ?? recipe.name),
      ("Description", recipe.description ?? only?.description),
      ("Homepage", recipe.homepage ?? only?.homepage), ("License", recipe.license ?? license),
      ("Version", recipe.version ?? only?.version),
      ("Expires", recipe.expires ?? headers.compactMap(\.expires).min().map(ExpiryText.words)),
    ]
    return fields.compactMap { key, value in value.map { (key, $0) } }
  }

  // MARK: Lines

  private func add(_ line: Line, of number: Int, to writer: inout Writer) {
    let list = sources[number].list
    let reading = readings[number]
    switch line.content {
    // A line that was removed has a range, unlike an empty one.
    case .blank: if line.range.isEmpty { writer.addBlank() }
    case .comment where !reading.kind.keepsComments: break
    case .comment, .metadata: writer.addComment(list.bytes[line.range.indices])
    case .header, .directive, .hint, .continuation: break
    case .hosts(let hosts): for name in hosts.hosts { add(name, hosts: hosts, in: list, to: &writer) }
    case .network(let filter):
      if reading.kind.namesHosts || !dialect.readsHostNamesAsHosts,
        let name = filter.hostName(in: list.bytes.span, for: reading.dialect)
      {
        let hosts = HostsLine(address: ByteRange(name.upperBound, name.upperBound), hosts: [name])
        add(name, hosts: hosts, in: list, to: &writer)
      } else {
        writer.addFilter(list.bytes[line.range.indices])
      }
    case .cosmetic: writer.addFilter(list.bytes[line.range.indices])
    case .rejected:
      // In another dialect, it could be a filter.
      if !reading.kind.namesHosts, reading.dialect == dialect {
        writer.addFilter(list.bytes[line.range.indices])
      }
    }
  }

  private func add(_ name: ByteRange, hosts: HostsLine, in list: FilterList, to writer: inout Writer) {
    guard let host = HostNames.ascii(list.bytes.span, in: name), !HostNames.isOfThisMachine(host) else {
      return
    }
    let text = String(decoding: host, as: UTF8.self)
    let escaped = text.replacing(".", with: #"\."#)
    let pattern =
      switch hosts.scope {
      case .hostAndBelow: "||\(text)^"
      case .host: #"/^[^:]+:\/\/([^\/]*@)?\#(escaped)[:\/]/$match-case"#
      case .below: #"/^[^:]+:\/\/[^\/]+\.\#(escaped)[:\/]/$match-case"#
      }
    switch hosts.effect {
    case .block: writer.addFilter(Array(pattern.utf8)[...])
    case .allow: writer.addFilter(Array("@@\(pattern)".utf8)[...])
    case .mapping: break
    }
  }
}

extension FilterList {
  fileprivate var hasFilter: Bool {
    lines.contains { line in
      switch line.content {
      case .network, .cosmetic: true
      case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: false
      }
    }
  }
}

/// A writer of the lines of a text list, which applies the transformations that affect only text.
private struct Writer {
  private(set) var bytes: [UInt8] = []
  private let recipe: ListRecipe
  private var transformations: Set<Transformation> = []
  private var source: ListInput.Origin?
  /// The comment that introduces the next line; nil if it was written.
  private var introduction: String?
  /// Whether an empty line comes before the next line.
  private var hasGap = false
  private var seenInList: Set<[UInt8]> = []
  private var seenInSource: Set<[UInt8]> = []

  init(_ recipe: ListRecipe) { self.recipe = recipe }

  mutating func begin(_ input: ListInput, isAlone: Bool) {
    transformations = recipe.transformations
    if case .source(let number) = input.origin {
      transformations.formUnion(recipe.sources[number].transformations)
    }
    if source != input.origin { seenInSource = [] }
    source = input.origin
    hasGap = false
    introduction =
      isAlone || transformations.contains(.removeComments) ? nil : "! Source: \(input.name)"
  }

  mutating func addBlank() { hasGap = !transformations.contains(.removeEmptyLines) }

  /// Adds a comment, unless it is a field of a source's header.
  mutating func addComment(_ comment: ArraySlice<UInt8>) {
    guard !transformations.contains(.removeComments), !IncludeScanner.isFormerInstruction(comment) else {
      return
    }
    let text = String(
      decoding: comment.drop { [ASCII.bang, ASCII.hash, ASCII.semicolon].contains($0) }, as: UTF8.self
    )
    .trimmingPrefix { $0 == " " || $0 == "\t" }
    let key = text.prefix { $0 != ":" }
    guard key.count == text.count || !ListMetadata.keys.contains(key.lowercased()) else { return }
    let isOfFilters = comment.first == ASCII.bang
    add(isOfFilters ? comment : Array((text.isEmpty ? "!" : "! \(text)").utf8)[...])
  }

  /// Adds a filter, unless it is a repetition that a transformation removes.
  mutating func addFilter(_ text: ArraySlice<UInt8>) {
    if recipe.transformations.contains(.deduplicate) {
      guard seenInList.insert(Array(text)).inserted else { return }
    } else if transformations.contains(.deduplicate) {
      guard seenInSource.insert(Array(text)).inserted else { return }
    }
    add(text)
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    if let introduction { bytes += Array("\(DisplayText.escaping(introduction))\n".utf8) }
    if hasGap, introduction == nil, !bytes.isEmpty { bytes.append(ASCII.lineFeed) }
    (introduction, hasGap) = (nil, false)
    bytes += line
    bytes.append(ASCII.lineFeed)
  }
}
