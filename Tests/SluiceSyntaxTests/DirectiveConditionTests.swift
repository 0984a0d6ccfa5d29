import SluiceSyntax
import SluiceText
import Testing

/// The conditions of `!#if`.
@Suite struct DirectiveConditionTests {
  @Test(
    arguments: [
      ("yes", true),
      ("no", false),
      ("!no", true),
      ("!!yes", true),
      ("yes && no", false),
      ("yes || no", true),
      ("no && no || yes", true),
      ("yes || no && no", true),
      ("(yes || no) && no", false),
      ("!(yes && no)", true),
      ("( yes&&!no )", true),
      (" yes ", true),
      ("", nil),
      ("yes no", nil),
      ("yes &&", nil),
      ("|| yes", nil),
      ("(yes", nil),
      ("yes)", nil),
      ("()", nil),
      ("yes & yes", nil),
      ("!", nil),
    ] as [(String, Bool?)])
  func directiveConditionsAreEvaluated(_ condition: String, _ expected: Bool?) {
    let bytes = Array(condition.utf8)
    let range = ByteRange(0, bytes.count)
    #expect(DirectiveCondition.evaluate(bytes.span, in: range, constants: ["yes"]) == expected)
  }

  @Test(arguments: ["(", "!", "!(", "a||", "a&&("]) func hostileDirectiveConditionsEnd(_ part: String) {
    let bytes = Array(String(repeating: part, count: 100_000).utf8)
    #expect(DirectiveCondition.evaluate(bytes.span, in: ByteRange(0, bytes.count), constants: []) == nil)
  }
}
