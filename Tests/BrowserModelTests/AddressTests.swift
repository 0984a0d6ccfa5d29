@testable import SluiceBrowserModel
import Testing
import TestSupport

/// The meaning of texts in the address bar.
@MainActor @Suite(.ends) struct AddressTests {
  @Test(arguments: [
    ("example.com", "https://example.com"),
    (" example.com/a?b=c#d ", "https://example.com/a?b=c#d"),
    ("http://example.com", "http://example.com"),
    ("HTTP://Example.com/", "http://Example.com/"),
    ("https://example.com:8443/", "https://example.com:8443/"),
    ("example.com:8080/x", "https://example.com:8080/x"),
    ("example.com/a b", "https://example.com/a%20b"),
    ("example.com.", "https://example.com."),
    ("b\u{fc}cher.example", "https://b\u{fc}cher.example"),
    ("localhost", "https://localhost"),
    ("http://localhost:8000/", "http://localhost:8000/"),
    ("http://intranet/", "http://intranet/"),
    ("nas:8080", "https://nas:8080"),
    ("router/", "https://router/"),
    ("192.168.0.1", "https://192.168.0.1"),
    ("192.168.0.1:80/x", "https://192.168.0.1:80/x"),
    ("[::1]:8080", "https://[::1]:8080"),
    ("https://user:word@example.com/", "https://user:word@example.com/"),
    ("about:blank", "about:blank"),
    ("file:///tmp/a b", "file:///tmp/a%20b"),
  ]) func typedAddressIsOpened(typed: String, url: String) {
    #expect(AddressReader().url(for: typed) == url)
  }

  @Test(arguments: [
    ("swift", "swift"), ("what is swift", "what%20is%20swift"), ("a.b c", "a.b%20c"), ("3.14", "3.14"),
    ("1.2.3.4.5", "1.2.3.4.5"), ("300.1.1.1", "300.1.1.1"), ("me@example.com", "me%40example.com"),
    ("javascript:alert(1)", "javascript%3Aalert%281%29"), ("data:text/html,x", "data%3Atext%2Fhtml%2Cx"),
    ("C++ & more?", "C%2B%2B%20%26%20more%3F"), ("either/or", "either%2For"),
    ("example.com:99999", "example.com%3A99999"),
    ("example.com:", "example.com%3A"), ("http://", "http%3A%2F%2F"), ("https:// a", "https%3A%2F%2F%20a"),
    ("http:///path", "http%3A%2F%2F%2Fpath"), ("caf\u{e9}", "caf%C3%A9"), ("a..b", "a..b"),
    ("[::1", "%5B%3A%3A1"),
    ("how.", "how."), ("?", "%3F"),
  ]) func wordsAreSearched(typed: String, words: String) {
    #expect(
      AddressReader(search: "https://s.example/?q=%s&x").url(for: typed) == "https://s.example/?q=\(words)&x")
  }

  @Test func nothingTypedOpensNothing() {
    #expect(AddressReader().url(for: " \n") == nil)
  }

  @Test func searchURLNeedsHostAndPlaceOfWords() {
    #expect(AddressReader.isSearch("https://s.example/?q=%s"))
    for wrong in [
      "", "https://s.example/", "https://s.example/%s/%s", "ftp://s.example/%s", "javascript:%s",
      "https://%s",
    ] {
      #expect(!AddressReader.isSearch(wrong))
    }
    #expect(AddressReader(search: "nonsense").url(for: "words") == nil)
  }

  @Test func securityIsThatOfTheConnection() {
    #expect(PageSecurity(page: "https://a.example/") == .secure)
    #expect(PageSecurity(page: "https://a.example/", hasTrustedCertificate: false) == .untrusted)
    #expect(PageSecurity(page: "http://a.example/") == .insecure)
    #expect(PageSecurity(page: "about:blank") == PageSecurity.none)
    #expect(PageSecurity(page: nil) == PageSecurity.none)
  }
}
