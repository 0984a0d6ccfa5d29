import SluiceSyntax
import Testing

/// The table of options is consistent with itself and with the parser.
@Suite struct OptionTableTests {
  @Test func everyOptionKindHasOneDefinition() {
    for kind in OptionKind.allCases {
      let rows = OptionTable.definitions.filter { $0.kind == kind }
      #expect(rows.count == (kind == .unknown ? 0 : 1), "\(kind)")
      #expect(OptionTable.definition(of: kind)?.kind == (kind == .unknown ? nil : kind), "\(kind)")
    }
  }

  @Test func optionNamesAreUnique() {
    let names = OptionTable.definitions.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty })
  }

  @Test func everyOptionHasMeaning() { #expect(OptionTable.definitions.allSatisfy { !$0.meaning.isEmpty }) }

  @Test(
    arguments: OptionTable.definitions.flatMap { row in ([row.name] + row.aliases).map { ($0, row.kind) } })
  func everyOptionNameIsParsed(_ name: String, _ kind: OptionKind) throws {
    let row = try #require(OptionTable.definition(of: kind))
    let value = row.value == .never ? "" : "=a.com"
    for spelling in [name, name.uppercased()] {
      #expect(describe("||x^$\(spelling)\(value)") == "block || x ^ $ " + described(row, value: "a.com"))
    }
    let negated = describe("||x^$~\(name)\(value)")
    if row.isNegatable {
      #expect(negated == "block || x ^ $ ~" + described(row, value: "a.com"))
    } else {
      #expect(negated == "option-not-negatable: ||x^$~⟦\(name)⟧\(value)")
    }
  }

  @Test(arguments: OptionTable.definitions.map(\.kind)) func optionValuesFollowTable(_ kind: OptionKind)
    throws
  {
    let row = try #require(OptionTable.definition(of: kind))
    let bare = describe("||x^$\(row.name)")
    let valued = describe("||x^$\(row.name)=v")
    let exception = describe("@@||x^$\(row.name)")
    switch row.value {
    case .never:
      #expect(bare == "block || x ^ $ \(row.name)")
      #expect(valued == "option-takes-no-value: ||x^$⟦\(row.name)=v⟧")
    case .optional:
      #expect(bare == "block || x ^ $ \(row.name)")
      #expect(valued == "block || x ^ $ \(row.name)=⟦v⟧")
    case .required:
      #expect(bare == "option-needs-value: ||x^$⟦\(row.name)⟧")
      #expect(exception == "option-needs-value: @@||x^$⟦\(row.name)⟧")
    case .requiredToAct:
      #expect(bare == "option-needs-value: ||x^$⟦\(row.name)⟧")
      #expect(exception == "allow || x ^ $ \(row.name)")
    }
  }

  private func described(_ row: OptionDefinition, value: String) -> String {
    row.name + (row.value == .never ? "" : "=⟦\(value)⟧")
  }
}
