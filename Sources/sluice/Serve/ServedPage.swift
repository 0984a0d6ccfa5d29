import SluiceListFiles
import SluiceLists
import SluiceRules
import SluiceSystem

/// The page for the served directory. It shows the lists and how to add them to GNOME Web.
struct ServedPage {
  /// The lists; nil if the directory has no manifest.
  let lists: ServedLists?
  /// The URL of the directory as the client named it, with a slash at the end.
  let base: String
  /// The other files of a build or report that the directory contains.
  let others: [FileName]
  let hasPlayground: Bool

  init(of folder: Directory, base: String, hasPlayground: Bool) {
    lists = ServedLists(in: folder)
    others = ["report.html", BuildReport.fileName, Manifest.fileName, LicenseNotice.fileName]
      .filter { (try? folder.status(of: $0).kind) == .regular }
    (self.base, self.hasPlayground) = (base, hasPlayground)
  }

  /// The content security policy: the page loads and runs nothing.
  static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// The path of the playground, without a leading slash.
  static let playgroundPath = "playground/"
  /// The content security policy of the playground: it loads and runs only its own files.
  static let playgroundPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:;"
    + " connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let title = "Filter lists for WebKit"
  private static let style = """
    .copy { display: block; padding: .75rem 1rem; border-radius: .5rem; background: var(--panel);
      user-select: all; -webkit-user-select: all }
    """

  var html: [UInt8] {
    var html = HTMLWriter()
    html.page(Self.title, policy: nil, css: PageStyle.css([], rules: Self.style)) { html in
      html.element(.header) { $0.element(.h1, text: Self.title) }
      html.element(.main) { html in
        if let lists {
          for list in lists.lists { add(list, to: &html) }
          if let page = lists.conformancePage {
            addConformance(page, to: &html)
          } else {
            addGNOMEWeb(lists, to: &html)
          }
        } else {
          html.element(.p) { html in
            html.markdown(
              "There is no `manifest.json` with the names of the lists: `sluice build` and"
                + " `sluice merge` write one.")
          }
        }
        addOthers(to: &html)
        addPlayground(to: &html)
      }
      html.element(.footer) { $0.element(.p, text: "Served by sluice \(Program.version).") }
    }
    return html.bytes
  }

  private func add(_ list: ServedLists.List, to html: inout HTMLWriter) {
    html.element(.section) { html in
      html.element(.h2, text: list.title ?? list.name ?? "Lists")
      if let description = list.description { html.element(.p, text: description) }
      let facts = facts(of: list)
      if !facts.isEmpty {
        html.element(.p, attributes: [.class: "muted"], text: facts.joined(separator: ", "))
      }
      if let homepage = list.homepage { html.element(.p) { Self.add(homepage, to: &$0) } }
      html.table("Rule lists", columns: ["file", "for", "rules", "size", "compressed"]) { html in
        for file in list.files {
          html.row(
            { $0.element(.a, attributes: [.href: file.url(below: "/")], text: file.name.description) },
            cells: [
              { $0.text(file.target?.rawValue ?? "") }, { $0.text(Format.grouped(file.rules)) },
              { $0.text(Format.size(file.bytes)) }, { $0.text(file.compressedBytes.map(Format.size) ?? "") },
            ])
        }
      }
      if let text = list.text {
        html.element(.p) { html in
          html.text("For programs that read filter lists: ")
          html.element(.a, attributes: [.href: text.name.url(below: "/")], text: text.name.description)
        }
      }
    }
  }

  private func facts(of list: ServedLists.List) -> [String] {
    [list.title == nil ? nil : list.name, list.license.map { "license \($0)" }].compactMap { $0 }
  }

  /// Adds a link if the text is a web URL; otherwise, adds the text.
  private static func add(_ homepage: String, to html: inout HTMLWriter) {
    guard (try? RemoteURL(homepage)) != nil else { return html.text(homepage) }
    html.element(.a, attributes: [.href: homepage], text: homepage)
  }

  private func addConformance(_ page: FileName, to html: inout HTMLWriter) {
    html.element(.section) { html in
      html.element(.h2, text: "Conformance")
      html.element(.p) { html in
        html.element(.a, attributes: [.href: "/\(page)"], text: "Test this browser with these lists")
        html.text(", once it has them.")
      }
    }
  }

