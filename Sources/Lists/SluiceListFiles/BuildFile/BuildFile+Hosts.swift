extension BuildFile {
  /// The hosts of all URLs in the build file.
  package var namedHosts: Set<String> {
    var texts: [String] = []
    for list in lists {
      var places = list.sources.map(\.location)
      if let trackers = list.trackers {
        places += [trackers.blocklist] + trackers.exceptions + [trackers.surrogates].compactMap { $0 }
      }
      texts += places.map(\.text) + list.includeFiles + list.excludeFiles
      texts += list.sources.flatMap { $0.includeFiles + $0.excludeFiles }
    }
    return Set(texts.compactMap { try? RemoteURL($0) }.map(\.host))
  }
}
