import Foundation

/// A made-up page with all responses to its requests.
struct MadePage {
  var address = "https://news.example/"
  /// The responses, by URL.
  var answers: [String: Answer] = [:]

  struct Answer {
    var type: String
    var body: String
    var status = 200
    /// The URL of a redirect.
    var location: String?
  }

  /// Adds a response, whose type depends on its URL.
  mutating func add(_ url: String, _ body: String) {
    let path = url.prefix { $0 != "?" }
    let type =
      path.hasSuffix(".js") || path.hasSuffix("/play")
      ? "text/javascript"
      : path.hasSuffix(".css")
        ? "text/css"
        : path.hasSuffix(".svg")
          ? "image/svg+xml" : path.hasSuffix(".json") ? "application/json" : "text/html"
    answers[url] = Answer(type: type, body: body)
  }

  /// The page as a HAR.
  var har: Data {
    get throws {
      let urls = [address] + answers.keys.filter { $0 != address }.sorted()
      let entries = urls.map { url in
        let answer = answers[url] ?? Answer(type: "text/html", body: "")
        var headers = [["name": "Content-Type", "value": answer.type]]
        if let location = answer.location { headers.append(["name": "Location", "value": location]) }
        return [
          "pageref": "page", "request": ["url": url, "method": "GET", "headers": [[String: String]]()],
          "response": [
            "status": answer.status, "headers": headers, "redirectURL": answer.location ?? "",
            "content": ["mimeType": answer.type, "text": answer.body],
          ],
        ] as [String: Any]
      }
      let pages = [["id": "page", "title": address]]
      return try JSONSerialization.data(withJSONObject: [
        "log": ["version": "1.2", "pages": pages, "entries": entries] as [String: Any]
      ])
    }
  }
}
