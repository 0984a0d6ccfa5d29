#if os(Linux)
  import Foundation
  import SluiceProtection
  import SluiceSystem

  extension Driver {
    /// Toggles a site many times and measures the memory growth.
    ///
    /// Before that, it requests a page before the lists are ready.
    func switches(_ count: Int) async throws -> [String: Any] {
      let protection = protection()
      let view = try open(protection)
      gtk.load(view, "http://p.test/?busy")
      try await Task.sleep(for: .milliseconds(100))
      await protection.start()
      let first = try await go(view, to: "p.test") {}
      var result: [String: Any] = ["first page": first.short, "first page, requests": requests()]
      guard let site = Site(host: "a.test") else { return [:] }
      _ = try await load(view, "http://a.test/")
      func turn(_ count: Int) async {
        for number in 0..<count {
          protection.setUnprotected(site, isUnprotected: number.isMultiple(of: 2))
          // The pause between two clicks.
          if number.isMultiple(of: 50) { try? await Task.sleep(for: .milliseconds(2)) }
        }
      }
      await turn(count)
      // Growth in each of several rounds is a leak; other growth comes from the allocator.
      var growth = Int.max
      for _ in 0..<3 {
        let before = Self.ownMemory
        await turn(count)
        growth = min(growth, Self.ownMemory - before)
      }
      result["grown, kB"] = growth
      return result
    }

    /// The memory that this process has written to, in kB.
    static var ownMemory: Int {
      let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
      return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    }

    /// Measures the cost of starting with the lists of a directory, precompiled and not.
    func start(_ path: String) async throws -> [String: Any] {
      var result: [String: Any] = [:]
      for name in ["nothing compiled", "compiled"] {
        let protection = protection(DirectorySource(path: path))
        let clock = ContinuousClock.now
        let cpu = Self.cpu
        let start = Task { await protection.start() }
        await protection.ready()
        result["\(name), ready after ms"] = clock.duration(to: .now) / .milliseconds(1)
        result["\(name), ready, CPU ms"] = (Self.cpu - cpu) * 1000
        await start.value
        result["\(name), all after ms"] = clock.duration(to: .now) / .milliseconds(1)
        result["\(name), all, CPU ms"] = (Self.cpu - cpu) * 1000
        result["\(name), state"] = protection.state.kind.rawValue
      }
      for name in Pathname.names(in: path) where name.hasSuffix(".json") && !name.hasPrefix("manifest") {
        let json = [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
        let cpu = Self.cpu
        if (try? await engine.compile("alone", json: json)) != nil {
          result["\(name) compiled by WebKit alone, CPU ms"] = (Self.cpu - cpu) * 1000
        }
        await engine.remove("alone")
      }
      // The time that WebKit itself needs to look them up.
      let cpu = Self.cpu
      for identifier in await engine.identifiers() { _ = await engine.list(identifier) }
      result["WebKit alone, CPU ms"] = (Self.cpu - cpu) * 1000
      let protection = protection(DirectorySource(path: path), exceptionDelay: .zero)
      await protection.start()
      if let site = Site(host: "a.test") {
        let clock = ContinuousClock.now
        protection.setUnprotected(site)
        try await until("exact", seconds: 100) { protection.state.areSitesExact }
        result["exception, ms"] = clock.duration(to: .now) / .milliseconds(1)
        let again = ContinuousClock.now
        protection.setUnprotected(site, isUnprotected: false)
        try await until("exact", seconds: 100) { protection.state.areSitesExact }
        result["protected again, ms"] = again.duration(to: .now) / .milliseconds(1)
        for number in 0..<10_000 {
          if let site = Site(host: "a\(number).test") { protection.setUnprotected(site) }
        }
        let many = ContinuousClock.now
        try await until("exact", seconds: 100) { protection.state.areSitesExact }
        result["10,000 exceptions, ms"] = many.duration(to: .now) / .milliseconds(1)
      }
      // Views themselves need memory too.
      for (name, protection) in [("without", nil), ("with", protection)] {
        _ = try await load(open(protection), "http://p.test/")
        let one = Self.ownMemory
        for _ in 0..<9 { _ = try await load(open(protection), "http://p.test/") }
        result["nine more views \(name) protection, kB"] = Self.ownMemory - one
      }
      return result
    }

    /// Measures the longest work of the main thread, in which it draws nothing, while lists are compiled.
    func silence(_ path: String) async throws -> [String: Any] {
      let protection = protection(DirectorySource(path: path), store: "silence")
      var longest = 0.0
      let ticks = Task {
        var last = Self.cpuOfThread
        while !Task.isCancelled {
          let now = Self.cpuOfThread
          (longest, last) = (max(longest, now - last), now)
          try? await Task.sleep(for: .milliseconds(1))
        }
      }
      await protection.start()
      ticks.cancel()
      await ticks.value
      return ["longest, CPU ms": longest * 1000, "state": protection.state.kind.rawValue]
    }

    /// The CPU time of this thread in seconds. A busy machine does not change it.
    private static var cpuOfThread: Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Measures the cost of an update from one directory to another.
    func update(_ paths: [String]) async throws -> [String: Any] {
      guard paths.count == 2 else { return [:] }
      let before = protection(DirectorySource(path: paths[0]))
      await before.start()
      let after = protection(DirectorySource(path: paths[1]))
      await after.start()
      let cpu = Self.cpu
      let update = try await after.update()
      let all = try await DirectorySource(path: paths[1]).offer(unless: nil)
      let bytes = all?.lists.flatMap { $0.forms.first?.files ?? [] }.reduce(0) { $0 + $1.bytes } ?? 0
      return [
        "files": update.files, "fetched": update.fetchedBytes, "compiled": update.compiledBytes, "all": bytes,
        "CPU ms": (Self.cpu - cpu) * 1000, "state": after.state.kind.rawValue,
      ]
    }

    /// The CPU time of this process in seconds, over all threads.
    private static var cpu: Double {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
      return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
  }
#endif
