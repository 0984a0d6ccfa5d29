import SluiceSyntax

/// The `#@#` exceptions of all inputs, found by the exact text of their selectors.
struct HidingExceptions {
  private var pages: [[UInt8]: ExceptedPages] = [:]
  /// A bit set of the hashes of all selectors with exceptions. It avoids lookups for other selectors.
  private var filter = [UInt64](repeating: 0, count: Self.filterWords)
  private var collected: [[UInt8]: Collected] = [:]

  /// Whether to trace the exceptions that narrow rules.
  private let isTraced: Bool

  private struct Collected {
    var isEverywhere = false
    var names: [PageName] = []
    var urls: [ExcludedURLs] = []
    var partial: [PartialException] = []
    var locations: [FilterPlace] = []
    var nameSources: [PageName: [FilterPlace]] = [:]
  }

  init(isTraced: Bool) { self.isTraced = isTraced }

  /// The maximum number of exceptions with exclusions for one selector, because each of them is compared with
  /// each filter.
  private static let maximumPartial = 32
  /// The maximum number of exceptions for one selector that define pages by more than hosts.
  private static let maximumURLs = 256
  /// The maximum number of exceptions to trace for one page.
  private static let maximumSources = 8

  /// Adds an exception. Returns the reason why it is not exact, or `nil` if it is.
  mutating func add(
    _ filter: CosmeticFilter, _ dialect: ListDialect, at location: FilterPlace, in bytes: Span<UInt8>
  ) -> Finding? {
    var own: PartialException
    var finding: Finding?
    do throws(Finding) {
      (own, finding) = try PartialException.pages(of: filter, dialect, in: bytes)
    } catch {
      return error
    }
    let bit = filterBit(filter.body, bytes)
    self.filter[bit / 64] |= 1 << UInt64(bit % 64)
    let key = bytes.array(filter.body)
    var all = collected.removeValue(forKey: key) ?? Collected()
    if !own.kept.isEmpty, all.partial.count == Self.maximumPartial {
      // Without its exclusions, the exception also applies to the excluded pages. Less is hidden than the
      // list specifies.
      own.kept = KeptPages()
      finding = .approximated(.mixedDomains, filter.domainsRange)
    }
    if !own.urls.isEmpty, all.urls.count == Self.maximumURLs {
      own.widen()
      finding = .approximated(.mixedDomains, filter.domainsRange)
    }
    if isTraced {
      own.source = location
      for index in own.urls.indices { own.urls[index].source = location }
      all.locations.append(location)
    }
    if own.kept.isEmpty {
      all.isEverywhere = all.isEverywhere || own.isEverywhere
      all.names += own.names.names
      all.urls += own.urls
      if isTraced {
        for name in own.names.names where (all.nameSources[name]?.count ?? 0) < Self.maximumSources {
          all.nameSources[name, default: []].append(location)
        }
      }
    } else {
      all.partial.append(own)
    }
    collected[key] = all
    return finding
  }

  /// Returns whether an exception to filters with this body was added.
  func has(_ body: ByteRange, in bytes: Span<UInt8>) -> Bool { collected[bytes.array(body)] != nil }

  /// Prepares the exceptions for lookups. Call this after adding all exceptions.
  mutating func finish() {
    var count = 0
    pages = collected.mapValues { all in
      count += 1
      return ExceptedPages(
        isEverywhere: all.isEverywhere, names: all.names, urls: all.urls, partial: all.partial,
        locations: all.locations, nameSources: all.nameSources, number: count)
    }
    collected = [:]
  }

  /// Returns the pages on which filters with this selector do not apply, or `nil` if there are no exceptions.
  func exceptions(to body: ByteRange, in bytes: Span<UInt8>) -> ExceptedPages? {
    let bit = filterBit(body, bytes)
    guard filter[bit / 64] & 1 << UInt64(bit % 64) != 0 else { return nil }
    return pages[bytes.array(body)]
  }

  private static let filterWords = 1024

  private func filterBit(_ body: ByteRange, _ bytes: Span<UInt8>) -> Int {
    var hash = ByteHash()
    hash.mix(bytes.extracting(body.indices))
    return hash.slot(of: Self.filterWords * 64)
  }
}
