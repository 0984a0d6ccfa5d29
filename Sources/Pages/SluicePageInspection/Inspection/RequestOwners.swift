import SluiceConversion
import SluiceRules
import SluiceTrackers

/// The owners of hosts.
struct RequestOwners: Sendable {
  private var owners: [HostKey: String] = [:]
  private var cnames: [HostKey: [UInt8]] = [:]

  init(_ data: TrackerData) {
    for tracker in data.trackers { owners[HostKey(tracker.domain)] = tracker.owner }
    // Entities take precedence over trackers, because they list all domains of their owner.
    for entity in data.entities {
      for domain in entity.domains { owners[HostKey(domain)] = entity.name }
    }
    for cname in data.cnames { cnames[HostKey(cname.host)] = cname.target }
  }

  /// Returns the owner of a host, which must be in lowercase and Punycode, or of its CNAME target.
  func owner(of host: [UInt8]) -> String? {
    HostNames.nearest(cnames[HostKey(host)] ?? host) { owners[$0] } ?? HostNames.nearest(host) { owners[$0] }
  }
}