  private func addGNOMEWeb(_ lists: ServedLists, to html: inout HTMLWriter) {
    let urls = lists.lists.flatMap(\.filesForGNOMEWeb).map { $0.url(below: base) }
    html.element(.section) { html in
      html.element(.h2, text: "GNOME Web")
      guard !urls.isEmpty else {
        html.element(.p, text: "None of these lists is for WebKitGTK.")
        return
      }
      html.element(
        .p, text: "This command subscribes to them, instead of GNOME Web's own lists:")
      let values = urls.map { "'\($0)'" }.joined(separator: ", ")
      Self.addLine("gsettings set \(Self.key) \"[\(values)]\"", to: &html)
      html.element(.p, text: "This command restores GNOME Web's own lists:")
      Self.addLine("gsettings reset \(Self.key)", to: &html)
      html.element(.p) { html in
        html.markdown(
          "In a Flatpak, use `flatpak run --command=gsettings org.gnome.Epiphany` instead of `gsettings`."
            + " Each URL is a separate list: exceptions in one do not affect another.")
      }
    }
  }

  /// Adds a line that users can copy.
  private static func addLine(_ line: String, to html: inout HTMLWriter) {
    html.element(.div) { $0.element(.code, attributes: [.class: "copy"], text: line) }
  }

  private static let key = "org.gnome.Epiphany content-filters"

  private func addPlayground(to html: inout HTMLWriter) {
    guard hasPlayground else { return }
    html.element(.section) { html in
      html.element(.h2, text: "Playground")
      html.element(.p) { html in
        html.element(
          .a, attributes: [.href: "/\(Self.playgroundPath)"],
          text: "Convert and explain filters in this browser")
      }
    }
  }

  private func addOthers(to html: inout HTMLWriter) {
    guard !others.isEmpty else { return }
    html.element(.section) { html in
      html.element(.h2, text: "Coverage of the filters")
      html.element(.ul) { html in
        for name in others {
          html.element(.li) { $0.element(.a, attributes: [.href: "/\(name)"], text: name.description) }
        }
      }
    }
  }
}

/// The lists of a served directory, according to its manifest.
struct ServedLists {
  /// A list of a build file, or all lists of a merge.
  struct List {
    /// The name; nil for the lists of a merge or a conformance page.
    let name: String?
    let title: String?
    let description: String?
    let homepage: String?
    let license: String?
    /// The WebKit versions that it was built for; empty if unknown.
    let targets: [Target]
    let files: [File]
    /// The filters as text; nil if the build did not write them.
    var text: Manifest.File?
  }

  struct File {
    let name: FileName
    /// The WebKit version that it is for; nil if unknown.
    let target: Target?
    let rules: Int
    let bytes: Int
    /// The size of the compressed copy; nil if it does not exist.
    let compressedBytes: Int?
  }

  let lists: [List]
  /// The page of `sluice conformance`, whose lists are not for subscription; nil for other directories.
  let conformancePage: FileName?

  /// The maximum size of a manifest, which is untrusted input. No build writes a larger one.
  private static let maximumManifest = 1 << 22

  /// Reads the manifest; returns nil if the folder has no manifest that Sluice wrote.
  init?(in folder: Directory) {
    guard let manifest = Manifest(in: folder, atMost: Self.maximumManifest) else { return nil }
    let outputs = Dictionary(manifest.outputs.map { ($0.name, $0) }) { first, _ in first }
    lists =
      manifest.lists.map { lists in
        lists.map { list in
          List(
            name: list.name, title: list.title, description: list.description, homepage: list.homepage,
            license: list.license, targets: list.targets.compactMap(Target.init(rawValue:)),
            files: list.outputs.compactMap { name in
              outputs[name].map { File($0, target: list.target(ofFile: name)) }
            },
            text: list.text)
        }
      } ?? [
        List(
          name: nil, title: nil, description: nil, homepage: nil, license: nil, targets: [],
          files: manifest.outputs.map { File($0, target: nil) })
      ]
    conformancePage = manifest.conformance == nil ? nil : .conformancePage
  }
}

extension ServedLists.File {
  fileprivate init(_ output: Manifest.Output, target: Target?) {
    // The counts are untrusted, and their sum must not overflow.
    func count(_ number: Int) -> Int { min(max(number, 0), 1 << 40) }
    self.init(
      name: output.name, target: target, rules: count(output.rules), bytes: count(output.bytes),
      compressedBytes: output.gzip.map { count($0.bytes) })
  }

  /// Returns the file's URL below a base that ends with a slash.
  func url(below base: String) -> String { name.url(below: base) }
}

extension FileName {
  /// Returns the file's URL below a base that ends with a slash. It contains no characters that are special
  /// in a shell.
  func url(below base: String) -> String {
    bytes.reduce(into: base) { url, byte in
      let isPlain = byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
      url += String(decoding: isPlain ? [byte] : byte.percentEncoded, as: UTF8.self)
    }
  }
}

extension ServedLists.List {
  /// The files that any version of GNOME Web can load: the files for the oldest WebKitGTK target of the list.
  var filesForGNOMEWeb: [ServedLists.File] {
    guard !targets.isEmpty else { return files }
    let target = Target.allCases.first { $0.release?.engine == .webKitGTK && targets.contains($0) } ?? .any
    return files.filter { $0.target == target }
  }
}
