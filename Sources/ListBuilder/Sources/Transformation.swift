import FilterSyntax

/// What HostlistCompiler can do with the lines of a list, by its names, in the order in which it does it
/// whatever the order in the configuration.
public enum Transformation: String, CaseIterable, Hashable, Sendable {
  // Without an effect here: the converter does it, or rules do not depend on it.
  case convertToAscii = "ConvertToAscii"
  case trimLines = "TrimLines"
  case removeComments = "RemoveComments"
  /// Hosts whose parent domain is in the list too go.
  case compress = "Compress"
  /// Options without a meaning to a DNS server go, and the filter then acts without them.
  case removeModifiers = "RemoveModifiers"
  /// Filters become exceptions.
  case invertAllow = "InvertAllow"
  /// Filters without a meaning to a DNS server go.
  case validate = "Validate"
  /// As ``validate``, but addresses stay.
  case validateAllowIP = "ValidateAllowIp"
  // Equal rules are one anyway.
  case deduplicate = "Deduplicate"
  case removeEmptyLines = "RemoveEmptyLines"
  case insertFinalNewLine = "InsertFinalNewLine"
}

/// The lines of a list while they are changed. Their number stays, so that diagnostics name the lines of the
/// list as it was read: what goes becomes blank.
struct LineEditor {
  private(set) var lines: [ArraySlice<UInt8>]
  /// How many filters went.
  private(set) var removed = 0
  private var isChanged = false
  private let original: [UInt8]

  init(_ bytes: [UInt8]) {
    original = bytes
    lines = FilterList.lineRanges(of: bytes).map { bytes[$0] }
  }

  /// The list with its changes.
  var bytes: [UInt8] {
    guard isChanged else { return original }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(original.count + lines.count)
    for line in lines {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Removes the filters for which the answer is true.
  mutating func removeFilters(_ isRemoved: (ArraySlice<UInt8>) -> Bool) {
    for index in lines.indices where Self.isFilter(lines[index]) && isRemoved(lines[index]) {
      lines[index] = []
      removed += 1
      isChanged = true
    }
  }

  /// Replaces filters; nil leaves one as it is.
  mutating func replaceFilters(_ replacement: (ArraySlice<UInt8>) -> [UInt8]?) {
    for index in lines.indices where Self.isFilter(lines[index]) {
      guard let line = replacement(lines[index]) else { continue }
      lines[index] = line[...]
      isChanged = true
    }
  }

  /// Puts a line in the place of another, a comment in that of an instruction that was followed.
  mutating func replace(_ index: Int, by line: [UInt8]) {
    lines[index] = line[...]
    isChanged = true
  }

  /// Makes a line blank.
  mutating func blank(_ index: Int) {
    if Self.isFilter(lines[index]) { removed += 1 }
    lines[index] = []
    isChanged = true
  }

  /// Whether a line is neither blank nor a comment, a header or a directive.
  static func isFilter(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return false }
    switch first {
    case UInt8(ascii: "!"): return false
    // `# comment` of hosts files, but `##.ad`, `#@#.ad` and the like are filters.
    case UInt8(ascii: "#"):
      let second = line.dropFirst().first ?? 0x20
      return second != 0x20 && second != 0x09 && !(second == UInt8(ascii: "#") && line.count < 3)
    case UInt8(ascii: "["): return line.starts(with: "[$".utf8)
    default: return true
    }
  }
}

extension LineEditor {
  /// Applies transformations in their fixed order.
  mutating func apply(_ transformations: Set<Transformation>, dialect: Dialect?) {
    for transformation in Transformation.allCases where transformations.contains(transformation) {
      switch transformation {
      case .convertToAscii, .trimLines, .removeComments, .deduplicate, .removeEmptyLines, .insertFinalNewLine:
        break
      case .compress: if dialect == .hosts { compress() }
      case .removeModifiers: replaceFilters { DomainFilter.withoutIgnoredOptions($0) }
      case .invertAllow: replaceFilters { DomainFilter.exception(of: $0) }
      case .validate: removeFilters { !DomainFilter.isValid($0, allowsAddresses: false) }
      case .validateAllowIP: removeFilters { !DomainFilter.isValid($0, allowsAddresses: true) }
      }
    }
  }

  private mutating func compress() {
    let names = Set(lines.flatMap { DomainFilter.hosts(of: $0) })
    removeFilters { line in
      let hosts = DomainFilter.hosts(of: line)
      return !hosts.isEmpty && hosts.allSatisfy { DomainFilter.hasParent($0, in: names) }
    }
  }
}

extension FilterList {
  /// The lines of a list without their ends.
  static func lineRanges(of bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = content(of: Array(bytes.prefix(3))).lowerBound
      var index = start
      while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x0a || byte == 0x0d {
          ranges.append(start..<index)
          if byte == 0x0d, index + 1 < bytes.count, bytes[index + 1] == 0x0a { index += 1 }
          start = index + 1
        }
        index += 1
      }
      if start < bytes.count { ranges.append(start..<bytes.count) }
    }
    return ranges
  }
}
