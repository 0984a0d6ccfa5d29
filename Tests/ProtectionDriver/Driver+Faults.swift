#if os(Linux)
  import Foundation
  import SluiceProtection

  extension Driver {
    /// Records how the real engine handles lists that it rejects and damaged files.
    func faults() async throws -> [String: Any] {
      var result: [String: Any] = [:]
      func outcome(_ protection: Protection) -> String {
        let state = protection.state
        let words = state.problems.map(\.message).joined(separator: "; ")
        return
          "\(state.kind.rawValue) \(state.lists.map { $0.version?.rawValue ?? "-" }.joined(separator: " ")) \(words)"
      }
      let good = protection()
      await good.start()
      result["good"] = outcome(good)
      let compiled = engine.file(of: await engine.identifiers().first ?? "")
      result["file"] =
        compiled.map { FileManager.default.fileExists(atPath: $0) } == true ? "there" : "not there"
      // Garbage in the middle of a compiled file.
      if let compiled, let file = FileHandle(forUpdatingAtPath: compiled) {
        let size = try file.seekToEnd()
        try file.seek(toOffset: size / 2)
        try file.write(contentsOf: Data(repeating: 0xff, count: 16))
        try file.close()
      }
      let damaged = protection()
      await damaged.start()
      result["damaged"] = outcome(damaged)
      let view = try open(damaged)
      result["damaged, page"] = try await load(view, "http://p.test/").short
      for (name, json) in [
        ("rejected", #"[{"trigger":{"url-filter":"a|b"},"action":{"type":"block"}}]"#),
        ("truncated", String(Lists.blocking.dropLast(9))), ("empty", ""),
      ] {
        let source = Lists([("ads", [(json, false), (Lists.hiding, true)])])
        let update = protection(source)
        await update.start()
        _ = try await update.update()
        result[name] = outcome(update)
      }
      return result
    }
  }

  extension Driver {
    /// Records the errors if files may not exceed a size, as on a full disk.
    func full() async throws -> [String: Any] {
      let good = protection()
      await good.start()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 2_000, rlim_max: rlim_t.max)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return [:] }
      let rules = (0..<2_000).map {
        #"{"trigger":{"url-filter":"^http://a\#($0)"},"action":{"type":"block"}}"#
      }
      let json = "[\(rules.joined(separator: ","))]"
      var result: [String: Any] = [:]
      do {
        let list = try await engine.compile("sluice-full", json: Array(json.utf8))
        result["compiled"] = list.identifier
      } catch {
        result["compile"] = "\(error)"
      }
      let update = protection(Lists([("ads", [(json, false)])]))
      await update.start()
      do throws(Protection.UpdateProblem) {
        _ = try await update.update()
      } catch {
        result["update"] = error.message
      }
      let problems = update.state.problems.map(\.message).joined(separator: "; ")
      result["state"] = "\(update.state.kind.rawValue) \(problems)"
      limit.rlim_cur = rlim_t.max
      _ = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      return result
    }
  }

  extension Driver {
    /// Tests only the engine of the library that the process has loaded: compile, look up, list and remove.
    static func engine(folder: String) async throws -> [String: Any] {
      let engine = try WebKitGTKEngine()
      try engine.open(folder)
      var result: [String: Any] = ["engine": engine.version, "gtk": engine.isForGTK4 ? 4 : 3]
      _ = try await engine.compile("sluice-one", json: Array(Lists.blocking.utf8))
      result["names"] = await engine.identifiers().joined(separator: " ")
      result["found"] = await engine.list("sluice-one")?.identifier ?? "not"
      result["file"] = engine.file(of: "sluice-one") == nil ? "not" : "there"
      do {
        _ = try await engine.compile("sluice-two", json: Array(#"[{"trigger":{"url-filter":"a|b"}}]"#.utf8))
      } catch {
        result["rejected"] = "\(error)"
      }
      await engine.remove("sluice-one")
      result["left"] = await engine.identifiers().count
      return result
    }
  }
#endif
