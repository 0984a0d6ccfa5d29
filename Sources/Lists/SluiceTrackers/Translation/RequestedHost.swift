import SluiceRules

/// The host of the requests that rules apply to.
enum RequestedHost: Hashable {
  /// A tracker's domain, including subdomains.
  case tracker([UInt8])
  /// A single host that is an alias of another host. Regexes are matched against the other host.
  case cloaked([UInt8], target: [UInt8])

  /// The known end of the host that regexes are matched against.
  var known: [UInt8] {
    switch self {
    case .tracker(let domain): domain
    case .cloaked(_, let target): target
    }
  }

  /// The end of the host in the request.
  var written: [UInt8] {
    switch self {
    case .tracker(let domain): domain
    case .cloaked(let host, _): host
    }
  }

  /// Returns the size of the host's entry in the data. The rules of a tracker are in its own entry only.
  func size(of tracker: Tracker) -> Int {
    switch self {
    case .tracker: tracker.size
    case .cloaked(let host, let target): 64 + host.count + target.count
    }
  }

  /// The url-filter for all requests to the host, on any port.
  var urlFilter: URLFilter? {
    switch self {
    case .tracker(let domain): return .host(domain.span)
    case .cloaked(let host, _):
      var builder = URLFilterBuilder.atAuthority()
      for byte in host { builder.literal(byte) }
      builder.hostEnd()
      return builder.finish()
    }
  }

  /// The load types of the rules.
  ///
  /// Tracker rules apply to third-party requests. The name of an alias belongs to the site itself, so
  /// requests to it count as first-party.
  var loadTypes: LoadTypes {
    switch self {
    case .tracker: .thirdParty
    case .cloaked: []
    }
  }
}
