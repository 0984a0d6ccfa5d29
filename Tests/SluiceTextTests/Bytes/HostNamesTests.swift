import SluiceText
import Testing

@Suite struct HostNamesTests {
  @Test(arguments: [
    ("a.example", "a.example", true), ("b.a.example", "a.example", true), ("ba.example", "a.example", false),
    ("example", "a.example", false),
  ])
  func hostIsWithinItselfAndItsParents(host: String, domain: String, isWithin: Bool) {
    #expect(HostNames.isHost(Array(host.utf8), within: Array(domain.utf8)) == isWithin)
    #expect(HostNames.isHost(Array(host.utf8), withinAny: [Array(domain.utf8)]) == isWithin)
  }

  @Test func nearestKnownParentHostIsFound() {
    let host = Array("c.b.a.example".utf8)
    #expect(HostNames.parents(of: host) == ["b.a.example", "a.example", "example"].map { Array($0.utf8) })
    let known = [HostKey(Array("a.example".utf8)): 1, HostKey(Array("example".utf8)): 2]
    #expect(HostNames.nearest(host) { known[$0] } == 1)
    #expect(HostNames.nearest(Array("test".utf8)) { known[$0] } == nil)
  }
}
