// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation

open class XCTestCase: NSObject {
  public override init() { fatalError() }
  open var continueAfterFailure: Bool {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor open class XCUIElementQuery: NSObject {
  open subscript(key: String) -> XCUIElement { fatalError() }
}

@MainActor open class XCUIElement: NSObject {
  open var buttons: XCUIElementQuery { fatalError() }
  open var textFields: XCUIElementQuery { fatalError() }
  open var switches: XCUIElementQuery { fatalError() }
  open var staticTexts: XCUIElementQuery { fatalError() }
  open var exists: Bool { fatalError() }
  open var label: String { fatalError() }
  open var value: Any? { fatalError() }
  open func waitForExistence(timeout: Double) -> Bool { fatalError() }
  open func tap() { fatalError() }
  open func typeText(_ text: String) { fatalError() }
}

@MainActor open class XCUIApplication: XCUIElement {
  public override init() { fatalError() }
  open func launch() { fatalError() }
  open func terminate() { fatalError() }
}

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = ""
) {
  fatalError()
}

public func XCTAssertEqual<T: Equatable>(
  _ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T
) { fatalError() }
