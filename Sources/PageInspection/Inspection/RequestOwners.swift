import ContentBlocker
import Conversion
import TrackerRadar

/// Who owns hosts.
struct RequestOwners: Sendable {
  private var owners: [HostKey: String] = [:]
  private var cnames: [HostKey: [UInt8]] = [:]

  init(_ data: TrackerData) {
    for tracker in data.trackers { owners[HostKey(tracker.domain)] = tracker.owner }
    // Of both the entity is the later word: it has all domains of its owner.
    for entity in data.entities {
      for domain in entity.domains { owners[HostKey(domain)] = entity.name }
    }
    for cname in data.cnames { cnames[HostKey(cname.host)] = cname.target }
  }

  /// The owner of a host in lower case and punycode, or of the host that it stands for.
  func owner(of host: [UInt8]) -> String? {
    HostNames.nearest(cnames[HostKey(host)] ?? host) { owners[$0] } ?? HostNames.nearest(host) { owners[$0] }
  }
}
