import ContentBlocker

extension TrackerData {
  /// Reads a tds.json.
  ///
  /// Versions 5 and 6 and the files for extensions are read; keys that are not known are ignored. What is
  /// malformed is left out and noted with its path, and the rest goes on.
  /// - Throws: when the file is not JSON, has no `trackers` (``TrackerDataProblem/Reason/noTrackers``), or has
  ///   something else than an object there.
  public static func decodingJSON(
    _ json: some InputBytes & ~Escapable
  ) throws(TrackerDataProblem) -> (data: TrackerData, problems: [TrackerDataProblem]) {
    let name = json.inputName
    return try json.withInputBytes { (json) throws(TrackerDataProblem) in
      try TrackerDataDecoder.decode(json, called: name)
    }
  }
}
