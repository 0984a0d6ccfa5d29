/// The reason why a list was not compiled. Details are in ``ProtectionState/problems``.
enum CompileObstacle: Error {
  case memory
  case engine
  case content
}

extension Protection {
  /// Returns the files of a candidate if all of them are compiled.
  ///
  /// - Parameter exact: Whether the files must have exceptions for all unprotected sites. If false, they can
  ///   lack exceptions, but must not have exceptions for other sites.
  func compiled(_ candidate: Candidate, target: SiteTarget, exact: Bool) async -> [ActingFile]? {
    var files: [ActingFile] = []
    for file in candidate.form.files {
      guard let found = await compiled(file, candidate: candidate, target: target, exact: exact) else {
        return nil
      }
      files.append(found)
    }
    return files
  }

  private func compiled(
    _ file: ListOffer.File, candidate: Candidate, target: SiteTarget, exact: Bool
  ) async -> ActingFile? {
    let active = active.values.lazy.flatMap(\.files).first { $0.file.sha256 == file.sha256 }
    if let active, candidate.accepts(active.sites, file: file, target: target, isExact: exact) {
      return ActingFile(file: file, compiled: active.compiled, sites: active.sites)
    }
    for choice in candidate.choices(file, target: target, isExact: exact) {
      if let list = await look(up: file.identifier(choice), file, name: candidate.list.name) {
        return ActingFile(file: file, compiled: list, sites: choice.sites)
      }
    }
    return nil
  }

  /// Returns a compiled list if its file is unmodified. WebKit loads modified files without an error.
  ///
  /// WebKit itself decides whether it can use the list of another version of WebKit. If the format of its files
  /// has changed, it compiles the list again, from the source in the file.
  private func look(
    up identifier: String, _ file: ListOffer.File, name: String
  ) async -> (any CompiledRuleList)? {
    guard let record = known.compiled[identifier] else { return nil }
    let version = engine.version
    let isForeign = record.engine != version
    if isForeign, !options.hasMemory(file.bytes * Self.memoryPerByte) { return nil }
    if let expected = record.file {
      guard let path = engine.file(of: identifier) else { return nil }
      guard await offMainActor({ ProtectionStore.digest(ofFile: path) }) == expected else {
        problems.note(.damagedCompiled(name), about: .list(name))
        await engine.remove(identifier)
        await change { $0.compiled[identifier] = nil }
        return nil
      }
    }
    guard let list = await engine.list(identifier) else { return nil }
    if isForeign {
      let digest = await digest(ofCompiled: identifier)
      await change { $0.compiled[identifier] = .init(engine: version, file: digest) }
    }
    return list
  }

  private func digest(ofCompiled identifier: String) async -> FileDigest? {
    let path = engine.file(of: identifier)
    return await offMainActor { path.flatMap { ProtectionStore.digest(ofFile: $0) } }
  }

  /// The maximum memory in bytes that WebKit uses, in the process of the app, to compile a byte of JSON.
  private static let memoryPerByte = 20

  /// Compiles the missing files of a candidate, smallest first, and records the problem on failure.
  ///
  /// - Parameters:
  ///   - insists: Whether to compile even if memory seems too low. Files are compiled one by one, so each
  ///     needs memory only for itself.
  ///   - begins: Called with the files compiled so far, after each file.
  func compile(
    _ candidate: Candidate, target: SiteTarget, insists: Bool, begins: ([ActingFile]) -> Void
  ) async throws(CompileObstacle) -> [ActingFile] {
    let name = candidate.list.name
    var done: [String: ActingFile] = [:]
    for file in candidate.form.files.sorted(by: { $0.bytes < $1.bytes }) {
      if let found = await compiled(file, candidate: candidate, target: target, exact: true) {
        done[file.sha256] = found
      } else if !insists, !options.hasMemory(file.bytes * Self.memoryPerByte) {
        problems.note(.memory(name), about: .list(name))
        failsForNow = true
        throw .memory
      } else if let content = await content(of: file, candidate) {
        let wanted = candidate.wanted(file, target: target)
        do throws(EngineProblem) {
          let list = try await compile(content, as: file.identifier(wanted), sites: wanted.sites)
          done[file.sha256] = ActingFile(file: file, compiled: list, sites: wanted.sites)
        } catch {
          problems.note(.engine(name, error), about: .list(name))
          if case .unavailable = error { failsForNow = true }
          throw .engine
        }
      } else {
        problems.note(.missingContent(name), about: .list(name))
        throw .content
      }
      begins(candidate.form.files.compactMap { done[$0.sha256] })
    }
    return candidate.form.files.compactMap { done[$0.sha256] }
  }

  private func compile(
    _ json: [UInt8], as identifier: String, sites: SiteSet
  ) async throws(EngineProblem) -> any CompiledRuleList {
    let list: any CompiledRuleList
    let version = engine.version
    do throws(EngineProblem) {
      guard let json = await offMainActor({ sites.appended(to: json) }) else {
        throw .rejected("it is not a rule list")
      }
      list = try await engine.compile(identifier, json: json)
      compiledBytes += json.count
    } catch {
      // Only errors in the list itself are permanent.
      if case .rejected(let words) = error {
        await change { $0.rejected[identifier] = .init(engine: version, words: words) }
      }
      throw error
    }
    let digest = await digest(ofCompiled: identifier)
    await change {
      $0.compiled[identifier] = .init(engine: version, file: digest)
      $0.rejected[identifier] = nil
    }
    return list
  }

  /// Changes the known state, and the stored state if possible. Returns whether the state was stored.
  @discardableResult func change(_ body: @escaping @Sendable (inout StoreState) -> Void) async -> Bool {
    guard let store else {
      body(&known)
      return false
    }
    do throws(StoreProblem) {
      known = try await store.change(from: known, body)
      problems.clear(.store)
      noteTemporaryStore()
      return true
    } catch {
      body(&known)
      problems.note(.store(error), about: .store)
      return false
    }
  }
}

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
    await content(file.content, version: candidate.version, isStored: candidate.form.leftOut.isEmpty)
  }

  func content(
    _ content: ListOffer.Content, version: ProtectionState.Version, isStored: Bool
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
