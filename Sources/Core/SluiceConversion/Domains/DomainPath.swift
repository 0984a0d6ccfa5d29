import SluiceRules
import SluiceSyntax

/// The pages of an entry such as `a.com/path` in the domains of a cosmetic filter.
struct DomainPath {
  /// The host or entity; `nil` for all sites.
  let site: PageName?
  /// The path, from its `/` on.
  let path: ByteRange

  /// Creates the pages of an entry. Returns `nil` if the host is unusable.
  init?(_ entry: DomainEntry, in bytes: Span<UInt8>) {
    guard let (site, path) = entry.parts(in: bytes) else { return nil }
    self.path = path
    switch site.kind {
    case .any: self.site = nil
    case .host, .entity:
      guard let host = HostNames.ascii(bytes, site.name) else { return nil }
      self.site = site.kind == .host ? .host(host) : .entity(host)
    case .regex, .pages: return nil
    }
  }
}
