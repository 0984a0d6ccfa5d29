// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

public let SFErrorDomain = "SFErrorDomain"

public let SFExtensionMessageKey = "message"

@available(macOS 10.12, iOS 9.0, *)
open class SFContentBlockerManager: NSObject {
  public class func reloadContentBlocker(withIdentifier identifier: String) async throws { fatalError() }
  @available(macOS 10.12, iOS 10.0, *)
  public class func stateOfContentBlocker(withIdentifier identifier: String) async throws
    -> SFContentBlockerState
  {
    fatalError()
  }
}

@available(macOS 10.12, iOS 10.0, *)
open class SFContentBlockerState: NSObject {
  open var isEnabled: Bool { fatalError() }
}
