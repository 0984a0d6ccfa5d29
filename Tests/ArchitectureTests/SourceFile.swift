import Foundation
import TestSupport

/// The names in a Swift file, without comments and texts.
struct SourceFile {
  /// The path below `Sources`: module, folders and name.
  let path: [Substring]
  /// The modules that it imports.
  let imports: Set<String>
  /// The types that it declares at its top level.
  let types: Set<String>
  /// The names that can be of a type, which it uses.
  let uses: Set<String>

  init(_ bytes: [UInt8], at path: String) {
    self.path = path.split(separator: "/")
    var (imports, types, uses, nested) = (Set<String>(), Set<String>(), Set<String>(), Set<String>())
    var depth = 0
    var before = ""
    WordScanner.scan(bytes) { word in
      switch word {
      case .open: depth += 1
      case .close: depth -= 1
      case .name(let name, let isMember):
        if before == "import" {
          imports.insert(name)
        } else if Self.declarations.contains(before) {
          if depth == 0 { types.insert(name) } else { nested.insert(name) }
        } else if !isMember, name.utf8.first.map({ (0x41...0x5a).contains($0) }) == true {
          uses.insert(name)
        }
        before = name
        return
      }
      before = ""
    }
    (self.imports, self.types) = (imports, types)
    // A type in a type hides others of its name.
    self.uses = uses.subtracting(nested)
  }

  private static let declarations: Set<String> = [
    "struct", "enum", "class", "protocol", "actor", "typealias",
  ]

  var module: String { String(path[0]) }
  /// The folder of the module that has the file. Files next to the folders count as one, `.`.
  var folder: String { path.count > 2 ? String(path[1]) : "." }
}

extension SourceFile {
  /// All Swift files of `Sources`.
  static let all: [SourceFile] = {
    let sources = Repository.root.appending(path: "Sources")
    let paths = (FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") && $0.split(separator: "/").count > 1 }
    return paths.sorted().compactMap { path in
      (try? Repository.bytes(of: "Sources/\(path)")).map { SourceFile($0, at: path) }
    }
  }()
}
