/// The available versions of a list.
extension Protection {
  /// The offers, best first.
  var offers: [(version: ProtectionState.Version, offer: ListOffer)] {
    guard source != nil else { return builtInOffer.map { [(.newest, $0)] } ?? [] }
    var offers: [(version: ProtectionState.Version, offer: ListOffer)] = []
    if let newest = known.newest { offers.append((.newest, newest)) }
    if let good = known.good, good.lists != known.newest?.lists { offers.append((.lastGood, good)) }
    if let builtInOffer { offers.append((.builtIn, builtInOffer)) }
    return offers
  }

  /// Returns the candidates for a list, in the order in which to try them.
  ///
  /// The order is: the newest, last good and built-in version, then the same versions with one more part left
  /// out, and so on. Each version is tried with an exception for the unprotected sites, then without it.
  /// Switching lists per page has nearly the same effect as the exception.
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

  /// The names of all lists that should be active, in order.
  var offeredNames: [String] { offers.first?.offer.lists.map(\.name) ?? [] }

  /// The names of lists from the last good or built-in offer that the newest offer does not contain, best
  /// offer first. They are active while offered lists cannot be.
  var formerNames: [[String]] {
    let wanted = Set(offeredNames)
    return offers.dropFirst().map { $0.offer.lists.map(\.name).filter { !wanted.contains($0) } }
      .filter { !$0.isEmpty }
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
