import XCTest

/// The browser as a person uses it, without a network: through the identifiers that the GTK test uses as names.
final class BrowserUITests: XCTestCase {
  @MainActor private func launched() -> XCUIApplication {
    continueAfterFailure = false
    let app = XCUIApplication()
    app.launch()
    XCTAssertTrue(app.textFields["Address"].waitForExistence(timeout: 10))
    return app
  }

  @MainActor private func open(_ item: String, _ app: XCUIApplication) {
    app.buttons["Menu"].tap()
    app.buttons[item].tap()
  }

  @MainActor func testNewTabHasNothingToProtect() {
    let app = launched()
    XCTAssertEqual(app.buttons["Shield"].label, "Shield: No site")
  }

  @MainActor func testFailedPageKeepsTheAddress() {
    let app = launched()
    app.textFields["Address"].tap()
    app.textFields["Address"].typeText("nowhere.invalid/page\n")
    XCTAssertTrue(app.buttons["Try again"].waitForExistence(timeout: 20))
    XCTAssertEqual(app.textFields["Address"].value as? String, "https://nowhere.invalid/page")
  }

  @MainActor func testTabsOpenAndClose() {
    let app = launched()
    app.buttons["New tab"].tap()
    app.buttons["Close New tab"].tap()
    XCTAssertTrue(app.buttons["Tab New tab"].exists)
  }

  @MainActor func testDetectionShowsBlockedTrackers() {
    let app = launched()
    open("Detection", app)
    XCTAssertTrue(app.staticTexts["Detection"].waitForExistence(timeout: 20))
    XCTAssertTrue(app.staticTexts["blocked"].waitForExistence(timeout: 20))
  }

  @MainActor func testScreensOpenAndClose() {
    let app = launched()
    for (item, control) in [
      ("History", "Clear history"), ("Downloads", "Clear list"), ("Unprotected sites", "Protect all"),
    ] {
      open(item, app)
      XCTAssertTrue(app.buttons[control].waitForExistence(timeout: 5))
      app.buttons["Done"].tap()
    }
    open("Settings", app)
    XCTAssertTrue(app.switches["Keep history and tabs"].waitForExistence(timeout: 5))
    app.buttons["Done"].tap()
  }

  @MainActor func testFireLeavesAnEmptyTab() {
    let app = launched()
    open("Detection", app)
    open("Fire…", app)
    app.buttons["Clear everything"].tap()
    XCTAssertTrue(app.buttons["Tab New tab"].waitForExistence(timeout: 10))
  }
}
