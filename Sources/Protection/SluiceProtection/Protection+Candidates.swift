/// The available versions of a list.
extension Protection {
  /// The offers, best first.
  var offers: [(version: ProtectionState.Version, offer: ListOffer)] {
    guard source != nil else { return builtInOffer.map { [(.newest, $0)] } ?? [] }
    var offers: [(version: ProtectionState.Version, offer: ListOffer)] = []
    if let newest = known.newest { offers.append((.newest, newest)) }
    if let good = known.good, good.lists != known.newest?.lists { offers.append((.lastGood, good)) }
    if let builtInOffer {
      // Lists that came with an update of the app after the last fetch are the newest until the source is asked.
      offers.insert((.builtIn, builtInOffer), at: hasNewBuiltIn ? 0 : offers.count)
    }
    return offers
  }

  /// Whether the built-in lists are others than at the last successful request to the source.
  var hasNewBuiltIn: Bool {
    guard let before = known.builtIn, let builtInOffer else { return false }
    return before != builtInOffer.identifier
  }

  /// Returns the contents of a rule file, verified by its digest.
  func content(of file: ListOffer.File, _ candidate: Candidate) async -> [UInt8]? {
    await content(file.content, candidate.version, isStored: candidate.form.leftOut.isEmpty)
  }

  /// Returns the contents of a file or script of a list's version.
  func content(
    _ content: ListOffer.Content, _ version: ProtectionState.Version, isStored: Bool
  ) async -> [UInt8]? {
    let store = store
    let stored = await offMainActor { store?.bytes(sha256: content.sha256, atMost: content.bytes) }
    if let stored { return stored }
    // Files of forms with parts left out are fetched only when needed.
    let isBuiltIn = version == .builtIn || source == nil
    guard let source = isBuiltIn ? builtIn : isStored ? nil : source else { return nil }
    return try? await source.verified(content)
  }
}
