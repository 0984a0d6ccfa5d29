import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of an XML document, as Foundation's parser reads them.
final class XMLNames: NSObject, XMLParserDelegate {
  private var elements: [(name: String, attributes: [String: String])] = []
  private(set) var text = ""

  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func starts(of name: String) -> [[String: String]] { elements.filter { $0.name == name }.map(\.attributes) }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?,
    attributes: [String: String]
  ) { elements.append((elementName, attributes)) }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
