import SluiceSystem

#if os(Linux)
  import Foundation
  import SluiceLists
  import SluiceProtection

  extension Driver {
    /// Starts without a network, then updates to different lists with another site, for tests that kill the
    /// process.
    ///
    /// It prints the result of the start immediately.
    func cycle(_ number: Int) async throws -> [String: Any] {
      struct Offline: ListSource {
        func offer(unless etag: String?) async throws(ListSourceProblem) -> ListOffer? {
          throw .unreachable("no network")
        }
        func bytes(of name: FileName, atMost limit: Int) async throws(ListSourceProblem) -> [UInt8] {
          throw .unreachable("no network")
        }
      }
      let offline = protection(Offline())
      await offline.start()
      print("started \(offline.state.kind.rawValue) \(offline.state.lists.count)")
      fflush(nil)
      let rules = (0..<3_000).map {
        #"{"trigger":{"url-filter":"^http://a\#($0).v\#(number)"},"action":{"type":"block"}}"#
      }
      let block = "[\(rules.joined(separator: ",")),\(Lists.blocking.dropFirst())"
      let online = protection(
        Lists([("ads", [(block, false), (Lists.hiding, true)])]), exceptionDelay: .zero)
      await online.start()
      if let site = Site(host: "site\(number).test") { online.setUnprotected(site) }
      _ = try await online.update()
      print("updated")
      fflush(nil)
      try await until("exact") { online.state.areSitesExact }
      return ["sites": online.unprotectedSites.count]
    }
  }
#endif
