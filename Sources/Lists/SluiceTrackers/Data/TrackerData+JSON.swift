import SluiceRules

extension TrackerData {
  /// Reads a `tds.json` file: version 5, version 6, or the format for extensions.
  ///
  /// Unknown keys are ignored. Malformed parts are skipped and reported as problems with their paths.
  ///
  /// - Throws: A ``TrackerDataProblem`` if the file is not JSON, has no `trackers`
  ///   (``TrackerDataProblem/Reason/noTrackers``), or if `trackers` is not an object.
  public static func decodingJSON(
    _ json: some InputBytes & ~Escapable
  ) throws(TrackerDataProblem) -> (data: TrackerData, problems: [TrackerDataProblem]) {
    let name = json.inputName
    return try json.withInputBytes { (json) throws(TrackerDataProblem) in
      try TrackerDataDecoder.decode(json, called: name)
    }
  }
}
