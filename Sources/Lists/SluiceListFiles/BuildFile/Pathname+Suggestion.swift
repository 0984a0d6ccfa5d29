import SluiceSystem
import SluiceText

extension Pathname {
  /// Returns the path in the same folder that a path to nothing most likely means, or nil if no name is close.
  package static func nearest(to path: String) -> String? {
    let (folder, missing) = (folder(of: path), name(of: path))
    // A link that leads nowhere has the same name.
    let names = names(in: folder).filter { !$0.hasPrefix(".") && $0 != missing }
    guard let name = Suggestion.nearest(to: missing, among: names) else { return nil }
    return path.contains("/") ? path.dropLast(missing.count) + name : name
  }
}
