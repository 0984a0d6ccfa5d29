// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if os(iOS)
  @available(iOS 13.0, *)
  open class BGTask: NSObject {
    open var expirationHandler: (() -> Void)?
    open func setTaskCompleted(success: Bool) { fatalError() }
  }

  @available(iOS 13.0, *)
  open class BGTaskRequest: NSObject {
    open var earliestBeginDate: Date?
  }

  @available(iOS 13.0, *)
  open class BGAppRefreshTaskRequest: BGTaskRequest {
    public init(identifier: String) { fatalError() }
  }

  @available(iOS 13.0, *)
  open class BGTaskScheduler: NSObject, @unchecked Sendable {
    public class var shared: BGTaskScheduler { fatalError() }
    open func register(
      forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
      launchHandler: @escaping @Sendable (BGTask) -> Void
    ) -> Bool { fatalError() }
    open func submit(_ request: BGTaskRequest) throws { fatalError() }
  }
#endif
