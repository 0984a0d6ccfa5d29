import FilterSyntax

/// The `#@#` exceptions of all inputs, by the exact text of their selectors.
struct HidingExceptions {
  /// Where filters with one selector do not act.
  struct Pages {
    var isEverywhere = false
    var names: PageNameSet
    /// The exceptions.
    var locations: [FilterLocation]

    /// Whether some of these pages are among `exclusions`.
    func shares(_ exclusions: [PageName]) -> Bool { exclusions.contains { names.names.contains($0) } }
  }

  private var pages: [[UInt8]: Pages] = [:]
  /// Hashes of the selectors that have exceptions, one bit each, so that the others need no look-up.
  private var filter = [UInt64](repeating: 0, count: Self.filterWords)
  private var collected: [[UInt8]: Collected] = [:]

  private struct Collected {
    var isEverywhere = false
    var names: [PageName] = []
    var locations: [FilterLocation] = []
  }

  /// Adds an exception. Returns what is not exact about it, or nil.
  mutating func add(
    _ filter: CosmeticFilter, at location: FilterLocation, in bytes: Span<UInt8>
  ) -> Finding? {
    // Without its modifier the exception would hold on pages that it does not name.
    if let modifier = filter.modifiers.first { return .dropped(.cosmeticModifier, modifier.value) }
    var own = Collected()
    var finding: Finding?
    if filter.domains.isEmpty {
      own.isEverywhere = true
    } else {
      do throws(Finding) {
        let domains = try DomainSet(filter.domains, in: bytes)
        guard !domains.hasRegexes else { throw .dropped(.regexDomain, domains.range) }
        own.isEverywhere = domains.includesNothing
        own.names = domains.hosts.map { .host($0) } + domains.entities.map { .entity($0) }
        finding = domains.finding
        if !domains.excludedHosts.isEmpty || !domains.excludedEntities.isEmpty {
          // Nothing is hidden there either, which is less than the list says.
          finding = .approximated(.mixedDomains, domains.range)
        }
      } catch {
        return error
      }
    }
    let bit = filterBit(filter.body, bytes)
    self.filter[bit / 64] |= 1 << UInt64(bit % 64)
    let key = text(filter.body, bytes)
    var all = collected.removeValue(forKey: key) ?? Collected()
    all.isEverywhere = all.isEverywhere || own.isEverywhere
    all.names += own.names
    all.locations.append(location)
    collected[key] = all
    return finding
  }

  /// Makes the exceptions ready to be looked up, when all are added.
  mutating func finish() {
    pages = collected.mapValues {
      Pages(isEverywhere: $0.isEverywhere, names: PageNameSet($0.names), locations: $0.locations)
    }
    collected = [:]
  }

  /// Where filters with this selector do not act; nil where there is no exception to them.
  func exceptions(to body: ByteRange, in bytes: Span<UInt8>) -> Pages? {
    let bit = filterBit(body, bytes)
    guard filter[bit / 64] & 1 << UInt64(bit % 64) != 0 else { return nil }
    return pages[text(body, bytes)]
  }

  private static let filterWords = 1024

  private func filterBit(_ body: ByteRange, _ bytes: Span<UInt8>) -> Int {
    var hash = ByteHash()
    bytes.extracting(body.indices).withUnsafeBytes { hash.mix($0) }
    return hash.slot(of: Self.filterWords * 64)
  }

  private func text(_ body: ByteRange, _ bytes: Span<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: body.count) { buffer, count in
      for index in body.indices { buffer[index - body.lowerBound] = bytes[index] }
      count = body.count
    }
  }
}
