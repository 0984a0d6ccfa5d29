import FilterSyntax

/// Which lines of a list count: `!#if` takes lines out, and so do hints about platforms.
package struct ActiveLines {
  /// Names of programs and platforms which a list can ask for, and that are this one.
  let constants: Set<String>

  /// With these names.
  package init(constants: Set<String>) { self.constants = constants }

  /// For each line whether it counts, or nil when all do. Malformed conditions do not hold, and what is not
  /// closed goes on to the end of the list.
  package func mask(of list: FilterList) -> [Bool]? {
    var mask: [Bool]?
    var conditions: [Bool] = []
    var isHintedAway = false
    let bytes = list.bytes.span
    for (index, line) in list.lines.enumerated() {
      switch line.content {
      case .directive(let directive):
        switch directive.kind {
        case .if:
          conditions.append(
            DirectiveCondition.evaluate(bytes, directive.argument, constants: constants) ?? false)
        case .else: if let last = conditions.popLast() { conditions.append(!last) }
        case .endif: _ = conditions.popLast()
        case .include where conditions.contains(false): exclude(index, &mask, list)
        case .include, .safari_cb_affinity: break
        }
      case .hint(let range): isHintedAway = !isForThisPlatform(bytes, range)
      case .blank, .comment, .header, .metadata: break
      case .network, .cosmetic, .hosts, .rejected:
        if isHintedAway || conditions.contains(false) { exclude(index, &mask, list) }
        isHintedAway = false
      }
    }
    return mask
  }

  private func exclude(_ index: Int, _ mask: inout [Bool]?, _ list: FilterList) {
    if mask == nil { mask = [Bool](repeating: true, count: list.lines.count) }
    mask?[index] = false
  }

  /// `PLATFORM(a, b)` must name Safari's content blockers, `NOT_PLATFORM(a, b)` must not.
  private func isForThisPlatform(_ bytes: Span<UInt8>, _ range: ByteRange) -> Bool {
    let space = UInt8(ascii: " ")
    return bytes.extracting(range.indices).withUnsafeBufferPointer { text in
      // Bytes, since AdGuard's lists have thousands of hints, and a String's characters are slow to find.
      for part in text.split(separator: UInt8(ascii: ")")) {
        guard let open = part.firstIndex(of: UInt8(ascii: "(")) else { continue }
        let names = part[(open + 1)...].split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == space })
        let isNamed = names.contains { $0.elementsEqual("ext_safari".utf8) || $0.elementsEqual("ios".utf8) }
        guard let kind = part[..<open].split(separator: space).last else { continue }
        if kind.elementsEqual("PLATFORM".utf8), !isNamed { return false }
        if kind.elementsEqual("NOT_PLATFORM".utf8), isNamed { return false }
      }
      return true
    }
  }
}
