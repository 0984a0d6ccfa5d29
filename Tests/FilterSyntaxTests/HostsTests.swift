import Testing

/// Lines of hosts files and of dnsmasq.
@Suite struct HostsTests {
  @Test(arguments: [
    ("0.0.0.0 a.com", "hosts 0.0.0.0: a.com"),
    ("127.0.0.1\ta.com", "hosts 127.0.0.1: a.com"),
    ("127.0.0.1 a.com b.com  c.com", "hosts 127.0.0.1: a.com b.com c.com"),
    ("0.0.0.0 a.com # comment", "hosts 0.0.0.0: a.com"),
    ("0.0.0.0 a.com#comment", "hosts 0.0.0.0: a.com"),
    ("0.0.0.0 a.com ## comment", "hosts 0.0.0.0: a.com"),
    ("0.0.0.0 a.com ##comment", "hosts 0.0.0.0: a.com"),
    ("0.0.0.0 ä.com a_b.com", "hosts 0.0.0.0: ä.com a_b.com"),
    ("0.0.0.0 0.0.0.0", "hosts 0.0.0.0: 0.0.0.0"),
    ("::1 localhost ip6-localhost", "hosts ::1: localhost ip6-localhost"),
    (":: a.com", "hosts ::: a.com"),
    ("fe80::1%lo0 localhost", "hosts fe80::1%lo0: localhost"),
    ("ff02::1 ip6-allnodes", "hosts ff02::1: ip6-allnodes"),
    ("2001:DB8::a a.com", "hosts 2001:DB8::a: a.com"),
    ("::ffff:127.0.0.1 a.com", "hosts ::ffff:127.0.0.1: a.com"),
    ("address=/a.com/", "hosts : a.com"),
    ("address=/a.com/0.0.0.0", "hosts 0.0.0.0: a.com"),
    ("address=/a.com/b.com/::", "hosts ::: a.com b.com"),
    ("address=a", "block address=a"),
    ("address=/a", "block address=/a"),
    ("1.2.3.4##.x", "hiding on 1.2.3.4: ⟦.x⟧"),
    ("1.2.3.4/x", "block 1.2.3.4/x"),
    ("0.0.0.0 a/b", "invalid-host: 0.0.0.0 ⟦a/b⟧"),
    ("0.0.0.0 a..b", "invalid-host: 0.0.0.0 ⟦a..b⟧"),
    ("0.0.0.0 a.com :80", "invalid-host: 0.0.0.0 a.com ⟦:80⟧"),
    ("0.0.0.0 # nothing", "invalid-host: ⟦0.0.0.0⟧ # nothing"),
    ("address=/a b/", "invalid-host: address=/⟦a b⟧/"),
    ("address=//", "invalid-host: address=/⟦⟧/"),
    ("1.2.3 a.com", "blank-in-pattern: 1.2.3⟦ ⟧a.com"),
    ("fa.com b.com", "blank-in-pattern: fa.com⟦ ⟧b.com"),
    ("12:30 news", "blank-in-pattern: 12:30⟦ ⟧news"),
  ])
  func lines(_ line: String, _ expected: String) { #expect(describe(line) == expected) }
}
