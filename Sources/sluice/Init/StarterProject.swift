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

extension StarterProject {
  /// The address of the schema, which editors read for completion. OWNER is the account that publishes the repository.
  private static let schema = "https://raw.githubusercontent.com/OWNER/sluice/main/docs/sluice.schema.json"

  static let safariBuildFile = """
    {
      // The rule lists of a Safari content blocker. 'sluice build' writes them to the folder public.
      // docs/sluice.schema.json describes every key.
      // For completion in editors, replace OWNER with the account that publishes Sluice.
      "$schema": "\(schema)",
      "lists": [
        {
          // The files are ads.network.json, which blocks requests, and ads.cosmetic.json, which hides elements.
          "name": "ads",
          "sources": [
            // To add EasyList, remove the slashes. 'sluice build' fetches it.
            // "https://easylist.to/easylist/easylist.txt",
            "my-filters.txt"
          ],
          // The oldest Safari that loads the lists. Others: safari-17, safari-18, safari-26.
          "targets": ["safari-16.4"],
          "outputs": {
            // Two lists, for an app with two content blockers. "none" writes a single list, ads.json.
            "split": "action"
          }
        }
      ]
    }

    """

  static let gnomeWebBuildFile = """
    {
      // Rule lists for GNOME Web. 'sluice build' writes them to the folder public.
      // docs/sluice.schema.json describes every key.
      // For completion in editors, replace OWNER with the account that publishes Sluice.
      "$schema": "\(schema)",
      "lists": [
        {
          // The file is ads.json. A list with many hiding filters gets a second one, ads.cosmetic.json.
          "name": "ads",
          "sources": [
            // To add EasyList, remove the slashes. 'sluice build' fetches it.
            // "https://easylist.to/easylist/easylist.txt",
            "my-filters.txt"
          ],
          // The oldest WebKitGTK that loads the lists. Others: webkitgtk-2.46, webkitgtk-2.48, webkitgtk-2.50.
          "targets": ["webkitgtk-2.44"]
        }
      ]
    }

    """

  static let trackersBuildFile = """
    {
      // Rules from Tracker Radar. 'sluice build' writes them to the folder public.
      // docs/reference/tracker-radar.md describes the data, docs/sluice.schema.json every key.
      // For completion in editors, replace OWNER with the account that publishes Sluice.
      "$schema": "\(schema)",
      "lists": [
        {
          // The files are trackers.json, with your own filters, and trackers.trackers.json. Add both to a browser.
          "name": "trackers",
          "sources": ["my-filters.txt"],
          "trackerRadar": {
            // For DuckDuckGo's data, remove the slashes of the next two lines and delete the line with tds.json.
            // Its license, CC BY-NC-SA 4.0, forbids commercial use.
            // "exceptions": ["https://staticcdn.duckduckgo.com/trackerblocking/config/v4/macos-config.json"],
            // "blocklist": "https://staticcdn.duckduckgo.com/trackerblocking/v6/current/macos-tds.json"
            "blocklist": "tds.json"
          }
        }
      ]
    }

    """

  static let trackerData = """
    {
      "trackers": {
        "tracker.example": {
          "domain": "tracker.example",
          "owner": { "name": "Tracker Inc.", "displayName": "Tracker" },
          "default": "block"
        },
        "widgets.example": {
          "domain": "widgets.example",
          "owner": { "name": "Widgets Ltd.", "displayName": "Widgets" },
          "default": "ignore",
          "rules": [{ "rule": "widgets\\\\.example/collect" }]
        }
      },
      "entities": {
        "Tracker Inc.": { "domains": ["tracker.example"] },
        "Widgets Ltd.": { "domains": ["widgets.example"] }
      },
      "domains": { "tracker.example": "Tracker Inc.", "widgets.example": "Widgets Ltd." }
    }

    """

  static let ownFilterText = """
    ! Title: My filters
    ! Replace these filters with your own. 'sluice explain' explains a filter and shows its rules.

    ! Blocks requests to ads.example from pages of other sites.
    ||ads.example^$third-party

    ! Allows one of them.
    @@||ads.example/consent.js$script

    ! Hides an element of news.example.
    news.example##.promo

    """

  static let listText = """
    [Adblock Plus 2.0]
    ! Title: My list
    ! Description: Say here what the list blocks, and for whom
    ! Homepage: https://lists.example/
    ! License: https://lists.example/license
    ! Expires: 4 days

    ! ---- Ad servers ----
    ||ads.example^$third-party

    ! ---- Exceptions ----
    @@||ads.example/consent.js$script

    ! ---- Elements ----
    news.example##.promo

    """

  static let listBuildFile = """
    {
      // 'sluice build' writes the rule lists of list.txt to the folder public. docs/sluice.schema.json describes every key.
      // For completion in editors, replace OWNER with the account that publishes Sluice.
      "$schema": "\(schema)",
      "lists": [
        {
          "name": "list",
          "sources": ["list.txt"]
        }
      ],
      // 'sluice lint' reads this part for lists in this folder and below it. docs/guide/lint.md describes the rules.
      "lint": {
        // Groups of rules, or ids.
        "select": ["default", "style"],
        // Rules to turn off, such as "covered-filter".
        "ignore": [],
        // The lowest severity that makes 'sluice lint' fail: error, warning, note, or never.
        "failOn": "warning"
      }
    }

    """
}
