import SluiceSystem
import Testing

@testable import SluiceListFiles
@testable import SluiceLists

@Suite struct OutputNamesTests {
  @Test(arguments: [
    ("ads.json", true), ("ads.json.gz", true), ("ads.safari-26.network.2.json", true), ("ads.map", true),
    ("ads.advanced.json", true), ("NOTICE", true), ("manifest.json", true), ("report.json", true),
    ("index.html", false), (".json", false), (".ads.json", false), ("a b.json", false), ("é.json", false),
    ("ads", false), ("ads.json~", false), (".git", false), ("CNAME", false), ("robots.txt", false),
  ])
  func buildOutputNamesAreRecognized(text: String, isOfABuild: Bool) {
    #expect(FileName(text)?.isOfABuild == isOfABuild)
  }
}
