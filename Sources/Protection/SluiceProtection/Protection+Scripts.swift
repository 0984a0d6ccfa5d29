import SluicePageScript

/// The page scripts of the lists.
extension Protection {
  /// Loads the scripts of the active lists. For an inactive list, loads those of its best version, because
  /// scripts work without the list.
  func prepareScripts() async {
    var chosen: [(script: ListOffer.Script, version: ProtectionState.Version, list: String)] = []
    for name in wanted {
      let version = active[name]?.version
      let offered = offers.first { $0.version == version } ?? offers.first
      guard let offered, let list = offered.offer.lists.first(where: { $0.name == name }) else { continue }
      chosen += list.scripts.map { ($0, offered.version, name) }
    }
    let digests = chosen.map(\.script.sha256)
    guard digests != scriptDigests else { return }
    var texts: [PageScriptText] = []
    var styles: [PageStyles] = []
    for (script, version, list) in chosen {
      guard let bytes = await content(script.content, version, isStored: true) else {
        problems.note(.missingContent(list), about: .list(list))
        continue
      }
      let own =
        engine.appliesStyles && !script.isOfPage
        ? await offMainActor { PageStyles(isolatedScript: bytes) } : nil
      if let own { styles.append(own) }
      let text = secret.fill(bytes, of: list, leavesStyles: own != nil)
      texts.append(PageScriptText(text: text, isOfPage: script.isOfPage))
    }
    // A missing script may be available the next time.
    (scripts, scriptDigests) = (texts, texts.count == chosen.count ? digests : [])
    self.styles = styles
  }
}
