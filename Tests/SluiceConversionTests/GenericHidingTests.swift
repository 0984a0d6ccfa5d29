import SluiceConversion
import SluiceRules
import SluiceSyntax
import Testing

/// Generic hiding filters that act in fewer documents.
struct GenericHidingTests {
  struct Row: CustomTestStringConvertible {
    var filters: String
    var choice: GenericHiding
    var target = Target.any
    var split: ConvertedList.Part?
    var rules: [String]
    var approximated: [String]

    var testDescription: String { "\(choice) \(target) \(filters)" }
  }

  static let rows = [
    Row(
      filters: "##.x\n~a.com##.y\nb.com##.z", choice: .pages,
      rules: [
        "hide .x .* type=document context=top-frame",
        "hide .y .* type=document context=top-frame unless-top-url=*a.com",
        #"hide .z ||b\.com[:/] case type=document"#,
      ], approximated: ["##.x", "~a.com##.y"]),
    Row(
      filters: "##.x\n~a.com##.y\nb.com##.z", choice: .scripted,
      rules: [
        "hide .x .* type=script", "hide .y .* type=document unless-top-url=*a.com",
        #"hide .z ||b\.com[:/] case type=document"#,
      ], approximated: ["##.x"]),
    Row(
      filters: "||b.com^$image\n##.x\n@@||a.com^$generichide", choice: .scripted,
      rules: [
        #"block ||b\.com[:/] case type=image"#, "hide .x .* type=script unless-top-url=*a.com",
        "ignore-previous .* type=document context=top-frame if-top-url=*a.com",
      ], approximated: ["##.x"]),
    Row(
      filters: "||b.com^$image\n##.x\n@@||a.com^$generichide", choice: .pages,
      rules: [
        #"block ||b\.com[:/] case type=image"#, "hide .x .* type=document context=top-frame",
        "ignore-previous .* type=document context=top-frame if-top-url=*a.com",
      ], approximated: ["##.x"]),
    Row(
      filters: "##.x\n@@||a.com^$generichide", choice: .scripted, split: .cosmetic,
      rules: ["hide .x .* type=script", "ignore-previous .* if-top-url=*a.com"], approximated: ["##.x"]),
    Row(
      filters: "##.x\nb.com##.z\nb.com#@#.x", choice: .scripted, target: .webKitGTK2_50,
      rules: [
        "hide .x .* type=document unless-top-url=*b.com", #"hide .z ||b\.com[:/] case type=document"#,
      ], approximated: []),
  ]

  @Test(arguments: rows) func genericHidingChoiceChangesRules(_ row: Row) throws {
    let converted = try convert(row.filters, target: row.target, split: row.split) {
      $0.genericHiding = row.choice
    }
    #expect(converted.rules == row.rules)
    #expect(converted.diagnostics == row.approximated.map { "approximated generic-hiding: \($0)" })
  }

  @Test func genericHidingAppliesEverywhereByDefault() throws {
    #expect(try convert("##.x").rules == ["hide .x .*"])
    #expect(ConversionOptions().genericHiding == .everywhere)
  }
}
