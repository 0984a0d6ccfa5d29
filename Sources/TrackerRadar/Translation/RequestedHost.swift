import ContentBlocker

/// The host of the requests that rules are about.
enum RequestedHost: Hashable {
  /// A tracker's domain, and all hosts below it.
  case tracker([UInt8])
  /// Exactly one host, which stands for another: regexes are about that other one.
  case cloaked([UInt8], target: [UInt8])

  /// What is known of the end of the host that regexes see.
  var known: [UInt8] {
    switch self {
    case .tracker(let domain): domain
    case .cloaked(_, let target): target
    }
  }

  /// What stands at the end of the host in the request.
  var written: [UInt8] {
    switch self {
    case .tracker(let domain): domain
    case .cloaked(let host, _): host
    }
  }

  /// All requests to the host, whatever the port.
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

  /// Third-party requests are what trackers are about. A cloaked host is the site's own by its name; what
  /// it stands for is not.
  var loadTypes: LoadTypes {
    switch self {
    case .tracker: .thirdParty
    case .cloaked: []
    }
  }
}
