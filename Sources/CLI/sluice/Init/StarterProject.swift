/// A kind of project that `sluice init` starts, with its files and the commands to run next.
///
/// Build files have comments, quoted keys and no trailing commas, which editors understand as JSON with
/// comments. Each of them builds without network access.
enum StarterProject: String, CaseIterable, Sendable {
  case safari
  case gnomeWeb = "gnome-web"
  case trackers
  case list

  struct File: Sendable {
    let name: String
    let purpose: String
    let text: String
  }

  /// A command to run next.
  struct Step: Sendable {
    let command: String
    let purpose: String
  }

  /// The purpose in the help.
  var summary: String {
    switch self {
    case .safari: "lists for a Safari content blocker"
    case .gnomeWeb: "lists for GNOME Web and WebKitGTK"
    case .trackers: "rules from Tracker Radar"
    case .list: "a filter list with a configuration for lint"
    }
  }

  /// The files in the order in which they are shown.
  var files: [File] {
    switch self {
    case .safari: [Self.buildFile(Self.safariBuildFile), Self.ownFilters]
    case .gnomeWeb: [Self.buildFile(Self.gnomeWebBuildFile), Self.ownFilters]
    case .trackers:
      [
        Self.buildFile(Self.trackersBuildFile),
        File(
          name: "tds.json", purpose: "two trackers, in the format of Tracker Radar", text: Self.trackerData),
        Self.ownFilters,
      ]
    case .list:
      [
        File(name: "list.txt", purpose: "the filter list, with a header", text: Self.listText),
        File(
          name: "sluice.json", purpose: "the build file, with the configuration of sluice lint",
          text: Self.listBuildFile),
      ]
    }
  }

  /// Returns the commands to run next, for files in a folder.
  func steps(in folder: String) -> [Step] {
    let isHere = folder == "."
    func path(_ name: String) -> String {
      isHere ? name : folder.joined(name).quotedForShell
    }
    let build = Step(
      command: isHere ? "sluice build" : "sluice build \(folder.quotedForShell)",
      purpose: "writes the rule lists to \(InitCommand.path("public", in: folder))")
    switch self {
    case .safari:
      return [
        build,
        Step(
          command: "sluice check --target safari-16.4 \(path("public/ads.network.json"))"
            + " \(path("public/ads.cosmetic.json"))",
          purpose: "verifies the two lists; add each to a content blocker (docs/apps/first-safari-app.md)"),
      ]
    case .gnomeWeb:
      return [
        build,
        Step(
          command: "sluice serve \(path("public"))",
          purpose: "serves them; the page that it prints shows the line to add to GNOME Web"),
      ]
    case .trackers:
      return [
        build,
        Step(
          command:
            "sluice match --page https://news.example/ --url https://tracker.example/t.js --type script "
            + path("public/trackers.trackers.json"),
          purpose: "shows the rule that blocks a request; docs/reference/tracker-radar.md describes the data"),
      ]
    case .list:
      return [
        Step(
          command: "sluice lint \(path("list.txt"))", purpose: "reviews the list; 0 findings at the start"),
        build,
      ]
    }
  }

  private static func buildFile(_ text: String) -> File {
    File(name: "sluice.json", purpose: "the build file", text: text)
  }

  private static let ownFilters = File(
    name: "my-filters.txt", purpose: "your own filters", text: ownFilterText)
}
