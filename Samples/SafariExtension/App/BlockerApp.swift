import SwiftUI

#if os(iOS)
  import BackgroundTasks
#endif

/// The app of the content blockers: shows which are on, the dates of their lists, and how to turn them on.
@main
struct BlockerApp: App {
  @StateObject private var blockers = Blockers()

  init() {
    #if os(iOS)
      // Registers before the launch ends, because the system accepts no later registration.
      BackgroundUpdate.register()
    #endif
  }

  var body: some Scene {
    WindowGroup { BlockersView(blockers: blockers) }
  }
}

/// The state of the screen.
@MainActor
final class Blockers: ObservableObject {
  @Published private(set) var all: [ListUpdater.Blocker] = []
  @Published private(set) var isUpdating = false
  @Published private(set) var problem: String?

  private let updater: ListUpdater

  init(_ updater: ListUpdater = ListUpdater()) { self.updater = updater }

  /// Refreshes the state, because users turn extensions on and off in Safari's settings.
  func look() async { all = await updater.blockers() }

  func update() async {
    guard !isUpdating else { return }
    isUpdating = true
    do {
      try await updater.update()
      problem = nil
    } catch {
      problem = error.localizedDescription
    }
    isUpdating = false
    await look()
    #if os(iOS)
      BackgroundUpdate.schedule()
    #endif
  }
}

struct BlockersView: View {
  @ObservedObject var blockers: Blockers

  var body: some View {
    VStack {
      ForEach(blockers.all, id: \.id) { blocker in
        Text("\(blocker.id): \(Self.state(of: blocker))")
        Text(Self.list(of: blocker))
      }
      if blockers.isUpdating {
        ProgressView()
      } else {
        Button("Update") { Task { await blockers.update() } }
      }
      if let problem = blockers.problem { Text(problem) }
      if blockers.all.contains(where: { $0.isEnabled != true }) { Text(Self.help) }
    }
    .task { await blockers.update() }
  }

  static func state(of blocker: ListUpdater.Blocker) -> String {
    switch blocker.isEnabled {
    case true?: "on"
    case false?: "off"
    case nil: "not known to Safari"
    }
  }

  static func list(of blocker: ListUpdater.Blocker) -> String {
    guard let date = blocker.date else { return "The list that came with the app" }
    let rules = blocker.rules.map { "\($0) rules" } ?? "a list"
    return "\(rules), loaded on \(date.formatted(date: .abbreviated, time: .shortened))"
  }

  /// The instructions for turning on both extensions: one blocks, the other hides.
  static var help: String {
    #if os(macOS)
      "Switch all of them on in Safari: Settings, Extensions."
    #else
      "Switch all of them on in Settings: Apps, Safari, Extensions. Before iOS 18: Safari, Extensions."
    #endif
  }
}

#if os(iOS)
  /// Fetches new lists when the system has time for it.
  nonisolated enum BackgroundUpdate {
    /// The identifier, one of BGTaskSchedulerPermittedIdentifiers in Info.plist.
    static let identifier = "\(Bundle.main.bundleIdentifier ?? "").update"

    static func register() {
      _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
        schedule()
        // The task belongs to this launch alone.
        nonisolated(unsafe) let task = task
        let update = Task {
          let isDone = (try? await ListUpdater().update()) != nil
          task.setTaskCompleted(success: isDone)
        }
        task.expirationHandler = { update.cancel() }
      }
    }

    /// Schedules the next update, in 12 hours at the earliest. The system chooses the time.
    static func schedule() {
      let request = BGAppRefreshTaskRequest(identifier: identifier)
      request.earliestBeginDate = Date(timeIntervalSinceNow: 12 * 3_600)
      try? BGTaskScheduler.shared.submit(request)
    }
  }
#endif
