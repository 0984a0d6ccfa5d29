import SluiceText

/// The hosts with user style sheets in the views of one holder: those of the current pages and the last ones
/// before them.
///
/// Adding or removing a sheet makes WebKit compute the styles of all open pages of the holder again, so sheets
/// stay for a while. Each document is compared with the hosts of all sheets, so their number is limited.
struct StyledHosts {
  /// The sheets of hosts with styles, the most recent first.
  private(set) var sheets: [PageStyleSheet] = []
  /// The hosts, the most recent first, with their sheets; nil for hosts without styles.
  private var hosts: [(host: [UInt8], sheet: PageStyleSheet?)] = []

  /// The maximum number of hosts that no view shows.
  private static let most = 32

  /// Updates the sheets. Returns whether they have changed.
  ///
  /// - Parameters:
  ///   - current: The hosts of all current pages.
  ///   - isProtected: Returns whether a former host may still have styles.
  ///   - areNew: Whether the styles have changed since the last call.
  ///   - style: Returns the styles of a host.
  mutating func update(
    _ current: [[UInt8]], isProtected: ([UInt8]) -> Bool, areNew: Bool, _ style: (String) -> String
  ) -> Bool {
    var known: [[UInt8]: PageStyleSheet?] = [:]
    var former: [[UInt8]] = []
    for (host, sheet) in hosts where isProtected(host) {
      if !areNew { known[host] = .some(sheet) }
      former.append(host)
    }
    var seen: Set<[UInt8]> = []
    let recent = current.filter { seen.insert($0).inserted }
    let last = former.filter { !seen.contains($0) }.prefix(Self.most)
    hosts = (recent + last).map { host in (host, known[host] ?? Self.sheet(of: host, style)) }
    let sheets = hosts.compactMap(\.sheet)
    defer { self.sheets = sheets }
    return Set(sheets) != Set(self.sheets)
  }

  private static func sheet(of host: [UInt8], _ style: (String) -> String) -> PageStyleSheet? {
    // In WebKit's patterns, it would match other hosts.
    guard !host.contains(ASCII.star) else { return nil }
    let name = String(decoding: host, as: UTF8.self)
    let text = style(name)
    return text.isEmpty ? nil : PageStyleSheet(host: name, text: text)
  }
}
