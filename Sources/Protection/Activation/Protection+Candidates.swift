/// Which versions of a list there are.
extension Protection {
  /// The offers, the best first.
  var offers: [(version: ProtectionState.Version, offer: ListOffer)] {
    guard source != nil else { return builtInOffer.map { [(.newest, $0)] } ?? [] }
    var offers: [(version: ProtectionState.Version, offer: ListOffer)] = []
    if let newest = known.newest { offers.append((.newest, newest)) }
    if let good = known.good, good.lists != known.newest?.lists { offers.append((.lastGood, good)) }
    if let builtInOffer { offers.append((.builtIn, builtInOffer)) }
    return offers
  }

  /// What a list can be made to act as, in the order in which it is tried: new, last good, built in, and then without one
  /// part after the other. An exception for sites that WebKit does not take with a version is left out at once: switching does
  /// nearly the same.
  func candidates(for name: String) -> [Candidate] {
    let lists = offers.compactMap { offer in
      offer.offer.lists.first { $0.name == name }.map { (version: offer.version, list: $0) }
    }
    var candidates: [Candidate] = []
    for level in 0..<(lists.map(\.list.forms.count).max() ?? 0) {
      for (version, list) in lists where level < list.forms.count {
        for takesSites in sites.isEmpty ? [true] : [true, false] {
          candidates.append(
            Candidate(version: version, list: list, form: list.forms[level], takesSites: takesSites))
        }
      }
    }
    return candidates
  }

  /// The names of all lists that should act, in their order.
  var offeredNames: [String] { offers.first?.offer.lists.map(\.name) ?? [] }

  /// The names of lists that were offered before, or are built in, and are not offered any more, the best first: they act
  /// where nothing can be had of those that are.
  var formerNames: [[String]] {
    let wanted = Set(offeredNames)
    return offers.dropFirst().map { $0.offer.lists.map(\.name).filter { !wanted.contains($0) } }
      .filter { !$0.isEmpty }
  }

  /// The bytes of a file, as its digest says.
  func content(of file: ListOffer.File, _ candidate: Candidate) async -> [UInt8]? {
    await content(
      .init(name: file.name, sha256: file.sha256, bytes: file.bytes), candidate.version,
      isStored: candidate.form.leftOut.isEmpty)
  }

  /// The bytes of a file or script of a version of a list.
  func content(
    _ content: ListOffer.Content, _ version: ProtectionState.Version, isStored: Bool
  ) async -> [UInt8]? {
    if let bytes = await Self.stored(content, store) { return bytes }
    // What is left out for is not fetched before it is needed.
    let isBuiltIn = version == .builtIn || source == nil
    guard let source = isBuiltIn ? builtIn : isStored ? nil : source else { return nil }
    return await Self.bytes(of: content, from: source)
  }

  private nonisolated static func stored(_ content: ListOffer.Content, _ store: ProtectionStore?) async
    -> [UInt8]?
  {
    store?.bytes(sha256: content.sha256, atMost: content.bytes)
  }

  private nonisolated static func bytes(
    of content: ListOffer.Content, from source: any ListSource
  ) async -> [UInt8]? {
    try? await verified(content, from: source)
  }
}
