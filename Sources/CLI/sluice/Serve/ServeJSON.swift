import SluiceLists
import SluiceSystem

/// The URL that is served on a port, as a JSON object, described in `docs/reference/formats.md`.
struct ServeJSON {
  let url: String
  let port: Int
  /// The path of the folder, as given.
  let folder: String

  func append(to json: inout JSONWriter) {
    json.add("url", url)
    json.add("port", port)
    json.add("folder", (try? Pathname.resolved(folder)) ?? folder)
    let lists = (try? Directory(folder)).flatMap(ServedLists.init)?.lists ?? []
    json.add("lists", objects: lists) { json, list in
      if let name = list.name { json.add("name", name) }
      if let title = list.title { json.add("title", title) }
      json.add("targets", list.targets.map(\.rawValue))
      json.add("files", objects: list.files) { json, file in
        json.add("file", file.name.description)
        json.add("url", file.url(below: url))
        if let target = file.target { json.add("target", target.rawValue) }
        json.add("rules", file.rules)
        json.add("bytes", file.bytes)
        if let bytes = file.compressedBytes { json.add("compressedBytes", bytes) }
      }
      if let text = list.text {
        json.add("text") { json in
          json.add("file", text.name.description)
          json.add("url", text.name.url(below: url))
          json.add("bytes", text.bytes)
        }
      }
    }
  }
}
